/** Voice activity on what a telephone line carries: all of the speech, none of the rest. */
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Connected, EngineHost } from "../../src/engines/embedded/embedded.ts";
import type { Voice } from "../../src/conversation/ports.ts";
import { openSileroDetector } from "../../src/engines/embedded/vad/silero.ts";
import type { SpeechDetector } from "../../src/engines/embedded/vad/silero.ts";
import { connectVoice } from "../../src/engines/embedded/tts/voice.ts";
import { listen } from "./gate.ts";
import { cadence, frames, hum, joined, keys, noise, TELEPHONE, tones, WIDE } from "./line.ts";
import { sentences } from "./sentences.ts";
import { startVoice } from "../support/engines.ts";

const log = pino({ level: "silent" });
let host: EngineHost;
let voice: Connected<Voice>;
let detector: SpeechDetector;

beforeAll(async () => {
  host = await startVoice({ log, warm: ["rms"] });
  voice = connectVoice(host.connect(), { voice: "rms" });
  detector = await openSileroDetector(log);
});
afterAll(async () => {
  voice.close();
  await Promise.all([host.close(), detector.close()]);
});

async function said(text: string): Promise<Int16Array> {
  const pieces: Int16Array[] = [];
  for await (const piece of voice.speak(text, new AbortController().signal)) pieces.push(piece);
  return joined(pieces);
}

const TEN_SECONDS = 10_000;
const middle = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

describe("the voice activity detector", () => {
  it("is the model, not its stand-in", () => {
    expect(detector.kind).toBe("silero");
  });

  describe.each([8000, 16000] as const)("at %i Hz", (sampleRateHz) => {
    it.each([
      ["silence", () => new Int16Array(sampleRateHz * 10)],
      ["soft noise", () => noise(TEN_SECONDS, sampleRateHz, 30)],
      ["loud noise", () => noise(TEN_SECONDS, sampleRateHz, 1500)],
      ["mains hum", () => hum(TEN_SECONDS, sampleRateHz)],
      ["the ringing tone", () => cadence(tones(TEN_SECONDS, sampleRateHz, [440, 480], 4000), sampleRateHz, 2000, 2000)],
      ["the busy tone", () => cadence(tones(TEN_SECONDS, sampleRateHz, [480, 620], 4000), sampleRateHz, 500, 500)],
      ["pressed keys", () => keys(TEN_SECONDS, sampleRateHz)],
      ["one kilohertz", () => tones(TEN_SECONDS, sampleRateHz, [1000], 8000)],
      ["a chord", () => cadence(tones(TEN_SECONDS, sampleRateHz, [262, 330, 392, 523], 2000), sampleRateHz, 900, 100)],
    ])("does not take %s for speech", async (_name, sound) => {
      expect(await listen(sound(), sampleRateHz, detector.create(sampleRateHz), null)).toEqual([]);
    });
  });

  it.each([WIDE, TELEPHONE])("finds every sentence, soon and whole: $name", async (band) => {
    const lagsMs: number[] = [];
    const lateMs: number[] = [];
    for (const { spoken } of sentences("business").slice(0, 16)) {
      const speech = await said(`${spoken}.`);
      const line = joined([noise(700, 16000, 12), speech, noise(1000, 16000, 12, 8)]);
      const segments = await listen(band.carry(line), band.sampleRateHz, detector.create(band.sampleRateHz), null);
      expect(segments, spoken).toHaveLength(1);
      const [segment] = segments;
      // The voice begins 20 ms into its sound and leaves 240 ms of silence behind the last word.
      lagsMs.push((segment?.beginMs ?? 0) - 720);
      lateMs.push((segment?.lastSpeechMs ?? 0) - (700 + speech.length / 16 - 240));
    }
    expect(middle(lagsMs)).toBeLessThanOrEqual(140);
    expect(Math.max(...lagsMs)).toBeLessThanOrEqual(240);
    expect(middle(lateMs)).toBeLessThanOrEqual(140);
    expect(middle(lateMs)).toBeGreaterThanOrEqual(-60);
  });

  it("keeps two calls apart", async () => {
    const speech = await said("we have a table for four at seven thirty p m");
    const alone: number[] = [];
    const [one, other, reference] = [16000, 16000, 16000].map(() => detector.create(16000));
    for (const frame of frames(speech, 16000)) alone.push((await reference?.feed(frame)) ?? -1);
    const beside: number[] = [];
    const hiss = [...frames(noise(speech.length / 16, 16000, 800), 16000)];
    for (const [at, frame] of [...frames(speech, 16000)].entries()) {
      const both = await Promise.all([one?.feed(frame), other?.feed(hiss[at] ?? frame)]);
      beside.push(both[0] ?? -1);
    }
    expect(beside).toEqual(alone);
  });

  it("answers frames of any length in order", async () => {
    const speech = await said("hello");
    const byFrame = detector.create(16000);
    let last = 0;
    for (const frame of frames(speech, 16000)) last = await byFrame.feed(frame);
    const whole = detector.create(16000);
    const counted = speech.slice(0, Math.floor(speech.length / 320) * 320);
    expect(await whole.feed(counted)).toBeCloseTo(last, 6);
  });
});

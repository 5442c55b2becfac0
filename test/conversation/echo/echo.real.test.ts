/** The judge of echoes over real voices: ours is "awb", theirs "rms", and the detector is the one that is used. */
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EchoJudge } from "../../../src/conversation/echo/echo.ts";
import type { BrainEvent, BrainMove } from "../../../src/conversation/ports.ts";
import { openSileroDetector, type SpeechDetector } from "../../../src/engines/embedded/vad/silero.ts";
import { VirtualLine } from "../../fakes/virtual-line.ts";
import { carried, counted, EchoLine, inTurn, levelled, spoken, type Call, type CarriedFrame } from "./echo-line.ts";

/** As in the rules of turn-taking. */
const SPEECH = 0.5;
const ONSET_FRAMES = 3;

const DELAYS = [40, 120, 250, 380];
const LOSSES = [0, 0.05];

let detector: SpeechDetector;
let ours: Int16Array[];
let theirs: Int16Array[];

beforeAll(async () => {
  detector = await openSileroDetector(pino({ level: "silent" }));
  expect(detector.kind).toBe("silero");
  ours = spoken("assistant", "awb", 8000);
  theirs = spoken("business", "rms", 8000);
});

afterAll(async () => {
  await detector.close();
});

type Heard = { readonly atFrame: number; readonly raw: number; readonly judged: number };

/** What the detector says of each frame that arrived, and what is left of it after the judge. */
async function listen(frames: readonly CarriedFrame[], sampleRateHz: 8000 | 16000 = 8000): Promise<Heard[]> {
  const judge = new EchoJudge(sampleRateHz);
  const activity = detector.create(sampleRateHz);
  const out: Heard[] = [];
  for (const [atFrame, { sent, heard }] of frames.entries()) {
    if (sent !== null) judge.sent(sent.samples, sent.atMs);
    if (heard === null) continue;
    const raw = await activity.feed(heard.samples);
    out.push({ atFrame, raw, judged: judge.isEcho(heard.samples, heard.atMs, raw) ? 0 : raw });
  }
  return out;
}

/** Frames that belong to a run long enough for an onset. */
function inRuns(heard: readonly Heard[], of: "raw" | "judged"): number[] {
  const runs: number[][] = [[]];
  for (const frame of heard) {
    if (frame[of] >= SPEECH) runs.at(-1)?.push(frame.atFrame);
    else runs.push([]);
  }
  return runs.filter((run) => run.length >= ONSET_FRAMES).flat();
}

/** The frame in which an onset is found, at or after this one. */
function onset(heard: readonly Heard[], of: "raw" | "judged", fromFrame: number): number {
  let run = 0;
  for (const frame of heard) {
    run = frame.atFrame >= fromFrame && frame[of] >= SPEECH ? run + 1 : 0;
    if (run === ONSET_FRAMES) return frame.atFrame;
  }
  return Infinity;
}

function picked(from: readonly Int16Array[], count: number, random: () => number): Int16Array[] {
  return Array.from({ length: count }, () => from[Math.floor(random() * from.length)]!);
}

type Place = { readonly seed: number; readonly delayMs: number; readonly loss: number };

/** Every delay, with and without loss, so many times over. */
function places(times: number): Place[] {
  return Array.from({ length: times }, (_, time) =>
    DELAYS.flatMap((delayMs, i) => LOSSES.map((loss, j) => ({ seed: 100 * time + 10 * i + j, delayMs, loss }))),
  ).flat();
}

/** Five sentences of ours and nothing of theirs. */
function monologue(echoDb: number, place: Place): Call {
  const random = counted(place.seed * 31 - echoDb);
  const said = inTurn(picked(ours, 5, random), 8000, 600, 300 + Math.round(45 * random()) * 20);
  return { ...place, sampleRateHz: 8000, echoDb, ours: said, theirs: [] };
}

/** They speak up somewhere in our four sentences, so much louder than we are. */
function doubleTalk(echoDb: number | null, theirDb: number, place: Place): Call & { readonly theirFrame: number } {
  const random = counted(place.seed * 17 - (echoDb ?? 0) - theirDb);
  const said = picked(ours, 4, random);
  const [voice] = picked(theirs, 1, random);
  const atMs = 1500 + Math.round(random() * 300) * 20;
  return {
    ...place,
    sampleRateHz: 8000,
    echoDb,
    ours: inTurn(said, 8000, 600, 200),
    theirs: [{ atMs, samples: levelled(voice!, said[0]!, theirDb) }],
    theirFrame: atMs / 20,
  };
}

describe("echo alone", () => {
  it("starts no onset in 99 % of its frames, at whatever level and delay, through a room, mu-law, noise and loss", async () => {
    const report: string[] = [];
    let speech = 0;
    let wrong = 0;
    let late = 0;
    for (const echoDb of [-6, -12, -20, -30]) {
      let [here, wrongHere] = [0, 0];
      for (const place of places(2)) {
        const call = monologue(echoDb, place);
        const heard = await listen(carried(call));
        here += inRuns(heard, "raw").length;
        const left = inRuns(heard, "judged");
        wrongHere += left.length;
        late += left.filter((frame) => frame > 30 + place.delayMs / 20 + 100).length;
      }
      report.push(`${echoDb} dB: ${wrongHere} of ${here}`);
      speech += here;
      wrong += wrongHere;
    }
    expect(speech).toBeGreaterThan(20_000);
    expect(wrong / speech, report.join("; ")).toBeLessThan(0.01);
    // The search for the path needs a moment; once it is known there is next to nothing.
    expect(late / speech, report.join("; ")).toBeLessThan(0.004);
  }, 120_000);

  it("is told in wide band as well", async () => {
    const said = inTurn(spoken("assistant", "awb", 16_000).slice(0, 6), 16_000, 600, 400);
    const call: Call = { seed: 5, sampleRateHz: 16_000, echoDb: -12, delayMs: 180, loss: 0.05, ours: said, theirs: [] };
    const heard = await listen(carried(call), 16_000);
    const speech = inRuns(heard, "raw").length;
    expect(speech).toBeGreaterThan(700);
    // Behind the first second of it, in which the path is found.
    expect(inRuns(heard, "judged").filter((frame) => frame > 30 + 9 + 50).length / speech).toBeLessThan(0.01);
  }, 60_000);
});

describe("somebody who speaks over our echo", () => {
  it("is found within 120 ms of when it would have been found without echo, in 95 %", async () => {
    const report: string[] = [];
    let found = 0;
    let total = 0;
    for (const echoDb of [-6, -12, -20]) {
      for (const theirDb of [0, -6]) {
        const lates: number[] = [];
        for (const place of places(1)) {
          const call = doubleTalk(echoDb, theirDb, place);
          const alone = onset(await listen(carried({ ...call, echoDb: null, ours: [] })), "raw", 0);
          const over = onset(await listen(carried(call)), "judged", call.theirFrame - 2);
          lates.push((over - alone) * 20);
        }
        const inTime = lates.filter((lateMs) => lateMs <= 120).length;
        report.push(
          `echo ${echoDb} dB, they ${theirDb} dB: ${inTime} of ${lates.length}, worst ${Math.max(...lates)} ms`,
        );
        found += inTime;
        total += lates.length;
      }
    }
    expect(found / total, report.join("; ")).toBeGreaterThanOrEqual(0.95);
  }, 180_000);
});

describe("without any echo", () => {
  /** The share of their speech that was taken for echo. */
  async function suppressed(theirDb: number): Promise<number> {
    let speech = 0;
    let taken = 0;
    for (const place of places(2)) {
      const heard = await listen(carried(doubleTalk(null, theirDb, place)));
      speech += heard.filter(({ raw }) => raw >= SPEECH).length;
      taken += heard.filter(({ raw, judged }) => raw >= SPEECH && judged < raw).length;
    }
    expect(speech).toBeGreaterThan(1000);
    return taken / speech;
  }

  it.each([0, -6])(
    "nothing is taken from somebody who speaks at %d dB over us",
    async (theirDb) => {
      expect(await suppressed(theirDb)).toBe(0);
    },
    60_000,
  );

  it.each([-12, -20])(
    "and next to nothing from a quiet voice at %d dB",
    async (theirDb) => {
      expect(await suppressed(theirDb)).toBeLessThan(0.005);
    },
    60_000,
  );
});

describe("a conversation on a line that echoes", () => {
  const say = (text: string): BrainMove => ({ type: "say", text });
  const opening = "Hello, this is an automated assistant calling on behalf of Alex Morgan.";
  const plain = (event: BrainEvent): readonly BrainMove[] => (event.type === "opened" ? [say(opening)] : []);

  function echoing(echoDb: number, delayMs: number): { line: VirtualLine; speak: (samples: Int16Array) => void } {
    const voices = spoken("assistant", "awb", 16_000);
    const echo = new EchoLine({ sampleRateHz: 16_000, seed: 3, echoDb, delayMs });
    let theirs: Int16Array = new Int16Array(0);
    const line = new VirtualLine(
      plain,
      { opens: "at_once" },
      {
        voice: () => voices[0]!,
        carry: (sent) => {
          const now = theirs.subarray(0, sent.length);
          theirs = theirs.subarray(now.length);
          return echo.carry(sent, now);
        },
        detector: detector.create(16_000),
      },
    );
    return { line, speak: (samples) => (theirs = samples) };
  }

  it.each([
    [-6, 120],
    [-12, 250],
    [-20, 40],
    [-30, 380],
  ])("speaks its whole sentence without a pause: %d dB after %d ms", async (echoDb, delayMs) => {
    const { line } = echoing(echoDb, delayMs);
    // Half a second of the line as it is tells its noise.
    await line.pass(500);
    line.conversation.answered();
    for (let passed = 0; passed < 8000 && line.spoken().length === 0; passed += 20) {
      await line.pass(20);
      expect(line.mouthState).not.toBe("paused");
    }
    expect(line.spoken()).toEqual([opening]);
    // The echo dies away, and nobody has said anything.
    await line.pass(1000);
    expect(line.events("heard")).toEqual([]);
  });

  it("is stopped by somebody who really interrupts", async () => {
    const { line, speak } = echoing(-12, 120);
    await line.pass(500);
    line.conversation.answered();
    await line.pass(2500);
    expect(line.mouthState).toBe("playing");
    speak(levelled(spoken("business", "rms", 16_000)[0]!, spoken("assistant", "awb", 16_000)[0]!, -3));
    await line.pass(400);
    expect(line.mouthState).toBe("paused");
    await line.pass(1500);
    expect(line.spoken()[0]).not.toBe(opening);
    expect(opening.startsWith(line.spoken()[0]!)).toBe(true);
  });
});

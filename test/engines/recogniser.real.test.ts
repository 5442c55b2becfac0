/**
 * What the small recogniser promises: it decodes plain sentences of a clear voice on a telephone line, keeps calls
 * apart, answers in time, and comes and goes without harm. How well it understands people is no promise of it.
 */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { HearingEvent, Recogniser, Voice } from "../../src/conversation/ports.ts";
import type { Connected, EngineHost } from "../../src/engines/embedded/embedded.ts";
import { connectRecogniser } from "../../src/engines/embedded/stt/recogniser.ts";
import { connectVoice } from "../../src/engines/embedded/tts/voice.ts";
import { PROJECT_ROOT } from "../../src/lib/installation.ts";
import { startRecogniser, startVoice } from "../support/engines.ts";
import { joined, noise, TELEPHONE } from "./line.ts";

const log = pino({ level: "warn" });
const never = new AbortController().signal;
const OPTIONS = { language: "en-US", sampleRateHz: 8000, hints: [] } as const;
/** Here lines run faster than time does, on a machine that may be busy. */
const PATIENT = { answerWithinMs: 60_000 };

let speech: EngineHost;
let ears: EngineHost;
let recogniser: Connected<Recogniser>;
let voice: Connected<Voice>;

beforeAll(async () => {
  [speech, ears] = await Promise.all([startVoice({ log, warm: ["rms"] }), startRecogniser(log)]);
  recogniser = connectRecogniser(ears.connect(), PATIENT);
  voice = connectVoice(speech.connect(), { voice: "rms" });
});

afterAll(async () => {
  recogniser.close();
  voice.close();
  await Promise.all([speech.close(), ears.close()]);
});

async function onTheLine(text: string): Promise<Int16Array> {
  const pieces: Int16Array[] = [];
  for await (const piece of voice.speak(text, never)) pieces.push(piece);
  return TELEPHONE.carry(joined([noise(300, 16000, 12), ...pieces, noise(300, 16000, 12, 8)]));
}

/** What is heard of each line in turn, all by one ear. */
async function hear(lines: readonly Int16Array[], hints: readonly string[] = []): Promise<string[]> {
  const heard: string[] = [];
  for (const line of lines) {
    const done = Promise.withResolvers<HearingEvent>();
    const told = (event: HearingEvent): void => void (event.type === "partial" || done.resolve(event));
    const hearing = await recogniser.open({ ...OPTIONS, hints }, told, never);
    hearing.begin(0);
    hearing.write(line);
    hearing.commit();
    const event = await done.promise;
    heard.push(event.type === "utterance" ? event.text : event.type);
    hearing.close();
  }
  return heard;
}

describe("the small recogniser", () => {
  it("decodes plain sentences of a clear voice on the telephone", async () => {
    const said = ["The train leaves at noon.", "Where is the library?", "My brother is a teacher."];
    expect(await hear(await Promise.all(said.map(onTheLine)))).toEqual(said);
  });

  it("writes names as the request does, when it happens to hear them", async () => {
    const line = await onTheLine("The train leaves at noon.");
    expect(await hear([line], ["Noon"])).toEqual(["The train leaves at Noon."]);
    expect(await hear([line])).toEqual(["The train leaves at noon."]);
  });

  it("opens an ear at once", async () => {
    const startedAt = performance.now();
    for (let n = 0; n < 20; n += 1) (await recogniser.open(OPTIONS, () => undefined, never)).close();
    expect((performance.now() - startedAt) / 20).toBeLessThan(20);
  });

  it("says what it has heard so far with every piece of sound, though no word was added, unless it is behind", async () => {
    const partials: string[] = [];
    const done = Promise.withResolvers<HearingEvent>();
    const hearing = await recogniser.open(
      OPTIONS,
      (event) => (event.type === "partial" ? partials.push(event.text) : done.resolve(event)),
      never,
    );
    const line = await onTheLine("The train leaves at noon.");
    hearing.begin(0);
    // Far faster than people speak: the decoder is behind, until the last of it.
    hearing.write(line);
    for (let n = 0; n < 6; n += 1) {
      const before = partials.length;
      hearing.write(noise(60, 8000, 12, n));
      await expect.poll(() => partials.length, { timeout: 60_000 }).toBeGreaterThan(before);
    }
    expect(new Set(partials)).toEqual(new Set(["the train leaves at noon"]));
    hearing.commit();
    const last = await done.promise;
    expect(last).toMatchObject({ type: "utterance", text: "The train leaves at noon." });
    expect(last.type === "utterance" && last.confidence).toBeGreaterThan(0.3);
    hearing.close();
  });

  it("forgets what was discarded, also by an ear that closes", async () => {
    const events: HearingEvent[] = [];
    const hearing = await recogniser.open(OPTIONS, (event) => events.push(event), never);
    hearing.begin(0);
    hearing.write(noise(600, 8000, 2000));
    hearing.discard();
    hearing.begin(0);
    hearing.write(noise(600, 8000, 2000));
    hearing.commit();
    hearing.close();
    const line = await onTheLine("Where is the library?");
    // By then an answer to what was spoken before it would have come.
    expect(await hear([line])).toEqual([expect.stringMatching(/library/i)]);
    expect(events.filter(({ type }) => type !== "partial")).toEqual([]);
  });

  it("hears ten callers at once with eight decoders, and mixes nobody up", async () => {
    const said = Array.from({ length: 10 }, (_, n) =>
      n % 2 === 0 ? "Where is the library?" : "The train leaves at noon.",
    );
    const lines = await Promise.all(said.map(onTheLine));
    const heard = (await Promise.all(lines.map((line) => hear([line])))).flat();
    // A word may be misheard; a sentence that went to somebody else's call may not.
    expect(heard.map((text) => /library|where/i.test(text))).toEqual(said.map((text) => text.startsWith("Where")));
  });

  it("answers within the promised time with the words so far, or says that it cannot", async () => {
    const hurried = connectRecogniser(ears.connect(), { answerWithinMs: 1 });
    const events: HearingEvent[] = [];
    const hearing = await hurried.open(OPTIONS, (event) => events.push(event), never);
    // Long before the first word, so that it is not decoded in time however late this thread is.
    const line = joined([noise(12_000, 8000, 12), await onTheLine("Where is the library?")]);
    for (let n = 0; n < 2; n += 1) {
      hearing.begin(0);
      hearing.write(line);
      hearing.commit();
      await expect.poll(() => events.length, { timeout: 60_000 }).toBeGreaterThan(n);
    }
    expect(events).toMatchObject([
      { type: "utterance", text: "", confidence: null },
      { type: "failed", retryable: true },
    ]);
    hurried.close();
  });

  it("refuses a language that it does not understand", async () => {
    const german = { ...OPTIONS, language: "de-DE" };
    await expect(recogniser.open(german, () => undefined, never)).rejects.toThrow("English");
  });

  it("can be given up while it opens", async () => {
    const given = recogniser.open(OPTIONS, () => undefined, AbortSignal.abort(new Error("hung up")));
    await expect(given).rejects.toThrow("hung up");
  });
});

it("ends in the middle of utterances without harm, and leaves no file behind", () => {
  const ours = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith("outdial-recogniser-"));
  const before = ours();
  const { status, signal, stderr } = spawnSync(process.execPath, ["test/fakes/recogniser-comes-and-goes.ts"], {
    cwd: PROJECT_ROOT,
    encoding: "utf8",
    timeout: 60_000,
  });
  expect({ status, signal, stderr }).toEqual({ status: 0, signal: null, stderr: "" });
  expect(ours()).toEqual(before);
});

/** What a call used, counted clause by clause: what nobody heard of it, and whose work it was. */
import { describe, expect, it } from "vitest";
import { namedRecogniser, namedVoice } from "../../src/conversation/named-engines.ts";
import { withSecondVoice } from "../../src/conversation/playout/second-voice.ts";
import type { HearingEvent, Voice } from "../../src/conversation/ports.ts";
import { UsageMeter } from "../../src/conversation/usage-meter.ts";

const NEVER = new AbortController().signal;

function spokenBy(meter: UsageMeter) {
  return meter.total([]).speaking;
}

/** Renders clauses of ten letters a word, each in full. */
function rendered(...clauses: readonly string[]): UsageMeter {
  const meter = new UsageMeter();
  for (const clause of clauses) meter.clause(clause).as("voice").text(clause.length, false);
  return meter;
}

describe("characters", () => {
  it("that were heard to their end are not discarded, whatever way the words were told", () => {
    const meter = rendered("Good evening,", "a table for two please.");
    meter.heard("Good evening, a table for two please.");
    expect(spokenBy(meter)).toEqual([
      { engine: "voice", characters: 36, cachedCharacters: 0, discardedCharacters: 0, failures: 0 },
    ]);
  });

  it("are discarded by the share of the words that were cut off", () => {
    const meter = rendered("one1 two2 ten3 six4", "five nine");
    meter.heard("one1");
    expect(spokenBy(meter)).toMatchObject([{ characters: 28, discardedCharacters: Math.round(19 * 0.75) + 9 }]);
  });

  it("of a reply that was thrown away are discarded, also when the same is said again", () => {
    const meter = rendered("Yes, please.", "Yes, please.");
    meter.heard("Yes, please.");
    expect(spokenBy(meter)).toMatchObject([{ characters: 24, discardedCharacters: 12 }]);
  });

  it("of a beginning are not those of the whole: the longest clause that fits was heard", () => {
    const meter = rendered("Yes", "Yes please do");
    meter.heard("Yes please do");
    expect(spokenBy(meter)).toMatchObject([{ characters: 16, discardedCharacters: 3 }]);
  });

  it("that were kept are told apart and cost nothing", () => {
    const meter = rendered();
    meter.clause("Goodbye.").as("voice").text(8, true);
    expect(spokenBy(meter)).toEqual([
      { engine: "voice", characters: 0, cachedCharacters: 8, discardedCharacters: 0, failures: 0 },
    ]);
  });

  it("of words that nobody rendered change nothing", () => {
    const meter = rendered("Hello there.");
    meter.heard("What is this? Hello there.");
    expect(spokenBy(meter)).toMatchObject([{ discardedCharacters: 0 }]);
  });
});

describe("an engine that stands in for another one", () => {
  it("is told with its own characters; those of the voice that failed were for nothing", async () => {
    const failing: Voice = {
      sampleRateHz: 8000,
      // oxlint-disable-next-line require-yield
      async *speak(text, _signal, meter) {
        meter?.text(text.length, false);
        throw new Error("no voice");
      },
    };
    const working: Voice = {
      sampleRateHz: 8000,
      async *speak(text, _signal, meter) {
        meter?.text(text.length, false);
        yield new Int16Array(10);
      },
    };
    const log = { warn: () => undefined };
    const options = { log, nowMs: () => 0, restMs: 1000 };
    const voice = withSecondVoice(namedVoice("first", failing), namedVoice("second", working), options);
    const meter = new UsageMeter();
    for (const clause of ["Hello.", "Goodbye."])
      for await (const piece of voice.speak(clause, NEVER, meter.clause(clause))) void piece;
    meter.heard("Hello. Goodbye.");
    expect(spokenBy(meter)).toEqual([
      { engine: "first", characters: 6, cachedCharacters: 0, discardedCharacters: 6, failures: 1 },
      { engine: "second", characters: 14, cachedCharacters: 0, discardedCharacters: 0, failures: 0 },
    ]);
  });

  it("hears with its own seconds, and the failures of the other one stay with that", async () => {
    const meter = new UsageMeter();
    const heard: HearingEvent[] = [];
    const options = { language: "en-US", sampleRateHz: 8000 as const, hints: [], meter: meter.hearing };
    const failing = namedRecogniser("first", {
      open: (given, listener) => {
        given.meter?.sound(2);
        listener({ type: "failed", retryable: true, message: "gone" });
        return Promise.reject(new Error("gone for good"));
      },
    });
    await expect(failing.open(options, (event) => heard.push(event), NEVER)).rejects.toThrow("gone for good");
    const second = namedRecogniser("second", {
      open: (given) => {
        given.meter?.sound(1.0004);
        return Promise.resolve({} as never);
      },
    });
    await second.open(options, () => undefined, NEVER);
    expect(heard).toHaveLength(1);
    expect(meter.total([]).hearing).toEqual([
      { engine: "first", seconds: 2, failures: 2 },
      { engine: "second", seconds: 1, failures: 0 },
    ]);
  });

  it("thinks with its own tokens, one entry for each however often it was begun; who did nothing is not named", () => {
    const used = {
      requests: 2,
      promptTokens: 10,
      completionTokens: 3,
      discardedTokens: 1,
      estimated: false,
      failures: 0,
    };
    const none = { requests: 0, promptTokens: 0, completionTokens: 0, discardedTokens: 0, estimated: false };
    const { thinking } = new UsageMeter().total([
      { engine: "model", ...used },
      { engine: "model", ...used, estimated: true },
      { engine: "model", ...none, failures: 1 },
      { engine: "rules", ...used, promptTokens: 0 },
      { engine: "idle", ...none, failures: 0 },
    ]);
    expect(thinking).toEqual([
      {
        engine: "model",
        requests: 4,
        promptTokens: 20,
        completionTokens: 6,
        discardedTokens: 2,
        estimated: true,
        failures: 1,
      },
      { engine: "rules", ...used, promptTokens: 0 },
    ]);
  });
});

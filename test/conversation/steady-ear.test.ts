import pino from "pino";
import { describe, expect, it } from "vitest";
import type { Hearing, HearingEvent, Recogniser } from "../../src/conversation/ports.ts";
import { openSteadyEar } from "../../src/conversation/steady-ear.ts";

/** A recogniser that hands out ears which write down what is asked of them, and fail when they are told to. */
function scripted(refuseFrom = Infinity) {
  const ears: { readonly done: string[]; readonly tell: (event: HearingEvent) => void }[] = [];
  const recogniser: Recogniser = {
    open(_options, tell) {
      if (ears.length >= refuseFrom) return Promise.reject(new Error("no more ears"));
      const done: string[] = [];
      ears.push({ done, tell });
      const ear: Hearing = {
        write: () => done.push("write"),
        begin: () => done.push("begin"),
        commit: () => done.push("commit"),
        discard: () => done.push("discard"),
        close: () => done.push("close"),
      };
      return Promise.resolve(ear);
    },
  };
  return { recogniser, ears };
}

const OPTIONS = { language: "en-US", sampleRateHz: 8000, hints: [] } as const;
const FAILED: HearingEvent = { type: "failed", retryable: true, message: "gone" };

async function open(recogniser: Recogniser) {
  const told: HearingEvent[] = [];
  const log = pino({ level: "silent" });
  const signal = new AbortController().signal;
  const ear = await openSteadyEar(recogniser, OPTIONS, (event) => told.push(event), log, signal);
  return { ear, told };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("a steady ear", () => {
  it("goes on with a new ear when the engine failed, without telling", async () => {
    const { recogniser, ears } = scripted();
    const { ear, told } = await open(recogniser);
    ear.begin(300);
    ears[0]?.tell(FAILED);
    ear.commit();
    await settled();
    ear.begin(300);
    ears[1]?.tell({ type: "utterance", text: "Hello.", confidence: null });
    expect(told).toEqual([{ type: "utterance", text: "Hello.", confidence: null }]);
    expect(ears.map(({ done }) => done)).toEqual([["begin"], ["begin"]]);
  });

  it("tells of an engine that fails a fourth time", async () => {
    const { recogniser, ears } = scripted();
    const { told } = await open(recogniser);
    for (let failure = 0; failure < 4; failure += 1) {
      ears[failure]?.tell(FAILED);
      await settled();
    }
    expect(told).toEqual([FAILED]);
  });

  it("tells at once what no other try can cure, and when no new ear can be had", async () => {
    const hopeless = scripted();
    const first = await open(hopeless.recogniser);
    hopeless.ears[0]?.tell({ ...FAILED, retryable: false });
    expect(first.told).toHaveLength(1);

    const refusing = scripted(1);
    const second = await open(refusing.recogniser);
    refusing.ears[0]?.tell(FAILED);
    await settled();
    expect(second.told).toMatchObject([{ type: "failed", retryable: false }]);
  });

  it("closes an ear that comes after the end", async () => {
    const { recogniser, ears } = scripted();
    const { ear } = await open(recogniser);
    ears[0]?.tell(FAILED);
    ear.close();
    await settled();
    expect(ears[1]?.done).toEqual(["close"]);
  });
});

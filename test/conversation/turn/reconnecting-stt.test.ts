import pino from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Hearing, HearingEvent, Recogniser } from "../../../src/conversation/ports.ts";
import { openReconnectingStt, RECONNECT_RULES } from "../../../src/conversation/turn/reconnecting-stt.ts";

/** A recogniser that hands out ears which write down what is asked of them, and fail when they are told to. */
function scripted(refuseFrom = Infinity, refusal = new Error("no more ears")) {
  const ears: { readonly done: string[]; readonly tell: (event: HearingEvent) => void }[] = [];
  const recogniser: Recogniser = {
    open(_options, tell) {
      if (ears.length >= refuseFrom) return Promise.reject(refusal);
      const done: string[] = [];
      ears.push({ done, tell });
      let begun = 0;
      const ear: Hearing = {
        tellsWords: "after_pause",
        write: (frame) => done.push(`write ${frame[0]}`),
        begin: () => {
          done.push("begin");
          return (begun += 1);
        },
        pause: () => done.push("pause"),
        resume: () => done.push("resume"),
        commit: () => done.push("commit"),
        discard: () => done.push("discard"),
        rest: (resting) => done.push(`rest ${resting}`),
        close: () => done.push("close"),
      };
      return Promise.resolve(ear);
    },
  };
  return { recogniser, ears };
}

const OPTIONS = { language: "en-US", sampleRateHz: 8000, hints: [] } as const;
const FAILED: HearingEvent = { type: "failed", retryable: true, message: "gone" };

/** On the timers that the test moves. */
function wait(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms));
}

async function open(recogniser: Recogniser) {
  const told: HearingEvent[] = [];
  const log = pino({ level: "silent" });
  const signal = new AbortController().signal;
  const ear = await openReconnectingStt(recogniser, OPTIONS, (event) => told.push(event), log, signal, wait);
  return { ear, told };
}

function said(utterance: number, text: string): HearingEvent {
  return { type: "utterance", utterance, text, confidence: null };
}

/** A frame that can be told from others. */
function frame(mark: number): Int16Array {
  return new Int16Array(160).fill(mark);
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a recogniser's ear that reconnects", () => {
  it("tells the new ear that it may rest", async () => {
    const { recogniser, ears } = scripted();
    const { ear } = await open(recogniser);
    ear.rest?.(true);
    ears[0]?.tell(FAILED);
    await vi.advanceTimersByTimeAsync(RECONNECT_RULES.firstAfterMs);
    expect(ears.map(({ done }) => done)).toEqual([["rest true"], ["rest true"]]);
  });

  it("says again to the new ear what the old one had not answered, and counts on", async () => {
    const { recogniser, ears } = scripted();
    const { ear, told } = await open(recogniser);
    expect(ear.begin(0)).toBe(1);
    ear.commit();
    ears[0]?.tell(said(1, "Hello."));
    ear.write(frame(7));
    expect(ear.begin(20)).toBe(2);
    ear.write(frame(8));
    ears[0]?.tell(FAILED);
    ear.write(frame(9));
    ear.pause();
    ear.commit();
    await vi.advanceTimersByTimeAsync(RECONNECT_RULES.firstAfterMs);
    expect(ears[1]?.done).toEqual(["begin", "write 7", "write 8", "write 9", "pause", "commit"]);
    ears[1]?.tell(said(1, "We open at nine."));
    expect(told).toEqual([said(1, "Hello."), said(2, "We open at nine.")]);
  });

  it("puts a late answer to the utterance it belongs to", async () => {
    const { recogniser, ears } = scripted();
    const { ear, told } = await open(recogniser);
    ear.begin(0);
    ear.commit();
    ear.begin(0);
    ear.discard();
    ear.begin(0);
    ears[0]?.tell(said(1, "One."));
    ears[0]?.tell(said(2, "Never."));
    ears[0]?.tell(said(3, "Three."));
    expect(told).toEqual([said(1, "One."), said(3, "Three.")]);
  });

  it("waits longer after each failure, and forgives those before an utterance that was understood", async () => {
    const { recogniser, ears } = scripted();
    const { ear, told } = await open(recogniser);
    ears[0]?.tell(FAILED);
    await vi.advanceTimersByTimeAsync(RECONNECT_RULES.firstAfterMs - 1);
    expect(ears).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(ears).toHaveLength(2);
    ears[1]?.tell(FAILED);
    await vi.advanceTimersByTimeAsync(RECONNECT_RULES.firstAfterMs * 4 - 1);
    expect(ears).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    ear.begin(0);
    ears[2]?.tell(said(1, "Hello."));
    for (let failure = 2; failure < 5; failure += 1) {
      ears[failure]?.tell(FAILED);
      await vi.advanceTimersByTimeAsync(RECONNECT_RULES.lastAfterMs);
    }
    expect(told).toEqual([said(1, "Hello.")]);
  });

  it("tells of an engine that fails a fourth time running", async () => {
    const { recogniser, ears } = scripted();
    const { told } = await open(recogniser);
    for (let failure = 0; failure < 4; failure += 1) {
      ears[failure]?.tell(FAILED);
      await vi.advanceTimersByTimeAsync(RECONNECT_RULES.lastAfterMs);
    }
    expect(told).toEqual([FAILED]);
  });

  it("tells at once what no other try can cure", async () => {
    const { recogniser, ears } = scripted();
    const { told } = await open(recogniser);
    ears[0]?.tell({ ...FAILED, retryable: false });
    expect(told).toEqual([{ ...FAILED, retryable: false }]);
  });

  it("goes on trying while no new ear can be had, and tells of it in the end", async () => {
    const { recogniser, ears } = scripted(1);
    const { told } = await open(recogniser);
    ears[0]?.tell(FAILED);
    await vi.advanceTimersByTimeAsync(RECONNECT_RULES.lastAfterMs * 4);
    expect(told).toMatchObject([{ type: "failed", message: "Error: no more ears" }]);
  });

  it("tells at once that no new ear can be had, when the engine says that no other try has any sense", async () => {
    const refusal = Object.assign(new Error("the key is refused"), { retryable: false });
    const { recogniser, ears } = scripted(1, refusal);
    const { told } = await open(recogniser);
    ears[0]?.tell(FAILED);
    await vi.advanceTimersByTimeAsync(RECONNECT_RULES.firstAfterMs);
    expect(told).toEqual([{ type: "failed", retryable: false, message: "Error: the key is refused" }]);
  });

  it("opens none after the end, and closes one that was on its way", async () => {
    const { recogniser, ears } = scripted();
    const { ear } = await open(recogniser);
    ears[0]?.tell(FAILED);
    ear.close();
    await vi.advanceTimersByTimeAsync(RECONNECT_RULES.lastAfterMs);
    expect(ears).toHaveLength(1);
  });

  it("does not speak to an ear it has left", async () => {
    const { recogniser, ears } = scripted();
    const { ear, told } = await open(recogniser);
    ear.begin(0);
    ears[0]?.tell(FAILED);
    await vi.advanceTimersByTimeAsync(RECONNECT_RULES.firstAfterMs);
    ears[0]?.tell(FAILED);
    await vi.advanceTimersByTimeAsync(RECONNECT_RULES.lastAfterMs);
    expect(ears).toHaveLength(2);
    expect(told).toEqual([]);
  });
});

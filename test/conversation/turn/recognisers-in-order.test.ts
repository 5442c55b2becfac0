import { describe, expect, it } from "vitest";
import type { Hearing, HearingEvent, Recogniser } from "../../../src/conversation/ports.ts";
import { recognisersInOrder, REST_MS } from "../../../src/conversation/turn/recognisers-in-order.ts";

const OPTIONS = { language: "en", sampleRateHz: 8000, hints: [] } as const;
const FAILED: HearingEvent = { type: "failed", retryable: true, message: "the socket closed" };
const REFUSED: HearingEvent = { type: "failed", retryable: false, message: "the key was refused" };

/** An engine whose ears are told apart by its name, and what it says to whom it lets in. */
function engine(name: string, refuses = () => false) {
  const listeners: ((event: HearingEvent) => void)[] = [];
  const recogniser: Recogniser = {
    open(_options, listener) {
      if (refuses()) return Promise.reject(new Error(`${name} refuses`));
      listeners.push(listener);
      return Promise.resolve({ tellsWords: "as_spoken", name } as unknown as Hearing);
    },
  };
  return { name, recogniser, say: (event: HearingEvent) => listeners.at(-1)?.(event) };
}

function list(...engines: readonly ReturnType<typeof engine>[]) {
  let nowMs = 0;
  const warned: object[] = [];
  const told: HearingEvent[] = [];
  const one = recognisersInOrder(engines, {
    log: { warn: (fields: object) => void warned.push(fields) },
    nowMs: () => nowMs,
  });
  const open = async (call = new AbortController()): Promise<unknown> => {
    const ear = await one.open(OPTIONS, (event) => told.push(event), call.signal);
    return (ear as unknown as { name: string }).name;
  };
  return { open, told, warned, pass: (ms: number) => (nowMs += ms) };
}

describe("recognisers in order of preference", () => {
  it("open an ear with the first that lets us in, and ask one that did not again after a rest", async () => {
    let down = true;
    const { open, pass, warned } = list(
      engine("first", () => down),
      engine("second"),
    );
    expect(await open()).toBe("second");
    down = false;
    expect(await open()).toBe("second");
    pass(REST_MS);
    expect(await open()).toBe("first");
    expect(warned).toHaveLength(1);
  });

  it("pass on a failure as one that another ear may cure, when the first has failed for good", async () => {
    const first = engine("first");
    const { open, told } = list(first, engine("second"));
    expect(await open()).toBe("first");
    first.say(REFUSED);
    expect(told).toEqual([{ ...REFUSED, retryable: true }]);
    expect(await open()).toBe("second");
  });

  it("try the same once more after a passing failure, unless words came in between", async () => {
    const first = engine("first");
    const { open } = list(first, engine("second"));
    await open();
    first.say(FAILED);
    expect(await open()).toBe("first");
    first.say({ type: "utterance", utterance: 1, text: "Yes.", confidence: null });
    first.say(FAILED);
    expect(await open()).toBe("first");
    first.say(FAILED);
    expect(await open()).toBe("second");
  });

  it("leave one that fails twice in a call, whatever it understood in between, for the rest of that call", async () => {
    const first = engine("first");
    const { open } = list(first, engine("second"));
    const call = new AbortController();
    for (const _ of [1, 2]) {
      expect(await open(call)).toBe("first");
      first.say({ type: "utterance", utterance: 1, text: "Yes.", confidence: null });
      first.say(FAILED);
    }
    expect(await open(call)).toBe("second");
    expect(await open()).toBe("first");
  });

  it("tell the failure of the last as it is", async () => {
    const last = engine("last");
    const { open, told } = list(
      engine("first", () => true),
      last,
    );
    await open();
    last.say(REFUSED);
    expect(told).toEqual([REFUSED]);
    expect(await open()).toBe("last");
  });

  it("reject with the last one's reason when nobody lets us in", async () => {
    const { open } = list(
      engine("first", () => true),
      engine("last", () => true),
    );
    await expect(open()).rejects.toThrow("last refuses");
  });
});

import { describe, expect, it } from "vitest";
import { orAborted, within } from "../../src/lib/abort.ts";

const never = new Promise<never>(() => undefined);
const listenersOf = (signal: AbortSignal): { count: () => number } => {
  let count = 0;
  const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
  signal.addEventListener = (...args: Parameters<typeof add>) => ((count += 1), add(...args));
  signal.removeEventListener = (...args: Parameters<typeof remove>) => ((count -= 1), remove(...args));
  return { count: () => count };
};

describe("work that is waited for until a signal", () => {
  it("settles as it would alone, and leaves nothing at the signal", async () => {
    const { signal } = new AbortController();
    const listeners = listenersOf(signal);
    expect(await orAborted(Promise.resolve("done"), signal)).toBe("done");
    await expect(orAborted(Promise.reject(new Error("broken")), signal)).rejects.toThrow("broken");
    expect(listeners.count()).toBe(0);
  });

  it("is given up with the signal's reason, at once and also when it was aborted before", async () => {
    const stop = new AbortController();
    const waiting = orAborted(never, stop.signal);
    stop.abort(new Error("the caller hung up"));
    await expect(waiting).rejects.toThrow("the caller hung up");
    await expect(orAborted(Promise.resolve("too late"), stop.signal)).rejects.toThrow("the caller hung up");
    await expect(orAborted(never, AbortSignal.abort("no Error"))).rejects.toEqual(new Error("no Error"));
  });

  it("that fails after it was given up disturbs nobody", async () => {
    const work = Promise.withResolvers<never>();
    await expect(orAborted(work.promise, AbortSignal.abort(new Error("enough")))).rejects.toThrow("enough");
    work.reject(new Error("nobody hears of this"));
    await new Promise((resolve) => setImmediate(resolve));
  });
});

describe("work that has only so much time", () => {
  it("is given up with a sentence of that moment, or with the signal before", async () => {
    let state = "still thinking";
    const waiting = within(never, 20, () => state);
    state = "thought too long";
    await expect(waiting).rejects.toThrow("thought too long");
    await expect(within(never, 60_000, () => "late", AbortSignal.abort(new Error("enough")))).rejects.toThrow("enough");
    expect(await within(Promise.resolve("in time"), 60_000, () => "late")).toBe("in time");
  });
});

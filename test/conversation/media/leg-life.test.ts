/** A media socket that carries nothing any more is found out, whatever the line does; one that is only slow is not. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { watchLeg } from "../../../src/conversation/media/leg-life.ts";
import type { MediaLeg } from "../../../src/conversation/media/media-leg.ts";

/** The exchange answers after so long, or never. */
class Exchange {
  answersAfterMs: number | null = 1;
  readonly lost: { readonly why: string; readonly atMs: number }[] = [];
  readonly #gone = Promise.withResolvers<string>();
  readonly #over = new AbortController();
  readonly #startedMs = performance.now();

  watch(): this {
    const leg: Pick<MediaLeg, "closed" | "status"> = {
      closed: this.#gone.promise,
      status: () =>
        new Promise((resolve) => {
          if (this.answersAfterMs !== null) setTimeout(() => resolve(3), this.answersAfterMs);
        }),
    };
    const onLost = (why: string): void => void this.lost.push({ why, atMs: performance.now() - this.#startedMs });
    watchLeg(leg as MediaLeg, onLost, this.#over.signal);
    return this;
  }

  close(why: string): void {
    this.#gone.resolve(why);
  }

  end(): void {
    this.#over.abort();
  }
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("an exchange that answers, if late, is no lost one", async () => {
  const exchange = new Exchange().watch();
  await vi.advanceTimersByTimeAsync(60_000);
  exchange.answersAfterMs = 2500;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(exchange.lost).toEqual([]);
  exchange.end();
});

it("one that does not answer any more is lost within 4 s, once", async () => {
  const exchange = new Exchange().watch();
  await vi.advanceTimersByTimeAsync(10_000);
  exchange.answersAfterMs = null;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(exchange.lost).toHaveLength(1);
  expect(exchange.lost[0]?.why).toContain("does not answer");
  expect(exchange.lost[0]?.atMs).toBeGreaterThan(12_000);
  expect(exchange.lost[0]?.atMs).toBeLessThanOrEqual(14_000);
});

it("a socket that is closed is lost when nobody ends the call meanwhile", async () => {
  const exchange = new Exchange().watch();
  exchange.close("the exchange closed the media socket (1006)");
  await vi.advanceTimersByTimeAsync(4000);
  expect(exchange.lost).toMatchObject([{ why: "the exchange closed the media socket (1006)" }]);
});

it("nothing is lost of a call that is over", async () => {
  const closed = new Exchange().watch();
  closed.close("the exchange closed the media socket (1000)");
  await vi.advanceTimersByTimeAsync(500);
  closed.end();
  const silent = new Exchange().watch();
  silent.answersAfterMs = null;
  await vi.advanceTimersByTimeAsync(2500);
  silent.end();
  await vi.advanceTimersByTimeAsync(10_000);
  expect([...closed.lost, ...silent.lost]).toEqual([]);
});

/**
 * Keeps a running call paid for: reserves each further minute 30 s ahead, posts it when it starts, and says when the
 * next one cannot be had. Lives from the answer to the end of one call that costs money.
 */
import type { DeskContext } from "../calls/desk-context.ts";
import type { NewCall } from "../calls/ports-store.ts";
import { paidSeconds, readMeter } from "./pricing.ts";
import { minuteSlot } from "./settle.ts";

export type MeterCall = {
  readonly call: NewCall;
  readonly accountId: string;
  readonly answeredAtMs: number;
  /** Writes now, or as soon as the database can be written again. */
  write(work: () => void): void;
  later(delayMs: number, run: () => void): () => void;
  /** No further minute can be reserved: the talk has to be over by then. */
  fundsEnd(atTalkMs: number): void;
};

export class Meter {
  readonly #context: DeskContext;
  readonly #of: MeterCall;
  #reserved = 0;
  #posted = 0;
  #cancel: () => void = () => {};

  constructor(context: DeskContext, of: MeterCall) {
    this.#context = context;
    this.#of = of;
  }

  start(): void {
    this.#wait();
  }

  stop(): void {
    this.#cancel();
    this.#cancel = () => {};
  }

  #wait(): void {
    const { prices } = this.#of.call;
    const talkMs = this.#talkMs();
    const { nextAtMs } = readMeter(prices, talkMs);
    this.#cancel = this.#of.later(nextAtMs - talkMs, () => this.#tick());
  }

  #tick(): void {
    const { callId, prices } = this.#of.call;
    const { accountId } = this.#of;
    const due = readMeter(prices, this.#talkMs());
    let refused: number | null = null;
    this.#of.write(() => {
      const { store, clock } = this.#context;
      const nowMs = clock.wallMs();
      for (let minute = this.#reserved + 1; minute <= due.reserve && refused === null; minute += 1) {
        if (store.ledger.hold(accountId, callId, minuteSlot(minute), prices.extraMinuteCents, nowMs)) continue;
        refused = minute;
      }
      const reserved = refused === null ? due.reserve : refused - 1;
      const post = Math.min(due.post, reserved);
      for (let minute = this.#posted + 1; minute <= post; minute += 1) {
        store.ledger.charge(accountId, callId, minuteSlot(minute), prices.extraMinuteCents, nowMs);
      }
      if (post > this.#posted) this.#context.charged(accountId);
      store.afterCommit(() => {
        this.#reserved = Math.max(this.#reserved, reserved);
        this.#posted = Math.max(this.#posted, post);
      });
    });
    if (refused === null) this.#wait();
    else this.#of.fundsEnd(paidSeconds(prices, refused - 1) * 1000);
  }

  #talkMs(): number {
    return this.#context.clock.monotonicMs() - this.#of.answeredAtMs;
  }
}

/**
 * An ear that survives its engine: when the recogniser fails in a way that another try may cure, a new ear is opened,
 * after a while that grows with each failure, and the call goes on. The sound of every utterance that has not been
 * answered is kept meanwhile and said again to the new ear, so that nothing is lost but time; words that come too late
 * for their turn find their place by the number of their utterance. Only a recogniser that fails again and again is told
 * to the conversation.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import type { Hearing, HearingEvent, HearingOptions, Recogniser } from "../ports.ts";

export const RECONNECT_RULES = {
  /** In a row: an utterance that was understood forgives the failures before it. */
  failuresMost: 4,
  firstAfterMs: 100,
  lastAfterMs: 2000,
} as const;

/** What has been said to the ear of one utterance, to be said again. */
type Unanswered = {
  /** As the conversation counts. */
  readonly number: number;
  readonly prerollMs: number;
  /** From the beginning of the pre-roll. */
  readonly frames: Int16Array[];
  paused: boolean;
  committed: boolean;
};

const LONGEST_PREROLL_MS = 2000;
const FRAME_MS = 20;

export async function openReconnectingStt(
  recogniser: Recogniser,
  options: HearingOptions,
  listener: (event: HearingEvent) => void,
  log: Logger,
  signal: AbortSignal,
  wait: Parts["wait"] = (ms, ended) => delay(ms, undefined, { signal: ended }),
): Promise<Hearing> {
  const ear = new ReconnectingStt({ recogniser, options, listener, log, signal, wait });
  await ear.open();
  return ear;
}

type Parts = {
  readonly recogniser: Recogniser;
  readonly options: HearingOptions;
  readonly listener: (event: HearingEvent) => void;
  readonly log: Logger;
  readonly signal: AbortSignal;
  /** Rejects at the signal. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
};

class ReconnectingStt implements Hearing {
  readonly #parts: Parts;
  #ear: Hearing | null = null;
  #tellsWords: Hearing["tellsWords"] = "as_spoken";
  /** Our numbers of the present ear's utterances, by its own. */
  #numbers = new Map<number, number>();
  #lastNumber = 0;
  readonly #unanswered: Unanswered[] = [];
  #current: Unanswered | null = null;
  readonly #recent: Int16Array[] = [];
  #failures = 0;
  #resting = false;
  #closed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get tellsWords(): Hearing["tellsWords"] {
    return this.#tellsWords;
  }

  async open(): Promise<void> {
    const { recogniser, options, signal } = this.#parts;
    const numbers = new Map<number, number>();
    this.#numbers = numbers;
    const ear = await recogniser.open(options, (event) => this.#onEvent(event, numbers), signal);
    if (this.#closed) return ear.close();
    this.#ear = ear;
    this.#tellsWords = ear.tellsWords;
    if (this.#resting) ear.rest?.(true);
    for (const utterance of this.#unanswered) {
      numbers.set(ear.begin(0), utterance.number);
      for (const frame of utterance.frames) ear.write(frame);
      if (utterance.paused) ear.pause();
      if (utterance.committed) ear.commit();
    }
  }

  write(frame: Int16Array): void {
    this.#recent.push(frame);
    if (this.#recent.length > LONGEST_PREROLL_MS / FRAME_MS) this.#recent.shift();
    this.#current?.frames.push(frame);
    this.#ear?.write(frame);
  }

  begin(prerollMs: number): number {
    this.#lastNumber += 1;
    const preroll = this.#recent.slice(-Math.ceil(prerollMs / FRAME_MS));
    const utterance: Unanswered = {
      number: this.#lastNumber,
      prerollMs,
      frames: prerollMs === 0 ? [] : preroll,
      paused: false,
      committed: false,
    };
    this.#current = utterance;
    this.#unanswered.push(utterance);
    if (this.#ear !== null) this.#numbers.set(this.#ear.begin(prerollMs), utterance.number);
    return utterance.number;
  }

  pause(): void {
    if (this.#current !== null) this.#current.paused = true;
    this.#ear?.pause();
  }

  resume(): void {
    if (this.#current !== null) this.#current.paused = false;
    this.#ear?.resume();
  }

  commit(): void {
    if (this.#current !== null) this.#current.committed = true;
    this.#current = null;
    this.#ear?.commit();
  }

  discard(): void {
    if (this.#current !== null) this.#forget(this.#current.number);
    this.#current = null;
    this.#ear?.discard();
  }

  rest(resting: boolean): void {
    this.#resting = resting;
    this.#ear?.rest?.(resting);
  }

  close(): void {
    this.#closed = true;
    this.#unanswered.length = 0;
    this.#ear?.close();
  }

  #onEvent(event: HearingEvent, numbers: ReadonlyMap<number, number>): void {
    if (this.#closed) return;
    if (event.type === "failed") {
      // An ear that was left already has nothing more to say.
      if (numbers === this.#numbers) this.#onFailure(event);
      return;
    }
    const number = numbers.get(event.utterance);
    if (number === undefined || !this.#unanswered.some((utterance) => utterance.number === number)) return;
    if (event.type === "utterance") {
      this.#failures = 0;
      this.#forget(number);
    }
    this.#parts.listener({ ...event, utterance: number });
  }

  #onFailure(failure: Extract<HearingEvent, { readonly type: "failed" }>): void {
    const { log, listener } = this.#parts;
    this.#ear = null;
    this.#failures += 1;
    if (!failure.retryable || this.#failures >= RECONNECT_RULES.failuresMost) return listener(failure);
    const afterMs = Math.min(RECONNECT_RULES.lastAfterMs, RECONNECT_RULES.firstAfterMs * 4 ** (this.#failures - 1));
    log.warn(
      { reason: failure.message, failures: this.#failures, afterMs },
      "the recogniser failed and is opened again",
    );
    void this.#reopen(afterMs);
  }

  async #reopen(afterMs: number): Promise<void> {
    try {
      await this.#parts.wait(afterMs, this.#parts.signal);
      if (!this.#closed) await this.open();
    } catch (cause) {
      if (this.#closed || this.#parts.signal.aborted) return;
      this.#onFailure({ type: "failed", retryable: mayDoLater(cause), message: String(cause) });
    }
  }

  #forget(number: number): void {
    const at = this.#unanswered.findIndex((utterance) => utterance.number === number);
    if (at >= 0) this.#unanswered.splice(at, 1);
  }
}

/** What nobody has judged may. An engine says of its failures whether another try has any sense. */
function mayDoLater(cause: unknown): boolean {
  return !(cause instanceof Error && "retryable" in cause && cause.retryable === false);
}

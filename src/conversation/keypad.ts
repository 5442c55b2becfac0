/**
 * Pressing keys in a conversation: whether it may be, silence of ours around them, and what came of it. The keys
 * themselves go out through the exchange; it tells when they are out.
 */
import { judgeKeys } from "../calls/key-rules.ts";
import { newId } from "../lib/ids.ts";
import { approvalQuestion, keysAsked } from "./dialog/keys-asked.ts";
import type { HistoryEntry } from "./ports.ts";

export type KeypadDeps = {
  readonly nowMs: () => number;
  readonly history: () => readonly HistoryEntry[];
  /** The caller's own texts. */
  readonly given: readonly string[];
  readonly order: (pressId: string, keys: string) => void;
  /** False when something else is being asked. */
  readonly ask: (questionId: string, question: string) => boolean;
  readonly record: (keys: string, problem: string | null) => void;
};

/** A detector of keys that hears us speak takes one for noise, or our voice for a key. */
const QUIET_MS = 300;
/** The exchange tells in time, unless it is gone. A key takes four seconds at most, with the pause behind it. */
const TOLD_WITHIN_MS = 5000;
const LONGEST_KEY_MS = 4100;

type Wait = { readonly untilMs: number; readonly over: () => void };

export class Keypad {
  readonly #deps: KeypadDeps;
  readonly #waits = new Set<Wait>();
  #pressing: { readonly pressId: string; readonly told: (problem: string | null) => void } | null = null;
  #presses = 0;
  #over = false;

  constructor(deps: KeypadDeps) {
    this.#deps = deps;
  }

  /** Settles when the keys are out and our silence behind them is over, or when they will not be pressed. Never rejects. */
  async press(keys: string, begun: () => void, signal: AbortSignal): Promise<void> {
    const { history, given, order, ask, record } = this.#deps;
    const verdict = judgeKeys(keysAsked(keys, given, history()));
    if (verdict.type === "refuse") return record(keys, verdict.why);
    if (verdict.type === "ask") {
      const asked = ask(newId("q"), approvalQuestion(keys));
      return record(
        keys,
        asked ? "the caller is being asked first" : "the caller has not approved of so long a number",
      );
    }
    await this.#quiet(signal);
    if (signal.aborted || this.#over || this.#pressing !== null) return;
    begun();
    this.#presses += 1;
    const pressId = `press_${this.#presses}`;
    const told = Promise.withResolvers<string | null>();
    this.#pressing = { pressId, told: told.resolve };
    const late = this.#after(TOLD_WITHIN_MS + keys.length * LONGEST_KEY_MS, () =>
      told.resolve("the exchange did not say what became of them"),
    );
    order(pressId, keys);
    const problem = await told.promise;
    this.#waits.delete(late);
    this.#pressing = null;
    if (this.#over) return;
    record(keys, problem);
    await this.#quiet(signal);
  }

  pressed(pressId: string, problem: string | null): void {
    if (this.#pressing?.pressId === pressId) this.#pressing.told(problem);
  }

  /** The beat of the thread. */
  tick(nowMs: number): void {
    for (const wait of this.#waits) {
      if (nowMs < wait.untilMs) continue;
      this.#waits.delete(wait);
      wait.over();
    }
  }

  close(): void {
    this.#over = true;
    this.#pressing?.told("the call is over");
    for (const { over } of this.#waits) over();
    this.#waits.clear();
  }

  async #quiet(signal: AbortSignal): Promise<void> {
    if (signal.aborted || this.#over) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const wait = this.#after(QUIET_MS, resolve);
    signal.addEventListener("abort", () => resolve(), { once: true });
    await promise;
    this.#waits.delete(wait);
  }

  #after(ms: number, over: () => void): Wait {
    const wait = { untilMs: this.#deps.nowMs() + ms, over };
    this.#waits.add(wait);
    return wait;
  }
}

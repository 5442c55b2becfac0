/** The question that the agent is being asked: at most one at a time, and for as long as an answer is waited for. */
import type { BrainEvent, HistoryEntry } from "./ports.ts";
import type { Told } from "./conversation-parts.ts";
import type { SilenceEvent } from "./turn/silence-timeouts.ts";

export type AskingDeps = {
  readonly nowMs: () => number;
  readonly waitMs: number;
  readonly tell: (event: Told) => void;
  readonly history: HistoryEntry[];
  readonly bring: (event: BrainEvent) => void;
  readonly be: (event: SilenceEvent) => void;
};

export class Asking {
  readonly #deps: AskingDeps;
  #open: { readonly questionId: string; readonly sinceMs: number } | null = null;

  constructor(deps: AskingDeps) {
    this.#deps = deps;
  }

  get isOpen(): boolean {
    return this.#open !== null;
  }

  get waitedMs(): number {
    return this.#deps.nowMs() - (this.#open?.sinceMs ?? 0);
  }

  /** False when another question is waiting for its answer. */
  ask(questionId: string, question: string): boolean {
    if (this.#open !== null) return false;
    const { nowMs, history, be, tell } = this.#deps;
    this.#open = { questionId, sinceMs: nowMs() };
    history.push({ role: "asked", questionId, question });
    be({ type: "asked" });
    tell({ type: "asked", questionId, question });
    return true;
  }

  /** Ignored when that question is no longer waited for. */
  answer(questionId: string, text: string): void {
    if (this.#open?.questionId !== questionId) return;
    this.#close(questionId, text);
    this.#deps.bring({ type: "answered", questionId, answer: text });
  }

  /** The beat of the thread. */
  tick(): void {
    if (this.#open === null || this.waitedMs < this.#deps.waitMs) return;
    const { questionId } = this.#open;
    this.#close(questionId, null);
    this.#deps.tell({ type: "ask_expired", questionId });
    this.#deps.bring({ type: "answer_expired", questionId });
  }

  /** The conversation is over: nobody waits any more. */
  end(): void {
    if (this.#open !== null) this.#deps.tell({ type: "ask_expired", questionId: this.#open.questionId });
    this.#open = null;
  }

  #close(questionId: string, answer: string | null): void {
    this.#open = null;
    this.#deps.be({ type: "ask_over" });
    this.#deps.history.push({ role: "answer", questionId, answer });
  }
}

/**
 * The question that the business has put to the agent during one call: at most one at a time, open for as long as was
 * promised. Whether an answer wins is decided by the database (desk.ts); here is what the clock has to say.
 */
import { tellFact } from "./call-facts.ts";
import type { Backlog } from "./backlog.ts";
import type { DeskContext } from "./desk-context.ts";
import type { Deadlines } from "./deadlines.ts";
import { failpoint } from "../lib/failpoint.ts";

export class AgentQuestion {
  readonly #context: DeskContext;
  readonly #callId: string;
  readonly #backlog: Backlog;
  readonly #deadlines: Deadlines;
  #pending: {
    readonly id: string;
    readonly deadlineMs: number;
    readonly expiresAtMs: number;
    readonly prolonged: boolean;
  } | null = null;
  #cancelExpiry: () => void = () => {};
  readonly #asked = new Set<string>();

  constructor(context: DeskContext, callId: string, backlog: Backlog, deadlines: Deadlines) {
    this.#context = context;
    this.#callId = callId;
    this.#backlog = backlog;
    this.#deadlines = deadlines;
  }

  /** Whether an answer would still be in time. */
  get open(): boolean {
    return this.#pending !== null && this.#context.clock.monotonicMs() < this.#pending.deadlineMs;
  }

  /** The same question told twice is one. */
  ask(id: string, question: string): void {
    if (this.#asked.has(id)) return;
    this.#asked.add(id);
    const { store, settings, clock } = this.#context;
    const waitMs = settings.answerWaitSeconds * 1000;
    const askedAtMs = clock.wallMs();
    this.forget();
    const expiresAtMs = askedAtMs + waitMs;
    this.#pending = { id, deadlineMs: clock.monotonicMs() + waitMs, expiresAtMs, prolonged: false };
    // The conversation says when its wait is over; this is for one that does not.
    this.#cancelExpiry = this.#deadlines.after(waitMs, () => this.expire(id));
    this.#backlog.write(() => store.calls.ask(this.#callId, { id, question, askedAtMs, expiresAtMs }));
    tellFact(this.#context, this.#callId, { type: "asked" });
    failpoint("question.asked");
  }

  /** The business waits longer: once, and by no more than was promised at first. */
  prolong(id: string, byMs: number): void {
    const { store, settings, clock } = this.#context;
    const pending = this.#pending;
    if (pending?.id !== id || pending.prolonged || !this.open) return;
    const moreMs = Math.min(byMs, settings.answerWaitSeconds * 1000);
    const deadlineMs = pending.deadlineMs + moreMs;
    const expiresAtMs = pending.expiresAtMs + moreMs;
    this.#pending = { id, deadlineMs, expiresAtMs, prolonged: true };
    this.#cancelExpiry();
    this.#cancelExpiry = this.#deadlines.after(deadlineMs - clock.monotonicMs(), () => this.expire(id));
    this.#backlog.write(() => store.calls.prolongQuestion(id, expiresAtMs));
  }

  expire(id: string): void {
    if (this.#pending?.id === id) this.forget();
    const { store } = this.#context;
    this.#backlog.write(() => {
      if (!store.calls.closeQuestion(id, "expired")) return;
      store.afterCommit(() => tellFact(this.#context, this.#callId, { type: "question_closed", how: "expired" }));
    });
  }

  /** The answer is on the disk; now the conversation gets it. */
  deliver(id: string, answer: string): void {
    if (this.#pending?.id === id) this.forget();
    this.#context.conversations.answer(this.#callId, id, answer);
  }

  forget(): void {
    this.#cancelExpiry();
    this.#pending = null;
  }
}

import type {
  ConversationEvent,
  ConversationOrder,
  Conversations,
  Findings,
  LineNews,
  MediaPoint,
} from "../../src/calls/ports.ts";
import type { EndReason } from "../../src/calls/vocabulary.ts";

type EventOf<T extends ConversationEvent["type"]> = Omit<Extract<ConversationEvent, { type: T }>, "callId" | "type">;

export const NO_FINDINGS: Findings = {
  questions: [],
  errands: [],
  confirmationNumber: null,
  priceQuoted: null,
  appointmentTime: null,
  summary: "",
  nextSteps: "",
};

/** A goal of one errand that is believed to be done, on these words of the business. */
export function doneBy(...quotes: readonly string[]): Findings["errands"] {
  return [{ text: "book a table", kind: "do", reached: true, quotes }];
}

/** Conversations whose words are the test's. A closed one tells what it was given to tell, and finishes. */
export class ScriptedConversations implements Conversations {
  readonly opened: ConversationOrder[] = [];
  readonly answeredCalls: string[] = [];
  readonly answers: { callId: string; questionId: string; text: string }[] = [];
  readonly lineNews: { callId: string; news: LineNews }[] = [];
  readonly wrapUps: { callId: string; reason: EndReason }[] = [];
  readonly closed: string[] = [];
  /** What `open` comes to; `null`: it never comes to anything. */
  opens: "ready" | Error | null = "ready";
  /** How a conversation that is closed finishes; `null`: not at all. */
  finishOnClose: EndReason | null = "hangup_business";
  /** Whether a goodbye is said at once when asked for. */
  obeysWrapUp = true;
  findings = new Map<string, Findings>();
  reason: string | null = null;
  #listener: (event: ConversationEvent) => void = () => {};
  readonly #finished = new Set<string>();

  async open(order: ConversationOrder): Promise<MediaPoint> {
    this.opened.push(order);
    if (this.opens === null) return new Promise(() => {});
    if (this.opens !== "ready") throw this.opens;
    return { listener: "media_0", sampleRateHz: 8000 };
  }

  answered(callId: string): void {
    this.answeredCalls.push(callId);
  }

  answer(callId: string, questionId: string, text: string): void {
    this.answers.push({ callId, questionId, text });
  }

  line(callId: string, news: LineNews): void {
    this.lineNews.push({ callId, news });
  }

  wrapUp(callId: string, reason: EndReason): void {
    this.wrapUps.push({ callId, reason });
    if (this.obeysWrapUp) this.finish(callId, reason);
  }

  close(callId: string): void {
    this.closed.push(callId);
    if (this.finishOnClose !== null && this.answeredCalls.includes(callId)) this.finish(callId, this.finishOnClose);
  }

  notReady(): string | null {
    return this.reason;
  }

  onEvent(listener: (event: ConversationEvent) => void): void {
    this.#listener = listener;
  }

  tell<T extends ConversationEvent["type"]>(callId: string, type: T, event: EventOf<T>): void {
    const told = { type, callId, ...event } as unknown as ConversationEvent;
    this.#listener(told);
  }

  finish(callId: string, reason: EndReason): void {
    if (this.#finished.has(callId)) return;
    this.#finished.add(callId);
    const findings = this.findings.get(callId);
    if (findings !== undefined) this.#listener({ type: "findings", callId, findings });
    this.#listener({ type: "finished", callId, reason });
  }
}

/** What an agent does to a call under way: answers what the business asks, hangs up. */
import { authorise, callNotFound } from "./authorise.ts";
import { tellFact } from "./call-facts.ts";
import type { DeskContext } from "./desk-context.ts";
import type { KeyHolder, TranscriptEntry } from "./operations.ts";
import type { CallRow } from "./ports-store.ts";
import { Refusal } from "./refusal.ts";
import type { CallStatus } from "./vocabulary.ts";
import { failpoint } from "../lib/failpoint.ts";

/** The database decides which of two answers at once is the answer; only then is it said on the line. */
export function answerQuestion(
  context: DeskContext,
  caller: KeyHolder,
  callId: string,
  answer: string,
): { readonly questionId: string } {
  const { store } = context;
  authorise(store, caller, callId);
  return store.atomically(() => {
    const row = store.calls.read(callId);
    if (row === null) throw callNotFound();
    if (row.status === "ended")
      throw new Refusal("call_ended", "The call has ended; nothing can be answered any more.");
    const asked = store.calls.latestQuestion(callId);
    if (asked === null) {
      throw new Refusal(
        "no_pending_question",
        "Nothing is being asked now. Answer only while pending_question is set.",
      );
    }
    if (asked.state === "answered") throw alreadyAnswered();
    const live = context.live.get(callId);
    if (asked.state === "expired" || live?.question.open !== true) {
      throw new Refusal("question_expired", "The answer came too late; the assistant has gone on without it.");
    }
    // In the transcript at once: whether the assistant still comes to say it is not certain.
    const seq = store.calls.addLine(callId, answerLine(row, live.talkMs, asked.question, answer));
    if (!store.calls.closeQuestion(asked.id, { answer, seq })) throw alreadyAnswered();
    failpoint("question.answered");
    store.afterCommit(() => {
      failpoint("question.committed");
      live.question.deliver(asked.id, answer);
      tellFact(context, callId, { type: "question_closed", how: "answered" });
      context.changed(callId);
    });
    return { questionId: asked.id };
  });
}

function answerLine(row: CallRow, talkMs: number, question: string, answer: string): Omit<TranscriptEntry, "seq"> {
  const offsetMs = Math.round(talkMs);
  const atMs = (row.answeredAtMs ?? row.createdAtMs) + offsetMs;
  return { role: "system", text: `Answer to “${question}”: ${answer}`, cutOff: null, atMs, offsetMs, latency: null };
}

function alreadyAnswered(): Refusal {
  return new Refusal("question_already_answered", "This question has been answered already. Go on following the call.");
}

/** A call that has not gone out yet is ended with this; the others end when the network says so. */
export function hangUp(
  { store, live }: DeskContext,
  caller: KeyHolder,
  callId: string,
): { readonly status: CallStatus; readonly alreadyEnded: boolean } {
  authorise(store, caller, callId);
  const status = store.calls.read(callId)?.status ?? "ended";
  if (status === "ended") return { status, alreadyEnded: true };
  const call = live.get(callId);
  store.afterCommit(() => call?.hangUp("hangup_api"));
  return { status: call?.undialled === true ? "ended" : status, alreadyEnded: false };
}

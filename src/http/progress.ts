/**
 * A call's progress as a list of events (contract section 5, `/events`). Pure: what a client has seen is a small mark,
 * and `newsSince(mark, call)` is everything it has not. The mark is also the event id, so that `Last-Event-ID` resumes
 * at exactly the next event, on any connection and after a restart.
 */
import type { CallRecord } from "../calls/operations.ts";
import { CALL_STATUSES, LINE_STATES } from "../calls/vocabulary.ts";
import type { CallStatus, LineState } from "../calls/vocabulary.ts";
import { renderEntry, renderPending } from "./render.ts";

export type Mark = {
  readonly seq: number;
  /** Null: no status seen yet. */
  readonly status: CallStatus | null;
  readonly lineState: LineState | null;
  readonly questionId: string | null;
  /** `ended` has been seen: there is nothing more. */
  readonly over: boolean;
};

export const NOTHING_SEEN: Mark = { seq: 0, status: null, lineState: null, questionId: null, over: false };

export type ProgressEvent = {
  readonly name: "status" | "transcript" | "question" | "ended";
  /** JSON text. */
  readonly data: string;
  /** What has been seen once this event has. */
  readonly mark: Mark;
};

/** Every event between the mark and the call as it is; `ended` is the last of all. */
export function newsSince(
  mark: Mark,
  call: CallRecord,
  callJson: (call: CallRecord) => string,
): readonly ProgressEvent[] {
  const events: ProgressEvent[] = [];
  let seen = mark;
  const tell = (name: ProgressEvent["name"], data: string, change: Partial<Mark>): void => {
    seen = { ...seen, ...change };
    events.push({ name, data, mark: seen });
  };
  if (mark.over) return events;

  if (call.status !== "ended") tellStatus();
  for (const entry of call.transcript) {
    if (entry.seq > mark.seq) tell("transcript", JSON.stringify({ entry: renderEntry(entry) }), { seq: entry.seq });
  }
  const questionId = call.pendingQuestion?.id ?? null;
  if (questionId !== mark.questionId) {
    tell("question", JSON.stringify({ pending_question: renderPending(call.pendingQuestion) }), { questionId });
  }
  if (call.status === "ended") {
    tellStatus();
    tell("ended", callJson(call), { over: true });
  }
  return events;

  function tellStatus(): void {
    if (call.status === mark.status && call.lineState === mark.lineState) return;
    const data = JSON.stringify({ status: call.status, line_state: call.lineState, version: call.version });
    tell("status", data, { status: call.status, lineState: call.lineState });
  }
}

/** The mark as an event id: `seq.status.line_state.question.over`. */
export function markText(mark: Mark): string {
  return [mark.seq, mark.status ?? "", mark.lineState ?? "", mark.questionId ?? "", mark.over ? "over" : ""].join(".");
}

/** The mark in a `Last-Event-ID`; one that is not ours starts from the beginning, so that nothing is missed. */
export function readMark(text: string | undefined): Mark {
  const parts = /^(\d{1,9})\.([a-z_]*)\.([a-z_]*)\.([0-9A-Za-z_]*)\.(over|)$/.exec(text ?? "");
  if (parts === null) return NOTHING_SEEN;
  const [, seq, status, lineState, questionId, over] = parts;
  return {
    seq: Number(seq),
    status: CALL_STATUSES.find((one) => one === status) ?? null,
    lineState: LINE_STATES.find((one) => one === lineState) ?? null,
    questionId: questionId === "" ? null : (questionId ?? null),
    over: over === "over",
  };
}

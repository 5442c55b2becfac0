/**
 * A call's progress as server-sent events (contract section 5, `/events`). The number of a step is the id of its event,
 * so that `Last-Event-ID` resumes at exactly the next one, on any connection and after a restart, and an event that is
 * read again is the same event; only how long a question may still be answered is told as it is now.
 */
import type { ProgressStep } from "../../calls/operations.ts";
import { renderEntry, renderPending } from "./render.ts";
import type { QuestionNews, StatusNews, TranscriptNews } from "./shapes.ts";

/** The step as its event; `ended` carries the whole call. */
export function eventText(step: ProgressStep, nowMs: number, wholeCall: () => string): string {
  return `id: ${step.n}\nevent: ${step.kind}\ndata: ${dataOf(step, nowMs, wholeCall)}\n\n`;
}

function dataOf(step: ProgressStep, nowMs: number, wholeCall: () => string): string {
  switch (step.kind) {
    case "status": {
      const { status, lineState, version } = step;
      return JSON.stringify({ status, line_state: lineState, version } satisfies StatusNews);
    }
    case "transcript":
      return JSON.stringify({ entry: renderEntry(step.entry) } satisfies TranscriptNews);
    case "question":
      return JSON.stringify({ pending_question: renderPending(step.pending, nowMs) } satisfies QuestionNews);
    case "ended":
      return wholeCall();
  }
}

/** The number of the last event that was seen. An id that is not ours begins at the beginning: nothing is missed. */
export function lastSeen(lastEventId: string | undefined): number {
  return /^[1-9][0-9]{0,8}$/.test(lastEventId ?? "") ? Number(lastEventId) : 0;
}

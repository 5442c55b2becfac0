/**
 * The line went before the brain had summed up: it still may, but nothing is said any more. Only its notes are taken,
 * within a deadline, and a brain that fails here costs the summary, not the call.
 */
import type { EndReason } from "../../calls/vocabulary.ts";
import { isNote } from "./notebook.ts";
import type { Note } from "./notebook.ts";
import type { Brain, HistoryEntry } from "../ports.ts";

const WITHIN_MS = 1500;

export async function conclude(
  brain: Brain,
  reason: EndReason,
  history: readonly HistoryEntry[],
  onNote: (note: Note) => void,
): Promise<void> {
  const signal = AbortSignal.timeout(WITHIN_MS);
  for await (const move of brain.respond({ type: "wrap_up", reason }, history, signal)) {
    if (isNote(move)) onNote(move);
  }
}

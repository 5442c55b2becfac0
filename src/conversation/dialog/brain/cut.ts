/** Whether they cut in before our last line was understood: the history holds only what was really heard of it. */
import type { HistoryEntry } from "../../ports.ts";
import type { State } from "./state.ts";

/** The share of a line that has to be heard for it to count as said. */
const ENOUGH = 0.7;

export function afterCut(state: State, history: readonly HistoryEntry[]): State {
  const cut = state.lastLine !== "" && heardShare(state.lastLine, history) < ENOUGH;
  return cut === state.cut ? state : { ...state, cut };
}

/** How much of the line stands in what we said last; all of it when the history does not say. */
function heardShare(line: string, history: readonly HistoryEntry[]): number {
  const ours = history.findLastIndex(({ role }) => role === "assistant");
  if (ours < 0) return 1;
  const before = history.slice(0, ours).findLastIndex(({ role }) => role !== "assistant" && role !== "note");
  const said = history
    .slice(before + 1, ours + 1)
    .flatMap((entry) => (entry.role === "assistant" ? entry.text : []))
    .join(" ");
  const wanted = words(line);
  const heard = new Set(words(said));
  return wanted.length === 0 ? 1 : wanted.filter((word) => heard.has(word)).length / wanted.length;
}

function words(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];
}

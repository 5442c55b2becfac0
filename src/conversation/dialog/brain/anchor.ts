/**
 * Quotes have to be found verbatim in one entry of the transcript. What is heard in one turn may stand there as two
 * entries, so a quote that runs across them is cut to the part in one of them.
 */
import type { BrainEvent, BrainMove, HistoryEntry } from "../../ports.ts";

export function anchored(
  moves: readonly BrainMove[],
  event: BrainEvent,
  history: readonly HistoryEntry[],
): BrainMove[] {
  const entries = history.filter((entry) => entry.role === "business").map((entry) => entry.text);
  if (event.type === "heard" && !entries.some((entry) => entry.includes(event.text) || event.text.includes(entry)))
    entries.push(event.text);
  if (event.type === "opened" && event.heard !== null) entries.push(event.heard);
  if (entries.length === 0) return [...moves];
  const anchor = (quote: string): string => within(quote, entries);
  return moves.map((move) => {
    if (move.type === "finding" && move.quote !== null) return { ...move, quote: anchor(move.quote) };
    if (move.type === "fact") return { ...move, quotes: move.quotes.flatMap((quote) => pieces(quote, entries)) };
    return move.type === "errand" || move.type === "objected"
      ? { ...move, quotes: [...new Set(move.quotes.map(anchor))] }
      : move;
  });
}

/** A value may be told in two breaths: every part of the quote, each in an entry of its own. */
function pieces(quote: string, entries: readonly string[]): string[] {
  const found: string[] = [];
  let rest = quote;
  while (rest.trim() !== "") {
    const piece = within(rest, entries);
    if (!entries.some((entry) => entry.includes(piece))) break;
    const at = rest.indexOf(piece);
    if (at > 0) found.push(...pieces(rest.slice(0, at).trim(), entries));
    found.push(piece);
    rest = rest.slice(at + piece.length).trim();
  }
  return found.length === 0 ? [quote] : found;
}

function within(quote: string, entries: readonly string[]): string {
  if (entries.some((entry) => entry.includes(quote))) return quote;
  let best = "";
  for (const entry of entries) {
    const shared = longestShared(quote, entry);
    if (shared.length > best.length) best = shared;
  }
  return best === "" ? quote : best;
}

/** The longest run of whole words of the quote that stands in the entry. */
function longestShared(quote: string, entry: string): string {
  const words = [...quote.matchAll(/\S+/g)];
  let best = "";
  for (const [i, first] of words.entries()) {
    for (let j = words.length; j > i; j--) {
      const last = words[j - 1]!;
      const piece = quote.slice(first.index, last.index + last[0].length);
      if (piece.length <= best.length) break;
      if (entry.includes(piece)) {
        best = piece;
        break;
      }
    }
  }
  return best;
}

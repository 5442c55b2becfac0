/** A name that was heard differently, or not confirmed, is spelled by them; what they spell is what it is. */
import type { Reading } from "../../../language/en/reading.ts";
import { actOf } from "../../../language/en/reading.ts";
import { spelledNames, withSpelled } from "../../../language/en/spelled-names.ts";
import type { SpelledName } from "../../../language/en/spelled-names.ts";
import { wholeReply } from "./quotes.ts";
import { answerPart, lettersOf } from "./read-back.ts";
import { misheard, say, setAsk, tried } from "./state.ts";
import type { Turn } from "./state.ts";

const MOST_SPELLINGS = 2;

/** `quote`: why it is in doubt. False: they have been asked often enough. */
export function askSpelling(turn: Turn, index: number, quote: string): boolean {
  const { texts } = turn.state.assignment.language;
  const line = texts.spellName[turn.state.tries.spell];
  if (line === undefined || turn.state.tries.spell >= MOST_SPELLINGS) return false;
  misheard(turn);
  tried(turn, "spell");
  // Until they have spelled it, it is not known.
  turn.state = { ...turn.state, denial: { index, quote } };
  setAsk(turn, index, { doubtful: true, confirmed: false });
  say(turn, line, { type: "spelling", index });
  return true;
}

/** Null: they did not spell anything. */
export function hearSpelling(turn: Turn, reading: Reading, index: number): "replied" | "ours" | null {
  const spelled = spelledNames(reading.tokens, true);
  if (spelled.length > 0) return spelt(turn, reading, index, spelled);
  const same = reading.found.some(({ text }) => text === turn.state.asks[index]?.value);
  // They say the same name again, or cannot tell how it is written.
  if (!same && actOf(reading, "dont_know") === null) return null;
  turn.state = { ...turn.state, denial: null, expecting: { type: "nothing" } };
  setAsk(turn, index, { doubtful: false, confirmed: true });
  return "ours";
}

/** "Who should we ask for?" "M, A, double R, Y": spelled and never said. Null: it is something else. */
export function hearSpelledAnswer(turn: Turn, reading: Reading, index: number): "replied" | null {
  const ask = turn.state.asks[index];
  if (ask?.kind !== "name" || ask.status !== "open") return null;
  const spelled = spelledNames(reading.tokens, false);
  if (spelled.length === 0) return null;
  setAsk(turn, index, { status: "answered" });
  return spelt(turn, reading, index, spelled);
}

function spelt(turn: Turn, reading: Reading, index: number, spelled: readonly SpelledName[]): "replied" {
  const ask = turn.state.asks[index];
  const value = withSpelled(ask?.value ?? "", spelled);
  setAsk(turn, index, { value, letters: lettersOf(spelled), quote: wholeReply(reading), doubtful: true });
  if (ask !== undefined && !ask.implicit) {
    const { question } = ask;
    turn.moves.push({ type: "finding", question, status: "answered", answer: value, quote: wholeReply(reading) });
  }
  const now = turn.state.asks[index];
  const { texts } = turn.state.assignment.language;
  if (now !== undefined) say(turn, texts.readBack(answerPart(turn.state, now)), { type: "check", index });
  return "replied";
}

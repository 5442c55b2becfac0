/**
 * They ask what we wanted to know when we have nothing more to ask: whoever did not know, or talked to somebody else when
 * we asked, is ready for it now. What has no answer is asked again, so often at most in a call.
 */
import { actOf } from "../../../language/en/reading.ts";
import type { Reading } from "../../../language/en/reading.ts";
import { isMet } from "./closing.ts";
import { ask } from "./lead.ts";
import { isAction, setAsk } from "./state.ts";
import type { State, Turn } from "./state.ts";

const MOST_TRIES = 4;

const WANTS_IT =
  /\bwhat (?:was|is|were|are) (?:(?:it|that) )?(?:your questions?|(?:that )?you (?:want|wanted|need|needed|asked|asking|were asking))\b|\bwhat did you (?:want|need|ask)\b/;

/** True when it is asked again. `before`: what they have said just now is no reason to. */
export function askedAnew(turn: Turn, reading: Reading, before: State): boolean {
  const { asks, refusedQuote } = turn.state;
  if (!isInvited(reading) || asks.some(({ status }) => status === "open")) return false;
  if (isAction(turn.state) && !isMet(turn.state) && refusedQuote === null) return false;
  const index = asks.findIndex(
    ({ status, tries }, i) => status === "unknown" && before.asks[i]?.status === "unknown" && tries < MOST_TRIES,
  );
  if (index < 0) return false;
  setAsk(turn, index, { status: "open", declined: false });
  ask(turn, index);
  return true;
}

function isInvited(reading: Reading): boolean {
  if (actOf(reading, "anything_else") !== null) return false;
  return actOf(reading, "offer_help") !== null || WANTS_IT.test(reading.words);
}

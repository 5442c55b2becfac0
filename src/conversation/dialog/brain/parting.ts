/** How they end a call: by objecting, as a wrong number, as a machine, or with a goodbye. */
import { hangUp, isMet, leave } from "./closing.ts";
import { actOf } from "../../../language/en/reading.ts";
import type { Reading } from "../../../language/en/reading.ts";
import { nextErrand } from "./errand.ts";
import { ask, finishAction, lead, rephrased } from "./lead.ts";
import { isAction, say, tried } from "./state.ts";
import type { Expecting, Turn } from "./state.ts";
import { isYes } from "./yes-no.ts";

/** Ends the call at once where nothing else may be done. */
export function endsTheCall(turn: Turn, reading: Reading): boolean {
  const { texts } = turn.state.assignment.language;
  if (hearObjection(turn, reading)) return true;
  if (actOf(reading, "wrong_number") !== null) {
    turn.said.push(texts.wrongNumber);
    hangUp(turn, "wrong_number");
    return true;
  }
  if (isMachine(turn, reading)) {
    const message = turn.state.assignment.brief.voicemailMessage;
    if (message !== null) turn.said.push(message);
    hangUp(turn, "machine");
    return true;
  }
  return false;
}

/** Plain words, or twice something like it: nobody is called again. What only may be an objection is asked back. */
function hearObjection(turn: Turn, reading: Reading): boolean {
  const { texts } = turn.state.assignment.language;
  const { objectionHint, expecting } = turn.state;
  const asked = expecting.type === "objection";
  const plainly = actOf(reading, "objection")?.quote;
  const vaguely = actOf(reading, "objection_hint")?.quote ?? (asked && isYes(reading) ? reading.text : undefined);
  if (plainly !== undefined || (vaguely !== undefined && objectionHint !== "")) {
    const quotes = plainly === undefined ? [objectionHint, vaguely ?? ""] : [plainly];
    turn.moves.push({ type: "objected", quotes });
    turn.said.push(texts.objection);
    hangUp(turn, "objection");
    return true;
  }
  if (vaguely !== undefined) {
    turn.state = { ...turn.state, objectionHint: vaguely };
    say(turn, texts.isThatAnObjection, { type: "objection", resumes: expecting });
    return true;
  }
  return asked && goesOn(turn, reading, expecting.resumes);
}

/** They do not object: what we wanted of them before is said again. */
function goesOn(turn: Turn, reading: Reading, resumes: Expecting): boolean {
  turn.state = { ...turn.state, expecting: resumes };
  if (saysGoodbye(reading) || actOf(reading, "hold") !== null) return false;
  say(turn, rephrased(turn.state), resumes);
  return true;
}

/** One sentence that a person may say as well is not enough; said again, it is. */
function isMachine(turn: Turn, reading: Reading): boolean {
  const hinted = actOf(reading, "voicemail_hint") !== null;
  if (hinted) tried(turn, "machine");
  const { turns, tries } = turn.state;
  return turns <= 3 && (actOf(reading, "voicemail") !== null || (hinted && tries.machine > 1));
}

export function saysGoodbye(reading: Reading): boolean {
  const bye = actOf(reading, "goodbye");
  return bye !== null && !reading.clauses.some((clause) => clause.question && clause.from >= bye.to);
}

/** They say goodbye first. What we still need is asked once more; then it is over. */
export function theyLeave(turn: Turn): void {
  const { texts } = turn.state.assignment.language;
  const { asks, assignment, refusedQuote, tries } = turn.state;
  const open = asks.findIndex((each) => each.status === "open" && each.tries < 2);
  if (open >= 0 && tries.beforeYouGo === 0 && (refusedQuote === null || assignment.errands.length > 1)) {
    tried(turn, "beforeYouGo");
    ask(turn, open);
    const line = turn.said.pop() ?? "";
    turn.said.push(texts.beforeYouGo(line));
    return;
  }
  if (asksForErrand(turn)) {
    turn.said.push(texts.beforeYouGoAlso(turn.said.pop() ?? ""));
    return;
  }
  leave(turn, texts.shortGoodbye);
}

/** What is still to be done, said before it is too late: the errand at hand once, then each that they do not know of. */
function asksForErrand(turn: Turn): boolean {
  const { state } = turn;
  if (!isAction(state)) return false;
  const undone = state.refusedQuote === null && state.declined === "" && !isMet(state);
  if (undone && state.tries.beforeYouGo === 0 && finishAction(turn, false)) {
    tried(turn, "beforeYouGo");
    return true;
  }
  return nextErrand(turn);
}

/** They offer more help: what is still open is said; when nothing is, we thank and say goodbye. */
export function nothingElse(turn: Turn): void {
  const before = turn.said.length;
  lead(turn, { manners: false });
  if (turn.state.stage !== "leaving") return;
  turn.said.splice(before);
  turn.said.push(turn.state.assignment.language.texts.noThatIsAll);
}

/** What we do about something the business said. */
import { absorb, expectedOf, leaveOpen } from "./absorb.ts";
import { askedAnew } from "./asked-anew.ts";
import { asksTooMuch, correctsParty, takesBetterOffer, offersAnotherTime, offersSomethingElse } from "./agent.ts";
import { isOfKind, isOnlyManners, statementsOf } from "./answers.ts";
import { hearCheck } from "./checks.ts";
import { hangUp, isMet, leave } from "./closing.ts";
import { actOf } from "../../../language/en/reading.ts";
import type { Reading } from "../../../language/en/reading.ts";
import { plain } from "../../../language/en/words.ts";
import { isGarbled, saysNothing } from "../../../language/en/garbled.ts";
import { lead, rephrased } from "./lead.ts";
import { introduction } from "./assignment.ts";
import { correctsName } from "./our-name.ts";
import { callBack } from "./unanswered.ts";
import { endsTheCall, nothingElse, saysGoodbye, theyLeave } from "./parting.ts";
import { connectAsWanted, passOn, wantsAHuman } from "./passing-on.ts";
import { isRevised } from "./second-thoughts.ts";
import { isMeantForAModel } from "../../../language/en/meant-for-a-model.ts";
import { isAction, isTold, misheard, say, tried } from "./state.ts";
import type { State, Turn } from "./state.ts";
import { answerQuestions, GOES_AHEAD, hearWhileAsking, notUnderstood, questionsIn } from "./their-questions.ts";

const MOST_IDLE_TURNS = 6;
const MOST_TURNS = 120;
const MOST_REPEATS = 2;
const MOST_BLANKS = 2;
/** So unsure is an ear of noise, and of a mumble: nothing it writes then is to be believed. */
const GUESSED_BELOW = 0.25;
const MOST_REOPENINGS = 2;

/** `somebodyNew`: known not to be whom we talked to before. */
export function hear(turn: Turn, text: string, somebodyNew = false): void {
  const reading = turn.state.assignment.language.read(text, expectedOf(turn.state));
  turn.state = { ...turn.state, unansweredPrompts: 0, turns: turn.state.turns + 1 };
  if (reading.tokens.length === 0) return hearNothing(turn, text);
  turn.state = { ...turn.state, heardAnybody: true };
  if (endsTheCall(turn, reading)) return;
  if (hearBlank(turn, reading)) return;
  if (isMeantForAModel(text)) return declineToObey(turn, reading);
  if (reading.clauses.some(({ question, words }) => !question && isGarbled(words))) misheard(turn);
  const before = turn.state;
  const learnt = absorb(turn, reading);
  const statement = statementsOf(reading).findLast(
    ({ words }) => !isOnlyManners(words) && !GOES_AHEAD.test(words),
  )?.quote;
  if (statement !== undefined) turn.state = { ...turn.state, lastStatement: statement };
  const { tries, idleTurns } = turn.state;
  turn.state = {
    ...turn.state,
    idleTurns: learnt ? 0 : idleTurns + 1,
    tries: learnt ? { ...tries, notUnderstood: 0 } : tries,
  };
  if (turn.state.stage === "leaving" && !takesGoodbyeBack(turn, before)) return hearGoodbye(turn, reading);
  if (turn.state.pending !== null) return hearWhileAsking(turn, reading);
  if (turn.state.idleTurns > MOST_IDLE_TURNS || turn.state.turns > MOST_TURNS) return giveUp(turn);
  if (somebodyNew && actOf(reading, "hold") === null && actOf(reading, "robot") === null && !saysGoodbye(reading)) {
    return introduceAgain(turn, before);
  }
  react(turn, reading, before, learnt);
}

/** It proves nothing, and changes nothing: what we wanted of them is said again. */
function declineToObey(turn: Turn, reading: Reading): void {
  const { texts } = turn.state.assignment.language;
  const { idleTurns, stage } = turn.state;
  turn.state = { ...turn.state, idleTurns: idleTurns + 1 };
  if (stage === "leaving" || saysGoodbye(reading)) return hangUp(turn);
  if (idleTurns + 1 > MOST_IDLE_TURNS) return giveUp(turn);
  turn.said.push(actOf(reading, "robot") === null ? texts.cannotHelp : texts.robot(turn.state.assignment.whom));
  if (turn.state.pending === null) say(turn, rephrased(turn.state), turn.state.expecting);
}

/** They understand nothing, or we do not: what was asked stays unanswered, what was not yet asked is not asked any more. */
function giveUp(turn: Turn): void {
  for (const [index, { status, tries }] of turn.state.asks.entries()) {
    if (status === "open" && tries > 0) leaveOpen(turn, index, "unknown");
  }
  leave(turn, turn.state.assignment.language.texts.goodbye);
}

function react(turn: Turn, reading: Reading, before: State, learnt: boolean): void {
  const { texts } = turn.state.assignment.language;
  if (actOf(reading, "robot") !== null) return sayWhatSpeaks(turn);
  if (saysGoodbye(reading)) return theyLeave(turn);
  if (asksToRepeat(reading, learnt)) return repeat(turn);
  turn.state = { ...turn.state, tries: { ...turn.state.tries, repeat: 0 } };
  if (passOn(turn, reading)) return;
  if (wantsAHuman(reading)) return sayWhatSpeaks(turn);
  if (asksToHold(turn, reading)) return;
  if (connectAsWanted(turn, reading)) return;
  const checked = hearCheck(turn, reading, before);
  if (checked === "replied") return;
  if (checked === "ours" && !questionsIn(reading).some((clause) => !clause.check)) return lead(turn);
  if (before.expecting.type === "go_on" && decideToGoOn(turn, reading)) return;
  if (askedAnew(turn, reading, before)) return;
  const questions = questionsIn(reading);
  const checks = questions.some((clause) => clause.check);
  if (!checks && (offersAnotherTime(turn, reading, questions) || asksTooMuch(turn, reading, questions))) return;
  if (questions.length === 0 && correctsName(turn, reading)) return;
  if (questions.length === 0 && (correctsParty(turn) || offersSomethingElse(turn, reading))) return;
  takesBetterOffer(turn, before, reading);
  if (isSomebodyNew(turn, reading, learnt)) return introduceAgain(turn, before);
  if (questions.length > 0) return answerQuestions(turn, reading, questions, before, learnt);
  if (actOf(reading, "presence") !== null && !learnt) {
    turn.said.push(texts.here);
    return say(turn, rephrased(turn.state), turn.state.expecting);
  }
  if (actOf(reading, "how_are_you") !== null && !learnt) turn.said.push(texts.fine);
  if (actOf(reading, "anything_else") !== null) return nothingElse(turn);
  if (
    reading.clauses.some((clause) => clause.question) &&
    actOf(reading, "offer_help") !== null &&
    before.expecting.type === "goal" &&
    !learnt
  ) {
    return say(turn, turn.state.assignment.goal.sentence, { type: "goal" });
  }
  if (before.cut && !learnt && !wasAnswered(before, turn.state)) {
    turn.said.push(texts.asIWasSaying);
    return say(turn, unsaid(before), before.expecting);
  }
  lead(turn, { misfit: isMisfit(before, turn.state, reading) });
}

/** The truth, and then what we want. */
function sayWhatSpeaks(turn: Turn): void {
  turn.said.push(turn.state.assignment.language.texts.robot(turn.state.assignment.whom));
  say(turn, rephrased(turn.state), turn.state.expecting);
}

/** They told a value, only not one of those that we asked for. */
function isMisfit(before: State, after: State, reading: Reading): boolean {
  const asked = before.expecting.type === "ask" ? before.asks[before.expecting.index] : undefined;
  if (asked === undefined || after.asks !== before.asks) return false;
  const values = reading.found.filter((found) => found.kind !== "name");
  return values.length > 0 && !values.some((found) => isOfKind(asked, found));
}

/** "You.", "The.", or a few words that the ear only guessed: asked again, not counted as a try. With nothing asked we wait for what comes. */
function hearBlank(turn: Turn, reading: Reading): boolean {
  const { state } = turn;
  const { expecting, stage, pending, held, tries } = state;
  const signs = expecting.type === "spelling" || /^(code|digits)$/.test(expectedOf(state) ?? "");
  const spelling = signs && /^(\w|to|too|for|oh)$/.test(reading.words);
  const guessed = state.confidence !== null && state.confidence < GUESSED_BELOW && reading.tokens.length <= 6;
  const sound = saysNothing(reading.words) && reading.polarity === null && !spelling;
  const blank = (sound || guessed) && reading.found.length === 0 && reading.acts.length === 0;
  if (!blank || tries.blank >= MOST_BLANKS) {
    if (!blank) turn.state = { ...state, tries: { ...tries, blank: 0 } };
    return false;
  }
  if (stage !== "talking") return false;
  tried(turn, "blank");
  misheard(turn);
  if (pending !== null || held || /^(nothing|told)$/.test(expecting.type)) return true;
  const asked = expecting.type === "ask" ? state.asks[expecting.index] : undefined;
  const { askAgain } = state.assignment.language.texts;
  say(turn, asked === undefined || tries.blank > 0 ? rephrased(state) : askAgain(asked.spoken), expecting);
  return true;
}

/** Sound without words, or only a hesitation. */
function hearNothing(turn: Turn, text: string): void {
  if (turn.state.stage === "leaving") return hangUp(turn);
  if (turn.state.pending === null && !turn.state.held && !/\p{L}/u.test(text)) notUnderstood(turn);
}

/** Transferred, or handed to somebody else: who answers now has not heard who calls. */
function isSomebodyNew(turn: Turn, reading: Reading, learnt: boolean): boolean {
  if (learnt || turn.state.tries.introduced > 1 || !/^(goal|ask|told)$/.test(turn.state.expecting.type)) return false;
  const greets =
    /^(yes |okay )?(hello|hi|good (morning|afternoon|evening)|thank you for (calling|holding)|thanks for (calling|holding))\b/.test(
      reading.words,
    );
  const presents =
    /\b(speaking|this is \w+|how (can|may) (i|we) help|service|department|desk|reception|reservations|sales|office)\b/.test(
      reading.words,
    );
  return greets && presents;
}

/** Who calls, in one sentence; then what is still open, and nothing that is settled. */
function introduceAgain(turn: Turn, before: State): void {
  tried(turn, "introduced");
  turn.said.push(introduction(turn.state.assignment));
  const { expecting } = before;
  const asked = expecting.type === "ask" ? turn.state.asks[expecting.index] : undefined;
  const { goal, errands } = turn.state.assignment;
  if (asked?.status === "open") {
    if (!asked.implicit && !isMet(turn.state)) turn.said.push(errands[0]?.sentence ?? goal.sentence);
    return say(turn, asked.spoken, expecting);
  }
  const undone = isAction(turn.state) && !isMet(turn.state) && turn.state.refusedQuote === null;
  if (undone && isTold(turn.state)) return say(turn, goal.sentence, { type: "goal" });
  lead(turn, { manners: false });
}

/** What we were saying when they cut in. */
function unsaid(state: State): string {
  const asked = state.expecting.type === "ask" ? state.asks[state.expecting.index] : undefined;
  return asked?.spoken ?? (state.expecting.type === "goal" ? state.assignment.goal.sentence : state.lastLine);
}

function wasAnswered(before: State, after: State): boolean {
  const { expecting } = before;
  return expecting.type === "ask" && after.asks[expecting.index]?.status !== "open";
}

// ------------------------------------------------------------------ manners

/** They spoke before our goodbye was understood, or correct something after it: it has not been said, and we go on. */
function takesGoodbyeBack(turn: Turn, before: State): boolean {
  const goesOn = turn.state.cut || isRevised(before, turn.state);
  if (!goesOn || turn.state.tries.reopened >= MOST_REOPENINGS) return false;
  tried(turn, "reopened");
  turn.state = { ...turn.state, stage: "talking" };
  return true;
}

/** We have said goodbye: a new question is answered, a plea to wait is granted, anything else ends the call. */
function hearGoodbye(turn: Turn, reading: Reading): void {
  const { texts } = turn.state.assignment.language;
  const questions = questionsIn(reading);
  if (saysGoodbye(reading) || turn.state.tries.reopened >= MOST_REOPENINGS) return hangUp(turn);
  tried(turn, "reopened");
  if (askedAnew(turn, reading, turn.state)) {
    turn.state = { ...turn.state, stage: "talking" };
    return;
  }
  if (questions.length > 0) {
    turn.state = { ...turn.state, stage: "talking" };
    return answerQuestions(turn, reading, questions, turn.state, false);
  }
  if (asksToHold(turn, reading)) {
    turn.state = { ...turn.state, stage: "talking" };
    return;
  }
  // "Please bring your passport": they are not left without an answer.
  if (statementsOf(reading).some((clause) => !isOnlyManners(clause.words))) turn.said.push(texts.shortGoodbye);
  hangUp(turn);
}

function asksToRepeat(reading: Reading, learnt: boolean): boolean {
  const repeat = actOf(reading, "repeat");
  if (repeat === null || (learnt && reading.tokens.length > 12)) return false;
  const about = /\b(repeat|say) (it|that|the number|your (name|number))\b.*\b(back|number|name)\b/;
  return !about.test(reading.words);
}

/** Said again in other words, twice at most; then we go on. */
function repeat(turn: Turn): void {
  const { expecting, tries } = turn.state;
  if (tries.repeat < MOST_REPEATS) {
    tried(turn, "repeat");
    return say(turn, rephrased(turn.state), expecting);
  }
  turn.state = { ...turn.state, tries: { ...tries, repeat: 0 } };
  if (expecting.type === "ask") leaveOpen(turn, expecting.index, "unknown");
  else turn.state = { ...turn.state, expecting: { type: "nothing" } };
  lead(turn, { manners: false });
}

function asksToHold(turn: Turn, reading: Reading): boolean {
  const hold = actOf(reading, "hold");
  if (hold === null) return false;
  const rest = turn.state.assignment.language.read(
    reading.text.slice(reading.tokens[hold.to - 1]?.end ?? 0).replace(/^[\s.,!?]+/, ""),
  );
  const back =
    rest.found.length > 0 ||
    (rest.polarity !== null && !isOnlyManners(rest.words)) ||
    rest.clauses.some((clause) => clause.question) ||
    rest.acts.some((act) => /^(confirmed|unavailable|dont_know)$/.test(act.kind));
  if (back) return false;
  const asked = /^(can|could|would|will) you\b/.test(plain(reading.tokens, hold.from, hold.to));
  // Silence after a goodbye would be a hang-up.
  if (asked || turn.state.tries.reopened > 0) turn.said.push(turn.state.assignment.language.texts.sureHold);
  turn.state = { ...turn.state, held: true };
  return true;
}

// ------------------------------------------------------------------ their answers to our checks

/** Our question had two sides: "no, that's fine, go on" is no wish to be called. */
const GOES_ON =
  /\b(fine|okay|ok|go (on|ahead)|no problem|without|never ?mind|doesn't matter|not (needed|necessary|important))\b/;

/** "… or should we call you back?" "Yes, please do." */
const LATTER =
  /^(yes |yeah |sure |okay |ok |well |um |i think )*((yes )?please( do)?( (that|so))?$|please do\b|do that\b|(that|it)('d| would|'ll| will)( probably)? be (great|better|best|good|easier|fine|nice|perfect|helpful|the best)|(the )?(latter|second)|(i|we)('d| would) (prefer|rather) (that|you))/;

function decideToGoOn(turn: Turn, reading: Reading): boolean {
  const wantsIt =
    actOf(reading, "call_back") !== null ||
    /\b(need (it|that|to know)|can't (go on|do it|book)|later)\b/.test(reading.words);
  const declines = reading.polarity?.yes === false && !questionsIn(reading).length && reading.found.length === 0;
  if (LATTER.test(reading.words) && !GOES_ON.test(reading.words)) {
    callBack(turn);
    return true;
  }
  if (reading.polarity?.yes !== true && (wantsIt || (declines && !GOES_ON.test(reading.words)))) {
    callBack(turn);
    return true;
  }
  turn.state = { ...turn.state, expecting: { type: "nothing" } };
  return false;
}

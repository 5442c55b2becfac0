/** What the business asks: answered from the request or from memory, else passed on to the agent. */
import { askAgent } from "./agent.ts";
import { statementsOf } from "./answers.ts";
import type { Clause } from "../../../language/en/clauses.ts";
import { actOf } from "../../../language/en/reading.ts";
import type { Reading } from "../../../language/en/reading.ts";
import { contentOf, overlap } from "../../../language/en/content.ts";
import { topicOf } from "./english/topics.ts";
import { withTold } from "./errand.ts";
import { lead } from "./lead.ts";
import { mayAgree, namesAnotherTime } from "./offers.ts";
import { saysGoodbye, theyLeave } from "./parting.ts";
import { answerFromRequest } from "./request-answers.ts";
import { misheard, say, tried } from "./state.ts";
import type { State, Turn } from "./state.ts";

/** Offers of help and other manners have a question mark, but want no answer. */
const MANNERS =
  /\b(how (can|may|could) (i|we) (help|assist|direct)|what can (i|we) (do|help)|what (did|do|would) you (want|need|like) to (know|ask)|(is|was) there (anything|something)|anything (\w+ )?i can|i can help you|(anything|something) else|any other questions|will that be all|is that all|how are you|are you (still )?there|can you hear me|may i help you|can i help you|(?<!\b(i|we|me|us) (just |now )?(to )?)go ahead)\b/;

export function questionsIn(reading: Reading): Clause[] {
  return reading.clauses.filter((clause) => {
    if (!clause.question || MANNERS.test(clause.words)) return false;
    return contentOf(clause.words).length > 0 || clause.words.split(" ").length > 1;
  });
}

export function answerQuestions(
  turn: Turn,
  reading: Reading,
  questions: readonly Clause[],
  before: State,
  learnt: boolean,
): void {
  const { texts } = turn.state.assignment.language;
  const answered = questions.slice(0, 3).map((clause) => ({
    clause,
    line: remembered(turn.state, clause) ?? answerFromRequest(turn.state, clause, reading),
  }));
  const unknown = answered.find(({ line }) => line === null)?.clause;
  const lines = answered.flatMap(({ line }) => (line === null ? [] : [line]));
  if (unknown !== undefined) {
    if (lines.length === 0 && isVague(reading, unknown) && !isAboutLast(unknown) && !followsOn(reading, unknown)) {
      if (learnt) return lead(turn);
      if (turn.state.tries.notUnderstood === 0) return notUnderstood(turn);
    }
    const [question, about] = inFull(turn.state, unknown);
    const offered =
      namesAnotherTime(turn.state, reading, unknown) || (question !== about && !mayAgree(turn.state, reading));
    if (askAgent(turn, question, about, offered)) {
      turn.state = { ...turn.state, afterRelay: lines.join(" ") };
      return;
    }
  }
  turn.said.push(...lines);
  if (lines.includes(turn.state.assignment.goal.sentence)) turn.state = withTold(turn.state, turn.state.at);
  if (unknown !== undefined) turn.said.push(texts.notKnown);
  carryOn(turn, before);
}

/** After an answer they have the floor, unless they still owe us one. */
function carryOn(turn: Turn, before: State): void {
  const { texts } = turn.state.assignment.language;
  const owed = before.expecting.type === "ask" ? turn.state.asks[before.expecting.index] : undefined;
  if (before.cut && before.expecting.type === "goal")
    return say(turn, turn.state.assignment.goal.sentence, before.expecting);
  if (owed?.status === "open") return say(turn, texts.goOnAsking(owed.spoken), before.expecting);
  const line = turn.said.pop();
  if (line !== undefined) say(turn, line, { type: "told" });
}

/** They talk while we wait for the agent. */
export function hearWhileAsking(turn: Turn, reading: Reading): void {
  const { texts } = turn.state.assignment.language;
  if (saysGoodbye(reading)) return theyLeave(turn);
  const questions = questionsIn(reading);
  const answered = questions
    .map((clause) => answerFromRequest(turn.state, clause, reading))
    .filter((line) => line !== null);
  if (answered.length > 0) {
    turn.said.push(...answered);
    return;
  }
  if (actOf(reading, "robot") !== null) turn.said.push(texts.robot(turn.state.assignment.whom));
  if (asksBeside(turn, questions)) return;
  if (questions.length > 0 || actOf(reading, "presence") !== null || actOf(reading, "repeat") !== null)
    turn.said.push(texts.stillHere[turn.state.turns % texts.stillHere.length] ?? texts.stillHere[0]);
}

/** Something else that only the agent knows: it is asked next. */
function asksBeside(turn: Turn, questions: readonly Clause[]): boolean {
  const { passed } = turn.state;
  const unknown = questions.find((clause) => !clause.check && contentOf(clause.words).length > 0);
  if (unknown === undefined) return false;
  const [question, about] = inFull(turn.state, unknown);
  const topic = topicOf(about);
  const known = passed.some((each) => each.question === about || overlap(topic, each.topic) >= 0.7);
  return !known && askAgent(turn, question, about, false);
}

/** Asks them to say it again, in two ways; then we go on. */
export function notUnderstood(turn: Turn): void {
  const line = turn.state.assignment.language.texts.notUnderstood[turn.state.tries.notUnderstood];
  if (line === undefined) return lead(turn);
  tried(turn, "notUnderstood");
  misheard(turn);
  say(turn, line, turn.state.expecting);
}

/** Too little of a question to pass on: most likely half of it was lost. Who writes a question mark heard it all. */
function isVague(reading: Reading, clause: Clause): boolean {
  const marked = reading.tokens[clause.to - 1]?.stop === "?";
  return !marked && contentOf(clause.words).length < 2 && !/ or /.test(clause.words);
}

/** "Is that okay?": about what they said before. */
function isAboutLast(clause: Clause): boolean {
  return /^(is|was|would|does|will) (that|this|it)( be)? (okay|ok|all right|alright|fine|good|work|work for (you|him|her|them)|a problem|possible|acceptable)( \w+){0,3}$/.test(
    clause.words,
  );
}

/** The question with what it is about, for the agent and for the summary. */
function inFull({ assignment, lastStatement }: State, clause: Clause): readonly [string, string] {
  const asked = written(clause.quote);
  if (
    (clause.check && !GOES_AHEAD.test(clause.words)) ||
    !(isAboutLast(clause) || isAboutIt(clause)) ||
    lastStatement === ""
  )
    return [asked, asked];
  return [`${assignment.language.texts.theBusinessSays(lastStatement)} ${asked}`, `${lastStatement}. ${asked}`];
}

/** "… seventy a month. Do you want that?": what it is about was heard. */
function followsOn(reading: Reading, clause: Clause): boolean {
  return isAboutIt(clause) && statementsOf(reading).some(({ to }) => to === clause.from);
}

/** Says nothing of what it is about. */
export const GOES_AHEAD = /\bgo ahead\b/;

/** "Do you want that?", "May we go ahead?" */
function isAboutIt({ words }: Clause): boolean {
  return GOES_AHEAD.test(words) || (/\b(that|it|this|one)\b/.test(words) && contentOf(words).length < 2);
}

/** What the agent has answered once need not be asked again. */
function remembered(state: State, clause: Clause): string | null {
  const topic = topicOf(clause.words);
  const again = state.passed.find(
    (passed) => passed.answer !== null && overlap(passed.topic, topic) >= 0.7 && overlap(topic, passed.topic) >= 0.5,
  );
  return again?.answer ?? null;
}

/** A question as one writes it, from words as a recogniser gives them. */
function written(words: string): string {
  const bare = words
    .replace(/[\s.,;:!?]+$/, "")
    .replace(/\bi\b/g, "I")
    .replace(/\bi'(m|d|ll|ve)\b/g, "I'$1");
  return `${bare.charAt(0).toUpperCase()}${bare.slice(1)}?`;
}

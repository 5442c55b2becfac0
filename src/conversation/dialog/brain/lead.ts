/** What we do next when it is ours to lead: the next question, the booking, its number, reading back, goodbye. */
import { NOT_IN_THIS_WAY } from "./english/booking-words.ts";
import { leaveOpen } from "./absorb.ts";
import { answerPart, criticalParts, readBack } from "./read-back.ts";
import { isMet, leave } from "./closing.ts";
import { isElsewhen } from "./elsewhen.ts";
import { nextErrand, tellErrand } from "./errand.ts";
import { isAction, isTold, say, setAsk, tried } from "./state.ts";
import type { State, Turn } from "./state.ts";

const MOST_TRIES = 2;

/** Adds our next own step to the turn. */
export function lead(
  turn: Turn,
  { manners = true, misfit = false }: { readonly manners?: boolean; readonly misfit?: boolean } = {},
): void {
  const { state } = turn;
  const { texts } = state.assignment.language;
  const current = state.expecting.type === "ask" ? state.asks[state.expecting.index] : undefined;
  if (state.expecting.type === "ask" && current?.status === "open") {
    // They have not heard it yet: it is said, and nothing of theirs was misunderstood.
    if (state.cut) return say(turn, current.spoken, state.expecting);
    if (current.tries < MOST_TRIES) return askAgain(turn, state.expecting.index, misfit);
    leaveOpen(turn, state.expecting.index, "unknown");
  }
  const next = turn.state.asks.findIndex((ask) => ask.status === "open");
  if (next >= 0) {
    if (manners) thank(turn);
    return ask(turn, next);
  }
  if (finishAction(turn, manners)) return;
  if (readBack(turn)) return;
  if (isAction(turn.state) && nextErrand(turn)) return;
  if (askOnceMore(turn)) return;
  leave(turn, turn.state.refusedQuote === null ? texts.goodbye : texts.goodbyeRefused);
}

/** What we gave up on while something else was to be done is asked once more before the goodbye. */
function askOnceMore(turn: Turn): boolean {
  const { asks, assignment } = turn.state;
  const index = asks.findIndex(
    ({ status, declined, errands, tries }) =>
      status === "unknown" && !declined && errands.length > 0 && tries === MOST_TRIES,
  );
  const open = asks[index];
  if (open === undefined || assignment.errands.length < 2) return false;
  setAsk(turn, index, { status: "open", tries: open.tries + 1 });
  say(turn, assignment.language.texts.onceMore(open.spoken), { type: "ask", index });
  return true;
}

export function ask(turn: Turn, index: number): void {
  const question = turn.state.asks[index];
  if (question === undefined) return;
  setAsk(turn, index, { tries: question.tries + 1 });
  say(turn, question.spoken, { type: "ask", index });
}

/** In other words: of what was heard nothing, or a value that we did not ask for. */
function askAgain(turn: Turn, index: number, misfit: boolean): void {
  const question = turn.state.asks[index];
  if (question === undefined) return;
  const { texts } = turn.state.assignment.language;
  const wanted = misfit ? texts.wantedValue[question.kind] : "";
  setAsk(turn, index, { tries: question.tries + 1 });
  const line = wanted === "" ? texts.askAgain(question.spoken) : texts.askAgainFor(wanted, question.spoken);
  say(turn, line, { type: "ask", index });
}

/** The steps that only an errand somebody has to carry out needs. True when one was taken. */
export function finishAction(turn: Turn, manners: boolean): boolean {
  const { state } = turn;
  const { texts } = state.assignment.language;
  const { kind } = state.assignment.goal;
  if (!isAction(state)) return false;
  if (!isTold(state)) {
    if (manners) thank(turn);
    return tellErrand(turn);
  }
  // Once they have been connected, or could not be, nothing more is to be asked for.
  if (state.assignment.errands[state.at]?.connects === true) return false;
  if (state.refusedQuote !== null) {
    const unsure = state.assignment.language.read(state.refusedQuote).acts.some((act) => act.kind === "dont_know");
    if (
      unsure ||
      NOT_IN_THIS_WAY.test(state.refusedQuote) ||
      !/^(booking|change)$/.test(kind) ||
      state.tries.otherTime > 0 ||
      state.facts.appointment_time !== undefined
    )
      return false;
    tried(turn, "otherTime");
    say(turn, texts.otherTime, { type: "other_time" });
    return true;
  }
  // A time that nobody has agreed to is not asked to be booked.
  if (isElsewhen(state)) return false;
  if (!isMet(state)) {
    if (kind === "inform" && state.tries.doIt > 0) return false;
    if (state.tries.doIt === 0) {
      tried(turn, "doIt");
      if (state.choice !== "") turn.said.push(texts.when(state.choice));
      else if (manners) thank(turn);
      turn.state = { ...turn.state, choice: "" };
      say(turn, texts.pleaseDo[kind], { type: "do_it" });
      return true;
    }
    if (state.tries.isItDone > 0) return false;
    tried(turn, "isItDone");
    say(turn, texts.isItDone[kind], { type: "is_it_done" });
    return true;
  }
  const numbered = /^(booking|order|cancel|change)$/.test(kind);
  if (!numbered || state.numberless || state.facts.confirmation_number !== undefined || state.tries.number > 0)
    return false;
  tried(turn, "number");
  if (manners) thank(turn);
  say(turn, texts.confirmationNumber, { type: "number" });
  return true;
}

/** A short word of thanks before the next question, never the same twice running. */
function thank(turn: Turn): void {
  const { thanks, allRight } = turn.state.assignment.language.texts;
  if (turn.said.length > 0) return;
  const { expecting, asks, turns } = turn.state;
  const status = expecting.type === "ask" ? asks[expecting.index]?.status : undefined;
  const words = status === "unknown" || status === "refused" || turn.state.refusedQuote !== null ? allRight : thanks;
  turn.said.push(words[turns % words.length] ?? words[0]);
}

/** What was said last, in other words. `unasked`: they have not asked for it, they may not have heard it. */
export function rephrased(state: State, unasked = false): string {
  const { texts } = state.assignment.language;
  const { expecting } = state;
  switch (expecting.type) {
    case "ask": {
      const question = state.asks[expecting.index];
      return question === undefined || question.implicit
        ? texts.repeatGoal(question?.spoken ?? state.assignment.goal.sentence)
        : texts.repeatQuestion(question.spoken);
    }
    case "goal":
      return texts.repeatGoal(state.assignment.goal.sentence);
    case "do_it":
      return `${state.assignment.goal.sentence} ${texts.pleaseDo[state.assignment.goal.kind]}`;
    case "is_it_done":
      return texts.isItDone[state.assignment.goal.kind];
    case "number":
      return texts.confirmationNumber;
    case "read_back":
      return `${criticalParts(state)} ${texts.isItDone.find_out}`;
    case "correction": {
      const asked = expecting.index === null ? undefined : state.asks[expecting.index];
      return asked === undefined ? texts.tellAgain : texts.tellAnswerAgain(asked.spoken);
    }
    case "check": {
      const asked = state.asks[expecting.index];
      return texts.readBack(asked === undefined ? "" : answerPart(state, asked));
    }
    case "spelling":
      return texts.spellName[0];
    case "other_time":
      return texts.otherTime;
    case "nothing":
    case "told":
    case "wanted":
    case "go_on":
    case "objection":
      if (state.lastLine === "") return texts.repeatGoal(state.assignment.goal.sentence);
      return unasked ? state.lastLine : texts.repeatLine(state.lastLine);
  }
}

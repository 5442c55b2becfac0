/** What only the agent can decide: a question the request does not answer, another time, a price above its limit. */
import { isElsewhen } from "./elsewhen.ts";
import { INSISTED } from "./english/booking-words.ts";
import type { Clause } from "../../../language/en/clauses.ts";
import { actOf, foundOf } from "../../../language/en/reading.ts";
import type { Reading } from "../../../language/en/reading.ts";
import { topicOf } from "./english/topics.ts";
import { somethingElse } from "./offers.ts";
import { limitOf, otherParty, whyOutside } from "./outside.ts";
import { answerFromRequest } from "./request-answers.ts";
import { isAction, isTold, say, tried } from "./state.ts";
import type { State, Turn } from "./state.ts";
import { isUndecided } from "./wanted.ts";

const MOST_AGENT_QUESTIONS = 5;

/**
 * Raises the question, after the one that is open; false when the agent has been asked enough. `about` is what the summary
 * calls it, `offered` that it is about something else than we asked for.
 */
export function askAgent(turn: Turn, question: string, about: string, offered: boolean): boolean {
  const { state } = turn;
  if (state.passed.length >= MOST_AGENT_QUESTIONS) return false;
  const { moment, alsoAsking } = state.assignment.language.texts;
  const line = moment[state.passed.length % moment.length] ?? moment[0];
  const beside = state.pending !== null;
  say(turn, beside ? alsoAsking : line, state.expecting.type === "ask" ? state.expecting : { type: "nothing" });
  const id = `q${state.passed.length + 1}`;
  turn.moves.push({ type: "ask_agent", questionId: id, question });
  const passed = [...state.passed, { question: about, topic: topicOf(about), answer: null }];
  turn.state = beside
    ? { ...turn.state, passed, beside: [...state.beside, { id, question }] }
    : {
        ...turn.state,
        passed,
        pending: { id, question },
        reassurances: 0,
        offered,
        unagreed: offered ? about : state.unagreed,
      };
  return true;
}

/** A time that is not what the request says: said once more what is wanted, then the agent decides. */
export function offersAnotherTime(turn: Turn, reading: Reading, questions: readonly Clause[]): boolean {
  const { state } = turn;
  const { assignment, facts, tries } = state;
  const offered = facts.appointment_time;
  if (offered === undefined || offered.value === state.declined) return false;
  const { texts } = assignment.language;
  if (!isElsewhen(state)) return offersAnyTime(turn, reading, questions);
  const insists = INSISTED.test(offered.quote);
  if (
    !insists &&
    state.refusedQuote === null &&
    tries.otherTime + tries.wanted === 0 &&
    assignment.wanted.words !== null
  ) {
    tried(turn, "wanted");
    say(turn, texts.wanted(assignment.wanted.words), { type: "wanted" });
    return true;
  }
  turn.state = {
    ...turn.state,
    refusedQuote: null,
    approved: offered.value,
    afterRelay: known(state, reading, questions),
  };
  return askAgent(turn, texts.alternative(offered.quote), offered.quote, true);
}

/** The request says no time and does not leave it open: the first one offered is not ours to take. */
function offersAnyTime(turn: Turn, reading: Reading, questions: readonly Clause[]): boolean {
  const { state } = turn;
  const { assignment, facts } = state;
  const offered = facts.appointment_time;
  if (offered === undefined || state.approved !== "" || !isUndecided(assignment.wanted)) return false;
  if (!/^(booking|change)$/.test(assignment.goal.kind) || !/\d/.test(offered.value)) return false;
  turn.state = { ...turn.state, approved: offered.value, afterRelay: known(state, reading, questions) };
  return askAgent(turn, assignment.language.texts.alternative(offered.quote), offered.quote, true);
}

/** A price above what the request allows is not agreed to without the agent. */
export function asksTooMuch(turn: Turn, reading: Reading, questions: readonly Clause[]): boolean {
  const { state } = turn;
  const price = state.facts.price_quoted;
  const limit = limitOf(state);
  if (price === undefined || limit === null || price.value === state.pricedAt) return false;
  const quoted = foundOf(state.assignment.language.read(price.value), "price")[0];
  if (quoted === undefined || (quoted.upToCents ?? quoted.amountCents) <= limit.cents) return false;
  turn.state = { ...turn.state, pricedAt: price.value, afterRelay: known(state, reading, questions) };
  return askAgent(turn, state.assignment.language.texts.priceAbove(price.value, limit.words), price.quote, true);
}

/** Answers to what else they asked, for when the agent has decided. */
function known(state: State, reading: Reading, questions: readonly Clause[]): string {
  const answers = questions
    .filter((clause) => !clause.check)
    .map((clause) => answerFromRequest(state, clause, reading));
  return answers.filter((line) => line !== null).join(" ");
}

/** Something in place of what we asked for. */
export function offersSomethingElse(turn: Turn, reading: Reading): boolean {
  const { state } = turn;
  if (!isAction(state) || !isTold(state) || state.expecting.type === "ask") return false;
  const offer = somethingElse(state, reading);
  if (offer === undefined || state.passed.some(({ question }) => question === offer.quote)) return false;
  return askAgent(turn, state.assignment.language.texts.alternative(offer.quote), offer.quote, true);
}

/** "I have put you down for three": they are told once what it should be, and it is not done before they have heard that. */
export function correctsParty(turn: Turn): boolean {
  const other = otherParty(turn.state);
  if (other === null || turn.state.tries.corrected > 0) return false;
  tried(turn, "corrected");
  turn.state = { ...turn.state, metQuotes: [] };
  say(turn, turn.state.assignment.language.texts.notQuite(`for ${other.wanted}`), { type: "do_it" });
  return true;
}

/** After an offer that was turned down comes one that the request covers: it is asked to be done after all. */
export function takesBetterOffer(turn: Turn, before: State, reading: Reading): void {
  const { state } = turn;
  const [time, price] = [state.facts.appointment_time, state.facts.price_quoted];
  const timed = time !== undefined && time.value !== before.facts.appointment_time?.value && /\d/.test(time.value);
  const priced = price !== undefined && price.value !== before.facts.price_quoted?.value;
  const turnedDown = before.refusedQuote !== null || before.passed.some(({ answer }) => answer !== null);
  if (!isAction(state) || !turnedDown || !(timed || priced) || whyOutside(state) !== null) return;
  if (state.metQuotes.length > 0 || actOf(reading, "unavailable") !== null) return;
  turn.state = { ...state, refusedQuote: null, tries: { ...state.tries, doIt: 0 } };
}

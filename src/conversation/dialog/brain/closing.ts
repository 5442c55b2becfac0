/** How a call ends: the verdict on each errand, a plain summary made of findings, and what is left to do. */
import type { BrainMove } from "../../ports.ts";
import { denies } from "../../../language/en/talk.ts";
import { whyOutside } from "./outside.ts";
import { dropFact, isAction, say } from "./state.ts";
import type { Ending, State, Turn } from "./state.ts";

export type Standing = { readonly reached: boolean; readonly quotes: readonly string[] };

const NOT_REACHED: Standing = { reached: false, quotes: [] };

/** The claim about one errand as things stand. Only words of the business make it reached. */
export function standingOf(state: State, index: number): Standing {
  const { assignment, ending, at, results } = state;
  if (/^(wrong_number|machine|screened|nobody)$/.test(ending ?? "")) return NOT_REACHED;
  if (assignment.errands[index]?.kind === "find_out") return answered(state, index);
  if (index !== at) return results[index] ?? NOT_REACHED;
  return isMet(state) ? { reached: true, quotes: state.metQuotes } : NOT_REACHED;
}

function answered(state: State, index: number): Standing {
  const asks = state.asks.filter(({ errands }) => errands.includes(index));
  const quotes = asks.flatMap(({ status, quote }) => (status === "answered" && quote !== null ? [quote] : []));
  const denied = state.assignment.errands[index]?.confirms === true && quotes.some((quote) => isDenial(state, quote));
  if (asks.length === 0 || quotes.length < asks.length || denied) return NOT_REACHED;
  return { reached: true, quotes: [...new Set(quotes)] };
}

function isDenial({ assignment }: State, quote: string): boolean {
  const reading = assignment.language.read(quote);
  return reading.polarity === null ? denies(reading.words) : !reading.polarity.yes;
}

export function conclusion(state: State): Extract<BrainMove, { type: "conclusion" }> {
  const standings = state.assignment.errands.map((_, index) => standingOf(state, index));
  return { type: "conclusion", summary: summary(state, standings), nextSteps: nextSteps(state, standings) };
}

/**
 * Whether the errand at hand, which somebody has to carry out, is done, and within the request. What the agent was asked
 * about and has not agreed to is not.
 */
export function isMet(state: State): boolean {
  return (
    state.metQuotes.length > 0 && state.refusedQuote === null && state.unagreed === "" && whyOutside(state) === null
  );
}

function summary(state: State, standings: readonly Standing[]): string {
  const { summary: words } = state.assignment.language;
  const parts: string[] = [];
  if (state.ending === "nobody") return words.nobody;
  if (state.ending === "screened") return words.screened;
  if (state.heardAnybody && state.ending !== "machine") parts.push(words.spokeWith(state.assignment.business));
  const ending = endingWords(state.ending, words);
  if (ending !== null) parts.push(ending);
  parts.push(...errandWords(state, standings, ending !== null));
  const asked = state.asks.filter((ask) => !ask.implicit);
  const answers = asked.filter((ask) => ask.status === "answered").length;
  if (asked.length > 0)
    parts.push(answers === asked.length ? words.allAnswered(answers) : words.someAnswered(answers, asked.length));
  const { confirmation_number: number, price_quoted: price, appointment_time: time } = state.facts;
  parts.push(...state.earlier);
  if (number !== undefined) parts.push(words.number(number.value));
  if (price !== undefined) parts.push(words.price(price.value));
  if (time !== undefined) parts.push(words.time(time.value));
  for (const { question, answer } of state.passed)
    parts.push(answer === null ? words.askedInVain(question) : words.asked(question, answer));
  return parts.join(" ");
}

/** A time that was offered and not taken is no appointment. */
export function withoutUnagreed(turn: Turn): void {
  const { facts, metQuotes } = turn.state;
  const time = facts.appointment_time;
  if (time !== undefined && isAction(turn.state) && metQuotes.length === 0)
    dropFact(turn, "appointment_time", time.quote);
}

/** What became of the errands, in the words of the business. Which are open is added by the one who checks it all. */
function errandWords(state: State, standings: readonly Standing[], ended: boolean): string[] {
  const { errands, language } = state.assignment;
  const { summary: words } = language;
  return errands.flatMap((errand, index) => {
    const own = state.asks.find((ask) => ask.implicit && ask.errands.includes(index));
    const quote = standings[index]?.reached === true ? (own?.quote ?? standings[index].quotes.at(-1)) : undefined;
    const refused = index === state.at ? state.refusedQuote : (state.results[index]?.refused ?? null);
    if (errand.kind === "find_out" && own === undefined) return [];
    if (quote !== undefined) return [errands.length === 1 ? words.met(quote) : words.reached(errand.text, quote)];
    if (ended) return [];
    if (own?.status === "answered" && own.quote !== null) return [words.denied(own.quote)];
    if (refused !== null && errand.kind !== "find_out") return [words.refused(refused)];
    return errands.length === 1 ? [words.open] : [];
  });
}

function endingWords(ending: Ending, words: State["assignment"]["language"]["summary"]): string | null {
  if (ending === "objection") return words.objection;
  if (ending === "wrong_number") return words.wrongNumber;
  if (ending === "menu") return words.menu;
  return ending === "machine" ? words.machine : null;
}

function nextSteps(state: State, standings: readonly Standing[]): string {
  const met = standings.every(({ reached }) => reached);
  const { summary: words } = state.assignment.language;
  if (state.ending === "objection") return words.nextNever;
  if (state.ending === "wrong_number") return words.nextNumber;
  const steps: string[] = [];
  const { confirmation_number: number, appointment_time: time } = state.facts;
  if (met && number !== undefined) steps.push(words.nextKeep(number.value));
  if (met && time !== undefined) steps.push(words.nextCome(time.value));
  for (const { question, answer, needless } of state.passed)
    if (answer === null && needless !== true) steps.push(words.nextAnswer(question));
  if (state.callsBack) steps.push(words.nextCallBack);
  const open = state.asks.filter((ask) => !ask.implicit && ask.status !== "answered").map((ask) => ask.question);
  if (open.length > 0) steps.push(words.nextAsk(open.join(" ")));
  if (!met && state.refusedQuote !== null) steps.push(words.nextOther);
  else if (!met && steps.length === 0) steps.push(words.nextAgain);
  return steps.length === 0 ? words.nextNothing : steps.join(" ");
}

/** What the agent was still asked about, it has not agreed to. */
function withoutPending(state: State): State {
  return state.pending === null ? state : { ...state, pending: null, beside: [], approved: "" };
}

/** Says goodbye and hangs up, unless they still have something to say. */
export function leave(turn: Turn, line: string): void {
  say(turn, line);
  turn.state = { ...withoutPending(turn.state), stage: "leaving" };
}

/** The last moves of the call. */
export function hangUp(turn: Turn, ending: Ending = null): void {
  turn.state = { ...withoutPending(turn.state), stage: "over", ending: ending ?? turn.state.ending };
}

/** How a call ends: the verdict on the goal, a plain summary made of findings, and what is left to do. */
import type { BrainMove } from "../ports.ts";
import { foundOf } from "./english/reading.ts";
import { isAction, say } from "./state.ts";
import type { Ending, State, Turn } from "./state.ts";
import { suits, suitsDay } from "./wanted.ts";

/** The claim about the goal as things stand. Only words of the business make it met. */
export function verdict(state: State): Extract<BrainMove, { type: "goal" }> {
  const met = isMet(state);
  const quotes = met ? (isAction(state) ? state.metQuotes : goalQuotes(state)) : [];
  return { type: "goal", met, quotes, summary: summary(state, met), nextSteps: nextSteps(state, met) };
}

export function isMet(state: State): boolean {
  if (state.ending !== null) return false;
  if (isAction(state)) return state.metQuotes.length > 0 && state.refusedQuote === null && !isElsewhen(state);
  return state.asks.length > 0 && state.asks.every((ask) => ask.status === "answered");
}

/** The appointment is at another time than the request says, and nobody has agreed to it. */
export function isElsewhen({ matter, facts, approved }: State): boolean {
  const appointment = facts.appointment_time;
  if (appointment === undefined || appointment.value === approved || !/^(booking|change)$/.test(matter.goal.kind))
    return false;
  const reading = matter.language.read(appointment.value);
  const agreed = matter.language.read(approved).found.map((found) => found.text);
  const times = foundOf(reading, "time").filter((time) => !agreed.includes(time.text));
  const days = foundOf(reading, "date").filter((day) => !agreed.includes(day.text));
  return times.some((time) => !suits(matter.wanted, time)) || days.some((day) => !suitsDay(matter.wanted, day));
}

function goalQuotes(state: State): string[] {
  return [...new Set(state.asks.flatMap((ask) => (ask.quote === null ? [] : [ask.quote])))];
}

function summary(state: State, met: boolean): string {
  const { summary: words } = state.matter.language;
  const parts: string[] = [];
  if (state.ending === "nobody") return words.nobody;
  if (state.heardAnybody && state.ending !== "machine") parts.push(words.spokeWith(state.matter.business));
  const ending = endingWords(state.ending, words);
  if (ending !== null) parts.push(ending);
  else if (isAction(state)) {
    const quote = state.metQuotes.at(-1);
    if (met && quote !== undefined) parts.push(words.met(quote));
    else parts.push(state.refusedQuote === null ? words.open : words.refused(state.refusedQuote));
  } else if (state.asks.some((ask) => ask.implicit)) {
    const quote = state.asks[0]?.quote;
    parts.push(met && quote !== null && quote !== undefined ? words.met(quote) : words.open);
  }
  const asked = state.asks.filter((ask) => !ask.implicit);
  const answered = asked.filter((ask) => ask.status === "answered").length;
  if (asked.length > 0)
    parts.push(answered === asked.length ? words.allAnswered(answered) : words.someAnswered(answered, asked.length));
  const { confirmation_number: number, price_quoted: price, appointment_time: time } = state.facts;
  if (number !== undefined) parts.push(words.number(number.value));
  if (price !== undefined) parts.push(words.price(price.value));
  if (time !== undefined) parts.push(words.time(time.value));
  for (const { question, answer } of state.passed)
    parts.push(answer === null ? words.askedInVain(question) : words.asked(question, answer));
  return parts.join(" ");
}

function endingWords(ending: Ending, words: State["matter"]["language"]["summary"]): string | null {
  if (ending === "objection") return words.objection;
  if (ending === "wrong_number") return words.wrongNumber;
  return ending === "machine" ? words.machine : null;
}

function nextSteps(state: State, met: boolean): string {
  const { summary: words } = state.matter.language;
  if (state.ending === "objection") return words.nextNever;
  if (state.ending === "wrong_number") return words.nextNumber;
  const steps: string[] = [];
  const { confirmation_number: number, appointment_time: time } = state.facts;
  if (met && number !== undefined) steps.push(words.nextKeep(number.value));
  if (met && time !== undefined) steps.push(words.nextCome(time.value));
  for (const { question, answer } of state.passed) if (answer === null) steps.push(words.nextAnswer(question));
  const open = state.asks.filter((ask) => !ask.implicit && ask.status !== "answered").map((ask) => ask.question);
  if (open.length > 0) steps.push(words.nextAsk(open.join(" ")));
  if (!met && state.refusedQuote !== null) steps.push(words.nextOther);
  else if (!met && steps.length === 0) steps.push(words.nextAgain);
  return steps.length === 0 ? words.nextNothing : steps.join(" ");
}

/** Says goodbye and waits for theirs: the next thing heard, or silence, hangs up. */
export function leave(turn: Turn, line: string): void {
  say(turn, line);
  turn.state = { ...turn.state, stage: "leaving", pending: null };
}

/** The last moves of the call. */
export function hangUp(turn: Turn, ending: Ending = null): void {
  turn.state = { ...turn.state, stage: "over", ending: ending ?? turn.state.ending, pending: null };
}

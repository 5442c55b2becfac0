/** Whether what we called for is done, or cannot be: by their words alone. */
import { isOnlyManners, statementsOf } from "./answers.ts";
import { BEING_MADE, CANCELLED, NOTHING_FREE, TAKEN_IN, withoutManners } from "./english/booking-words.ts";
import type { Clause } from "../../../language/en/clauses.ts";
import { actOf } from "../../../language/en/reading.ts";
import type { Reading } from "../../../language/en/reading.ts";
import { DEPENDS, isContingent, isScorn } from "../../../language/en/not-done.ts";
import { contentOf, overlap } from "../../../language/en/content.ts";
import { clauseAt, wholeReply } from "./quotes.ts";
import { isAction, isTold } from "./state.ts";
import type { State, Turn } from "./state.ts";

export function absorbGoal(turn: Turn, reading: Reading, used: readonly Clause[]): void {
  if (!isAction(turn.state) || !isTold(turn.state)) return;
  const done = doneQuote(turn.state, reading);
  if (done !== null) return addMet(turn, done);
  const refused = refusedQuote(turn.state, reading, used);
  if (refused !== null) turn.state = { ...turn.state, refusedQuote: refused };
}

/** Said to a message whenever it is said: after a question of theirs, while the agent is asked. */
const THANKS_FOR_TELLING = /\b(thanks|thank you) for (letting|telling) (us|me)\b/;

/** Their words that it is done, or null. */
function doneQuote(state: State, reading: Reading): string | null {
  const { kind } = state.assignment.goal;
  if (isScorn(reading.words) || isContingent(reading.words)) return null;
  if (kind === "order") {
    const ready = statementsOf(reading).find((clause) => BEING_MADE.test(clause.words));
    if (ready !== undefined) return withoutManners(ready.quote);
  }
  const done = actOf(reading, "confirmed");
  const clause = done === null ? undefined : clauseAt(reading, done.from);
  const told = done !== null && (clause === undefined || !clause.question || clause.check);
  if (
    told &&
    (kind === "cancel" ? CANCELLED.test(clause?.words ?? "") : !/\bcancel/.test(done?.quote.toLowerCase() ?? ""))
  )
    return withoutManners(clause?.quote ?? done.quote);
  if (state.expecting.type === "is_it_done" && saysThatItIs(reading)) return wholeReply(reading);
  const taken = kind === "inform" || (kind === "other" && TAKEN_IN.test(reading.words));
  const due = /^(goal|do_it)$/.test(state.expecting.type) || THANKS_FOR_TELLING.test(reading.words);
  return taken && due && acknowledges(reading) ? wholeReply(reading) : null;
}

/** To "is it done now?" a yes is an answer; "okay, bye" and "sure" are manners. */
function saysThatItIs({ polarity, words, clauses }: Reading): boolean {
  if (polarity?.yes !== true || clauses.some((clause) => clause.question) || DEPENDS.en.test(words)) return false;
  return (
    !isOnlyManners(words) || /^(yes|yeah|yep|yup|yah|correct|absolutely|definitely|certainly|of course)\b/.test(words)
  );
}

function acknowledges(reading: Reading): boolean {
  if (reading.polarity?.yes === true) return !reading.clauses.some((clause) => clause.question);
  return TAKEN_IN.test(reading.words);
}

/** Their words that it cannot be, or null. */
function refusedQuote(state: State, reading: Reading, used: readonly Clause[]): string | null {
  const { type } = state.expecting;
  if (isUnsure(reading) && /^(goal|do_it|is_it_done)$/.test(type)) return wholeReply(reading);
  const not = actOf(reading, "unavailable");
  if (not === null) {
    const no = reading.polarity?.yes === false && /^(goal|do_it|wanted)$/.test(type);
    return no && !reading.clauses.some((each) => each.question) ? wholeReply(reading) : null;
  }
  const clause = clauseAt(reading, not.from);
  if (clause === undefined || clause.question || used.includes(clause)) return null;
  const named = overlap(contentOf(state.assignment.goal.sentence), contentOf(clause.words)) > 0;
  const about =
    /^(goal|do_it|is_it_done|wanted|other_time)$/.test(type) ||
    NOTHING_FREE.test(clause.words) ||
    (named && /^(told|nothing)$/.test(type));
  return about ? clause.quote : null;
}

/** "I am not sure about that", with no question of theirs behind it. */
function isUnsure(reading: Reading): boolean {
  if (actOf(reading, "dont_know") === null && actOf(reading, "refuse") === null) return false;
  const asks = reading.clauses.some((each) => each.question && contentOf(each.words).length > 1);
  return !asks && actOf(reading, "hold") === null;
}

export function addMet(turn: Turn, quote: string): void {
  if (quote === "" || turn.state.metQuotes.includes(quote) || !isTold(turn.state)) return;
  turn.state = { ...turn.state, metQuotes: [...turn.state.metQuotes, quote].slice(-3), refusedQuote: null };
}

/** What is worth keeping of what they say: the confirmation number and the price, each with its words. */
import { limitOf } from "./outside.ts";
import { addMet } from "./progress.ts";
import type { Clause } from "../../../language/en/clauses.ts";
import { IN_TOTAL, withoutManners } from "./english/booking-words.ts";
import { actOf, foundOf, read } from "../../../language/en/reading.ts";
import type { Reading } from "../../../language/en/reading.ts";
import { clauseAt, clauseQuote } from "./quotes.ts";
import { hasSecondThoughts } from "./second-thoughts.ts";
import { setFact } from "./state.ts";
import { agrees } from "./relay.ts";
import type { Fact, State, Turn } from "./state.ts";

export function absorbNumber(turn: Turn, reading: Reading): void {
  const { expecting, facts, asks } = turn.state;
  // The right answer to a question of ours may be a number too, and is no confirmation of anything.
  const correcting =
    expecting.type === "correction" && (expecting.index === null || asks[expecting.index]?.kind === "code");
  const asked = expecting.type === "number" || expecting.type === "read_back" || correcting;
  const code = foundOf(reading, "code").find((found) => found.labelled || asked);
  const digits =
    asked && code === undefined
      ? foundOf(reading, "digits").find((found) => !found.phone || expecting.type === "number")
      : undefined;
  const found = code ?? digits;
  if (found !== undefined) {
    const known = facts.confirmation_number;
    const settled =
      known !== undefined && turn.state.confirmedFacts.includes(known.value) && !asked && !hasSecondThoughts(reading);
    if (!settled) setFact(turn, "confirmation_number", found.text, clauseQuote(reading, found.from));
    const given = found.kind === "code" && found.labelled && /^(booking|order)$/.test(turn.state.assignment.goal.kind);
    if (given && !turn.state.metQuotes.some((quote) => quote.includes(found.quote)))
      addMet(turn, withoutManners(clauseQuote(reading, found.from)));
  }
  const none = actOf(reading, "no_number");
  const declined =
    expecting.type === "number" &&
    found === undefined &&
    (reading.polarity?.yes === false || actOf(reading, "dont_know") !== null);
  if (found === undefined && (none !== null || declined)) turn.state = { ...turn.state, numberless: true };
}

export function absorbPrice(turn: Turn, reading: Reading, used: readonly Clause[]): void {
  const { expecting, facts, asks } = turn.state;
  const price = foundOf(reading, "price").find(
    (found) => !found.threshold && found.amountCents > 0 && !inQuestion(reading, found.from),
  );
  if (price === undefined) return;
  const correcting =
    expecting.type === "correction" ||
    (expecting.type === "read_back" && (reading.polarity?.yes !== true || !isTold(facts.price_quoted, reading)));
  const answered = used.some((clause) => price.from >= clause.from && price.to <= clause.to);
  const priceAsked = asks.some((ask) => ask.kind === "price");
  const waitedFor = expecting.type === "ask" && asks[expecting.index]?.kind === "price";
  if (waitedFor && !answered && asks[expecting.index]?.status === "open") return;
  const limited = limitOf(turn.state) !== null && !priceAsked;
  const instead = limited || isTurnedDown(turn.state, facts.price_quoted);
  const counts =
    facts.price_quoted === undefined ? !answered || !priceAsked : correcting || instead || IN_TOTAL.test(reading.words);
  if (counts) {
    setFact(turn, "price_quoted", price.text, clauseQuote(reading, price.from));
  }
}

/** The agent was asked about this price and did not agree: what they name now is in its place. */
function isTurnedDown(state: State, known: Fact | undefined): boolean {
  const [price] = known === undefined ? [] : foundOf(read(known.value, "price"), "price");
  return state.passed.some(
    ({ question, answer }) =>
      answer !== null &&
      !agrees(state, answer) &&
      foundOf(read(question, "price"), "price").some(({ amountCents }) => amountCents === price?.amountCents),
  );
}

/** "Yes, forty five dollars" to a forty two of ours: the yes is none. */
function isTold(known: Fact | undefined, reading: Reading): boolean {
  if (known === undefined) return true;
  const [price] = foundOf(read(known.value, "price"), "price");
  return foundOf(reading, "price").some(({ amountCents }) => amountCents === price?.amountCents);
}

function inQuestion(reading: Reading, place: number): boolean {
  const clause = clauseAt(reading, place);
  return clause !== undefined && clause.question && !clause.check;
}

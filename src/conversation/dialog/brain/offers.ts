/**
 * What they offer, and whether the request covers it. Only what it covers is agreed to; anything else (another price,
 * something instead, a condition) is the agent's to decide.
 */
import { statementsOf } from "./answers.ts";
import { offerAfterNo } from "./appointment.ts";
import { AT_A_PRICE, HAS_A_CONDITION, OFFERED } from "./english/booking-words.ts";
import type { Clause } from "../../../language/en/clauses.ts";
import { foundOf } from "../../../language/en/reading.ts";
import type { Reading } from "../../../language/en/reading.ts";
import { contentOf, overlap } from "../../../language/en/content.ts";
import { isOtherParty, limitOf } from "./outside.ts";
import type { State } from "./state.ts";
import { suits, suitsDay } from "./wanted.ts";

const SAID_ALREADY = 0.75;

/** What of this is in place of what we asked for; undefined when nothing is. */
export function somethingElse(state: State, reading: Reading): Clause | undefined {
  const offer = statementsOf(reading).find((clause) => OFFERED.test(clause.words));
  if (offer === undefined || isInRequest(state, offer) || isSuitable(state, reading, [offer])) return undefined;
  return offer;
}

/** Whether we may say yes to "Shall I book that?" after these words. */
export function mayAgree(state: State, reading: Reading): boolean {
  const here = statementsOf(reading);
  const said = here.length > 0 ? reading : state.assignment.language.read(state.lastStatement);
  const statements = statementsOf(said);
  const offered = statements.some((clause) => OFFERED.test(clause.words) && !isInRequest(state, clause));
  return isSuitable(state, said, statements, !offered);
}

/** No time, price or condition that the request does not allow. `otherwise`: when none of these is said at all. */
function isSuitable(state: State, reading: Reading, clauses: readonly Clause[], otherwise = false): boolean {
  const { assignment } = state;
  const inside = reading.found.filter((found) =>
    clauses.some((clause) => found.from >= (offerAfterNo(reading, clause) ?? clause.from) && found.to <= clause.to),
  );
  const times = inside.filter((found) => found.kind === "time");
  const days = inside.filter((found) => found.kind === "date");
  const priced = inside.some((found) => found.kind === "price" && found.amountCents > 0);
  if (clauses.some(({ words }) => HAS_A_CONDITION.test(words) || (!priced && AT_A_PRICE.test(words)))) return false;
  if (priced && !isAffordable(state, reading)) return false;
  if (inside.some((found) => isOtherParty(state, found))) return false;
  if (times.length + days.length === 0) return otherwise;
  if (times.some((time) => !suits(assignment.wanted, time)) || days.some((day) => !suitsDay(assignment.wanted, day)))
    return false;
  return otherwise || times.length > 0;
}

/** "How's quarter past eight?", "Saturday instead?": a time or a day that the request does not allow. */
export function namesAnotherTime({ assignment }: State, reading: Reading, clause: Clause): boolean {
  const inside = reading.found.filter((found) => found.from >= clause.from && found.to <= clause.to);
  return inside.some(
    (found) =>
      (found.kind === "time" && !suits(assignment.wanted, found)) ||
      (found.kind === "date" && !suitsDay(assignment.wanted, found)),
  );
}

/** Within the limit of the request, or, where it has none, a price that it asks for. */
function isAffordable(state: State, reading: Reading): boolean {
  const limit = limitOf(state);
  const most = Math.max(...foundOf(reading, "price").map((price) => price.upToCents ?? price.amountCents));
  return limit === null ? state.asks.some(({ kind }) => kind === "price") : most <= limit.cents;
}

function isInRequest({ assignment }: State, clause: Clause): boolean {
  const told = assignment.told.flatMap(({ words }) => contentOf(words));
  return overlap(contentOf(clause.words), told) >= SAID_ALREADY;
}

/** Whether what they say they have done is outside the request: then it is not what was asked for, whoever said yes. */
import type { Found, Quantity } from "../../../language/en/found.ts";
import { foundOf } from "../../../language/en/reading.ts";
import { AT_MOST } from "./english/booking-words.ts";
import { isElsewhen } from "./elsewhen.ts";
import { agrees } from "./relay.ts";
import type { State } from "./state.ts";

/** Why, as half a sentence; null when nothing of it is outside. */
export function whyOutside(state: State): string | null {
  if (isElsewhen(state)) return "The time they gave is not the one that was asked for";
  const dear = tooDear(state);
  if (dear !== null) return `They want ${dear.price}, and the request says "${dear.limit}"`;
  const others = otherParty(state);
  return others === null ? null : `They say ${others.said}, and the request says ${others.wanted}`;
}

/** A price above the limit of the request, to which the agent has not agreed. */
export function tooDear(state: State): { readonly price: string; readonly limit: string } | null {
  const limit = limitOf(state);
  const quoted = state.facts.price_quoted;
  if (limit === null || quoted === undefined) return null;
  const price = foundOf(state.assignment.language.read(quoted.value), "price")[0];
  if (price === undefined || (price.upToCents ?? price.amountCents) <= limit.cents) return null;
  const agreed = state.passed.some(
    ({ question, answer }) =>
      answer !== null && agrees(state, answer) && namesPrice(state, question, price.amountCents),
  );
  return agreed ? null : { price: quoted.value, limit: limit.words };
}

function namesPrice({ assignment }: State, question: string, cents: number): boolean {
  return foundOf(assignment.language.read(question, "price"), "price").some(({ amountCents }) => amountCents === cents);
}

/** They have put down another number of people than the request says. */
export function otherParty({
  assignment,
  metQuotes,
}: State): { readonly said: string; readonly wanted: string } | null {
  const said = metQuotes.flatMap((quote) => assignment.language.read(quote).found.filter(isParty)).at(-1);
  return said === undefined ? null : misfitOf(assignment, said);
}

/** The same of an offer. */
export function isOtherParty({ assignment }: Pick<State, "assignment">, found: Found): boolean {
  return isParty(found) && misfitOf(assignment, found) !== null;
}

function misfitOf(
  { told }: State["assignment"],
  said: Quantity,
): { readonly said: string; readonly wanted: string } | null {
  const parties = told.flatMap((reading) =>
    reading.found.filter(isParty).map((party) => ({ party, most: AT_MOST.test(reading.words) })),
  );
  const [first] = parties;
  const fits = ({ party, most }: (typeof parties)[number]): boolean =>
    party.amount === said.amount || (most && said.amount < party.amount);
  if (first === undefined || parties.some(fits)) return null;
  return { said: said.text, wanted: first.party.text };
}

function isParty(found: Found): found is Quantity {
  return found.kind === "quantity" && found.unit === "people";
}

/** The most that the request allows to be paid, and where it says so. */
export function limitOf(state: Pick<State, "assignment">): { readonly cents: number; readonly words: string } | null {
  for (const told of state.assignment.told) {
    if (!AT_MOST.test(told.words)) continue;
    const price = foundOf(told, "price").at(-1);
    if (price !== undefined) return { cents: price.upToCents ?? price.amountCents, words: told.text };
  }
  return null;
}

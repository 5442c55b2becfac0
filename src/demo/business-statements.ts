/** What the business can be held to: each line with a price, a time or a number in it, and what names it. */
import type { Business } from "./business.ts";

export type Statement = {
  readonly line: string;
  /** The words that name it. */
  readonly when: readonly string[];
  /** What is meant when nothing is named: the booking by a time, the confirmation number by a number. */
  readonly usual: boolean;
  /** It has been said in this call. */
  readonly said: boolean;
  /** The confirmation number that the line reads out. */
  readonly number?: string;
};

/** What it has given this caller; null where it has not. */
export type Given = {
  /** Everything it has said in this call. */
  readonly said: readonly string[];
  /** The line that offers or books a place. */
  readonly place: string | null;
  readonly number: { readonly line: string; readonly text: string } | null;
};

const NAMES_THE_PLACE = ["table", "booking", "booked", "reservation", "appointment", "reserved", "opening on"];
const NAMES_THE_NUMBER = ["number", "code", "confirmation", "reference"];

export function statementsOf(business: Business, { said, place, number }: Given): Statement[] {
  const known = topicLines(business).map(({ when, say }) => ({
    line: say,
    when,
    usual: false,
    said: said.some((text) => text.includes(say)),
  }));
  if (place !== null) known.push({ line: place, when: NAMES_THE_PLACE, usual: true, said: true });
  if (number === null) return known;
  return [...known, { line: number.line, when: NAMES_THE_NUMBER, usual: true, said: true, number: number.text }];
}

/** What the business knows, as it says it. */
export function topicLines(business: Business): readonly { readonly when: readonly string[]; readonly say: string }[] {
  return [
    ...business.services.map((service) => ({ when: service.when, say: `The ${service.name} is ${service.price}.` })),
    ...business.answers,
  ];
}

/**
 * Whether a value is the one that a question asks for: not only a time, but the time of that; not only a number, but
 * one of minutes. The wrong value is worse than none, because it is reported as an answer.
 */
import type { Clause } from "../../../language/en/clauses.ts";
import { isAboutContrary } from "../../../language/en/contraries.ts";
import type { DigitRun, Code, Found, Quantity } from "../../../language/en/found.ts";
import type { Reading } from "../../../language/en/reading.ts";
import { contentOf, overlap, stem } from "../../../language/en/content.ts";
import { topicOf } from "./english/topics.ts";
import type { Ask } from "./state.ts";

const LENGTHS_OF_TIME = /^(minutes|hours|days|weeks|months|years|nights)$/;
const ASKS_HOW_LONG =
  /\bhow (long|soon)\b|\bhow (far|much|many \w+) (ahead|in advance|beforehand)\b|\bhow much (time|notice|longer)\b|\bwait time\b|\bhow many (minutes|hours|days|weeks|months|nights)\b/;
const ASKS_HOW_MANY_PEOPLE =
  /\bhow many (people|guests|persons|adults|diners|seats)\b|\bnumber of (people|guests|seats)\b|\bhow big\b/;
const ASKS_FOR_A_DAY = /\b(what|which) (day|date|days|dates)\b/;
const SAYS_HOW_LONG_IT_TAKES = /\b(takes?|lasts?|long)\b/;
export const SAYS_HOURS =
  /\b(we|we're|we are|they|they're|they are|shop|store|office) (will )?(usually |normally |only |always )?(opens?|closes?|closed)\b/;
export const ASKS_HOURS =
  /\b(open|opens|opening|close|closes|closing|closed|hours|late|early|earliest|latest|shut|come|stop by|drop|visit|until)\b/;

/** Whether a value in this clause is of the sort that the question wants. */
export function fits(ask: Ask, found: Found, clause: Clause): boolean {
  const question = ask.question.toLowerCase();
  switch (ask.kind) {
    case "price":
      return !(found.kind === "price" && found.threshold);
    case "date":
      return isWhen(question, found, clause);
    case "quantity":
      return found.kind !== "quantity" || isMeasure(question, found);
    case "phone":
      return (found.kind === "digits" || found.kind === "code") && isNumberToDial(question, found);
    case "code":
      return found.kind !== "digits" || !found.phone;
    case "time":
    case "name":
    case "yes_no":
    case "choice":
    case "free":
      return true;
  }
}

function isWhen(question: string, found: Found, clause: Clause): boolean {
  if (SAYS_HOURS.test(clause.words) && !ASKS_HOURS.test(question)) return false;
  const day = ASKS_FOR_A_DAY.test(question);
  if (found.kind === "time") return !day;
  if (found.kind !== "quantity") return true;
  if (!LENGTHS_OF_TIME.test(found.unit)) return false;
  return !day || (!/^(minutes|hours)$/.test(found.unit) && !SAYS_HOW_LONG_IT_TAKES.test(clause.words));
}

function isMeasure(question: string, { unit }: Quantity): boolean {
  const bare = unit === "";
  if (ASKS_HOW_LONG.test(question)) return bare || LENGTHS_OF_TIME.test(unit);
  if (ASKS_HOW_MANY_PEOPLE.test(question)) return bare || /^(people|children|seats)$/.test(unit);
  if (/\bhow far\b/.test(question)) return /^(miles?|blocks?|minutes|steps|floors)$/.test(unit);
  if (/\bhow old\b/.test(question)) return bare || /^(years|months)$/.test(unit);
  const counted = /\bhow many ((?:\w+ ){1,3}?)(do|does|did|can|could|are|is|will|would|have|has|fit|left)\b/.exec(
    question,
  )?.[1];
  if (bare || counted === undefined) return true;
  const nouns = topicOf(counted);
  return nouns.length === 0 || nouns.includes(stem(unit)) || /^(left|of)$/.test(unit);
}

/** A telephone number has at least seven digits; a zip code and an extension have fewer. */
function isNumberToDial(question: string, found: DigitRun | Code): boolean {
  if (found.kind === "code" && found.labelled) return false;
  if (!/^\d+$/.test(found.text)) return false;
  if (/\b(zip|postcode|postal)\b/.test(question)) return found.text.length === 5 || found.text.length === 9;
  return /\bextension\b/.test(question) || found.text.length >= 7;
}

/** How sure it is that a sentence is about something else than the question. */
export type Elsewhere = "no" | "perhaps" | "surely";

/** Of a value that is of the right sort: whether it is said of another thing, or was said of one already. */
export function saidOfAnother(
  ask: Ask,
  others: readonly Ask[],
  reading: Reading,
  clause: Clause,
  found: Found | null,
): Elsewhere {
  const content = contentOf(clause.words);
  const values = reading.found.filter(
    (each) => each.kind === found?.kind && each.from >= clause.from && each.to <= clause.to,
  );
  const about = overlap(ask.topic, content) > 0;
  if (
    found !== null &&
    /^(price|time)$/.test(ask.kind) &&
    values.length < 2 &&
    isAboutContrary(ask.question, clause.words)
  )
    return "surely";
  if (found?.kind === "name" && holdsAnotherValue(reading, clause) && !INTRODUCES.test(clause.words)) return "surely";
  if (about || values.length > 1) return "no";
  const another = others.some(
    (other) =>
      overlap(
        other.topic.filter((word) => !ask.topic.includes(word)),
        content,
      ) > 0,
  );
  if (others.some((other) => wasAnsweredBy(other, clause)))
    return another || ask.kind === "free" ? "surely" : "perhaps";
  if (ask.kind === "time" && SAYS_HOURS.test(clause.words) && !ASKS_HOURS.test(ask.question.toLowerCase()))
    return "perhaps";
  return found?.kind === "price" && hasSubjectOfItsOwn(ask, clause) ? (another ? "surely" : "perhaps") : "no";
}

const INTRODUCES = /\b(this is|name|names|called|ask for|speak to|speak with|mr|mrs|ms|miss|doctor|dr|professor)\b/;

/** "Next Tuesday", "it takes two days": what looks like a name in them is none. */
function holdsAnotherValue(reading: Reading, clause: Clause): boolean {
  return reading.found.some((each) => each.kind !== "name" && each.from >= clause.from && each.to <= clause.to);
}

/** "The dinner menu is forty two dollars" to "How much is a tune up?". */
export function hasSubjectOfItsOwn(ask: Ask, clause: Clause): boolean {
  const subject =
    /^(?:yes |no |okay |well |so )*(?:the|a|an|our|your) ((?:\w+ ){1,3})(?:is|are|costs?|starts?|runs?) /.exec(
      clause.words,
    )?.[1];
  if (subject === undefined || ask.topic.length === 0) return false;
  const content = topicOf(subject);
  return content.length > 0 && overlap(content, ask.topic) === 0;
}

/** The very sentence by which another question was answered: an echo, or it was said again because we were not heard. */
function wasAnsweredBy(other: Ask, clause: Clause): boolean {
  if (other.status !== "answered" || other.quote === null) return false;
  const old = bare(other.quote);
  const now = bare(clause.quote);
  return old === now || (old.length >= 12 && now.includes(old));
}

function bare(words: string): string {
  return words
    .toLowerCase()
    .replace(/[^a-z0-9$]+/g, " ")
    .trim();
}

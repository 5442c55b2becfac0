/** Questions that may be answered with anything: what is no answer to them all the same. */
import type { Clause } from "../../../language/en/clauses.ts";
import type { Found } from "../../../language/en/found.ts";
import { isGarbled } from "../../../language/en/garbled.ts";
import type { Reading } from "../../../language/en/reading.ts";
import { contentOf, overlap } from "../../../language/en/content.ts";
import { ASKS_HOURS, hasSubjectOfItsOwn, SAYS_HOURS } from "./fitting.ts";
import type { Ask } from "./state.ts";

const NO_PLACE: ReadonlySet<Found["kind"]> = new Set(["price", "time", "date", "quantity", "code", "digits"]);
const PLACE =
  /\b(in|on|at|near|nearby|next|behind|across|between|opposite|off|corner|street|avenue|road|lane|drive|boulevard|square|mall|center|centre|downtown|uptown|building|floor|station|exit|highway|block|blocks|miles?|from the|front|here|inside|outside|upstairs|downstairs)\b/;
const ASKS_FOR_MONEY =
  /\b(minimum|maximum|deposit|discount|deal|offer|special|package|fine|penalty|difference|policy|budget|limit)\b/;

const ASKS_FOR_A_NUMBERED_ONE =
  /\b(floor|room|level|aisle|gate|platform|track|street|avenue|suite|unit|lane|season|grade|edition|row)\b/;

/** A price to "Where are you?", a time to "What should I bring?": once it is asked again, then it is believed. */
export function isOutOfPlace(ask: Ask, reading: Reading, clause: Clause): boolean {
  const question = ask.question.toLowerCase();
  const about = overlap(ask.topic, contentOf(clause.words)) > 0;
  const inside = reading.found.filter((found) => found.from >= clause.from && found.to <= clause.to);
  if (/^(and |so |please )*where\b/.test(question)) {
    const placed = PLACE.test(withoutValues(reading, clause, inside));
    if (inside.some((found) => NO_PLACE.has(found.kind)) && !placed) return true;
    return !placed && !about && ask.tries < 2;
  }
  if (about) return false;
  if (isGarbled(clause.words)) return true;
  if (isOfAnotherMatter(ask, question, clause, inside)) return true;
  if (ask.tries >= 2 || ASKS_FOR_MONEY.test(question) || ASKS_FOR_A_NUMBERED_ONE.test(question)) return false;
  return inside.some((found) => found.kind !== "name" && found.text !== "free");
}

/** Sentences that answer a question of their own: hours, a price of something named, a number that is called one. */
function isOfAnotherMatter(ask: Ask, question: string, clause: Clause, inside: readonly Found[]): boolean {
  if (SAYS_HOURS.test(clause.words) && !ASKS_HOURS.test(question)) return true;
  if (inside.some((found) => (found.kind === "code" && found.labelled) || (found.kind === "digits" && found.phone)))
    return !/\b(number|reach|contact|call)\b/.test(question);
  const priced = inside.some((found) => found.kind === "price" && found.text !== "free");
  return (
    priced &&
    (hasSubjectOfItsOwn(ask, clause) || /^(and |so |please )*how (do|does|can|could|should|would)\b/.test(question))
  );
}

/** The words of a clause that are no part of a value: the "at" of "at nine" is none of a place. */
function withoutValues(reading: Reading, clause: Clause, inside: readonly Found[]): string {
  const words: string[] = [];
  for (let i = clause.from; i < clause.to; i++) {
    const valued = inside.some((found) => i >= found.from && i < found.to);
    const leading = inside.some((found) => i === found.from - 1);
    if (!valued && !leading) words.push(reading.tokens[i]?.word ?? "");
  }
  return words.join(" ");
}

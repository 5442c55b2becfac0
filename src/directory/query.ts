/** From what somebody types to a full-text query. Pure. */
import { marksOf } from "./categories.ts";
import { words } from "./fold.ts";

/** Words that say nothing of the business. */
const NOISE = new Set(
  "a an the and or of for in at on to near nearby me my by with best good cheap open now today place places some any find call el la los las de del der die das und ein eine le les du des un une et y".split(
    " ",
  ),
);
const MOST_WORDS = 8;
/** Shorter beginnings stand for too many words. */
const SHORTEST_PREFIX = 3;

/** For each word of the query: the words that satisfy it. `prefix`: also words that begin with the first. */
export type Wanted = { readonly anyOf: readonly string[]; readonly prefix: boolean };

export function queryWords(text: string): string[] {
  const all = words(text.slice(0, 300)).filter((word) => word.length <= 40);
  const telling = all.filter((word) => !NOISE.has(word));
  return [...new Set(telling.length > 0 ? telling : all)].slice(0, MOST_WORDS);
}

/** Every word as it is, or in the other number; the last one may be a beginning. */
export function asTyped(list: readonly string[]): Wanted[] {
  return list.map((word, index) => ({
    anyOf: numbersOf(word),
    prefix: index === list.length - 1 && word.length >= SHORTEST_PREFIX,
  }));
}

/** Every word may be a beginning. */
export function asBeginnings(list: readonly string[]): Wanted[] {
  return list.map((word) => ({ anyOf: numbersOf(word), prefix: word.length >= SHORTEST_PREFIX }));
}

/** Singular and plural, as far as English spelling goes. */
function numbersOf(word: string): string[] {
  if (word.length < 4) return [word];
  if (word.endsWith("ies")) return [word, `${word.slice(0, -3)}y`];
  if (/(?:s|x|ch|sh)es$/.test(word)) return [word, word.slice(0, -2), word.slice(0, -1)];
  if (word.endsWith("s") && !word.endsWith("ss")) return [word, word.slice(0, -1)];
  return [word, `${word}s`];
}

export type Columns = "name kinds place" | "name" | "place";

export function matchExpression(wanted: readonly Wanted[], columns: Columns, cells: readonly string[]): string {
  const each = wanted.map(({ anyOf, prefix }) => {
    const options = anyOf.map((word, index) => (prefix && index === 0 ? `${quoted(word)} *` : quoted(word)));
    const marks =
      columns === "name kinds place" ? anyOf.flatMap((word, index) => marksOf(word, prefix && index === 0)) : [];
    return `(${[...new Set([...options, ...marks.map(quoted)])].join(" OR ")})`;
  });
  const text = `{${columns}} : (${each.join(" AND ")})`;
  return cells.length === 0 ? text : `${text} AND cells : (${cells.map(quoted).join(" OR ")})`;
}

function quoted(word: string): string {
  return `"${word.replaceAll('"', '""')}"`;
}

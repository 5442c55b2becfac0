/**
 * The search itself: words as typed, then as beginnings, then with their slips mended; the first of these that finds
 * anything answers. With a place the neighbourhood is searched first and widened until there are enough, so that the
 * answer is the nearest ones exactly and a common word does not cost more than a rare one.
 */
import type Database from "better-sqlite3";
import { coveredMetres, distanceMetres, LEVELS, neighbourhood } from "./cells.ts";
import type { Point } from "./cells.ts";
import { asBeginnings, asTyped, matchExpression, queryWords } from "./query.ts";
import type { Columns, Wanted } from "./query.ts";
import type { Speller } from "./spelling.ts";

type Found = { readonly id: number; readonly distanceMetres: number | null };

/** Where to look: at a point, or in a place known only by its name in addresses. */
export type Where = { readonly point: Point } | { readonly named: readonly string[] } | null;

export type Search = (text: string, where: Where, limit: number) => Found[];

/** Of more matches than this the best are not looked for: all of them are much alike. */
const MOST_RANKED = 2000;
const FEW = 300;
const MOST_MEASURED = 5000;
const MOST_SUGGESTIONS = 6;

export function createSearch(db: Database.Database, speller: Speller): Search {
  const count = db
    .prepare<[string, number], number>("SELECT count(*) FROM (SELECT rowid FROM words WHERE words MATCH ? LIMIT ?)")
    .pluck();
  const first = db.prepare<[string, number], number>("SELECT rowid FROM words WHERE words MATCH ? LIMIT ?").pluck();
  const ranked = db
    .prepare<[string, number], number>(
      "SELECT rowid FROM words WHERE words MATCH ? ORDER BY bm25(words, 10, 4, 1, 0) LIMIT ?",
    )
    .pluck();
  const placed = db.prepare<[string, number], { id: number; latitude: number; longitude: number }>(
    "SELECT id, latitude, longitude FROM words JOIN businesses ON id = words.rowid WHERE words MATCH ? AND latitude IS NOT NULL LIMIT ?",
  );
  const knows = db.prepare<[string], number>("SELECT 1 FROM words WHERE words MATCH ? LIMIT 1").pluck();

  const anywhere = (wanted: readonly Wanted[], named: readonly string[], limit: number): Found[] => {
    const places = named.map((word): Wanted => ({ anyOf: [word], prefix: false }));
    const expression = (columns: Columns): string => {
      const text = matchExpression(wanted, columns, []);
      return places.length === 0 ? text : `${text} AND ${matchExpression(places, "place", [])}`;
    };
    const all = expression("name kinds place");
    const ids =
      (count.get(all, MOST_RANKED + 1) ?? 0) <= MOST_RANKED
        ? ranked.all(all, limit)
        : amongMany(expression("name"), all, limit);
    return ids.map((id) => ({ id, distanceMetres: null }));
  };

  /** The name says it best; what is still missing is taken as it comes. */
  const amongMany = (name: string, all: string, limit: number): number[] => {
    const named =
      (count.get(name, MOST_RANKED + 1) ?? 0) <= MOST_RANKED ? ranked.all(name, limit) : first.all(name, limit);
    return [...new Set([...named, ...first.all(all, limit)])].slice(0, limit);
  };

  const nearby = (wanted: readonly Wanted[], point: Point, limit: number): Found[] => {
    const nearest = (cells: readonly string[], most: number): { found: Found[]; isAll: boolean } => {
      const rows = placed.all(matchExpression(wanted, "name kinds place", cells), most + 1);
      const found = rows.map((row) => ({ id: row.id, distanceMetres: distanceMetres(point, row) }));
      found.sort((a, b) => a.distanceMetres - b.distanceMetres);
      return { found: found.slice(0, limit), isAll: rows.length <= most };
    };
    // Few enough to measure them all, wherever they are.
    const everywhere = nearest([], FEW);
    if (everywhere.isAll) return everywhere.found;
    for (const level of LEVELS) {
      const { found } = nearest(neighbourhood(point, level), MOST_MEASURED);
      const furthest = found.at(-1)?.distanceMetres ?? Infinity;
      if (found.length === limit && furthest <= coveredMetres(point, level)) return found;
    }
    return nearest([], MOST_MEASURED).found;
  };

  const look = (wanted: readonly Wanted[], where: Where, limit: number): Found[] => {
    if (where === null) return anywhere(wanted, [], limit);
    return "point" in where ? nearby(wanted, where.point, limit) : anywhere(wanted, where.named, limit);
  };

  /** Unknown words as what may be meant; null when one is beyond mending. */
  const mended = (list: readonly string[]): Wanted[] | null => {
    const wanted: Wanted[] = [];
    for (const word of list) {
      const isKnown =
        knows.get(matchExpression([{ anyOf: [word], prefix: false }], "name kinds place", [])) !== undefined;
      const anyOf = isKnown ? [word] : speller.suggest(word, MOST_SUGGESTIONS);
      if (anyOf.length === 0) return null;
      wanted.push({ anyOf, prefix: false });
    }
    return wanted;
  };

  return (text, where, limit) => {
    const list = queryWords(text);
    if (list.length === 0) return [];
    for (const wanted of [asTyped(list), asBeginnings(list), mended(list)]) {
      const found = wanted === null ? [] : look(wanted, where, limit);
      if (found.length > 0) return found;
    }
    return [];
  };
}

/**
 * Misspelt words. Every word of the directory is kept under itself and under itself with one letter left out; a query
 * word is looked up the same way, with up to two letters left out when it is long. Two words that meet so are at most
 * a few slips apart, and the true distance decides.
 */
import type Database from "better-sqlite3";
import { editDistance } from "../lib/edit-distance.ts";
import { spokenWords } from "./categories.ts";

const SHORTEST = 4;
const LONGEST = 24;
/** From this length on two slips are forgiven. */
const TWO_SLIPS_FROM = 8;

export type Speller = {
  /** Words of the directory that may be meant, the likeliest first; empty when none comes near. */
  suggest(word: string, most: number): string[];
};

export function createSpeller(db: Database.Database): Speller {
  const byKey = db.prepare<[number], { term: string; uses: number }>(
    "SELECT term, uses FROM spellings JOIN terms ON terms.id = term_id WHERE key = ? LIMIT 200",
  );
  return {
    suggest(word, most) {
      if (word.length < SHORTEST || word.length > LONGEST || /\d/.test(word)) return [];
      const allowed = word.length >= TWO_SLIPS_FROM ? 2 : 1;
      const found = new Map<string, { distance: number; uses: number }>();
      for (const variant of variants(word, allowed)) {
        for (const { term, uses } of byKey.iterate(keyOf(variant))) {
          if (found.has(term)) continue;
          const distance = editDistance(word, term, allowed);
          if (distance <= allowed) found.set(term, { distance, uses });
        }
      }
      return [...found]
        .toSorted(
          ([a, x], [b, y]) => x.distance - y.distance || sameStart(word, b) - sameStart(word, a) || y.uses - x.uses,
        )
        .slice(0, most)
        .map(([term]) => term);
    },
  };
}

function sameStart(a: string, b: string): number {
  return a[0] === b[0] ? 1 : 0;
}

/** Builds the tables anew from what is indexed. Part of an import: takes seconds, in its worker. */
export function rebuildSpellings(db: Database.Database): void {
  db.exec(`
    DELETE FROM spellings;
    DELETE FROM terms;
    INSERT INTO terms (term, uses)
      SELECT term, sum(doc) FROM vocabulary
      WHERE col IN ('name', 'kinds') AND term NOT GLOB 'qk*' AND length(term) BETWEEN ${SHORTEST} AND ${LONGEST} AND term NOT GLOB '*[0-9]*'
      GROUP BY term;
  `);
  const spoken = db.prepare(
    "INSERT INTO terms (term, uses) VALUES (?, 100) ON CONFLICT (term) DO UPDATE SET uses = uses + 100",
  );
  for (const word of spokenWords()) if (word.length >= SHORTEST) spoken.run(word);
  const insert = db.prepare("INSERT OR IGNORE INTO spellings (key, term_id) VALUES (?, ?)");
  for (const { id, term } of db.prepare<[], { id: number; term: string }>("SELECT id, term FROM terms").all()) {
    for (const variant of variants(term, 1)) insert.run(keyOf(variant), id);
  }
}

/** The word, and the word with up to so many letters left out. */
function variants(word: string, letters: number): Set<string> {
  const all = new Set([word]);
  let last = new Set([word]);
  for (let round = 0; round < letters; round++) {
    const next = new Set<string>();
    for (const one of last) for (let at = 0; at < one.length; at++) next.add(one.slice(0, at) + one.slice(at + 1));
    for (const one of next) all.add(one);
    last = next;
  }
  return all;
}

/** FNV-1a, 32 bits: a key for an index, collisions are sorted out by the distance. */
function keyOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

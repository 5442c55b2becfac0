/** What is meant by `near`: a pair of coordinates, or a place that the directory's own addresses name. */
import type Database from "better-sqlite3";
import { editDistance } from "../lib/edit-distance.ts";
import type { Point } from "./cells.ts";
import { fold, words } from "./fold.ts";
import type { Where } from "./search.ts";

const COORDINATES = /^\s*\(?\s*([+-]?\d{1,2}(?:\.\d+)?)\s*[,; ]\s*([+-]?\d{1,3}(?:\.\d+)?)\s*\)?\s*$/;

export function readCoordinates(text: string): Point | null {
  const found = COORDINATES.exec(text);
  if (!found) return null;
  const [latitude, longitude] = [Number(found[1]), Number(found[2])];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

type PlaceRow = { readonly name: string; readonly latitude: number; readonly longitude: number };

/** `null`: the place is not known, and the search goes on without one. */
export function createNear(db: Database.Database): (text: string | null) => Where {
  const exact = db.prepare<[string], PlaceRow>(
    "SELECT name, latitude, longitude FROM places WHERE name = ? ORDER BY businesses DESC LIMIT 1",
  );
  const begins = db.prepare<[string, string], PlaceRow>(
    "SELECT name, latitude, longitude FROM places WHERE name >= ? AND name < ? ORDER BY businesses DESC LIMIT 1",
  );
  const sameLetter = db.prepare<[string, string], PlaceRow>(
    "SELECT name, latitude, longitude FROM places WHERE name >= ? AND name < ? ORDER BY businesses DESC LIMIT 20000",
  );
  const named = db.prepare<[string], number>("SELECT 1 FROM words WHERE words MATCH ? LIMIT 1").pluck();

  const misspelt = (name: string): PlaceRow | undefined => {
    if (name.length < 5) return undefined;
    const most = name.length >= 8 ? 2 : 1;
    const letter = name.slice(0, 1);
    return sameLetter.all(letter, after(letter)).find((place) => editDistance(name, place.name, most) <= most);
  };

  return (text) => {
    if (text === null || text.trim() === "") return null;
    const point = readCoordinates(text);
    if (point) return { point };
    const whole = fold(text);
    const head = fold(text.split(",", 1)[0] ?? "");
    if (whole === "") return null;
    const place =
      exact.get(whole) ??
      exact.get(head) ??
      (whole.length >= 4 ? begins.get(whole, after(whole)) : undefined) ??
      misspelt(head);
    if (place) return { point: place };
    const list = words(head);
    const expression = `place : (${list.map((word) => `"${word}"`).join(" AND ")})`;
    return named.get(expression) === undefined ? null : { named: list };
  };
}

/** The first text after all that begin with this one. */
function after(text: string): string {
  return `${text.slice(0, -1)}${String.fromCodePoint((text.codePointAt(text.length - 1) ?? 0) + 1)}`;
}

/** Where the places are, from the businesses in them. Part of an import. */
export function rebuildPlaces(db: Database.Database): void {
  const from = (name: string, group: string): string =>
    `INSERT OR IGNORE INTO places SELECT ${name}, avg(latitude), avg(longitude), count(*) FROM businesses
     WHERE latitude IS NOT NULL AND ${group} GROUP BY ${name}, country, region HAVING ${name} <> ''`;
  db.exec(`
    DELETE FROM places;
    ${from("fold(city)", "city IS NOT NULL")};
    ${from("fold(city || ' ' || region)", "city IS NOT NULL AND region IS NOT NULL")};
    ${from("fold(city || ' ' || country)", "city IS NOT NULL AND country IS NOT NULL")};
    ${from("fold(city || ' ' || region || ' ' || country)", "city IS NOT NULL AND region IS NOT NULL AND country IS NOT NULL")};
    ${from("fold(postcode)", "postcode IS NOT NULL")};
  `);
}

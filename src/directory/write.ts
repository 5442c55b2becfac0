/** Puts businesses into the directory and its index. Used by imports, in their worker, and for the seed. */
import type Database from "better-sqlite3";
import type { Business } from "./business.ts";
import { kindWords } from "./categories.ts";
import { cellWords } from "./cells.ts";
import { fold } from "./fold.ts";
import { rebuildPlaces } from "./near.ts";
import { rebuildSpellings } from "./spelling.ts";

export type Writer = {
  /** Adds the business, or replaces the one of the same source and id. Within a transaction of the caller. */
  put(business: Business): "added" | "replaced";
  /** Removes what this source had before and this import has not put again. */
  dropOthers(): number;
  /** Notes where the data comes from, and builds what is derived from all of it. */
  finish(about: { readonly attribution: string | null; readonly digest: string | null }): void;
};

const FIELDS = [
  "source",
  "source_id",
  "import_id",
  "name",
  "phone",
  "address",
  "city",
  "region",
  "postcode",
  "country",
  "latitude",
  "longitude",
  "categories",
  "hours",
  "rating",
  "timezone",
] as const;

export function createWriter(db: Database.Database, source: string, nowMs: number): Writer {
  const importId = Number(
    db.prepare("INSERT INTO imports (source, started_at_ms) VALUES (?, ?)").run(source, nowMs).lastInsertRowid,
  );
  const find = db
    .prepare<[string, string], number>("SELECT id FROM businesses WHERE source = ? AND source_id = ?")
    .pluck();
  const insert = db.prepare(
    `INSERT INTO businesses (${FIELDS.join(", ")}) VALUES (${FIELDS.map(() => "?").join(", ")})`,
  );
  const update = db.prepare(`UPDATE businesses SET ${FIELDS.map((field) => `${field} = ?`).join(", ")} WHERE id = ?`);
  const index = db.prepare("INSERT INTO words (rowid, name, kinds, place, cells) VALUES (?, ?, ?, ?, ?)");
  const unindex = db.prepare("DELETE FROM words WHERE rowid = ?");
  const isEmpty = db.prepare("SELECT 1 FROM businesses WHERE source = ? LIMIT 1").get(source) === undefined;
  const seen = new Set<string>();

  return {
    put(business) {
      // A first import has nothing to look for, except what it has put itself.
      const isNew = isEmpty && !seen.has(business.sourceId);
      if (isEmpty) seen.add(business.sourceId);
      const before = isNew ? undefined : find.get(source, business.sourceId);
      const row = rowOf(business, source, importId);
      if (before === undefined) {
        indexUnder(Number(insert.run(...row).lastInsertRowid), business);
        return "added";
      }
      update.run(...row, before);
      unindex.run(before);
      indexUnder(before, business);
      return "replaced";
    },
    dropOthers() {
      const stale = db
        .prepare<[string, number], number>("SELECT id FROM businesses WHERE source = ? AND import_id <> ?")
        .pluck()
        .all(source, importId);
      const drop = db.prepare("DELETE FROM businesses WHERE id = ?");
      for (const id of stale) {
        unindex.run(id);
        drop.run(id);
      }
      return stale.length;
    },
    finish({ attribution, digest }) {
      db.prepare(
        "INSERT OR REPLACE INTO sources (source, attribution, digest, imported_at_ms) VALUES (?, ?, ?, ?)",
      ).run(source, attribution, digest, nowMs);
      rebuildSpellings(db);
      rebuildPlaces(db);
    },
  };

  function indexUnder(id: number, business: Business): void {
    const { name, categories, address, city, region, postcode, latitude, longitude } = business;
    const place = fold([address, city, region, postcode].filter((part) => part !== null).join(" "));
    const cells = latitude === null || longitude === null ? "" : cellWords({ latitude, longitude });
    index.run(id, fold(name), kindWords(categories), place, cells);
  }
}

function rowOf(business: Business, source: string, importId: number): (string | number | null)[] {
  const { sourceId, name, phone, address, city, region, postcode, country } = business;
  const { latitude, longitude, categories, hours, rating, timezone } = business;
  return [
    source,
    sourceId,
    importId,
    name,
    phone,
    address,
    city,
    region,
    postcode,
    country,
    latitude,
    longitude,
    categories.join(","),
    hours,
    rating,
    timezone,
  ];
}

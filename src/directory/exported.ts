/**
 * The businesses of the directory, record by record, under the names that an import of CSV understands. Read beside the
 * appliance, page by page; nothing is written.
 */
import Database from "better-sqlite3";
import { existsSync } from "node:fs";
import { join } from "node:path";

export const BUSINESS_COLUMNS = [
  ...["source", "id", "name", "phone", "address", "city", "region", "postcode", "country", "latitude", "longitude"],
  ...["categories", "hours", "rating", "timezone"],
] as const;

const BUSY_MS = 10_000;
const PAGE = 500;

/** None when nothing was ever imported or searched. */
export function* exportedBusinesses(folder: string): Iterable<object> {
  const path = join(folder, "directory.db");
  if (!existsSync(path)) return;
  const db = new Database(path, { readonly: true, fileMustExist: true, timeout: BUSY_MS });
  try {
    const page = db.prepare<[number], { readonly at: number }>(
      `SELECT id AS at, source, source_id AS id, name, phone, address, city, region, postcode, country, latitude,
        longitude, categories, hours, rating, timezone
      FROM businesses WHERE businesses.id > ? ORDER BY businesses.id LIMIT ${PAGE}`,
    );
    for (let rows = page.all(0); rows.length > 0; rows = page.all(rows.at(-1)?.at ?? 0)) {
      for (const { at: _, ...business } of rows) yield business;
    }
  } finally {
    db.close();
  }
}

/**
 * The directory that comes with the appliance: one SQLite file with full-text search, holding the fictional businesses
 * and whatever the operator imports. Searching is synchronous underneath and takes a few milliseconds; importing runs
 * in a worker of its own on a connection of its own.
 */
import type Database from "better-sqlite3";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { BusinessMatch, Directory } from "../planning/ports.ts";
import { checkBusiness } from "./business.ts";
import { createNear } from "./near.ts";
import { parseCsv } from "../lib/csv-reading.ts";
import { businessOfRow } from "./importing/csv-businesses.ts";
import { startImport } from "./importing/importer.ts";
import type { ImportJob, ImportRequest, Progress } from "./importing/importer.ts";
import { openingAt, warmOpening } from "./opening.ts";
import { openDirectoryDatabase } from "./schema.ts";
import { createSearch } from "./search.ts";
import { createSpeller } from "./spelling.ts";
import { createWriter } from "./write.ts";

export type EmbeddedDirectory = Directory & {
  /** Starts an import; the returned job tells how it goes and how it ended. */
  import(request: ImportRequest, onProgress: (progress: Progress) => void, signal: AbortSignal): ImportJob;
  close(): void;
};

export type EmbeddedOptions = {
  /** The appliance's data folder. */
  readonly folder: string;
  /** Businesses that are always there, as CSV; null for none. */
  readonly seed: { readonly path: string; readonly demoPhone: string } | null;
  readonly nowMs: number;
};

type Row = {
  readonly id: number;
  readonly name: string;
  readonly phone: string | null;
  readonly address: string | null;
  readonly region: string | null;
  readonly country: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly hours: string | null;
  readonly rating: number | null;
  readonly timezone: string | null;
  readonly attribution: string | null;
};

const COLUMNS =
  "id, name, phone, address, region, country, latitude, longitude, hours, rating, timezone, attribution FROM businesses LEFT JOIN sources USING (source)";

export function openEmbeddedDirectory({ folder, seed, nowMs }: EmbeddedOptions): EmbeddedDirectory {
  const db = openDirectoryDatabase(folder);
  if (seed !== null) plant(db, seed, nowMs);
  warmOpening(nowMs);
  const search = createSearch(db, createSpeller(db));
  const near = createNear(db);
  const byId = db.prepare<[number], Row>(`SELECT ${COLUMNS} WHERE id = ?`);
  const byPhone = db.prepare<[string], Row>(`SELECT ${COLUMNS} WHERE phone = ? ORDER BY id LIMIT 1`);
  return {
    search({ text, near: place, limit }, atMs) {
      const found = search(text, near(place), limit);
      const matches = found.flatMap(({ id, distanceMetres }) => {
        const row = byId.get(id);
        return row === undefined ? [] : [matchOf(row, distanceMetres, atMs)];
      });
      return Promise.resolve(matches);
    },
    atNumber(phone, atMs) {
      const row = byPhone.get(phone);
      return row === undefined ? null : matchOf(row, null, atMs);
    },
    import: (request, onProgress, signal) => startImport(folder, request, onProgress, signal),
    close: () => void db.close(),
  };
}

function matchOf(row: Row, distance: number | null, nowMs: number): BusinessMatch {
  const { name, phone, address, rating, timezone, attribution } = row;
  const { openNow, hoursToday } = openingAt(row.hours, row, nowMs);
  const distanceMetres = distance === null ? null : Math.round(distance);
  return { name, phone, address, openNow, hoursToday, rating, timezone, distanceMetres, attribution };
}

const SEED = "seed";
/** In the seed file: the business that answers the demo number, whatever number that is. */
const DEMO = "demo";

/** Puts the fictional businesses in when they have changed since the last time. */
function plant(db: Database.Database, { path, demoPhone }: NonNullable<EmbeddedOptions["seed"]>, nowMs: number): void {
  const text = readFileSync(path, "utf8");
  const digest = createHash("sha256").update(demoPhone).update("\n").update(text).digest("hex");
  const planted = db.prepare("SELECT digest FROM sources WHERE source = ?").pluck().get(SEED);
  if (planted === digest) return;
  db.transaction(() => {
    const writer = createWriter(db, SEED, nowMs);
    const [header, ...rows] = [...parseCsv(text)];
    for (const { cells, line } of rows) {
      const raw = businessOfRow(header?.cells ?? [], cells, SEED);
      const business = checkBusiness(raw.phone === DEMO ? { ...raw, phone: demoPhone } : raw);
      if (typeof business === "string") throw new Error(`${path}, line ${line}: ${business}`);
      writer.put(business);
    }
    writer.dropOthers();
    writer.finish({ attribution: null, digest });
  }).immediate();
}

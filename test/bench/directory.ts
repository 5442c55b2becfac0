/**
 * The business directory at 300,000 rows: how long a search takes beside a bare full-text query over the same rows, how
 * long importing them takes beside bare inserts, and what the import does to the main thread meanwhile.
 */
import Database from "better-sqlite3";
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { parseCsv } from "../../src/lib/csv-reading.ts";
import { openEmbeddedDirectory } from "../../src/directory/embedded.ts";
import { percentile, result } from "./result.ts";
import type { Result } from "./result.ts";

const ROWS = 300_000;
const SEARCHES = 400;
const TOWNS = 300;
const HOURS = [
  "Mo-Fr 09:00-17:00",
  "Mo-Su 11:00-22:00; PH off",
  "Tu-Sa 10:00-19:00",
  "24/7",
  "Mo-Sa 08:00-12:00,14:00-18:00",
  "",
];
const KINDS =
  "restaurant;pizza cafe bakery dentist doctors pharmacy hairdresser car_repair florist books hotel plumber electrician supermarket restaurant;sushi bar veterinary lawyer clothes bicycle".split(
    " ",
  );

export async function run(): Promise<readonly Result[]> {
  const folder = mkdtempSync(join(tmpdir(), "bench-directory-"));
  try {
    const random = randomNumbers(7);
    const vocabulary = Array.from({ length: 40_000 }, () => inventedWord(random));
    const towns = Array.from({ length: TOWNS }, () => ({
      name: inventedWord(random),
      latitude: 25 + 40 * random(),
      longitude: -120 + 45 * random(),
    }));
    const file = join(folder, "businesses.csv");
    await writeRows(file, random, vocabulary, towns);
    const directory = openEmbeddedDirectory({ folder, seed: null, nowMs: Date.now() });
    try {
      const imported = await timeImport(directory, file);
      const bare = bareDatabase(folder, file);
      const queries = Array.from({ length: SEARCHES }, () => inventQuery(random, vocabulary, towns));
      const ours: number[] = [];
      for (const { text, near } of queries) {
        const startedMs = performance.now();
        await directory.search({ text, near, limit: 10 }, Date.now(), new AbortController().signal);
        ours.push(performance.now() - startedMs);
      }
      const theirs = bare.time(queries.map(({ text }) => text));
      bare.close();
      return [
        result("directory_search_ms", "ms (p95, 300,000 businesses)", p95(ours), ["bare FTS5 query, p95", p95(theirs)]),
        result("directory_search_p50_ms", "ms (p50)", p50(ours), ["bare FTS5 query, p50", p50(theirs)]),
        result("directory_import_s", "s (300,000 rows)", imported.seconds, ["bare FTS5 inserts", bare.importSeconds]),
        result("directory_import_stall_ms", "ms (longest stall of the event loop)", imported.stallMs, [
          "idle",
          imported.idleMs,
        ]),
      ];
    } finally {
      directory.close();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function timeImport(
  directory: ReturnType<typeof openEmbeddedDirectory>,
  file: string,
): Promise<{ seconds: number; stallMs: number; idleMs: number }> {
  const idle = monitorEventLoopDelay({ resolution: 1 });
  idle.enable();
  await new Promise((done) => setTimeout(done, 1000));
  idle.disable();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const request = { path: file, format: "csv", source: "bench", attribution: null, replace: true } as const;
  const report = await directory.import(request, () => undefined, new AbortController().signal).done;
  delay.disable();
  if (report.added !== ROWS) throw new Error(`imported ${report.added} of ${ROWS} rows`);
  return { seconds: report.seconds, stallMs: delay.max / 1e6, idleMs: idle.max / 1e6 };
}

/** The least one could do: one full-text table, inserted in batches, asked for all words, best first. */
function bareDatabase(
  folder: string,
  file: string,
): { importSeconds: number; time(texts: readonly string[]): number[]; close(): void } {
  const db = new Database(join(folder, "bare.db"));
  db.pragma("journal_mode = WAL");
  db.pragma("synchronous = NORMAL");
  db.exec("CREATE VIRTUAL TABLE bare USING fts5 (name, categories, place, tokenize = 'unicode61 remove_diacritics 2')");
  const insert = db.prepare("INSERT INTO bare (name, categories, place) VALUES (?, ?, ?)");
  const startedMs = performance.now();
  const text = readFileSync(file, "utf8");
  const write = db.transaction((rows: readonly (readonly string[])[]) => {
    for (const cells of rows) insert.run(cells[1], cells[9], `${cells[3]} ${cells[4]} ${cells[5]}`);
  });
  const batch: (readonly string[])[] = [];
  for (const { cells } of parseCsv(text)) {
    batch.push(cells);
    if (batch.length === 500) write(batch.splice(0));
  }
  write(batch);
  const importSeconds = (performance.now() - startedMs) / 1000;
  const ask = db.prepare<[string], { name: string }>("SELECT name FROM bare WHERE bare MATCH ? ORDER BY rank LIMIT 10");
  return {
    importSeconds,
    time: (texts) =>
      texts.map((words) => {
        const expression = words
          .split(/\s+/)
          .map((word) => `"${word}"`)
          .join(" ");
        const askedMs = performance.now();
        ask.all(expression);
        return performance.now() - askedMs;
      }),
    close: () => void db.close(),
  };
}

type Town = { readonly name: string; readonly latitude: number; readonly longitude: number };

async function writeRows(
  file: string,
  random: () => number,
  vocabulary: readonly string[],
  towns: readonly Town[],
): Promise<void> {
  const out = createWriteStream(file);
  out.write("id,name,phone,street,city,region,postcode,latitude,longitude,categories,hours,rating\n");
  for (let row = 0; row < ROWS; row++) {
    // A few towns and words are common and most are rare, as everywhere.
    const town = towns[Math.floor(TOWNS * random() ** 2)] ?? towns[0];
    const word = (): string => vocabulary[Math.floor(vocabulary.length * random() ** 3)] ?? "";
    const kind = KINDS[Math.floor(KINDS.length * random())] ?? "";
    const name = `${word()} ${word()}${random() < 0.5 ? ` ${kind.split(";").at(-1)?.replaceAll("_", " ") ?? ""}` : ""}`;
    const latitude = (town?.latitude ?? 0) + (random() - 0.5) / 5;
    const longitude = (town?.longitude ?? 0) + (random() - 0.5) / 5;
    const phone = `+1212555${String(row % 10_000).padStart(4, "0")}`;
    const hours = HOURS[Math.floor(HOURS.length * random())] ?? "";
    const line = [
      row,
      name,
      phone,
      `${1 + (row % 900)} ${word()} Street`,
      town?.name,
      "NY",
      10_000 + (row % 900),
      latitude.toFixed(5),
      longitude.toFixed(5),
      kind,
      `"${hours}"`,
      "",
    ];
    if (!out.write(`${line.join(",")}\n`)) await once(out, "drain");
  }
  out.end();
  await once(out, "finish");
}

/** What people type: names, beginnings, slips, kinds; half of them with a place. */
function inventQuery(
  random: () => number,
  vocabulary: readonly string[],
  towns: readonly Town[],
): { text: string; near: string | null } {
  const word = (): string => vocabulary[Math.floor(vocabulary.length * random() ** 3)] ?? "";
  const kind = (): string => KINDS[Math.floor(KINDS.length * random())]?.split(";")[0]?.replaceAll("_", " ") ?? "";
  const texts = [
    () => word(),
    () => `${word()} ${word()}`,
    () => word().slice(0, 4),
    () => slip(word(), random),
    () => kind(),
    () => `${kind()} ${word()}`,
    () => `${word()} ${kind()}`,
  ];
  const text = texts[Math.floor(texts.length * random())]?.() ?? "";
  const town = towns[Math.floor(TOWNS * random() ** 2)];
  const near = random() < 0.5 || !town ? null : random() < 0.5 ? town.name : `${town.latitude},${town.longitude}`;
  return { text, near };
}

function slip(word: string, random: () => number): string {
  const at = 1 + Math.floor((word.length - 2) * random());
  return word.slice(0, at) + word.slice(at + 1);
}

function inventedWord(random: () => number): string {
  const syllable = (): string =>
    `${"bcdfghklmnprstvz"[Math.floor(16 * random())]}${"aeiou"[Math.floor(5 * random())]}${random() < 0.3 ? "nrslt"[Math.floor(5 * random())] : ""}`;
  return Array.from({ length: 2 + Math.floor(3 * random()) }, syllable).join("");
}

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function p95(values: readonly number[]): number {
  return percentile(
    values.toSorted((a, b) => a - b),
    0.95,
  );
}

function p50(values: readonly number[]): number {
  return percentile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
}

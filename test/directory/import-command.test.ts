import { execFile, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Directory } from "../../src/planning/ports.ts";
import { openEmbeddedDirectory } from "../../src/directory/embedded.ts";
import { chooseDirectory } from "../../src/directory/provider.ts";

const PROGRAM = new URL("../../src/cli/main.ts", import.meta.url).pathname;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "import-command-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

function run(...parameters: readonly string[]): Promise<{ code: number | null; out: string; err: string }> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [
      PROGRAM,
      "directory",
      "import",
      "--data-dir",
      join(folder, "data"),
      ...parameters,
    ]);
    let [out, err] = ["", ""];
    child.stdout.on("data", (piece: Buffer) => (out += piece.toString()));
    child.stderr.on("data", (piece: Buffer) => (err += piece.toString()));
    child.on("error", fail);
    child.on("close", (code) => done({ code, out, err }));
  });
}

describe("importing from the command line", () => {
  it("reports what came of each row, into a directory that is being searched", async () => {
    const directory = openEmbeddedDirectory({ folder: join(folder, "data"), seed: null, nowMs: 0 });
    try {
      const file = join(folder, "shops.csv");
      writeFileSync(file, "name,rating\nQuince & Co,4\n,5\n");
      const { code, out, err } = await run("--source", "mine", file);
      expect(out).toMatch(
        /^mine: 1 added, 0 replaced, 0 removed, 0 skipped, 1 errors, [\d.]+ s\nrow 3: the name is missing\n$/,
      );
      expect(err).toContain("building the index: 1 businesses, 1 errors");
      expect(code).toBe(0);
      const query = { text: "quince", near: null, limit: 5 };
      expect(await directory.search(query, 0, new AbortController().signal)).toMatchObject([{ name: "Quince & Co" }]);
    } finally {
      directory.close();
    }
  }, 30_000);

  it("has its first name still, and gives its report as JSON", async () => {
    const file = join(folder, "shops.csv");
    writeFileSync(file, "name,rating\nQuince & Co,4\n,5\n");
    const words = [PROGRAM, "import", "--data-dir", join(folder, "data"), "--json", file];
    const { stdout } = await promisify(execFile)(process.execPath, words);
    expect(JSON.parse(stdout)).toMatchObject({
      source: "csv",
      added: 1,
      error_count: 1,
      errors: [{ row: 3, message: "the name is missing" }],
    });
  });

  it("fails with a sentence", async () => {
    expect(await run("/does/not/exist.csv")).toMatchObject({ code: 1, out: "", err: expect.stringMatching(/ENOENT/) });
    expect(await run()).toMatchObject({ code: 2, err: expect.stringMatching(/missing required argument/) });
    expect(await run("--format", "xls", "a")).toMatchObject({
      code: 2,
      err: expect.stringMatching(/csv, jsonl, osm, foursquare/),
    });
    expect(await run("--colour", "a")).toMatchObject({ code: 2, err: expect.stringMatching(/unknown option/) });
  }, 30_000);
});

describe("the configured directory", () => {
  const embedded: Directory = { search: () => Promise.resolve([]), atNumber: () => null };
  const choose = (settings: Parameters<typeof chooseDirectory>[0]) =>
    chooseDirectory(
      settings,
      embedded,
      () => 0,
      () => undefined,
    );

  it("is the embedded one itself, or a live one with it behind", () => {
    expect(choose({ provider: "embedded" })).toBe(embedded);
    const google = { provider: "google", api_key: "k", base_url: "http://127.0.0.1:1/", requests_per_day: 5 } as const;
    expect(choose(google)).not.toBe(embedded);
  });

  it("wants a contact, or a key", () => {
    const osm = {
      provider: "openstreetmap",
      nominatim_url: "http://a",
      overpass_url: "http://b",
      contact: null,
    } as const;
    expect(() => choose(osm)).toThrow(/directory.contact/);
    expect(() => choose({ provider: "google", api_key: null, base_url: "http://a", requests_per_day: 5 })).toThrow(
      /directory.api_key/,
    );
  });
});

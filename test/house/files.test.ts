/** Habits of the house that the linter cannot see. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { importsOf, ROOT, sourceFiles } from "./source-files.ts";

const src = sourceFiles("src");
const all = [...src, ...sourceFiles("test")];

/** Tables that a script generates. */
const TABLES: readonly string[] = [
  "src/policy/phone-tables.ts",
  "src/policy/zones-by-prefix.ts",
  "src/cli/client/appliance.ts",
];
const LONG = 300;
const TOO_LONG = 400;

it("has no default export in src/", () => {
  expect(src.filter(({ text }) => /^export default\b/m.test(text)).map(({ path }) => path)).toEqual([]);
});

it("imports its own files with their ending", () => {
  const wrong = all.flatMap((file) =>
    importsOf(file)
      .filter((target) => /^(src|test)\//.test(target) && !/\.(ts|mjs|cjs|js|json)$/.test(target))
      .map((target) => `${file.path}: ${target}`),
  );
  expect(wrong).toEqual([]);
});

it(`keeps a file to one idea: over ${LONG} lines is looked at, over ${TOO_LONG} is split`, ({ annotate }) => {
  const lengths = src
    .filter(({ path }) => !TABLES.includes(path))
    .map(({ path, text }) => ({ path, lines: text.split("\n").length - 1 }));
  const long = lengths.filter(({ lines }) => lines > LONG).map(({ path, lines }) => `${path}: ${lines} lines`);
  if (long.length > 0) void annotate(long.join("\n"), "warning");
  expect(lengths.filter(({ lines }) => lines > TOO_LONG)).toEqual([]);
});

it("leaves nothing for later: no TODO, no FIXME, no type check switched off", () => {
  const marks = /\b(TODO|FIXME|XXX)\b|@ts-(ignore|nocheck)/;
  const own = "test/house/files.test.ts";
  expect(all.filter(({ path, text }) => path !== own && marks.test(text)).map(({ path }) => path)).toEqual([]);
});

it("reads the environment in few places", () => {
  const readers = src.filter(({ text }) => /\bprocess\.env\b/.test(text)).map(({ path }) => path);
  expect(readers.filter((path) => path !== "src/main.ts" && !path.startsWith("src/cli/"))).toEqual([]);
});

it("names each part of the house in lower case with hyphens", () => {
  expect(all.filter(({ path }) => !/^[a-z0-9/.-]+$/.test(path)).map(({ path }) => path)).toEqual([]);
});

const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as Record<string, Record<string, string>>;

it("pins every dependency exactly", () => {
  const loose = ["dependencies", "devDependencies", "optionalDependencies"]
    .flatMap((group) => Object.entries(manifest[group] ?? {}))
    .filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version));
  expect(loose).toEqual([]);
});

it("depends on nothing that it does not use", () => {
  const used = src.flatMap((file) => [
    ...importsOf(file),
    ...[...file.text.matchAll(/\brequire\.resolve\("([^"]+)"\)/g)].map(([, target = ""]) => target),
  ]);
  const unused = Object.keys(manifest["dependencies"] ?? {}).filter(
    (name) => !used.some((target) => target === name || target.startsWith(`${name}/`)),
  );
  expect(unused).toEqual([]);
});

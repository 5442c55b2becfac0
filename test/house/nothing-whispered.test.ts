/**
 * No recogniser and no voice knows a sentence of our tests or of the fictional business: what is understood of them is
 * understood by ear. Looked for are runs of five words, in everything that hears, speaks or reads words.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { expect, it } from "vitest";
import { spokenWords } from "../../src/language/en/plain-words.ts";
import { ROOT, sourceFiles } from "./source-files.ts";

const RUN = 5;
/** The engines, the words they share with the mind, and what set-up brings and makes. */
const KNOWING_NOTHING = ["src/engines", "src/language", "set-up"];
/** Where sentences stand in the programs of tests. */
const SPEAKING_TESTS = /^test\/(?:engines|people|conversation\/echo|scenarios)\//;

function filesBelow(folder: string): readonly { readonly path: string; readonly text: string }[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), "utf8") }));
}

/** Without comments, which explain with examples; between the choices of a rule that reads ends what stands together. */
function runsKnownBy(program: string): readonly string[] {
  const code = program.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*(?:\/\/|#).*$/gm, "");
  return code.split(/[|()\\]/).flatMap((part) => runsOf(wordsOf(part)));
}

/** Every text in a YAML file, wherever it stands. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return value !== null && typeof value === "object" ? Object.values(value).flatMap(textsIn) : [];
}

/** Of a scenario only what is said: its requests are read by the mind. */
function spokenIn(scenario: unknown): readonly string[] {
  const { callee } = scenario as { callee?: { lines?: readonly { say?: string }[] } };
  return (callee?.lines ?? []).flatMap(({ say }) => (say === undefined ? [] : [say]));
}

/** The sentences, as they are written and as they are spoken. */
function sentences(): readonly string[] {
  const businesses = filesBelow("config/businesses").flatMap(({ text }) => textsIn(parse(text)));
  const scenarios = filesBelow("test/scenarios/calls").flatMap(({ text }) => spokenIn(parse(text)));
  const fixtures = filesBelow("test/fixtures/speech").flatMap(({ text }) =>
    text.split("\n").flatMap((line) => (line.startsWith("#") ? [] : line.split("\t").slice(1, 3))),
  );
  const literals = sourceFiles("test")
    .filter(({ path }) => SPEAKING_TESTS.test(path))
    .flatMap(({ text }) => text.match(/(?<=["`])\p{Lu}[^"`\n]*[.?!](?=["`])/gu) ?? []);
  return [...businesses, ...scenarios, ...fixtures, ...literals];
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’.:][\p{L}\p{N}]+)*/gu) ?? [];
}

function runsOf(words: readonly string[]): readonly string[] {
  return words.slice(RUN - 1).map((_, at) => words.slice(at, at + RUN).join(" "));
}

const spoken = new Map(
  sentences().flatMap((sentence) =>
    // A placeholder is filled by something else each time.
    sentence
      .split(/\$?\{\w+\}/)
      .flatMap((part) =>
        [wordsOf(part), spokenWords(part)].flatMap((words) => runsOf(words).map((run) => [run, sentence] as const)),
      ),
  ),
);

it("knows what is said by the people of the tests and by the fictional business", () => {
  expect(spoken.has("yes we have a table")).toBe(true);
  expect(spoken.has("four tires are eighty dollars")).toBe(true);
  expect(spoken.has("forty two dollars per person")).toBe(true);
  expect(spoken.size).toBeGreaterThan(500);
});

it.each(KNOWING_NOTHING)("nothing of it stands below %s", (folder) => {
  const known = filesBelow(folder).flatMap(({ path, text }) =>
    runsKnownBy(text).flatMap((run) => (spoken.has(run) ? [`${path}: ${run}`] : [])),
  );
  expect(known).toEqual([]);
});

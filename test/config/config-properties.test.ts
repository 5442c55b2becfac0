import fc from "fast-check";
import { expect, it } from "vitest";
import { ConfigError, parseSettings } from "../../src/config/load.ts";
import { knownKeys } from "../../src/config/schema.ts";
import { cases } from "../support/cases.ts";

const SECRET = "hunter2";
const keys = [
  ...new Set([...knownKeys().values()].flatMap((group) => [...group])),
  "provider",
  "__proto__",
  "constructor",
  "",
];
const leaf = fc.oneof(
  fc.constantFrom(SECRET, null, true, -1, 8080, "${NOPE}", "embedded", "openai", "house"),
  fc.string(),
  fc.double(),
);
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.array(tie("tree"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...keys), tie("tree"), { maxKeys: 5 }),
  ),
}));

it("any file at all is either settings or told mistakes, each once, none with a value in it", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...keys), tree, { maxKeys: 6 }), (file) => {
      try {
        parseSettings(JSON.stringify(file), "the file", {});
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error;
        const told = error.problems.map(({ key, message }) => `${key} ${message}`);
        expect(new Set(told).size).toBe(told.length);
        expect(error.problems.length).toBeGreaterThan(0);
        expect(error.message).not.toContain(SECRET);
      }
    }),
    { numRuns: cases(500) },
  );
});

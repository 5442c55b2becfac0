/** What `outdial config diff` shows of secrets: that they are set, and nothing more. */
import { expect, it } from "vitest";
import { differences, HIDDEN } from "../../src/config/difference.ts";
import { settingsReference } from "../../src/config/reference.ts";

const SECRET = "hunter2-very-secret";

/** A tree with this value at a dotted path. */
function treeOf(path: string, value: unknown): unknown {
  return path.split(".").reduceRight((inner, key) => ({ [key]: inner }), value);
}

const secrets = settingsReference().flatMap(({ settings }) => settings.filter(({ secret }) => secret));

it.each([...new Set(secrets.map(({ path }) => path))])("%s is named and not shown", (path) => {
  expect(differences(treeOf(path, SECRET), {})).toEqual([{ key: path, usual: undefined, set: HIDDEN }]);
});

it.each([
  `https://me:${SECRET}@collector.example/x`,
  `https://collector.example/x?api_key=${SECRET}`,
  `https://collector.example/x?a=1&token=${SECRET}#end`,
])("a secret within an address is not shown either: %s", (value) => {
  const [found] = differences(treeOf("telemetry.otlp_url", value), {});
  expect(found?.set).toContain("collector.example/x");
  expect(JSON.stringify(found)).not.toContain(SECRET);
});

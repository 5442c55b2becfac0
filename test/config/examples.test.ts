/** What we tell people to copy works, and the page that explains the keys knows them all. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parseSettings } from "../../src/config/load.ts";
import { knownKeys } from "../../src/config/schema.ts";
import { PROJECT_ROOT } from "../../src/lib/installation.ts";

const config = join(PROJECT_ROOT, "config");
const read = (name: string) => readFileSync(join(config, name), "utf8");

it("the example file is the defaults", () => {
  expect(parseSettings(read("outdial.example.yaml"), "the example", {})).toEqual(parseSettings("", "nothing", {}));
});

it.each(readdirSync(join(config, "trunks")).filter((name) => name.endsWith(".yaml")))(
  "the trunk preset %s is right",
  (name) => {
    const settings = parseSettings(read(join("trunks", name)), name, { TRUNK_PASSWORD: "x" });
    expect(settings.trunk.host).not.toBe(null);
  },
);

it("config/README.md explains every key", () => {
  const page = read("README.md");
  const keys = [...knownKeys()].flatMap(([group, names]) => [...names].map((name) => ({ group, name })));
  const missing = keys.filter(
    ({ group, name }) =>
      !page.includes(`\`${name}\``) && !page.includes(`## ${name}`) && !page.includes(`\`${group}.${name}\``),
  );
  expect(
    missing.map(({ group, name }) => `${group}.${name}`).filter((key) => key !== ".llm" && key !== ".speech"),
  ).toEqual([]);
});

it("the example file has every key that every provider knows", () => {
  const example = read("outdial.example.yaml");
  const groups = ["server", "log", "asterisk", "trunk", "demo", "assistant", "policy"];
  const missing = groups
    .flatMap((group) => [...(knownKeys().get(group) ?? [])])
    .filter((name) => !new RegExp(`^  ${name}:`, "m").test(example));
  expect(missing).toEqual([]);
});

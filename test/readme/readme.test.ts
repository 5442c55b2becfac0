/**
 * README.md: short, its links lead somewhere, and every command in it is run. Each has a line in `HOW`: run here, or by
 * another test, which is named; a command that is added there without one here fails.
 */
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PROJECT_ROOT } from "../../src/lib/installation.ts";
import { openAppliance } from "../http/appliance.ts";
import type { Appliance } from "../http/appliance.ts";

const README = readFileSync(join(PROJECT_ROOT, "README.md"), "utf8");
const WITHIN_MS = 50_000;

let folder: string;
let appliance: Appliance;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "outdial-readme-"));
  appliance = await openAppliance();
});
afterAll(async () => {
  await appliance.end();
  rmSync(folder, { recursive: true });
});

type Ran = { readonly code: number; readonly said: string };

async function sh(command: string, env: Readonly<Record<string, string>> = {}, cwd = PROJECT_ROOT): Promise<Ran> {
  const options = { cwd, timeout: WITHIN_MS, env: { ...process.env, ...env } };
  try {
    const { stdout, stderr } = await promisify(execFile)("sh", ["-c", command], options);
    return { code: 0, said: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, said: stdout + stderr };
  }
}

/** Against the appliance of this test. */
const ask = (command: string, env: Readonly<Record<string, string>> = {}): Promise<Ran> =>
  sh(command.replaceAll("http://127.0.0.1:8080", appliance.base), env);

async function demoCall(): Promise<Readonly<Record<string, string>>> {
  const { said } = await ask(found("curl -s http://127.0.0.1:8080/v1/calls -H"));
  const { call_id: id, call_key: key } = JSON.parse(said) as { call_id: string; call_key: string };
  return { CALL_ID: id, CALL_KEY: key };
}

/** A configuration with a mistake: who reads it is there, and ends with the sentence about it. */
function withMistake(): Readonly<Record<string, string>> {
  const path = join(folder, "mistake.yaml");
  writeFileSync(path, "server: { prot: 1 }\n");
  return { OUTDIAL_CONFIG: path };
}

/** `by`: the file that runs it, and the words of that file which do. */
type How = (() => Promise<void>) | { readonly by: string; readonly words: string };

const HOW: Readonly<Record<string, How>> = {
  async "git clone <this repository> outdial && cd outdial"() {
    const origin = join(folder, "origin");
    const made = `git init -q ${origin} && cd ${origin} && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m a`;
    const command = found("git clone").replace("<this repository>", origin);
    expect(await sh(`${made} && cd ${folder} && ${command} && pwd`)).toMatchObject({
      code: 0,
      said: expect.stringContaining(join(folder, "outdial")),
    });
  },
  "npm run demo": { by: "test/cli/demo.test.ts", words: '"demo", ...args' },
  "npm run --silent demo -- --json": {
    by: "test/demo/demo.test.ts",
    words: '"npm", ["run", "--silent", "demo", "--", "--json"]',
  },
  // As far as its settings; test/flow-real/start.test.ts runs the program behind it.
  async "npm start"() {
    expect(await sh("npm start", withMistake())).toMatchObject({
      code: 78,
      said: expect.stringContaining("server.prot"),
    });
  },
  async "curl -s http://127.0.0.1:8080/v1/calls -H"() {
    expect(await demoCall()).toEqual({
      CALL_ID: expect.stringMatching(/^call_/),
      CALL_KEY: expect.stringMatching(/^svc_/),
    });
  },
  async 'curl -s "http://127.0.0.1:8080/v1/calls/$CALL_ID?wait=50" -H'() {
    const call = await demoCall();
    appliance.bench.pbx.answered(String(call["CALL_ID"]));
    appliance.bench.conversations.finish(String(call["CALL_ID"]), "completed");
    appliance.bench.pbx.ended(String(call["CALL_ID"]), "hangup_api", null);
    const { said } = await ask(found('curl -s "http://127.0.0.1:8080/v1/calls/$CALL_ID?wait'), call);
    expect(JSON.parse(said)).toMatchObject({ status: "ended", end_reason: "completed" });
  },
  async 'curl -s "http://127.0.0.1:8080/v1/calls/$CALL_ID/answer" -H'() {
    const call = await demoCall();
    const { pbx, conversations } = appliance.bench;
    pbx.answered(String(call["CALL_ID"]));
    conversations.tell(String(call["CALL_ID"]), "asked", { questionId: "q_1", question: "Inside or outside?" });
    const { said } = await ask(found('curl -s "http://127.0.0.1:8080/v1/calls/$CALL_ID/answer'), call);
    expect(JSON.parse(said)).toMatchObject({ ok: true });
    expect(conversations.answers.at(-1)).toMatchObject({ text: "Outside, please." });
  },
  // A client of somebody else's; the same address is tried with another one, by the protocol that this asks for.
  "claude mcp add": { by: "test/mcp/strangers.test.ts", words: '"--transport", "http"' },
  async "bin/outdial help"() {
    const { code, said } = await sh("bin/outdial help");
    expect(code).toBe(0);
    for (const command of ["call", "calls", "tail", "answer", "hangup", "share", "plan", "find", "account", "keys"])
      expect(said).toMatch(new RegExp(`^ {2}${command}\\b`, "m"));
  },
  "bin/outdial call": { by: "test/cli/call.test.ts", words: 'const CALL = ["call", SHOP_PHONE, "Book a table"]' },
  async "bin/outdial calls"() {
    const { key } = appliance.bench.fund(500);
    const env = { OUTDIAL_URL: appliance.base, OUTDIAL_KEY: key };
    expect(await sh("bin/outdial calls", env)).toEqual({ code: 0, said: "No calls.\n" });
  },
  "bin/outdial webhooks": { by: "test/cli/webhooks.test.ts", words: '"webhooks"' },
  "bin/outdial records import": { by: "test/cli/records-import.test.ts", words: '"records"' },
  "bin/outdial keys": { by: "test/cli/keys.test.ts", words: '["keys", "list", "--json"]' },
  async "bin/outdial config check"() {
    const { code, said } = await sh("bin/outdial config check", withMistake());
    expect({ code, said }).toMatchObject({ code: 78, said: expect.stringContaining("server.prot") });
  },
  "bin/outdial export calls": { by: "test/cli/export.test.ts", words: '[PROGRAM, "export", ...parameters]' },
  "bin/outdial directory import": { by: "test/directory/import-command.test.ts", words: '"directory",\n' },
  "npm run --silent mcp": { by: "test/mcp/stdio.test.ts", words: '[PROGRAM, "mcp", "--base"' },
  "npm run doctor": { by: "test/cli/doctor.test.ts", words: '"doctor", ...args' },
  "npm test": { by: ".ci/run", words: "exec npm test" },
  // Runs the tests that this is run beside, and these other two.
  "npm run check": { by: "bin/outdial", words: "check)\n    lint\n" },
  "npm run lint": { by: ".ci/run", words: "npm run lint" },
  async "npm run format"() {
    expect(await sh("npm run --silent format -- --check src/main.ts")).toMatchObject({ code: 0 });
  },
  "npm run verify": { by: "test/cli/verify.test.ts", words: '["verify", ...parameters]' },
  "npm run backup": { by: "test/cli/backup.test.ts", words: '["backup", ...parameters]' },
  "npm run restore": { by: "test/cli/backup.test.ts", words: '["restore", ...parameters]' },
  async "npm run simulate"() {
    expect(await sh("npm run --silent simulate -- --seed 1 --stories 1")).toMatchObject({ code: 0 });
  },
  "npm run faults": { by: "test/crashes/faults.test.ts", words: "causeAll(" },
  async "npm run scenarios"() {
    const { code, said } = await sh("npm run --silent scenarios -- no-such-one");
    expect({ code, said }).toMatchObject({ code: 1, said: expect.stringContaining("there are answers-early") });
  },
  async "npm run bench"() {
    const { code, said } = await sh("npm run --silent bench -- no-such-one");
    expect({ code, said }).toMatchObject({ code: 2, said: expect.stringContaining("there are: adapters, ") });
  },
  async "npm run set-up"() {
    expect(await sh("npm run --silent set-up")).toMatchObject({ code: 0 });
  },
  // No test has Docker: this one builds the image, and runs the demo's call in it.
  "docker compose up": { by: "scripts/container-check.mjs", words: '["./bin/outdial", "demo"]' },
};

/** The commands of a block, each as a person would paste it. */
function commandsIn(block: string): readonly string[] {
  const commands: string[] = [];
  let begun = "";
  for (const line of block.split("\n")) {
    if (begun === "" && (line === "" || line.startsWith("#"))) continue;
    begun = begun === "" ? line : `${begun}\n${line}`;
    if (line.endsWith("\\") || (begun.match(/'/g) ?? []).length % 2 === 1) continue;
    commands.push(begun);
    begun = "";
  }
  return begun === "" ? commands : [...commands, begun];
}

const inBlocks = [...README.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block = ""]) => commandsIn(block));
const inTable = [...README.matchAll(/`((?:npm|bin\/outdial|docker|node) [^`]+)`/g)].map(([, command = ""]) => command);
const commands = [...new Set([...inBlocks, ...inTable])];

function found(beginning: string): string {
  const command = commands.find((one) => one.startsWith(beginning));
  if (command === undefined) throw new Error(`README.md has no command that begins with ${beginning}`);
  return command;
}

/** The longest of the table that it begins with. */
function keyOf(command: string): string | null {
  const fitting = Object.keys(HOW).filter((key) => command === key || command.startsWith(`${key} `));
  return fitting.toSorted((a, b) => b.length - a.length)[0] ?? null;
}

describe("README.md", () => {
  it("is short, and begins with a call and a picture of it", () => {
    const lines = README.split("\n");
    expect(lines.length - 1).toBeLessThanOrEqual(200);
    const first = lines.slice(0, 30).join("\n");
    expect(first).toContain("npm run demo");
    expect(first).toMatch(/!\[[^\]]+\]\(\S+\.svg\)/);
  });

  it.each(["README.md", "src/README.md", "set-up/README.md", "config/README.md", "config/monitoring/README.md"])(
    "%s leads only to what is there",
    (path) => {
      const text = readFileSync(join(PROJECT_ROOT, path), "utf8");
      const targets = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, target = ""]) => target);
      const missing = targets.filter((to) => !/^https?:/.test(to) && !existsSync(join(PROJECT_ROOT, path, "..", to)));
      expect(missing).toEqual([]);
    },
  );

  it("has no command that nobody runs, and none is run that it does not have", () => {
    expect(commands.filter((command) => keyOf(command) === null)).toEqual([]);
    const had = new Set(commands.map(keyOf));
    expect(Object.keys(HOW).filter((key) => !had.has(key))).toEqual([]);
  });

  it("names scripts that npm knows", () => {
    const { scripts } = JSON.parse(readFileSync(join(PROJECT_ROOT, "package.json"), "utf8")) as {
      scripts: Record<string, string>;
    };
    const named = commands.flatMap((command) => /^npm (?:run (?:--silent )?)?([a-z-]+)/.exec(command)?.[1] ?? []);
    expect(named.filter((name) => scripts[name] !== `exec ./bin/outdial ${name}`)).toEqual([]);
  });

  it.each(Object.entries(HOW).filter(([, how]) => typeof how !== "function"))("%s is run elsewhere", (_, how) => {
    if (typeof how === "function") return;
    expect(readFileSync(join(PROJECT_ROOT, how.by), "utf8")).toContain(how.words);
  });

  it.each(Object.entries(HOW).filter(([, how]) => typeof how === "function"))(
    "%s does what it says",
    async (_, how) => {
      if (typeof how === "function") await how();
    },
  );
});

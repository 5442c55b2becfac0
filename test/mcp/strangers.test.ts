/** Clients that nobody here wrote: the official inspector's command line, and the client of the official Python SDK. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PROJECT_ROOT } from "../../src/lib/installation.ts";
import { DEMO_PHONE } from "../fakes/desk.ts";
import type { Loose } from "../http/http-under-test.ts";
import { openScene, type McpScene } from "./scene.ts";

const PYTHON_CLIENT = join(PROJECT_ROOT, "var/mcp-client");
const noPython = !existsSync(join(PYTHON_CLIENT, "mcp"));
if (noPython) {
  process.stderr.write("The test with the Python SDK's client is skipped: it is not installed; run npm test again.\n");
}

let scene: McpScene;
let key: string;
beforeEach(async () => {
  scene = await openScene();
  key = scene.appliance.bench.fund(1000).key;
});
afterEach(() => scene.end());

type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...env } });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, stdout, stderr }));
  });
}

describe("the inspector", () => {
  const bin = join(PROJECT_ROOT, "node_modules/.bin/mcp-inspector");
  const inspect = (target: readonly string[], ...args: readonly string[]): Promise<Ended> =>
    run(process.execPath, [bin, "--cli", ...target, ...args], {
      MCP_CATALOG_PATH: join(scene.appliance.bench.folder, "catalog.json"),
    });
  const http = (): readonly string[] => [scene.url.href, "--transport", "http"];

  it("finds nothing in the tools that any client could stumble over", async () => {
    const { code, stdout, stderr } = await inspect(http(), "--method", "tools/list", "--strict");
    expect(code, stderr).toBe(0);
    expect(stderr).not.toMatch(/Warning: tool|Error: tool/);
    expect((JSON.parse(stdout) as { tools: unknown[] }).tools).toHaveLength(10);
  });

  it("plans without a key, and reads the account with one", async () => {
    const plan = await inspect(
      http(),
      ...["--method", "tools/call", "--tool-name", "plan_call"],
      ...["--tool-arg", "phone=+12025550142", "goal=Book a table"],
    );
    expect(JSON.parse(plan.stdout)).toMatchObject({ structuredContent: { callable: true } });
    const account = ["--method", "tools/call", "--tool-name", "account"];
    const read = await inspect(http(), ...account, "--header", `Authorization: Bearer ${key}`);
    expect(JSON.parse(read.stdout)).toMatchObject({ structuredContent: { balance_usd: 10 } });
    const without = await inspect(http(), ...account);
    expect(without.stdout).toContain("missing_key");
  });

  it("speaks to the program over standard input and output too", async () => {
    const program = [process.execPath, join(PROJECT_ROOT, "src/cli/main.ts"), "mcp"];
    const read = await inspect(
      [...program, "-e", `OUTDIAL_URL=${scene.appliance.base}`, "-e", `OUTDIAL_KEY=${key}`],
      ...["--method", "tools/call", "--tool-name", "account"],
    );
    expect(read.stderr + read.stdout).toContain("balance_usd");
    expect(JSON.parse(read.stdout)).toMatchObject({ structuredContent: { balance_usd: 10 } });
  });
});

describe.skipIf(noPython)("the Python SDK's client", () => {
  it("places a call, is told of it as it goes, puts its question to the person, and reads how it ended", async () => {
    const { bench } = scene.appliance;
    const running = run("python3", [join(import.meta.dirname, "python-client.py"), scene.url.href, DEMO_PHONE, key], {
      PYTHONPATH: [PYTHON_CLIENT, process.env["PYTHONPATH"] ?? ""].join(delimiter),
    });
    let over = false;
    const ended = running.finally(() => (over = true));
    const until = async (reached: () => boolean): Promise<void> => {
      while (!reached() && !over) await setImmediate();
    };
    await until(() => bench.pbx.dialled.length === 1);
    const callId = bench.pbx.dialled[0]?.callId ?? "";
    if (!over) {
      bench.pbx.answered(callId);
      bench.conversations.tell(callId, "introduced", {});
      bench.conversations.tell(callId, "heard", { text: "Blue Harbor, hello?", atMs: 0 });
      bench.conversations.tell(callId, "asked", { questionId: "q_1", question: "Inside or outside?" });
      await until(() => bench.conversations.answers.length === 1);
      bench.conversations.finish(callId, "completed");
    }
    const { code, stdout, stderr } = await ended;
    expect(code, stderr).toBe(0);
    const seen = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as readonly [string, Loose]);
    const of = (what: string): readonly Loose[] => seen.filter(([name]) => name === what).map(([, value]) => value);
    expect(of("tools")[0]).toHaveLength(10);
    expect(of("progress")).toContain("business: Blue Harbor, hello?");
    expect(of("elicited")).toEqual([expect.stringContaining("“Inside or outside?”")]);
    expect(bench.conversations.answers).toEqual([{ callId, questionId: "q_1", text: "Outside, please." }]);
    expect(of("ended")[0]).toMatchObject({ status: "ended", end_reason: "completed" });
    expect(of("refused")[0]).toEqual([true, "missing_key"]);
    expect(of("paid")[0]).toMatchObject({ balance_usd: 10 });
  });
});

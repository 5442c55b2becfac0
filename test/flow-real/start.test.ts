/** The program's start that does not come to its end: it says why, or nothing when it was asked to, and leaves nothing. */
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { stringify } from "yaml";
import { PROJECT_ROOT } from "../../src/lib/installation.ts";
import { runningIn } from "../support/asterisk-scene.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "outdial-start-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

type Ended = { readonly code: number | null; readonly output: string; readonly errors: string };

/** Runs the program until it ends; `endAfterMs` later it is asked to. Its temporary files go into the test's folder. */
async function run(httpPort: number, endAfterMs: number | null): Promise<Ended> {
  const config = join(folder, "outdial.yaml");
  const asterisk = { sip_port: 0 };
  const settings = { server: { port: httpPort }, data_dir: join(folder, "data"), asterisk, log: { level: "error" } };
  writeFileSync(config, stringify(settings));
  const child = spawn(process.execPath, ["src/main.ts"], {
    cwd: PROJECT_ROOT,
    env: { ...process.env, OUTDIAL_CONFIG: config, TMPDIR: folder },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [output, errors] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  const asking = endAfterMs === null ? null : setTimeout(() => child.kill("SIGTERM"), endAfterMs);
  const code = await new Promise<number | null>((resolve) => {
    child.once("close", resolve);
  });
  clearTimeout(asking ?? undefined);
  return { code, output, errors };
}

function leftBehind(): readonly string[] {
  return [
    ...runningIn(folder).map((pid) => `process ${pid}`),
    ...readdirSync(folder).filter((name) => name.startsWith("outdial-recogniser-")),
  ];
}

it.each([1000, 1400, 1800, 2200, 2600])(
  "asked to end %i ms after it began, it does, quietly and soon",
  async (afterMs) => {
    const startedAt = performance.now();
    const { code, errors } = await run(0, afterMs);
    const tookMs = performance.now() - startedAt - afterMs;
    // Before it has read its first line nobody listens for the signal: then the kernel ends it.
    expect([0, null]).toContain(code);
    expect(errors).toBe("");
    expect(leftBehind()).toEqual([]);
    expect(tookMs).toBeLessThan(8000);
  },
);

it("says which port is taken when it cannot listen, and ends all it has started", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => {
    other.listen(0, "127.0.0.1", resolve);
  });
  const { port } = other.address() as AddressInfo;
  try {
    const { code, output, errors } = await run(port, null);
    expect(code).toBe(1);
    expect(output).toBe("");
    expect(errors).toMatch(
      new RegExp(`^outdial: port ${port} on 127\\.0\\.0\\.1 is in use by another program: .*\\n$`),
    );
    expect(leftBehind()).toEqual([]);
  } finally {
    other.close();
  }
});

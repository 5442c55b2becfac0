/** The demo's own manners, against a pretended appliance; test/demo has the real one. */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PROJECT_ROOT } from "../../src/lib/installation.ts";

type Result = {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly applianceLives: boolean;
  readonly isApplianceAlive: () => boolean;
};

const program = join(import.meta.dirname, "pretend-appliance.ts");

function runDemo(
  mode: string,
  args: readonly string[],
  onOutput: (kill: (signal: NodeJS.Signals) => void, output: string) => void = () => undefined,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "outdial-test-"));
  const pidFile = join(folder, "pid");
  const child = spawn(process.execPath, [join(PROJECT_ROOT, "src/cli/main.ts"), "demo", ...args], {
    env: {
      ...process.env,
      TMPDIR: folder,
      OUTDIAL_DEMO_COMMAND: JSON.stringify([process.execPath, program, mode]),
      PRETEND_PID_FILE: pidFile,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [stdout, stderr] = ["", ""];
  const heard = () => onOutput((signal) => void child.kill(signal), stdout + stderr);
  child.stdout.on("data", (chunk: Buffer) => {
    stdout += chunk.toString();
    heard();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk.toString();
    heard();
  });
  const { promise, resolve } = Promise.withResolvers<Result>();
  child.once("close", (code) => {
    const isApplianceAlive = () => existsSync(pidFile) && existsSync(`/proc/${readFileSync(pidFile, "utf8")}`);
    resolve({ code, stdout, stderr, applianceLives: isApplianceAlive(), isApplianceAlive });
  });
  return promise;
}

/** Sends a signal when the words have been printed. */
function once(signal: NodeJS.Signals, words: string): (kill: (signal: NodeJS.Signals) => void, output: string) => void {
  let sent = false;
  return (kill, output) => {
    if (sent || !output.includes(words)) return;
    sent = true;
    kill(signal);
  };
}

describe("npm run demo", () => {
  it("prints the call as it is spoken, answers the business, tells the outcome and exits 0", async () => {
    const { code, stdout, applianceLives } = await runDemo("good", []);
    expect(stdout).toContain("0.8 s  Business  Blue Harbor Bistro, hello.");
    expect(stdout).toContain("The business asks: “Inside or outside?” Answered over the API: “Outside, please.”");
    expect(stdout).toContain("8.0 s  Assistant Outside, please. —");
    expect(stdout).toContain("Success: A table is booked.");
    expect(stdout).toMatch(/How much is it\?\n\s+45 dollars\s+— “It is 45 dollars.”/);
    expect(stdout).toMatch(/Confirmation number:\s+B74K9/);
    expect(stdout).toMatch(/Cost:\s+0\.00 USD/);
    expect({ code, applianceLives }).toEqual({ code: 0, applianceLives: false });
  });

  it("tells each line of the transcript once", async () => {
    const { stdout } = await runDemo("good", []);
    expect(stdout.match(/Blue Harbor Bistro, hello\./g)).toHaveLength(1);
  });

  it("prints nothing but the finished call on standard output with --json", async () => {
    const { code, stdout, stderr } = await runDemo("good", ["--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ call_id: "call_1", status: "ended", outcome: { success: true } });
    expect(stderr).toContain("Blue Harbor Bistro, hello.");
    expect(code).toBe(0);
  });

  it("exits 1 when the call was no success, and still tells it", async () => {
    const { code, stdout } = await runDemo("fails", ["--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ outcome: { success: false } });
    expect(code).toBe(1);
  });

  it("tells in one sentence why a call could not be placed", async () => {
    const { code, stdout, stderr, applianceLives } = await runDemo("refuses", ["--json"]);
    expect(stderr).toContain("outdial: the appliance answered 503: Try again in 5 s.");
    expect({ code, stdout, applianceLives }).toEqual({ code: 1, stdout: "", applianceLives: false });
  });

  it("tells why the appliance did not start", async () => {
    const { code, stderr } = await runDemo("dies", []);
    expect(stderr).toContain("(asterisk.sip_port) is in use");
    expect(code).toBe(1);
  });

  it("tells when the appliance dies in mid-call", async () => {
    const { code, stderr } = await runDemo("crashes", []);
    expect(stderr).toMatch(/the appliance ended by itself \(exit status 3\)/);
    expect(code).toBe(1);
  });

  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "leaves nothing behind when it gets %s in mid-call",
    async (signal) => {
      const codes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };
      let sent = false;
      const result = await runDemo("hangs", [], (kill, output) => {
        if (sent || !output.includes("Blue Harbor Bistro, hello.")) return;
        sent = true;
        kill(signal);
      });
      expect({ code: result.code, applianceLives: result.applianceLives }).toEqual({
        code: codes[signal],
        applianceLives: false,
      });
    },
  );

  it("leaves nothing behind when it is interrupted while the appliance starts", async () => {
    const result = await runDemo("silent", [], once("SIGINT", "Starting an appliance"));
    expect({ code: result.code, applianceLives: result.applianceLives }).toEqual({ code: 130, applianceLives: false });
  });

  it("takes the appliance with it when it is killed without a chance to tidy up", async () => {
    const result = await runDemo("hangs", [], once("SIGKILL", "Blue Harbor Bistro, hello."));
    expect(result.code).toBe(null);
    await expect.poll(() => result.isApplianceAlive(), { timeout: 2000 }).toBe(false);
  });
});

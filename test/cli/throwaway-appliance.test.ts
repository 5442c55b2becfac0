import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parseSettings } from "../../src/config/load.ts";
import { readPortRange } from "../../src/config/schema.ts";
import { startThrowawayAppliance } from "../../src/cli/throwaway-appliance.ts";

const never = new AbortController().signal;
const program = join(import.meta.dirname, "pretend-appliance.ts");

function parts(mode: string, extra: { readonly readyWithinMs?: number; readonly stopWithinMs?: number } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "outdial-test-"));
  const pidFile = join(folder, "pid");
  const started = {
    env: { ...process.env, TMPDIR: folder, PRETEND_PID_FILE: pidFile },
    onLog: () => undefined,
    command: [process.execPath, program, mode],
    ...extra,
  };
  const isAlive = () => existsSync(`/proc/${readFileSync(pidFile, "utf8")}`);
  return { started, isAlive };
}

it("starts it, tells where it is, and ends it by SIGTERM", async () => {
  const { started, isAlive } = parts("good");
  const appliance = await startThrowawayAppliance(started, never);
  expect(appliance.base).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(isAlive()).toBe(true);
  await appliance.stop();
  expect(isAlive()).toBe(false);
  await appliance.stop();
});

it("leaves no folder behind, and gives the appliance a configuration that it can read", async () => {
  const before = readdirSync(tmpdir()).filter((name) => name.startsWith("outdial-demo-"));
  const { started } = parts("good");
  const appliance = await startThrowawayAppliance(started, never);
  const mine = readdirSync(tmpdir()).filter((name) => name.startsWith("outdial-demo-") && !before.includes(name));
  expect(mine).toHaveLength(1);
  const folder = join(tmpdir(), mine[0] ?? "");
  const settings = parseSettings(readFileSync(join(folder, "outdial.yaml"), "utf8"), "the demo", {});
  const { first, last } = readPortRange(settings.asterisk.rtp_ports);
  expect(settings.server).toMatchObject({ host: "127.0.0.1", port: 0, drain_seconds: 0 });
  expect(settings.data_dir).toBe(join(folder, "data"));
  expect(last - first).toBe(59);
  await appliance.stop();
  expect(existsSync(folder)).toBe(false);
});

it("removes what a demo that was killed has left", async () => {
  const gone = join(tmpdir(), "outdial-demo-99999999-abc");
  mkdirSync(gone, { recursive: true });
  const { started } = parts("good");
  const appliance = await startThrowawayAppliance(started, never);
  expect(existsSync(gone)).toBe(false);
  await appliance.stop();
});

it("kills one that does not listen to SIGTERM", async () => {
  const { started, isAlive } = parts("stubborn", { stopWithinMs: 200 });
  const appliance = await startThrowawayAppliance(started, never);
  await appliance.stop();
  expect(isAlive()).toBe(false);
});

it("tells why one did not start, in its own words", async () => {
  const { started } = parts("dies");
  await expect(startThrowawayAppliance(started, never)).rejects.toThrow(/asterisk\.sip_port\) is in use/);
});

it("does not wait for ever for one that never gets ready, and leaves nothing of it", async () => {
  const { started, isAlive } = parts("silent", { readyWithinMs: 1500 });
  await expect(startThrowawayAppliance(started, never)).rejects.toThrow("the appliance was not ready within 1.5 s");
  expect(isAlive()).toBe(false);
});

it("gives up a start at once when it is told to", async () => {
  const { started } = parts("silent");
  const controller = new AbortController();
  const starting = startThrowawayAppliance(started, controller.signal);
  controller.abort(new Error("enough"));
  await expect(starting).rejects.toThrow("enough");
});

it("tells when it ends by itself", async () => {
  const { started } = parts("crashes");
  const appliance = await startThrowawayAppliance(started, never);
  const headers = { authorization: "Bearer svc_call" };
  const stream = await fetch(`${appliance.base}/v1/calls/call_1/events`, { headers });
  await stream.text().catch(() => undefined);
  expect(await appliance.died).toMatch(/ended by itself \(exit status 3\)/);
  await appliance.stop();
});

/**
 * The disk of the data folder fills up, becomes slow, fails, and comes back read-only, under the program as it is run: a
 * file system of its own, and a kernel that answers as such a disk does. Only root may do that.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { makeBreakableDisk, mayBreakDisks, type BreakableDisk } from "../support/breakable-disk.ts";
import { runCommand } from "../support/run-command.ts";
import { runAppliance, type Json, type RunningAppliance } from "../support/running-appliance.ts";
import { startSipPeer, type SipPeer } from "../support/sip-peer/sip-peer.ts";

const MB = 1024 * 1024;
const DISK_MB = 96;
const MIN_FREE_MB = 24;
const BODY = { goal: "Ask when they open", questions: ["When do you open?"] };
const SOON = { timeout: 15_000, interval: 200 };
const EX_SOFTWARE = 70;

describe.runIf(mayBreakDisks)("a disk that goes wrong", () => {
  let folder: string;
  let disk: BreakableDisk;
  let settings: Json;
  let peer: SipPeer;
  let appliance: RunningAppliance;
  let key: string;
  let calls = 0;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "outdial-disk-"));
    disk = makeBreakableDisk(folder, DISK_MB);
    peer = await startSipPeer({
      script: (number) => ({ final: { status: number.endsWith("00") ? 486 : 200, afterMs: 100 } }),
    });
    settings = {
      server: { port: 0, drain_seconds: 0, max_concurrent_calls: 10 },
      data_dir: join(disk.path, "data"),
      disk: { min_free_mb: MIN_FREE_MB },
      trunk: { host: peer.host, port: peer.port, codecs: ["ulaw"] },
      policy: { allowed_countries: "all", calls_per_minute: 1000 },
      log: { level: "warn" },
    };
    writeFileSync(join(folder, "outdial.yaml"), stringify(settings));
    await start();
    const account = await appliance.openAccount({ phone: "+14155550100", ...BODY });
    key = account.key;
    await appliance.untilEnded(account.callId, key);
  });
  afterAll(async () => {
    await appliance?.stop();
    await peer?.close();
    disk?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function start(): Promise<void> {
    appliance = await runAppliance(settings, {
      program: "test/scenarios/simulated/appliance.ts",
      env: { OUTDIAL_SIMULATED: JSON.stringify({ recogniserMs: 20, modelMs: 20, voiceMs: 20 }) },
    });
  }

  const place = () =>
    appliance.request("POST", "/v1/calls", { key, body: { phone: `+141555502${10 + (calls += 1)}`, ...BODY } });
  /** Why it is no place for calls, as far as it is the disk: a machine that does other things may be strained besides. */
  const reasons = async (): Promise<readonly string[]> =>
    (((await appliance.request("GET", "/readyz")).body["reasons"] ?? []) as string[]).filter((why) => /disk/.test(why));
  const read = async (callId: string) => (await appliance.request("GET", `/v1/calls/${callId}`, { key })).body;
  const verify = async () => await runCommand("src/cli/main.ts", join(folder, "outdial.yaml"), ["verify", "--all"]);

  /** Somebody is on the line. */
  async function talk(): Promise<string> {
    const placed = await place();
    expect(placed.status, JSON.stringify(placed.body)).toBe(201);
    const callId = String(placed.body["call_id"]);
    await expect.poll(async () => (await read(callId))["status"], SOON).toBe("in_progress");
    return callId;
  }

  /** What the kernel answers to the appliance from now on. */
  async function inject(what: string): Promise<ChildProcess> {
    const words = ["-f", "-qq", "-o", "/dev/null", "-e", "trace=fsync,fdatasync", "-e", `inject=${what}`];
    const strace = spawn("strace", [...words, "-p", String(appliance.process.pid)], { stdio: "ignore" });
    await once(strace, "spawn");
    return strace;
  }

  it("takes no new call before it is full, and says why; the call under way goes on, also when it is, and is written", async () => {
    const callId = await talk();
    disk.fill((MIN_FREE_MB - 4) * MB);
    expect(await reasons()).toEqual([expect.stringContaining(`Less than ${MIN_FREE_MB} MB of disk are free`)]);
    expect(await place()).toMatchObject({ status: 503, body: { error: { code: "database_unavailable" } } });
    disk.fill(0);
    await expect
      .poll(async () => (await appliance.request("POST", `/v1/calls/${callId}/hangup`, { key, body: {} })).status, SOON)
      .toBe(200);
    const line = peer.calls.at(-1);
    expect((await line?.ended)?.by).toBe("caller");
    expect(appliance.process.exitCode).toBeNull();
    disk.empty();
    expect(await appliance.untilEnded(callId, key)).toMatchObject({
      end_reason: "hangup_api",
      outcome: expect.anything(),
    });
    await expect.poll(reasons, SOON).toEqual([]);
    expect(await verify()).toMatchObject({ code: 0 });
  });

  it("refuses calls beside others while it is slow, and takes them again when it is not", async () => {
    const callId = await talk();
    const slow = await inject("fsync,fdatasync:delay_exit=600000");
    const stir = async (): Promise<unknown> => {
      await appliance.request("PATCH", "/v1/account", { key, body: { auto_reload: calls % 2 === 0 } });
      calls += 1;
      return await reasons();
    };
    await expect.poll(stir, { timeout: 30_000, interval: 500 }).toEqual([expect.stringMatching(/disk is so slow/)]);
    expect(await place()).toMatchObject({ status: 503, body: { error: { code: "at_capacity" } } });
    expect((await read(callId))["status"]).toBe("in_progress");
    slow.kill("SIGINT");
    await once(slow, "exit");
    await expect.poll(reasons, { timeout: 30_000, interval: 500 }).toEqual([]);
    await appliance.request("POST", `/v1/calls/${callId}/hangup`, { key, body: {} });
    await appliance.untilEnded(callId, key);
    await talk();
  });

  it("that turns read-only ends the program with code 70 and a BYE; no start is made on it, with a sentence; then nothing is lost", async () => {
    const callId = await talk();
    const line = peer.calls.at(-1);
    const exited = once(appliance.process, "exit");
    await disk.breakFor(Number(appliance.process.pid));
    await appliance.request("POST", `/v1/calls/${callId}/hangup`, { key, body: {} }).catch(() => undefined);
    expect(await exited).toEqual([EX_SOFTWARE, null]);
    expect(appliance.log()).toMatch(/SQLITE_(IOERR|READONLY).*It ends now/);
    expect((await line?.ended)?.by).toBe("caller");

    disk.mount("ro");
    const refused = await runCommand("src/main.ts", join(folder, "outdial.yaml"));
    expect(refused).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^outdial: .*cannot be written \(EROFS\).*\n$/m),
    });
    expect(refused.err).not.toMatch(/\n\s+at /);
    disk.mount("rw");
    await start();
    expect(await read(callId)).toMatchObject({ status: "ended", outcome: expect.anything() });
    expect(await verify()).toMatchObject({ code: 0 });
    await talk();
  });
});

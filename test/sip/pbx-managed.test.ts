import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, it } from "vitest";
import { runAsterisk } from "../../src/pbx/asterisk-process.ts";
import { serialiseValue } from "../../src/pbx/config-template.ts";
import { prepareExchange } from "../../src/pbx/prepare-exchange.ts";
import { startTimeOf } from "../../src/pbx/process-record.ts";
import type { AriAddress } from "../../src/pbx/settings.ts";
import { installedAsterisk } from "../support/asterisk.ts";
import { runningIn, Scene } from "../support/asterisk-scene.ts";

async function ask(ari: AriAddress, path: string): Promise<unknown> {
  const authorization = `Basic ${Buffer.from(`${ari.username}:${ari.password}`).toString("base64")}`;
  const response = await fetch(`${ari.url}/ari/${path}`, { headers: { authorization, connection: "close" } });
  return await response.json();
}

function statusOf(pid: number | null, key: string): string {
  const line = readFileSync(`/proc/${pid}/status`, "utf8").split("\n").find((text) => text.startsWith(`${key}:`)); // prettier-ignore
  return (line ?? "").slice(key.length + 1).trim();
}

describe.concurrent("a managed Asterisk", () => {
  it("runs without privileges, from a folder that only its owner may enter, whatever the folder is called", async (test) => {
    const { expect } = test;
    const scene = new Scene(test);
    const dir = join(scene.folder(), "it's; [odd] = ünusual\n#include");
    const asterisk = await scene.startIn(dir);
    const pid = asterisk.pid();
    const [uid] = statusOf(pid, "Uid").split(/\s+/);
    expect(uid).toBe(process.getuid?.() === 0 ? "65534" : String(process.getuid?.()));
    expect(statusOf(pid, "CapEff")).toBe("0000000000000000");
    expect(statusOf(pid, "NoNewPrivs")).toBe("1");
    expect(statSync(join(dir, "appliance")).mode & 0o777).toBe(0o700);
    for (const file of readdirSync(join(dir, "appliance/etc"), { withFileTypes: true })) {
      const mode = statSync(join(file.parentPath, file.name)).mode & 0o777;
      expect([file.name, mode]).toEqual([file.name, file.isDirectory() ? 0o700 : 0o600]);
    }
    const environment = readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").filter(Boolean);
    expect(new Set(environment.map((entry) => entry.split("=")[0]))).toEqual(new Set(["LANG", "PATH", "PWD"]));
  });

  it("listens for ARI and SIP on loopback only while there is no trunk", async (test) => {
    const { expect } = test;
    const scene = new Scene(test);
    const asterisk = await scene.startIn(scene.folder());
    expect(asterisk.sip.host).toBe("127.0.0.1");
    const ariPort = Number(new URL(asterisk.ari.url).port);
    const inodes = new Set(
      readdirSync(`/proc/${asterisk.pid()}/fd`).flatMap((fd) => {
        const target = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${asterisk.pid()}/fd/${fd}`))?.[1];
        return target === undefined ? [] : [target];
      }),
    );
    const listening = (table: string): readonly string[] =>
      readFileSync(`/proc/net/${table}`, "utf8")
        .split("\n")
        .slice(1)
        .map((line) => line.trim().split(/\s+/))
        .filter((fields) => inodes.has(fields[9] ?? "") && (table === "udp" || fields[3] === "0A"))
        .map((fields) => fields[1] ?? "");
    const hex = (port: number): string => `0100007F:${port.toString(16).toUpperCase().padStart(4, "0")}`;
    expect(listening("tcp")).toEqual([hex(ariPort)]);
    expect(listening("udp")).toContain(hex(asterisk.sip.port));
  });

  it("reads the administrator's overrides, and every value as it was meant", async (test) => {
    const { expect } = test;
    const scene = new Scene(test);
    const dir = scene.folder();
    const values = [
      "a;b",
      "a\\;b",
      "a;--b",
      "--;",
      "#include x",
      "> x",
      "[x]",
      "a = b",
      '"q',
      "back\\",
      "日本 ü",
      "(+)",
    ];
    const lines = values.map((value, at) => `V${at} = ${serialiseValue("value", value)}`);
    mkdirSync(join(dir, "overrides"), { recursive: true });
    writeFileSync(join(dir, "overrides/extensions.conf"), ["[globals]", ...lines, "LAST = here", ""].join("\n"));
    const { ari } = await scene.startIn(dir);
    for (const [at, value] of values.entries()) {
      expect(await ask(ari, `asterisk/variable?variable=V${at}`)).toEqual({ value });
    }
    expect(await ask(ari, "asterisk/variable?variable=LAST")).toEqual({ value: "here" });
  });

  it("is started again when it dies, behind the same door", async (test) => {
    const { expect } = test;
    const scene = new Scene(test);
    const asterisk = await scene.startIn(scene.folder());
    const first = asterisk.pid();
    process.kill(first ?? 0, "SIGKILL");
    await expect.poll(() => asterisk.notReady(), { timeout: 10_000 }).not.toBeNull();
    await expect.poll(() => asterisk.notReady(), { timeout: 30_000 }).toBeNull();
    expect(asterisk.pid()).not.toBe(first);
    expect(await ask(asterisk.ari, "channels")).toEqual([]);
  });

  it("is replaced when it no longer answers", async (test) => {
    const { expect } = test;
    const scene = new Scene(test);
    const timing = { watchEveryMs: 500, watchTimeoutMs: 1000 };
    const asterisk = await scene.startIn(scene.folder(), { timing });
    const first = asterisk.pid();
    process.kill(first ?? 0, "SIGSTOP");
    await expect.poll(() => asterisk.pid() !== first && asterisk.notReady() === null, { timeout: 30_000 }).toBe(true);
  });

  it("leaves no process and no record behind when it is stopped", async (test) => {
    const { expect } = test;
    const scene = new Scene(test);
    const dir = scene.folder();
    const asterisk = await scene.startIn(dir);
    // Asterisk, and the farewell beside it.
    expect(runningIn(dir)).toHaveLength(2);
    await Promise.all([asterisk.stop(), asterisk.stop()]);
    expect(runningIn(dir)).toEqual([]);
    expect(existsSync(join(dir, "appliance.process.json"))).toBe(false);
    expect(asterisk.notReady()).not.toBeNull();
  });

  it("runs beside another one", async (test) => {
    const { expect } = test;
    const scene = new Scene(test);
    const [one, other] = await Promise.all([scene.startIn(scene.folder()), scene.startIn(scene.folder())]);
    expect(one.sip.port).not.toBe(other.sip.port);
    await one.stop();
    expect(await ask(other.ari, "channels")).toEqual([]);
  });
});

describe.concurrent("an appliance that is killed", () => {
  async function startParent(
    scene: Scene,
    dir: string,
  ): Promise<{ kill(signal: NodeJS.Signals): void; asterisk: number }> {
    const parent = spawn(process.execPath, [join(import.meta.dirname, "../support/asterisk-parent.ts"), dir], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    scene.after(() => parent.kill("SIGKILL"));
    const [line] = (await once(createInterface({ input: parent.stdout }), "line")) as [string];
    return { kill: (signal) => parent.kill(signal), asterisk: Number(line) };
  }

  it("takes its Asterisk with it, within seconds", async (test) => {
    const { expect } = test;
    const scene = new Scene(test);
    const dir = scene.folder();
    const parent = await startParent(scene, dir);
    expect(runningIn(dir)).toContain(String(parent.asterisk));
    parent.kill("SIGKILL");
    await expect.poll(() => runningIn(dir), { timeout: 10_000 }).toEqual([]);
    const next = await scene.startIn(dir);
    expect(next.notReady()).toBeNull();
  });

  it("that left an orphan all the same has it replaced at the next start", async (test) => {
    const { expect } = test;
    const scene = new Scene(test);
    const dir = scene.folder();
    const settings = await scene.settings(dir);
    const prepared = await prepareExchange(settings, { username: "outdial", password: "secret" });
    prepared.makeFolder();
    const orphan = await runAsterisk(
      installedAsterisk(),
      prepared.folder,
      prepared.sounds,
      prepared.owner,
      () => undefined,
    );
    const gone = spawn("true");
    await once(gone, "exit");
    const record = { pid: orphan.pid, startTime: startTimeOf(orphan.pid), ownerPid: gone.pid, ownerStartTime: "x:1" };
    writeFileSync(prepared.recordPath, JSON.stringify(record));

    const next = await scene.start(settings);
    await orphan.exited;
    expect(runningIn(dir)).not.toContain(String(orphan.pid));
    expect(runningIn(dir)).toContain(String(next.pid()));
  });

  it("whose process id now belongs to somebody else does them no harm", async (test) => {
    const { expect } = test;
    const scene = new Scene(test);
    const dir = scene.folder();
    mkdirSync(dir, { recursive: true });
    const innocent = spawn("sleep", ["60"]);
    scene.after(() => innocent.kill("SIGKILL"));
    await once(innocent, "spawn");
    const pid = innocent.pid ?? 0;
    for (const startTime of [startTimeOf(pid), "another-boot:1"]) {
      const record = { pid, startTime, ownerPid: 4_000_000, ownerStartTime: "x:1" };
      writeFileSync(join(dir, "appliance.process.json"), JSON.stringify(record));
      const asterisk = await scene.startIn(dir);
      await asterisk.stop();
      expect(innocent.exitCode ?? innocent.signalCode).toBeNull();
    }
  });
});

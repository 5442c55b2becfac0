import { createSocket } from "node:dgram";
import { once } from "node:events";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it, type TestContext } from "vitest";
import { startManagedAsterisk } from "../../src/pbx/managed-asterisk.ts";
import { freePort } from "../../src/pbx/ports.ts";
import type { ApplianceSettings } from "../../src/pbx/settings.ts";
import { installedAsterisk, udpTrunk } from "../support/asterisk.ts";
import { runningIn, Scene } from "../support/asterisk-scene.ts";

/** Asterisk, and who hangs up its calls should we die. */
const ASTERISK_AND_FAREWELL = 2;

describe.concurrent("a start that cannot succeed says why in one sentence and leaves nothing running", () => {
  /** Starts in vain. */
  async function failure({ expect }: TestContext, scene: Scene, change: Partial<ApplianceSettings>): Promise<string> {
    const dir = scene.folder();
    const error = await scene.startIn(dir, change).then(
      () => new Error("it started"),
      (reason: Error) => reason,
    );
    expect(error.name).toBe("AsteriskStartError");
    expect(error.message).not.toContain("\n");
    expect(runningIn(dir)).toEqual([]);
    return error.message;
  }

  it("when the SIP port is taken", async (test) => {
    const { expect } = test;
    const scene = new Scene(test);
    const sipPort = await freePort("127.0.0.1", "udp");
    const other = createSocket("udp4").bind(sipPort, "127.0.0.1");
    await once(other, "listening");
    scene.after(() => other.close());
    const sentence = await failure(test, scene, { sipPort });
    expect(sentence).toContain(`SIP port ${sipPort} (udp) on 127.0.0.1 is in use`);
    expect(sentence).toContain("asterisk.sip_port");
  });

  it("when a module is missing", async (test) => {
    const { expect } = test;
    const scene = new Scene(test);
    const installation = { ...installedAsterisk(), modulesDir: scene.folder() };
    expect(await failure(test, scene, { installation })).toMatch(/lacks .*chan_pjsip\.so.*npm run set-up/);
  });

  it("when there is no Asterisk", async (test) => {
    const { expect } = test;
    const scene = new Scene(test);
    const installation = { ...installedAsterisk(), root: scene.folder() };
    expect(await failure(test, scene, { installation })).toMatch(/there is no Asterisk .*npm run set-up/);
  });

  it.runIf(process.getuid?.() === 0)("when Asterisk's user may not enter the root file system", async (test) => {
    const { expect } = test;
    const scene = new Scene(test);
    const root = scene.folder();
    cpSync(join(installedAsterisk().root, "usr/sbin/asterisk"), join(root, "usr/sbin/asterisk"));
    const sentence = await failure(test, scene, { installation: { ...installedAsterisk(), root } });
    expect(sentence).toBe(`${root} has to be readable for everybody: chmod 755 it`);
  });

  it("when the folder is in use by a living appliance", async (test) => {
    const { expect } = test;
    const scene = new Scene(test);
    const dir = scene.folder();
    await scene.startIn(dir);
    const error = await scene.startIn(dir).catch((reason: Error) => reason);
    expect(error).toMatchObject({ name: "AsteriskStartError" });
    expect(String(error)).toContain(`process id ${process.pid} is already using`);
    expect(runningIn(dir)).toHaveLength(ASTERISK_AND_FAREWELL);
  });

  it("when a setting cannot be written, without showing it", async (test) => {
    const { expect } = test;
    const scene = new Scene(test);
    const trunk = udpTrunk(5999, { username: "u", password: "hunter2\nendpoint = x" });
    const sentence = await failure(test, scene, { trunk });
    expect(sentence).toContain("password");
    expect(sentence).not.toContain("hunter2");
  });

  /** Another program in Asterisk's place. */
  function imposter(scene: Scene, script: string): ApplianceSettings["installation"] {
    const root = join(scene.folder(), "root");
    mkdirSync(join(root, "usr/sbin"), { recursive: true, mode: 0o755 });
    writeFileSync(join(root, "usr/sbin/asterisk"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    const { modulesDir } = installedAsterisk();
    return { ...installedAsterisk(), root, command: ["/bin/sh", join(root, "usr/sbin/asterisk")], modulesDir };
  }

  it("when Asterisk ends at once, with its last words", async (test) => {
    const { expect } = test;
    const scene = new Scene(test);
    const installation = imposter(scene, "sleep 3 4<&- & echo libfoo is missing >&2; exit 3");
    const sentence = await failure(test, scene, { installation });
    expect(sentence).toMatch(/ended at once \(exit status 3\): .*libfoo is missing/);
  });

  it("when Asterisk does not become ready in time", async (test) => {
    const { expect } = test;
    const scene = new Scene(test);
    const installation = imposter(scene, "exec sleep 60");
    const sentence = await failure(test, scene, { installation, timing: { readyWithinMs: 300, stopWithinMs: 200 } });
    expect(sentence).toContain("not ready within 0.3 s");
  });

  it("or when it is called off", async (test) => {
    const { expect } = test;
    const scene = new Scene(test);
    const dir = scene.folder();
    const ending = new AbortController();
    const starting = startManagedAsterisk(await scene.settings(dir), ending.signal);
    await expect.poll(() => runningIn(dir), { timeout: 5000 }).toHaveLength(ASTERISK_AND_FAREWELL);
    ending.abort(new Error("called off"));
    await expect(starting).rejects.toThrow("called off");
    expect(runningIn(dir)).toEqual([]);
  });
});

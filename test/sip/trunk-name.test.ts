/** A carrier that is configured by its name, which comes to mean another machine, or none, while the appliance runs. */
import { spawn, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, it } from "vitest";
import { Scene, runningIn } from "../support/asterisk-scene.ts";
import { startNameServer } from "../support/name-server.ts";
import { startSipPeer } from "../support/sip-peer/sip-peer.ts";

const PROGRAM = join(import.meta.dirname, "../support/calling-parent.ts");
const NAME = "carrier.test";
const NAME_SERVER = "127.0.77.53";
/** The program gets a configuration of its own for names: Asterisk asks that server, and looks into no file of hosts. */
const WITH_NAMES = 'mount --bind "$1" /etc/resolv.conf && shift && exec "$@"';
const canMount = process.getuid?.() === 0 && spawnSync("unshare", ["-m", "true"], { stdio: "ignore" }).status === 0;

describe.runIf(canMount)("a trunk with a name", () => {
  it("is looked up for each call: it may move, be gone and come back, without a restart", async (test) => {
    const scene = new Scene(test);
    const dir = scene.folder();
    const first = await startSipPeer({ script: { final: { status: 486, afterMs: 20 } } });
    scene.after(() => first.close());
    const second = await startSipPeer({
      ...{ host: "127.0.0.2", port: first.port },
      script: { final: { status: 404, afterMs: 20 } },
    });
    scene.after(() => second.close());
    const names = await startNameServer(NAME_SERVER, NAME, first.host);
    scene.after(() => names.close());
    const resolver = join(scene.folder(), "resolv.conf");
    writeFileSync(resolver, `nameserver ${NAME_SERVER}\noptions timeout:1 attempts:1\n`, { mode: 0o644 });

    const words = ["-m", "sh", "-c", WITH_NAMES, "sh", resolver, process.execPath, PROGRAM];
    const child = spawn("unshare", [...words, dir, String(first.port), "3600", "en", NAME], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    scene.after(async () => {
      child.kill("SIGKILL");
      await expect.poll(() => runningIn(dir), { timeout: 20_000 }).toEqual([]);
    });
    const told = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const ending = async (): Promise<string> => {
      for (;;) {
        const { value, done } = await told.next();
        if (done === true) throw new Error("the program has ended");
        if (value.startsWith("ended ")) return value.slice("ended ".length);
      }
    };
    const again = (): Promise<string> => {
      child.stdin.write("\n");
      return ending();
    };

    expect(await ending()).toBe("busy");
    names.means(second.host);
    expect(await again()).toBe("invalid_number");
    names.means("unknown");
    expect(await again()).toBe("trunk_failure");
    names.means("silent");
    expect(await again()).toBe("trunk_failure");
    names.means(first.host);
    expect(await again()).toBe("busy");
    expect([first.calls.length, second.calls.length]).toEqual([2, 1]);
  });
});

/** Nobody's telephone stays off the hook when the appliance dies, or its Asterisk has to be replaced. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { join } from "node:path";
import { describe, it, type TestContext } from "vitest";
import { Scene, runningIn } from "../support/asterisk-scene.ts";
import { strength } from "../support/tone-strength.ts";
import { startSipPeer, type Script, type SipCall, type SipPeer } from "../support/sip-peer/sip-peer.ts";

const PROGRAM = join(import.meta.dirname, "../support/calling-parent.ts");

type Caller = {
  readonly dir: string;
  readonly peer: SipPeer;
  readonly asterisk: number;
  /** SIGKILL; settles when it is gone. */
  kill(): Promise<void>;
  until(word: string): Promise<void>;
};

async function startCaller(test: TestContext, script: Script, limitSeconds = 3600, language = "en"): Promise<Caller> {
  const scene = new Scene(test);
  const dir = scene.folder();
  const peer = await startSipPeer({ script });
  scene.after(() => peer.close());
  const child = spawn(process.execPath, [PROGRAM, dir, String(peer.port), String(limitSeconds), language], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let asterisk = 0;
  // Whatever is left of it when a test fails is ended by the farewell.
  scene.after(async () => {
    child.kill("SIGKILL");
    // Where a test has ended the farewell too, nobody else will.
    if (farewellOf({ dir, asterisk }).length === 0) endQuietly(asterisk);
    await test.expect.poll(() => runningIn(dir), { timeout: 20_000 }).toEqual([]);
  });
  const lines: string[] = [];
  const waiting: (() => void)[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => {
    lines.push(line);
    for (const look of waiting) look();
  });
  const until = (word: string): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (lines.some((line) => line.startsWith(word))) resolve();
      };
      waiting.push(look);
      look();
    });
  const exited = once(child, "exit");
  await until("asterisk ");
  asterisk = Number(lines[0]?.slice("asterisk ".length));
  const kill = async (): Promise<void> => {
    child.kill("SIGKILL");
    await exited;
  };
  return { dir, peer, asterisk, kill, until };
}

function farewellOf({ dir, asterisk }: Pick<Caller, "dir" | "asterisk">): readonly string[] {
  return runningIn(dir).filter((pid) => pid !== String(asterisk));
}

function endQuietly(pid: number): void {
  try {
    if (pid > 0) process.kill(pid, "SIGKILL");
  } catch {
    // Gone already.
  }
}

/** How the far end's call ended, if it does so in time. */
async function ends(peer: SipPeer, withinMs: number, taken?: SipCall): Promise<string> {
  const call = taken ?? (await peer.nextCall());
  const late = new Promise<string>((resolve) => setTimeout(() => resolve("off the hook"), withinMs).unref());
  return await Promise.race([call.ended.then(({ by }) => by), late]);
}

describe.concurrent("a telephone on the line", () => {
  it("is told BYE within 10 s of the appliance's SIGKILL, and nothing is left running", async (test) => {
    const { expect } = test;
    const caller = await startCaller(test, { final: { status: 200, afterMs: 50 } });
    await caller.until("answered");
    expect(runningIn(caller.dir)).toContain(String(caller.asterisk));
    await caller.kill();
    expect(await ends(caller.peer, 10_000)).toBe("caller");
    await expect.poll(() => runningIn(caller.dir), { timeout: 10_000 }).toEqual([]);
  });

  it.for([
    ["en", 1000, 1500],
    ["es", 1500, 1000],
  ] as const)("hears the last words in its own language before that: %s", async ([language, hz, otherHz], test) => {
    const { expect } = test;
    const caller = await startCaller(test, { final: { status: 200, afterMs: 50 } }, 3600, language);
    await caller.until("answered");
    await caller.kill();
    const call = await caller.peer.nextCall();
    expect(await ends(caller.peer, 10_000, call)).toBe("caller");
    const { samples } = call.recording();
    // A second of a loud tone; nothing else was to be heard.
    expect(strength(samples, hz)).toBeGreaterThan(8000 * 3000);
    expect(strength(samples, hz)).toBeGreaterThan(20 * strength(samples, otherHz));
  });

  it("that rings stops ringing", async (test) => {
    const { expect } = test;
    const caller = await startCaller(test, { progress: [{ status: 180, afterMs: 20 }], final: "never" });
    await caller.until("ringing");
    await caller.kill();
    expect(await ends(caller.peer, 10_000)).toBe("cancel");
    await expect.poll(() => runningIn(caller.dir), { timeout: 10_000 }).toEqual([]);
  });

  it("is told BYE by the next start, should the farewell have been killed too", async (test) => {
    const { expect } = test;
    const caller = await startCaller(test, { final: { status: 200, afterMs: 50 } });
    await caller.until("answered");
    const farewells = farewellOf(caller);
    expect(farewells).toHaveLength(1);
    for (const pid of farewells) process.kill(Number(pid), "SIGKILL");
    await caller.kill();
    const scene = new Scene(test);
    const next = await scene.startIn(caller.dir);
    expect(await ends(caller.peer, 1000)).toBe("caller");
    expect(runningIn(caller.dir)).not.toContain(String(caller.asterisk));
    expect(next.notReady()).toBeNull();
  });

  it("is told BYE, and whoever takes over right after it is not ended along with the one before", async (test) => {
    const { expect } = test;
    const caller = await startCaller(test, { final: { status: 200, afterMs: 50 } });
    await caller.until("answered");
    await caller.kill();
    expect(await ends(caller.peer, 10_000)).toBe("caller");
    // The farewell still gives a lost BYE its time, and then ends the Asterisk that it was kept for.
    const before = runningIn(caller.dir);
    expect(before).toContain(String(caller.asterisk));
    const scene = new Scene(test);
    const next = await scene.startIn(caller.dir);
    const ours = runningIn(caller.dir).filter((pid) => !before.includes(pid));
    await expect
      .poll(() => runningIn(caller.dir).filter((pid) => before.includes(pid)), { timeout: 10_000 })
      .toEqual([]);
    // Asterisk and its own farewell: neither has been replaced.
    const left = runningIn(caller.dir);
    expect(left).toHaveLength(2);
    expect(ours).toEqual(expect.arrayContaining([...left]));
    expect(next.notReady()).toBeNull();
  });

  it("is told BYE when its Asterisk has been stopped and is replaced", async (test) => {
    const { expect } = test;
    const caller = await startCaller(test, { final: { status: 200, afterMs: 50 } });
    await caller.until("answered");
    process.kill(caller.asterisk, "SIGSTOP");
    expect(await ends(caller.peer, 20_000)).toBe("caller");
    await expect.poll(() => runningIn(caller.dir).includes(String(caller.asterisk)), { timeout: 10_000 }).toBe(false);
  });

  it("is told BYE by Asterisk itself at the call's limit, though nobody is there any more", async (test) => {
    const { expect } = test;
    const caller = await startCaller(test, { final: { status: 200, afterMs: 50 } }, 4);
    await caller.until("answered");
    const farewells = farewellOf(caller);
    for (const pid of farewells) process.kill(Number(pid), "SIGKILL");
    await caller.kill();
    expect(await ends(caller.peer, 10_000)).toBe("caller");
    expect(farewells).toHaveLength(1);
  });
});

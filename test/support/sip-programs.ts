/** How the tests run Kamailio and baresip, which the set-up has unpacked: started, watched and ended, with what they printed. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { PROJECT_ROOT } from "../../src/lib/installation.ts";

export const SIP_PROGRAMS = join(PROJECT_ROOT, "var/sip-programs");
const TRIPLET = process.arch === "arm64" ? "aarch64-linux-gnu" : "x86_64-linux-gnu";
export const LIBRARIES = join(SIP_PROGRAMS, "usr/lib", TRIPLET);

const START_MS = 10_000;
const STOP_MS = 3000;
const MOST_CHARACTERS = 200_000;

export type SipProgram = {
  /** All it has printed. */
  readonly printed: () => string;
  /** Asks it to end; by force when it does not. */
  readonly stop: () => Promise<void>;
  /** SIGKILL for it and its children, without a word to anybody. */
  readonly kill: () => Promise<void>;
};

/** Resolves when `isUp` does not throw any more; rejects, with what it printed, when that takes too long. */
export async function startSipProgram(
  path: string,
  args: readonly string[],
  isUp: (printed: string) => Promise<void>,
): Promise<SipProgram> {
  const program = join(SIP_PROGRAMS, path);
  if (!existsSync(program)) throw new Error(`${program} is missing: run npm test, which sets it up`);
  // A group of its own, so that its children can be ended with it.
  const child = spawn(program, args, {
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { LD_LIBRARY_PATH: `${LIBRARIES}:${join(LIBRARIES, "kamailio")}`, LC_ALL: "C.UTF-8", HOME: "/nonexistent" },
  });
  let printed = "";
  const take = (text: string): void => void (printed = `${printed}${text}`.slice(-MOST_CHARACTERS));
  child.stdout.setEncoding("utf8").on("data", take);
  child.stderr.setEncoding("utf8").on("data", take);
  const exited = once(child, "exit");
  const isOver = (): boolean => child.exitCode !== null || child.signalCode !== null;

  const signalGroup = (signal: NodeJS.Signals): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    } catch {
      // Gone already.
    }
  };
  const atExit = (): void => signalGroup("SIGKILL");
  process.once("exit", atExit);
  const kill = async (): Promise<void> => {
    signalGroup("SIGKILL");
    await exited;
    process.off("exit", atExit);
  };
  const stop = async (): Promise<void> => {
    if (!isOver()) child.kill("SIGTERM");
    await Promise.race([exited, delay(STOP_MS)]);
    await kill();
  };

  const deadline = performance.now() + START_MS;
  for (;;) {
    try {
      await isUp(printed);
      return { printed: () => printed, stop, kill };
    } catch (cause) {
      if (!isOver() && performance.now() < deadline) {
        await delay(50);
        continue;
      }
      await kill();
      throw new Error(`${path} did not start: ${printed.slice(-3000)}`, { cause });
    }
  }
}

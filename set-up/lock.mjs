/**
 * One set-up at a time in a clone. The lock holds the process id and when that process started, so that a dead one's
 * lock is taken over even if its id has been given to another.
 */
import { readFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { VAR } from "./paths.mjs";
import { SetUpError, say } from "./say.mjs";

const LOCK = join(VAR, "set-up.lock");
const PATIENCE_MS = 20 * 60_000;
const LOOK_EVERY_MS = 500;

export async function withLock(work) {
  try {
    mkdirSync(VAR, { recursive: true });
  } catch (error) {
    throw new SetUpError(`The folder ${VAR} cannot be made (${error.code}): run this as the owner of the clone.`);
  }
  await take();
  const drop = () => rmSync(LOCK, { force: true });
  process.once("exit", drop);
  try {
    return await work();
  } finally {
    process.off("exit", drop);
    drop();
  }
}

async function take() {
  const until = Date.now() + PATIENCE_MS;
  let told = false;
  while (Date.now() < until) {
    try {
      writeFileSync(LOCK, `${process.pid} ${startOf(process.pid)}`, { flag: "wx" });
      return;
    } catch (error) {
      if (error.code !== "EEXIST")
        throw new SetUpError(
          `The folder ${VAR} cannot be written (${error.code}): run this as the owner of the clone.`,
        );
    }
    const holder = await holderOfLock();
    if (holder === null) continue;
    if (!told) say(`Another set-up of this clone is at work (process ${holder}); waiting for it.`);
    told = true;
    await pause(LOOK_EVERY_MS);
  }
  throw new SetUpError(`Another set-up has been at work for 20 minutes: end it, or remove ${LOCK}.`);
}

/** The living holder's process id. A dead one's lock is cleared away: null, as when there is none any more. */
async function holderOfLock() {
  const text = read(LOCK);
  if (text === null) return null;
  // Just made and not yet written: its maker is alive a moment ago.
  if (text === "") await pause(100);
  const seen = read(LOCK);
  const [pid, start] = (seen ?? "").split(" ");
  if (pid !== "" && start !== "" && startOf(pid) === start) return pid;
  // Renaming is atomic: of two that find it dead, one clears it away, and what it took away is what it saw.
  const aside = `${LOCK}.${process.pid}`;
  try {
    renameSync(LOCK, aside);
  } catch {
    return null;
  }
  const taken = read(aside);
  if (taken !== seen && taken !== "") renameSync(aside, LOCK);
  else rmSync(aside, { force: true });
  return null;
}

/** When a process started, in clock ticks since boot; "" when there is none. */
function startOf(pid) {
  const stat = read(`/proc/${pid}/stat`);
  return stat === null ? "" : (stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "");
}

function read(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

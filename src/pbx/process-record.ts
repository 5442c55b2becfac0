/**
 * Which process an exchange is, written beside its folder where Asterisk's user cannot reach it. After an appliance was
 * killed its Asterisk may still be running and hold the ports: the next start finds it here. A process id alone proves
 * nothing, because ids are used again: start time and command line have to match too.
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";

type ProcessRecord = {
  readonly pid: number;
  readonly startTime: string;
  /** The appliance that started it. */
  readonly ownerPid: number;
  readonly ownerStartTime: string;
};

export function writeProcessRecord(path: string, pid: number): void {
  const startTime = startTimeOf(pid);
  const ownerStartTime = startTimeOf(process.pid);
  if (startTime === null || ownerStartTime === null) return;
  const record: ProcessRecord = { pid, startTime, ownerPid: process.pid, ownerStartTime };
  writeFileSync(path, `${JSON.stringify(record)}\n`, { mode: 0o600 });
}

export function removeProcessRecord(path: string): void {
  rmSync(path, { force: true });
}

/** What is still running of an earlier start: the exchange, and whether the appliance that owns it lives too. */
export function findRunning(path: string): { readonly pid: number; readonly ownerPid: number | null } | null {
  const record = readRecord(path);
  if (record === null || startTimeOf(record.pid) !== record.startTime || !isAsterisk(record.pid)) return null;
  const ownerLives = startTimeOf(record.ownerPid) === record.ownerStartTime;
  return { pid: record.pid, ownerPid: ownerLives ? record.ownerPid : null };
}

/** Whether this very process is still there. A zombie is not. */
export function isRunning(pid: number, startTime: string): boolean {
  return startTimeOf(pid) === startTime;
}

/** Boot id and clock ticks since boot at which the process started; null when there is no such process. */
export function startTimeOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in brackets may hold spaces and brackets itself; field 22 is the 20th after it, the state the first.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const ticks = fields[19];
    if (ticks === undefined || fields[0] === "Z") return null;
    return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()}:${ticks}`;
  } catch {
    return null;
  }
}

function isAsterisk(pid: number): boolean {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    return words.some((word) => word.endsWith("/sbin/asterisk"));
  } catch {
    return false;
  }
}

function readRecord(path: string): ProcessRecord | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return null;
  }
  if (typeof parsed !== "object" || parsed === null) return null;
  const { pid, startTime, ownerPid, ownerStartTime } = parsed as Partial<Record<keyof ProcessRecord, unknown>>;
  if (typeof pid !== "number" || typeof ownerPid !== "number") return null;
  if (typeof startTime !== "string" || typeof ownerStartTime !== "string") return null;
  return { pid, startTime, ownerPid, ownerStartTime };
}

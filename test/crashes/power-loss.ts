/**
 * What a power cut leaves of files: what had been written through to the disk, and of the rest no more than the first so
 * many writes. Read from a trace of a program's calls of the system.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

/** Of `strace`, for a trace that can be read here. */
export const TRACED = ["-f", "-qq", "-y", "-xx", "-s", "70000", "-e", "trace=pwrite64,fsync,fdatasync,ftruncate"];

const CALL =
  /^(?:(?<pid>\d+) +)?(?<call>pwrite64|fsync|fdatasync|ftruncate)\(\d+<(?<path>[^>]*)>(?:, "(?<bytes>[^"]*)"\.*, \d+, (?<at>\d+)|, (?<length>\d+))?/;
const RESUMED = /^(?<pid>\d+) +<\.\.\. f(?:data)?sync resumed>/;

type Change = (file: Buffer) => Buffer;
type Traced = { durable: Buffer; waiting: Change[] };

/** The files of this folder before the program began. */
export function before(folder: string, names: readonly string[]): ReadonlyMap<string, Buffer> {
  const there = names.filter((name) => existsSync(join(folder, name)));
  return new Map(there.map((name) => [name, readFileSync(join(folder, name))]));
}

/** Leaves in the folder what the cut left; `kept`: how many of the writes that nobody had waited for, from 0 to 1. */
export function cutPower(folder: string, had: ReadonlyMap<string, Buffer>, trace: string, kept: number): void {
  const files = new Map([...had].map(([name, durable]): [string, Traced] => [name, { durable, waiting: [] }]));
  const syncing = new Map<string, Traced>();
  for (const line of trace.split("\n")) {
    const resumed = RESUMED.exec(line)?.groups?.["pid"];
    if (resumed !== undefined) settle(syncing.get(resumed));
    const found = CALL.exec(line)?.groups;
    const path = unhex(found?.["path"] ?? "").toString();
    if (found === undefined || join(folder, basename(path)) !== path) continue;
    const file = files.get(basename(path)) ?? { durable: Buffer.alloc(0), waiting: [] };
    files.set(basename(path), file);
    const { call, bytes, at, length, pid = "" } = found;
    if (call === "pwrite64") file.waiting.push(written(unhex(bytes ?? ""), Number(at)));
    else if (call === "ftruncate") file.waiting.push((whole) => sized(whole, Number(length)));
    else if (line.includes("unfinished")) syncing.set(pid, file);
    else settle(file);
  }
  for (const [name, { durable, waiting }] of files) {
    if (!had.has(name) && !name.endsWith("-wal")) continue;
    const some = waiting.slice(0, Math.floor(waiting.length * kept));
    writeFileSync(join(folder, name), applied(durable, some));
  }
  rmSync(join(folder, "outdial.db-shm"), { force: true });
}

function settle(file: Traced | undefined): void {
  if (file === undefined) return;
  file.durable = applied(file.durable, file.waiting);
  file.waiting = [];
}

function applied(file: Buffer, changes: readonly Change[]): Buffer {
  return changes.reduce((whole, change) => change(whole), file);
}

function written(bytes: Buffer, at: number): Change {
  return (file) => {
    const whole = sized(file, Math.max(file.length, at + bytes.length));
    bytes.copy(whole, at);
    return whole;
  };
}

function sized(file: Buffer, length: number): Buffer {
  const whole = Buffer.alloc(length);
  file.copy(whole, 0, 0, length);
  return whole;
}

/** `\x6f\x75`; anything else is itself. */
function unhex(text: string): Buffer {
  return text.startsWith("\\x") ? Buffer.from(text.replaceAll("\\x", ""), "hex") : Buffer.from(text);
}

/** What a running appliance has in hand: of the kernel, of its Asterisks, of its files and of its threads. */
import { closeSync, openSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createConnection } from "node:net";
import { join } from "node:path";
import type { RunningAppliance } from "../support/running-appliance.ts";

export type Figures = {
  /** Of the appliance and everything it has started. */
  readonly descriptors: number;
  readonly threads: number;
  readonly processes: number;
  /** Resident, in MB: of the appliance, and of what it has started. */
  readonly residentMb: number;
  readonly childrenMb: number;
  /** Alive after a collection, in MB, in all of its threads together. */
  readonly keptMb: number;
  readonly logMb: number;
  readonly channels: number;
  readonly bridges: number;
};

const MB = 1024 * 1024;
const ANSWER_WITHIN_MS = 5000;
/** The appliance's own exchange, and the one behind the demo number. */
const EXCHANGES = ["appliance", "carrier"];

export async function figuresOf(appliance: RunningAppliance, data: string, round: number): Promise<Figures> {
  const { pid } = appliance.process;
  if (pid === undefined) throw new Error("the appliance does not run");
  appliance.process.kill("SIGUSR2");
  const [, told = "{}"] = await appliance.untilPrinted(new RegExp(`^Soak ${round} (.+)$`, "m"));
  const { bytes } = JSON.parse(told) as { readonly bytes: number };
  const family = [pid, ...descendants(pid)];
  const sum = (of: (pid: number) => number, pids: readonly number[] = family): number =>
    pids.reduce((total, one) => total + of(one), 0);
  const [channels, bridges] = await linesOf(data);
  return {
    descriptors: sum((one) => readdirSync(`/proc/${one}/fd`).length),
    threads: sum((one) => statusOf(one, "Threads")),
    processes: family.length,
    residentMb: rounded(statusOf(pid, "VmRSS") / 1024),
    childrenMb: rounded(sum((one) => statusOf(one, "VmRSS"), family.slice(1)) / 1024),
    keptMb: rounded(bytes / MB),
    logMb: rounded(statSync(join(data, "outdial.db-wal")).size / MB),
    channels,
    bridges,
  };
}

/** Everything it has started, and what that has. */
export function descendants(of: number): readonly number[] {
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === of);
  return children.flatMap((pid) => [pid, ...descendants(pid)]);
}

function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return -1;
  }
}

function statusOf(pid: number, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
}

async function linesOf(data: string): Promise<readonly [number, number]> {
  let [channels, bridges] = [0, 0];
  for (const role of EXCHANGES) {
    const folder = openSync(join(data, "asterisk", role, "run"), "r");
    try {
      const socket = `/proc/self/fd/${folder}/asterisk.ctl`;
      channels += Number(/(\d+) active channels?/.exec(await command(socket, "core show channels count"))?.[1] ?? NaN);
      // A line a bridge below the heading.
      bridges += (await command(socket, "bridge show all")).trim().split("\n").length - 1;
    } finally {
      closeSync(folder);
    }
  }
  return [channels, bridges];
}

/** As `asterisk -rx` asks. */
function command(path: string, line: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = createConnection(path);
  let [greeted, answer] = [false, ""];
  socket.setTimeout(ANSWER_WITHIN_MS, () => socket.destroy(new Error("Asterisk's command line did not answer")));
  socket.on("data", (bytes) => {
    if (greeted) answer += bytes.toString("utf8");
    else socket.write(`cli quit after ${line}\0`);
    greeted = true;
  });
  socket.on("error", reject);
  socket.on("close", () => resolve(answer));
  return promise;
}

const rounded = (value: number): number => Math.round(value * 10) / 10;

/**
 * Loaded into the appliance before anything else (`--import`), in every thread of it: on SIGUSR2 each collects its garbage
 * and says what is left, and the main thread prints one line. Also leaks on purpose, so that the soak can be seen to fail.
 */
import { openSync } from "node:fs";
import { createServer } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { BroadcastChannel, isMainThread, threadId } from "node:worker_threads";

type Told = { readonly round: number; readonly thread: number; readonly bytes: number };

const FIRST_ANSWERS_WITHIN_MS = 4000;
const ANSWERS_WITHIN_MS = 15_000;
const LEAK_EVERY_MS = 1000;
const LEAKED_BYTES = 100_000;

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;
const channel = new BroadcastChannel("soak");
channel.unref();

/** Objects that are alive in this thread. What lies outside of the heap is in the resident memory. */
function keptBytes(): number {
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}

if (isMainThread) {
  let [round, known] = [0, 0];
  process.on("SIGUSR2", () => {
    round += 1;
    const asked = round;
    let [bytes, threads] = [keptBytes(), 1];
    const tell = (): void => {
      clearTimeout(late);
      channel.onmessage = () => undefined;
      known = threads;
      process.stdout.write(`Soak ${asked} ${JSON.stringify({ bytes, threads })}\n`);
    };
    // How many there are is learnt the first time; later the last one that answers ends it.
    const late = setTimeout(tell, asked === 1 ? FIRST_ANSWERS_WITHIN_MS : ANSWERS_WITHIN_MS);
    channel.onmessage = (event) => {
      const told = (event as { readonly data: Told }).data;
      if (told.round !== asked || told.thread === 0) return;
      bytes += told.bytes;
      threads += 1;
      if (threads === known) tell();
    };
    channel.postMessage({ round: asked, thread: 0, bytes: 0 } satisfies Told);
  });
} else {
  channel.onmessage = (event) => {
    const { round, thread } = (event as { readonly data: Told }).data;
    if (thread === 0) channel.postMessage({ round, thread: threadId, bytes: keptBytes() } satisfies Told);
  };
}

const kept: unknown[] = [];
const LEAKS: Readonly<Record<string, () => unknown>> = {
  descriptor: () => openSync("/dev/null", "r"),
  memory: () => Array.from({ length: LEAKED_BYTES / 8 }, (_, nth) => nth + Math.random()),
  listener: () => createServer().listen(0, "127.0.0.1").unref(),
};
const leak = LEAKS[process.env["SOAK_LEAKS"] ?? ""];
if (leak !== undefined && isMainThread) setInterval(() => kept.push(leak()), LEAK_EVERY_MS).unref();

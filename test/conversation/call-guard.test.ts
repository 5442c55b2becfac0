import { Worker } from "node:worker_threads";
import { expect, it } from "vitest";

const GUARD = new URL("../../src/conversation/call-guard.ts", import.meta.url).href;

/** In a thread of its own, because what nobody catches there is the point. */
const PROGRAM = `
import { parentPort } from "node:worker_threads";
import { callAtFault, guardCall } from ${JSON.stringify(GUARD)};
process.on("uncaughtException", (cause) => {
  const call = callAtFault();
  if (call === null) parentPort.postMessage("nobody's: " + cause.message);
  else call.onFault(cause);
});
const guarded = (name) => guardCall((cause) => parentPort.postMessage(name + ": " + cause.message));
guarded("now").within(() => { throw new Error("at once"); });
guarded("timer").within(() => setTimeout(() => { throw new Error("later"); }, 10));
guarded("promise").within(() => void (async () => {
  await new Promise((resolve) => setTimeout(resolve, 20));
  throw new Error("rejected");
})());
setTimeout(() => { throw new Error("an error"); }, 30);
`;

it("knows whose fault it was, also of what fails later and is caught by nobody", async () => {
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(PROGRAM)}`));
  const told: unknown[] = [];
  worker.on("message", (message) => told.push(message));
  try {
    await expect.poll(() => told).toEqual(["now: at once", "timer: later", "promise: rejected", "nobody's: an error"]);
  } finally {
    await worker.terminate();
  }
});

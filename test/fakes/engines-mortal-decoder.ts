/** A decoder's thread with a way to kill it: whoever decodes dies of an uncaught error when the name is called. */
import { BroadcastChannel } from "node:worker_threads";
import "../../src/engines/decoder-worker.ts";

const reaper = new BroadcastChannel("engines-mortal-decoder");
reaper.onmessage = () => {
  throw new Error("killed by the test");
};
reaper.unref();

/** The embedded voice's thread with a way to kill it: it dies of an uncaught error when its name is called. */
import { BroadcastChannel } from "node:worker_threads";
import "../../src/engines/embedded/tts/voice-worker.ts";

const reaper = new BroadcastChannel("engines-mortal-voice");
reaper.onmessage = () => {
  throw new Error("killed by the test");
};
reaper.unref();

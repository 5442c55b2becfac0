/** A conversation thread without conversations: says what it was born with at the port it was given, and leaves when told. */
import { parentPort, workerData } from "node:worker_threads";
import type { FromThread, ThreadBirth, ToThread } from "../../../src/conversation/messages.ts";

const birth = workerData as ThreadBirth & { readonly greeting: string };
const { recogniserPort } = birth;
if (recogniserPort === undefined) throw new Error("born without a way to answer");
recogniserPort.postMessage(`${birth.greeting} from ${birth.media.host} to ${birth.businessVoice}`);
parentPort?.on("message", (message: ToThread) => {
  if (message.type !== "leave") return;
  recogniserPort.postMessage("left");
  recogniserPort.close();
  parentPort?.close();
});
parentPort?.postMessage({ type: "listening", port: 9 } satisfies FromThread);
parentPort?.postMessage({ type: "ready" } satisfies FromThread);

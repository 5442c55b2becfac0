/**
 * Whoever stops following a call is let go at once. Between two lines nothing happens for seconds; by then the request that
 * opened the stream has been collected, which a look at the heap brings about here.
 */
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, expect, it } from "vitest";
import { connectAppliance } from "../../src/cli/client/connect.ts";
import { followProgress } from "../../src/cli/client/progress.ts";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

let server: Server | null = null;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** Tells one status, and then nothing more. */
async function silentAppliance(): Promise<string> {
  const listening = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write('id: 1\nevent: status\ndata: {"status":"in_progress","line_state":"human","version":3}\n\n');
  });
  server = listening;
  await new Promise<void>((done) => listening.listen(0, "127.0.0.1", done));
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
}

it("lets go at once, though the request has been collected", async () => {
  const interrupted = new AbortController();
  // As the demo does, and whatever follows for it: signals made of signals.
  const signal = AbortSignal.any([AbortSignal.any([interrupted.signal, new AbortController().signal])]);
  const news = followProgress(connectAppliance(await silentAppliance(), null), "call_1", signal);
  expect((await news.next()).value).toMatchObject({ event: "status" });
  const next = news.next().then(
    () => "another",
    (error: unknown) => error,
  );
  for (let i = 0; i < 5; i++) {
    await delay(20);
    collect();
  }
  const reason = new Error("ended by SIGINT");
  interrupted.abort(reason);
  expect(await Promise.race([next, delay(2000, "still following")])).toBe(reason);
});

/** Who takes note of what happens, as the wiring makes it of the settings. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import pino from "pino";
import { afterEach, expect, it } from "vitest";
import { openTelemetry } from "../../src/app/telemetry.ts";
import type { CallFact } from "../../src/calls/call-facts.ts";
import { parseSettings } from "../../src/config/load.ts";
import { watchLoopDelay } from "../../src/lib/loop-delay.ts";

const log = pino({ level: "silent" });
const at = { callId: "call_1", wallMs: 1_700_000_000_000 };
const LIFE: readonly CallFact[] = [
  { type: "placed", route: "demo", free: true, ...at },
  {
    ...{ type: "ended", route: "demo", reason: "busy", answered: false, success: false },
    ...{ talkMs: 0, chargedCents: 0, ...at },
  },
];

const server = createServer((request, response) => {
  request.resume().on("end", () => response.end("{}"));
  asked.push(String(request.url));
});
const asked: string[] = [];
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

it("counts, and sends traces where a collector is named", async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  // As the file spells it: a slash at the end is no other address.
  const telemetry = await openTelemetry(parseSettings(`telemetry: { otlp_url: "${url}" }`, "the test", {}), log);
  for (const fact of LIFE) telemetry.take(fact);
  const { text } = await telemetry.metrics.read({ total: 4, used: 0 });
  expect(text).toContain('\noutdial_calls_ended_total{route="demo",end_reason="busy"} 1\n');
  await telemetry.close();
  expect(asked).toEqual(["/v1/traces"]);
});

it("knows the longest that a thread was held up, once", async () => {
  const delay = watchLoopDelay();
  await new Promise((resolve) => setTimeout(resolve, 25));
  const until = performance.now() + 120;
  while (performance.now() < until);
  await new Promise((resolve) => setTimeout(resolve, 1));
  expect(delay.takeLongestMs()).toBeGreaterThan(80);
  expect(delay.takeLongestMs()).toBe(0);
  delay.stop();
});

/** Traces as a collector gets them, over OTLP in JSON. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { CallFact } from "../../src/calls/call-facts.ts";
import { importsOf, sourceFiles } from "../house/source-files.ts";
import { openTraces } from "../../src/telemetry/traces.ts";

type Sent = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
  readonly events: readonly { readonly name: string }[];
  readonly status: { readonly code?: number };
};
type Body = {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly Sent[] }[] }[];
};

const START_MS = Date.parse("2026-03-02T10:00:00.000Z");
const CALL = { callId: "call_1" };
const LATENCY = { totalMs: 730, endpointingMs: 500, recogniserMs: 10, brainMs: 20, voiceMs: 190, playoutMs: 10 };

const collector = { paths: [] as string[], spans: [] as Sent[], warned: 0 };
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    collector.paths.push(`${request.method} ${request.url} ${request.headers["content-type"]}`);
    const body = JSON.parse(Buffer.concat(chunks).toString("utf8")) as Body;
    collector.spans.push(...body.resourceSpans.flatMap((r) => r.scopeSpans.flatMap((s) => s.spans)));
    response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
  });
});
let url = "";
beforeEach(async () => {
  Object.assign(collector, { paths: [], spans: [], warned: 0 });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const log = { warn: () => void (collector.warned += 1) };

function life(callId: string, end: "completed" | "trunk_failure"): readonly CallFact[] {
  const at = (ms: number) => ({ callId, wallMs: START_MS + ms });
  return [
    { type: "placed", route: "trunk", free: false, ...at(0) },
    { type: "dialled", route: "trunk", ...at(40) },
    { type: "ringing", earlyMedia: false, ...at(300) },
    { type: "answered", waitMs: 4000, ...at(4000) },
    { type: "line_state", state: "human", ...at(4500) },
    { type: "heard", atMs: 200, ...at(5200) },
    { type: "spoke", atMs: 1500, opening: true, cutOff: false, latency: LATENCY, ...at(8000) },
    { type: "spoke", atMs: 6000, opening: false, cutOff: true, latency: null, ...at(11_000) },
    {
      ...{ type: "ended", route: "trunk", reason: end, answered: true, success: end === "completed" },
      ...{ talkMs: 16_000, chargedCents: 100, ...at(20_000) },
    },
  ];
}

const ms = (nanos: string): number => Number(BigInt(nanos) / 1_000_000n) - START_MS;

it("are a span for the call, its wait, each turn and each stage of it, at the times they had", async () => {
  const traces = openTraces({ url, log });
  for (const fact of life(CALL.callId, "completed")) traces.take(fact);
  await traces.close();
  expect(new Set(collector.paths)).toEqual(new Set(["POST /v1/traces application/json"]));
  const call = collector.spans.find(({ name }) => name === "call");
  const turn = collector.spans.find(({ name }) => name === "turn");
  const times = collector.spans
    .map(({ name, startTimeUnixNano, endTimeUnixNano }) => [name, ms(startTimeUnixNano), ms(endTimeUnixNano)] as const)
    .toSorted(([, a, aEnd], [, b, bEnd]) => a - b || bEnd - aEnd);
  expect(times).toEqual([
    ["call", 0, 20_000],
    ["wait for the answer", 0, 4000],
    ["turn", 4770, 5500],
    ["endpointing", 4770, 5270],
    ["recogniser", 5270, 5280],
    ["brain", 5280, 5300],
    ["voice", 5300, 5490],
    ["playout", 5490, 5500],
  ]);
  expect(new Set(collector.spans.map(({ traceId }) => traceId)).size).toBe(1);
  const parents = Object.fromEntries(collector.spans.map(({ name, parentSpanId }) => [name, parentSpanId || null]));
  expect(parents).toMatchObject({
    call: null,
    turn: call?.spanId,
    "wait for the answer": call?.spanId,
    voice: turn?.spanId,
  });
  expect(call?.events.map(({ name }) => name)).toEqual(["dialled", "ringing", "line_state", "heard"]);
  expect(call?.attributes).toContainEqual({ key: "outdial.end_reason", value: { stringValue: "completed" } });
});

it("of two calls at once are two traces, and a fault of ours shows as an error", async () => {
  const traces = openTraces({ url, log });
  const lives = [life("call_1", "completed"), life("call_2", "trunk_failure")];
  for (const step of lives[0]?.keys() ?? []) for (const facts of lives) traces.take(facts[step] as CallFact);
  await traces.close();
  const calls = collector.spans.filter(({ name }) => name === "call");
  expect(new Set(calls.map(({ traceId }) => traceId)).size).toBe(2);
  expect(calls.map(({ status }) => status.code ?? 0).toSorted((a, b) => a - b)).toEqual([0, 2]);
  expect(collector.spans).toHaveLength(16);
});

it("that nobody takes are given up with a warning, and the end does not wait for them", async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  const traces = openTraces({ url, log, closeWithinMs: 50 });
  for (const fact of life(CALL.callId, "completed")) traces.take(fact);
  await traces.close();
  expect(collector.spans).toEqual([]);
  expect(collector.warned).toBeGreaterThan(0);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

it("cost nothing where they are off: their packages are loaded by one file, and that by nobody at the start", () => {
  const src = sourceFiles("src");
  const users = src.filter((file) => importsOf(file).some((target) => target.startsWith("@opentelemetry/")));
  expect(users.map(({ path }) => path)).toEqual(["src/telemetry/traces.ts"]);
  expect(src.filter(({ text }) => /^import .*telemetry\/traces/m.test(text)).map(({ path }) => path)).toEqual([]);
});

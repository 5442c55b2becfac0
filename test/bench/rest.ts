/**
 * The REST interface: reading and placing calls beside what the same machine can do with nothing around it, and a
 * thousand requests that wait. The appliance, the baselines and the load each have a process of their own.
 */
import { setImmediate } from "node:timers/promises";
import type { Result } from "./result.ts";
import { percentile, result } from "./result.ts";
import { inTurn } from "./rest/in-turn.ts";
import { hammer, hold, request } from "./rest/load.ts";
import { measured } from "./rest/measured.ts";
import type { Measured } from "./rest/measured.ts";

const CONNECTIONS = 16;
const ROUND_SECONDS = 0.4;
/** No account places more than 60 calls a minute: the load comes from many. */
const ACCOUNTS = 500;
const WAITING = 1000;
const WAITS_PER_KEY = 20;

export async function run(): Promise<readonly Result[]> {
  const appliance = await measured("./appliance.ts");
  const bare = await measured("./bare.ts");
  try {
    return [
      await getCall(appliance, bare),
      ...(await placeCall(appliance, bare)),
      ...(await longPoll(appliance, bare, 50)),
      ...(await longPoll(appliance, bare, 1)),
    ];
  } finally {
    await appliance.end();
    await bare.end();
  }
}

async function getCall(appliance: Measured, bare: Measured): Promise<Result> {
  const { callId, key } = await appliance.ask<{ callId: string; key: string }>("ended");
  const get = request("GET", `/v1/calls/${callId}`, { Authorization: `Bearer ${key}` });
  const answer = await fetch(`http://127.0.0.1:${appliance.port}/v1/calls/${callId}`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  await bare.ask("body", await answer.json());
  const [ours, theirs] = await inTurn(
    () => hammer(appliance.port, [get], CONNECTIONS, ROUND_SECONDS, 200),
    () => hammer(bare.port, [get], CONNECTIONS, ROUND_SECONDS, 200),
  );
  return result("rest_get_call_rps", "requests/s", ours, ["bare Koa route, same body", theirs]);
}

/** From many clients at once, whose calls may share a commit, and from one that waits for each answer. */
async function placeCall(appliance: Measured, bare: Measured): Promise<readonly Result[]> {
  const { keys } = await appliance.ask<{ keys: string[] }>("queueOnly", ACCOUNTS);
  const body = JSON.stringify({
    phone: "+14155550123",
    goal: "Book a table for two on Friday at seven",
    business_name: "Trattoria Sole",
    questions: ["Do you have a terrace?", "What does the menu cost?"],
  });
  const posts = keys.map((key) => request("POST", "/v1/calls", { Authorization: `Bearer ${key}` }, body));
  const results: Result[] = [];
  for (const [name, connections] of [
    ["rest_place_call_rps", CONNECTIONS],
    ["rest_place_call_one_client_rps", 1],
  ] as const) {
    const [ours, theirs] = await inTurn(
      () => hammer(appliance.port, posts, connections, ROUND_SECONDS, 201),
      () => bare.ask<number>("transactions", { seconds: ROUND_SECONDS }),
    );
    results.push(result(name, "calls/s", ours, ["bare durable SQLite transaction, same rows", theirs]));
  }
  return results;
}

/** A thousand requests wait for so many calls; then something happens on one call after the other. */
async function longPoll(appliance: Measured, bare: Measured, calls: number): Promise<readonly Result[]> {
  const { callIds, keys } = await appliance.ask<{ callIds: string[]; keys: string[] }>("running", calls);
  const waiting = Array.from({ length: WAITING }, (_, index) => ({
    callId: callIds[index % calls] ?? "",
    bytes: request("GET", `/v1/calls/${callIds[index % calls]}?wait=50`, {
      Authorization: `Bearer ${keys[Math.floor(index / WAITS_PER_KEY)]}`,
    }),
  }));
  const ours = await wake(appliance, waiting, async (callId) => appliance.ask<string>("ring", callId));
  const held = Array.from({ length: WAITING }, () => ({ callId: "all", bytes: request("GET", "/hold") }));
  const theirs = await wake(bare, held, async () => bare.ask<string>("release"));
  const name = calls === 1 ? "longpoll_wake_one_call_ms" : "longpoll_wake_ms";
  const results = [result(name, "ms", ours.p99Ms, ["bare Node server answering 1,000 held requests", theirs.p99Ms])];
  if (calls !== 1) {
    results.push(
      result("longpoll_memory_kb", "kB", ours.kbEach, ["bare Node server holding 1,000 requests", theirs.kbEach]),
    );
  }
  return results;
}

type Woken = { readonly p99Ms: number; readonly kbEach: number };

async function wake(
  server: Measured,
  waiting: readonly { readonly callId: string; readonly bytes: Buffer }[],
  change: (callId: string) => Promise<string>,
): Promise<Woken> {
  const before = await server.ask<number>("memory");
  const held = waiting.map(({ callId, bytes }) => ({ callId, ...hold(server.port, bytes) }));
  await Promise.all(held.map(({ sent }) => sent));
  while ((await server.ask<number>("waiting")) < waiting.length) await setImmediate();
  const kbEach = ((await server.ask<number>("memory")) - before) / 1024 / waiting.length;
  const wakes: number[] = [];
  for (const callId of new Set(waiting.map((one) => one.callId))) {
    const changedAt = BigInt(await change(callId));
    const answers = await Promise.all(held.filter((one) => one.callId === callId).map(({ answered }) => answered));
    wakes.push(...answers.map((at) => Number(at - changedAt) / 1e6));
  }
  for (const one of held) one.end();
  return {
    p99Ms: percentile(
      wakes.sort((a, b) => a - b),
      0.99,
    ),
    kbEach,
  };
}

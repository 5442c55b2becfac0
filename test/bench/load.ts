/**
 * What years of use and many clients cost: an account of 200,000 calls and 10,000 stored answers beside a young one, and a
 * thousand requests that wait while fifty calls are talked on beside none that wait. Each pair in the same minute, in
 * processes of their own.
 */
import type { Result } from "./result.ts";
import { percentile, result } from "./result.ts";
import { inTurn } from "./rest/in-turn.ts";
import { hammer, hold, request } from "./rest/load.ts";
import { measured } from "./rest/measured.ts";
import type { Measured } from "./rest/measured.ts";

const CONNECTIONS = 16;
const ROUNDS = 8;
const ROUND_SECONDS = 0.4;
const MANY_CALLS = 200_000;
const FEW_CALLS = 200;
const REPLIES = 10_000;
/** More keyed requests than a process can take in all its rounds. */
const KEYED = 40_000;
const RUNNING = 50;
const WAITING = 1000;
const WAITS_PER_KEY = 20;
const TALK_SECONDS = 10;

type History = { readonly key: string; readonly middle: string };

type Pair = readonly [Measured, Measured];
type Histories = readonly [History, History];

export async function run(): Promise<readonly Result[]> {
  const [old, young, full] = [
    await measured("./appliance.ts"),
    await measured("./appliance.ts"),
    await measured("./appliance.ts"),
  ];
  const pair: Pair = [old, young];
  try {
    const histories: Histories = [await old.ask("history", MANY_CALLS), await young.ask("history", FEW_CALLS)];
    const repeated: Histories = [await full.ask("history", FEW_CALLS), histories[1]];
    return [
      ...(await lists(pair, histories)),
      ...(await waitingWhileTalking(young)),
      await placing(pair, histories),
      ...(await repeating([full, young], repeated)),
    ];
  } finally {
    for (const one of [old, young, full]) await one.end();
  }
}

const authorised = (key: string): Record<string, string> => ({ Authorization: `Bearer ${key}` });

async function lists(pair: Pair, histories: Histories): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const [name, query] of [
    ["load_list_rps", () => ""],
    ["load_list_deep_rps", ({ middle }: History) => `?cursor=${middle}`],
    ["load_list_status_rps", () => "?status=in_progress"],
  ] as const) {
    const [ours, theirs] = await both(pair, (which) => {
      const history = histories[which];
      return [request("GET", `/v1/calls${query(history)}`, authorised(history.key))];
    });
    results.push(result(name, `requests/s (${MANY_CALLS} calls)`, ours, [`${FEW_CALLS} calls`, theirs]));
  }
  return results;
}

async function placing(pair: Pair, histories: Histories): Promise<Result> {
  for (const one of pair) await one.ask("queueOnly", 0);
  const [ours, theirs] = await both(pair, (which) => [placement(histories[which].key)], 201);
  return result("load_place_call_rps", `calls/s (account of ${MANY_CALLS})`, ours, [`account of ${FEW_CALLS}`, theirs]);
}

/** Placing, and ending a call that has ended, with an Idempotency-Key each. */
async function repeating(pair: Pair, histories: Histories): Promise<readonly Result[]> {
  await pair[0].ask("queueOnly", 0);
  await pair[0].ask("replies", REPLIES);
  const results: Result[] = [];
  for (const [name, status, bytesOf] of [
    ["load_place_keyed_rps", 201, placement],
    ["load_act_keyed_rps", 200, hangUp],
  ] as const) {
    const lists = histories.map(({ key }) =>
      Array.from({ length: KEYED }, (_, nth) => bytesOf(key, { "Idempotency-Key": `${name}-${nth}` })),
    );
    const sent = [0, 0];
    const [ours, theirs] = await both(
      pair,
      (which) => {
        const from = sent[which] ?? 0;
        sent[which] = from + KEYED / (ROUNDS + 4);
        return (lists[which] ?? []).slice(from, sent[which]);
      },
      status,
    );
    results.push(result(name, `requests/s (${REPLIES} stored answers of each kind)`, ours, ["none", theirs]));
  }
  return results;
}

function placement(key: string, headers: Record<string, string> = {}): Buffer {
  const body = JSON.stringify({
    phone: "+14155550123",
    goal: "Book a table for two on Friday at seven",
    questions: ["Do you have a terrace?"],
  });
  return request("POST", "/v1/calls", { ...authorised(key), ...headers }, body);
}

const hangUp = (key: string, headers: Record<string, string>): Buffer =>
  request("POST", "/v1/calls/call_old7/hangup", { ...authorised(key), ...headers }, "{}");

async function both(pair: Pair, requests: (which: 0 | 1) => readonly Buffer[], status = 200) {
  const one = (which: 0 | 1) => () => hammer(pair[which].port, requests(which), CONNECTIONS, ROUND_SECONDS, status);
  return inTurn(one(0), one(1), ROUNDS);
}

async function waitingWhileTalking(appliance: Measured): Promise<readonly Result[]> {
  const { callIds, keys } = await appliance.ask<{ callIds: string[]; keys: string[] }>("running", RUNNING * 2);
  const [talked, rung] = [callIds.slice(0, RUNNING), callIds.slice(RUNNING)];
  const talk = async (): Promise<number> =>
    percentile(
      (await appliance.ask<number[]>("talk", { callIds: talked, seconds: TALK_SECONDS })).toSorted((a, b) => a - b),
      0.5,
    );
  const alone = await talk();
  const waiting = Array.from({ length: WAITING }, (_, nth) => {
    const callId = callIds[nth % callIds.length] ?? "";
    const key = keys[Math.floor(nth / WAITS_PER_KEY)] ?? "";
    return { callId, ...hold(appliance.port, request("GET", `/v1/calls/${callId}?wait=50`, authorised(key))) };
  });
  await Promise.all(waiting.map(({ sent }) => sent));
  while ((await appliance.ask<number>("waiting")) < WAITING) await new Promise((resolve) => setTimeout(resolve, 10));
  const refused = await status(appliance.port, `/v1/calls/${callIds[0]}?wait=50`, keys[0] ?? "");
  if (refused !== 429) throw new Error(`a key's 21st request that waits is answered ${refused}`);
  const crowded = talk();
  const wakes: number[] = [];
  for (const callId of rung) {
    await new Promise((resolve) => setTimeout(resolve, (TALK_SECONDS * 900) / RUNNING));
    const changedAt = BigInt(await appliance.ask<string>("ring", callId));
    const answers = await Promise.all(waiting.filter((one) => one.callId === callId).map(({ answered }) => answered));
    wakes.push(...answers.map((at) => Number(at - changedAt) / 1e6));
  }
  const delayMs = await crowded;
  for (const one of waiting) one.end();
  wakes.sort((a, b) => a - b);
  return [
    result("load_wake_ms", `ms (p99 of ${wakes.length}, ${RUNNING} calls being talked on)`, percentile(wakes, 0.99), [
      "median",
      percentile(wakes, 0.5),
    ]),
    result("load_loop_delay_ms", `ms (longest of a second, median; ${WAITING} wait)`, delayMs, ["nobody waits", alone]),
  ];
}

async function status(port: number, path: string, key: string): Promise<number> {
  return (await fetch(`http://127.0.0.1:${port}${path}`, { headers: authorised(key) })).status;
}

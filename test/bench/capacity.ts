/**
 * More calls than the machine carries: how many are accepted of 5, 20 and 100 that are offered in one moment to callees
 * who talk, whether the sound of those stays whole, how soon they are answered, and how fast the others are refused. With
 * the appliance's own engines and its own measure of what it carries. The baseline is one call alone in the same run.
 */
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { runAppliance, type RunningAppliance } from "../support/running-appliance.ts";
import { percentile, result, type Result } from "./result.ts";
import { startChild, type Child } from "./rig/child.ts";

const OFFERED = [5, 20, 100];
const TALK_MS = 40_000;
/** Of an account's first ten dollars each call under way holds one. */
const CALLS_AN_ACCOUNT = 8;
/** Longer than this between two packets of one sound is heard. */
const GAP_MS = 60;
const ENDED_WITHIN_MS = 30_000;

type Told = {
  readonly calls: number;
  readonly gapsMs: readonly number[];
  readonly repliesMs: readonly number[];
  readonly packets: number;
};
type Placing = { readonly status: number; readonly tookMs: number; readonly callId: string; readonly key: string };

export async function run(): Promise<Result[]> {
  const callees = startChild(join(import.meta.dirname, "rig/callees.ts"), []);
  try {
    const appliance = await runAppliance(
      {
        server: { port: 0, drain_seconds: 0 },
        trunk: { host: "127.0.0.1", port: await callees.ask<number>({ type: "port" }), codecs: ["ulaw"] },
        log: { level: "error" },
        policy: {
          allowed_countries: "all",
          calls_per_number_per_day: 10_000,
          concurrent_calls_per_account: 100,
          calls_per_account_per_day: 10_000,
          calls_per_minute: 10_000,
        },
      },
      { calls: 120 },
    );
    try {
      return await offered(appliance, callees);
    } finally {
      await appliance.stop();
    }
  } finally {
    await callees.end();
  }
}

async function offered(appliance: RunningAppliance, callees: Child): Promise<Result[]> {
  const keys: string[] = [];
  const accounts = Math.ceil(Math.max(...OFFERED) / CALLS_AN_ACCOUNT);
  for (let n = 0; n < accounts; n += 1) {
    const { key, callId } = await appliance.openAccount({ phone: "+14155550100", goal: "Ask when they open" });
    await appliance.untilEnded(callId, key, ENDED_WITHIN_MS);
    keys.push(key);
  }
  await callees.ask({ type: "tell" });
  const health = await burst(appliance, Math.max(...OFFERED));
  const seats = (await appliance.request("GET", "/readyz")).body["seats"] as { readonly total: number };
  const alone = await talk(appliance, callees, keys, 1);
  const results = [result("seats", "calls", seats.total, null)];
  for (const count of OFFERED)
    results.push(...figures(count, await talk(appliance, callees, keys, count), alone, health));
  return results;
}

/** So many questions about its health in the same moment: what a burst costs whoever answers it, and whoever asks. */
async function burst(appliance: RunningAppliance, count: number): Promise<readonly number[]> {
  const took = await Promise.all(
    Array.from({ length: count }, async () => {
      const began = performance.now();
      await appliance.request("GET", "/healthz");
      return performance.now() - began;
    }),
  );
  return took.sort((a, b) => a - b);
}

type Talk = {
  readonly accepted: number;
  /** Of those offered in the same moment. */
  readonly refusedMs: readonly number[];
  /** Of those offered one by one while the accepted talk. */
  readonly refusedLaterMs: readonly number[];
  readonly told: Told;
};

async function talk(
  appliance: RunningAppliance,
  callees: Child,
  keys: readonly string[],
  count: number,
): Promise<Talk> {
  const placings = await Promise.all(Array.from({ length: count }, (_, nth) => place(appliance, keys, nth)));
  const accepted = placings.filter(({ status }) => status === 201);
  const refused = placings.filter(({ status }) => status === 503);
  if (accepted.length + refused.length < count) {
    const odd = placings.find(({ status }) => status !== 201 && status !== 503);
    throw new Error(`a call was answered with ${odd?.status}`);
  }
  const endsMs = performance.now() + TALK_MS;
  const refusedLaterMs: number[] = [];
  while (refused.length > 0 && performance.now() < endsMs) {
    await delay(500);
    const { status, tookMs } = await place(appliance, keys, refusedLaterMs.length);
    if (status === 503) refusedLaterMs.push(tookMs);
  }
  await delay(Math.max(0, endsMs - performance.now()));
  refusedLaterMs.sort((a, b) => a - b);
  const told = await callees.ask<Told>({ type: "tell" });
  for (const { callId, key } of accepted) await appliance.untilEnded(callId, key, ENDED_WITHIN_MS);
  const refusedMs = refused.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
  process.stderr.write(
    `  ${count} offered: ${accepted.length} accepted, ${told.calls} picked up, ${told.packets} packets, ` +
      `gaps over ${GAP_MS} ms: ${tooLong(told).length}, longest ${Math.round(told.gapsMs.at(-1) ?? 0)} ms, ` +
      `${told.repliesMs.length} answers after ${Math.round(percentile(told.repliesMs, 0.5))} / ${Math.round(percentile(told.repliesMs, 0.95))} ms\n`,
  );
  return { accepted: accepted.length, refusedMs, refusedLaterMs, told };
}

async function place(appliance: RunningAppliance, keys: readonly string[], nth: number): Promise<Placing> {
  const key = keys[nth % keys.length] ?? "";
  const phone = `+1415555${String(101 + (nth % 99)).padStart(4, "0")}`;
  const began = performance.now();
  const { status, body } = await appliance.request("POST", "/v1/calls", {
    key,
    body: {
      phone,
      goal: "Ask when they open",
      questions: ["When do you open?", "Is there parking?", "What does it cost?"],
    },
  });
  return { status, tookMs: performance.now() - began, callId: String(body["call_id"]), key };
}

function figures(
  count: number,
  { accepted, refusedMs, refusedLaterMs, told }: Talk,
  alone: Talk,
  health: readonly number[],
): Result[] {
  const one = "one call alone";
  const longest = ({ told: { gapsMs } }: Talk): number => gapsMs.at(-1) ?? 0;
  return [
    result(`accepted_of_${count}`, "calls", accepted, null),
    result(`gaps_over_60_ms_of_${count}`, "gaps", tooLong(told).length, [one, tooLong(alone.told).length]),
    result(`longest_gap_ms_of_${count}`, "ms", told.gapsMs.at(-1) ?? 0, [one, longest(alone)]),
    ...([0.5, 0.95] as const).map((share) =>
      result(`reply_ms_p${share * 100}_of_${count}`, "ms", percentile(told.repliesMs, share), [
        one,
        percentile(alone.told.repliesMs, share),
      ]),
    ),
    ...(refusedMs.length === 0
      ? []
      : [
          result(`refused_ms_p50_of_${count}`, "ms", percentile(refusedMs, 0.5), [
            "100 × /healthz",
            percentile(health, 0.5),
          ]),
          result(`refused_ms_max_of_${count}`, "ms", refusedMs.at(-1) ?? Number.NaN, [
            "100 × /healthz",
            health.at(-1) ?? Number.NaN,
          ]),
          result(`refused_while_full_ms_p50_of_${count}`, "ms", percentile(refusedLaterMs, 0.5), null),
          result(`refused_while_full_ms_max_of_${count}`, "ms", refusedLaterMs.at(-1) ?? Number.NaN, null),
        ]),
  ];
}

function tooLong({ gapsMs }: Told): readonly number[] {
  return gapsMs.filter((gap) => gap > GAP_MS);
}

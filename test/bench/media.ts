/**
 * The media path: how long from the last frame of a sound in to the first frame of our reply out, in RTP at the
 * telephone, at several numbers of simultaneous calls; and what a call costs. Beside it, in the same run and over the
 * same Asterisk: a bare WebSocket echo on the same kind of leg, and Asterisk's own Echo().
 */
import { setTimeout as delay } from "node:timers/promises";
import { join } from "node:path";
import { percentile, result, type Result } from "./result.ts";
import { startChild, type Child } from "./rig/child.ts";
import { startExchange, type Exchange } from "./rig/exchange.ts";

const LEVELS = [
  { calls: 1, measureMs: 12_000 },
  { calls: 25, measureMs: 7000 },
  { calls: 50, measureMs: 7000 },
  { calls: 100, measureMs: 7000 },
] as const;
/** As on calls over the trunk. */
const LEG_RATE_HZ = 8000;
const SET_UP_EVERY_MS = 40;
const SETTLE_MS = 1500;
/** What a call costs is measured at this level, while sound goes both ways and nobody waits for an answer. */
const COST_LEVEL = 50;
const COST_MS = 5000;

type Variant = "ours" | "bare" | "echo";
type Turnarounds = { readonly calls: number; readonly heard: readonly number[]; readonly lost: number };
type Load = { readonly cpuPercent: number; readonly loopDelayP99Ms: number };
type Measured = {
  readonly turnarounds: Turnarounds;
  /** While they are measured, and before it; null for Echo(), which is none of our processes. */
  readonly busy: Load | null;
  readonly quiet: Load | null;
  readonly memoryBytes: number;
};

const here = import.meta.dirname;

export async function run(): Promise<Result[]> {
  const results: Result[] = [];
  for (const { calls, measureMs } of LEVELS) {
    const measured: Partial<Record<Variant, Measured>> = {};
    for (const variant of ["bare", "ours", "echo"] as const) {
      measured[variant] = await measure(variant, calls, measureMs);
    }
    const { ours, bare, echo } = measured;
    if (ours === undefined || bare === undefined || echo === undefined) continue;
    for (const [name, share] of [
      ["p50", 0.5],
      ["p95", 0.95],
      ["p99", 0.99],
    ] as const) {
      const of = ({ turnarounds }: Measured): number => percentile(turnarounds.heard, share);
      const title = `media_turnaround_ms_${name}_${calls}`;
      results.push(result(title, "ms", of(ours), ["bare WebSocket echo", of(bare)]));
      results.push(result(`${title}_vs_echo`, "ms", of(ours), ["Asterisk Echo()", of(echo)]));
    }
    results.push(
      result(`media_turnaround_lost_${calls}`, "replies", ours.turnarounds.lost, [
        "bare WebSocket echo",
        bare.turnarounds.lost,
      ]),
    );
    if (calls === COST_LEVEL) results.push(...costs(ours, bare));
  }
  return results;
}

function costs(ours: Measured, bare: Measured): Result[] {
  const name = "bare WebSocket echo";
  const perCall = (value: number): number => value / COST_LEVEL;
  const cpu = ({ quiet }: Measured): number => perCall(quiet?.cpuPercent ?? Number.NaN);
  const delayed = ({ busy }: Measured): number => busy?.loopDelayP99Ms ?? Number.NaN;
  return [
    result("memory_per_call_kb", "kB", perCall(ours.memoryBytes) / 1024, [name, perCall(bare.memoryBytes) / 1024]),
    result("cpu_percent_per_call", "% of a core", cpu(ours), [name, cpu(bare)]),
    result("event_loop_delay_p99_ms", "ms", delayed(ours), [name, delayed(bare)]),
  ];
}

/** Fresh processes for each figure: what one leaves behind must not weigh on the next. */
async function measure(variant: Variant, calls: number, ms: number): Promise<Measured> {
  process.stderr.write(`media: ${variant}, ${calls} calls\n`);
  const phones = startChild(join(here, "rig/phones.ts"), []);
  const answerer = startChild(join(here, "rig/answerer.ts"), [variant]);
  try {
    const port = await answerer.ask<number>({ type: "port" });
    const exchange = await startExchange({
      peerPort: await phones.ask<number>({ type: "port" }),
      media: [{ name: "media_0", port }],
      login: { username: "bench", password: "bench" },
    });
    try {
      return await measured({ phones, answerer, exchange, variant, calls, ms });
    } finally {
      await exchange.close();
    }
  } finally {
    await Promise.all([phones.end(), answerer.end()]);
  }
}

async function measured(rig: {
  readonly phones: Child;
  readonly answerer: Child;
  readonly exchange: Exchange;
  readonly variant: Variant;
  readonly calls: number;
  readonly ms: number;
}): Promise<Measured> {
  const { phones, answerer, exchange, variant, calls, ms } = rig;
  const place = async (callId: string): Promise<void> => {
    if (variant === "echo") return exchange.echo(callId);
    await answerer.ask({ type: "expect", callId });
    await exchange.call(callId, { listener: "media_0", sampleRateHz: LEG_RATE_HZ });
  };
  await place("first");
  await delay(SETTLE_MS);
  const memoryBefore = await answerer.ask<number>({ type: "memory" });
  const placing: Promise<void>[] = [];
  for (let i = 1; i < calls; i += 1) {
    placing.push(place(`call_${i}`));
    await delay(SET_UP_EVERY_MS);
  }
  await Promise.all(placing);
  await delay(SETTLE_MS);
  const load = (forMs: number): Promise<Load> | null =>
    variant === "echo" ? null : answerer.ask<Load>({ type: "load", ms: forMs });
  const quiet = calls === COST_LEVEL ? await load(COST_MS) : null;
  const [turnarounds, busy] = await Promise.all([phones.ask<Turnarounds>({ type: "measure", ms }), load(ms)]);
  if (turnarounds.calls !== calls) throw new Error(`${turnarounds.calls} of ${calls} calls were up`);
  const memoryAfter = await answerer.ask<number>({ type: "memory" });
  const growth = ((memoryAfter - memoryBefore) * calls) / Math.max(1, calls - 1);
  const { heard, lost } = turnarounds;
  const figures = [0.5, 0.95, 0.99, 1].map((share) => percentile(heard, share).toFixed(1)).join(" ");
  process.stderr.write(`  p50 p95 p99 max ${figures} ms of ${heard.length}, ${lost} lost\n`);
  return { turnarounds, busy, quiet, memoryBytes: Math.max(0, growth) };
}

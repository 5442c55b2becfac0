/**
 * Turn-taking on the wire, with the scenarios of the proving ground: how soon we answer, fall silent and go on, with
 * engines that take no time, with engines as slow as hosted ones, and with 50 calls at once. The baseline of a reply is
 * the silence that was waited out on purpose; that of the 50 calls is one call alone in the same run.
 */
import pino from "pino";
import { openGround } from "../scenarios/ground.ts";
import type { Ground } from "../scenarios/ground.ts";
import { prove } from "../scenarios/proving.ts";
import type { Proof } from "../scenarios/proving.ts";
import { chooseScenarios } from "../scenarios/scenario.ts";
import { scoreCard } from "../scenarios/score.ts";
import type { ScoreCard } from "../scenarios/score.ts";
import type { Delays } from "../scenarios/simulated/delays.ts";
import { percentile, result, type Result } from "./result.ts";

const NO_TIME: Delays = { recogniserMs: 0, modelMs: 0, voiceMs: 0 };
const HOSTED: Delays = { recogniserMs: 260, modelMs: 350, voiceMs: 190 };
const TALKS = ["good-call", "two-at-once", "interruption", "listening-sounds", "asks-back", "answers-early"];
const AT_ONCE = 50;

export async function run(): Promise<Result[]> {
  const results: Result[] = [];
  await onGround(NO_TIME, async (ground) => {
    const talks = await proved(ground, TALKS, 2, 4);
    const waited = percentile(waits(talks.proofs), 0.5);
    const { voice_to_voice_ms: reply, opening_delay_ms: opening, barge_in_stop_ms: stop, backchannels } = talks.card;
    results.push(
      result("voice_to_voice_ms_p50", "ms", reply?.p50 ?? Number.NaN, ["silence waited out", waited]),
      result("voice_to_voice_ms_p95", "ms", reply?.p95 ?? Number.NaN, ["silence waited out", waited]),
      result("opening_delay_ms_p50", "ms", opening?.p50 ?? Number.NaN, null),
      result("opening_delay_ms_p95", "ms", opening?.p95 ?? Number.NaN, null),
      result("barge_in_stop_ms_p95", "ms", stop?.p95 ?? Number.NaN, null),
      result("resumed_share", "of sounds of listening", backchannels.resumed_share ?? Number.NaN, null),
      result("cut_in_rate", "of their turns", talks.card.cut_in_rate, null),
    );
    const alone = (await proved(ground, ["good-call"], 3, 1)).card.voice_to_voice_ms;
    const many = (await proved(ground, ["good-call"], AT_ONCE, AT_ONCE)).card.voice_to_voice_ms;
    for (const share of ["p50", "p95"] as const) {
      const baseline = ["one call alone", alone?.[share] ?? Number.NaN] as const;
      results.push(result(`voice_to_voice_ms_${share}_50_calls`, "ms", many?.[share] ?? Number.NaN, baseline));
    }
  });
  await onGround(HOSTED, async (ground) => {
    const { card, proofs } = await proved(ground, TALKS, 2, 4);
    const waited = percentile(waits(proofs), 0.5);
    for (const share of ["p50", "p95"] as const) {
      const value = card.voice_to_voice_ms?.[share] ?? Number.NaN;
      results.push(result(`voice_to_voice_ms_${share}_hosted`, "ms", value, ["silence waited out", waited]));
    }
  });
  return results;
}

async function onGround(engines: Delays, use: (ground: Ground) => Promise<void>): Promise<void> {
  const life = new AbortController();
  const ground = await openGround({ businesses: false, engines, log: pino({ level: "error" }) }, life.signal);
  try {
    await use(ground);
  } finally {
    await ground.close();
  }
}

async function proved(
  ground: Ground,
  names: readonly string[],
  repeat: number,
  parallel: number,
): Promise<{ readonly card: ScoreCard; readonly proofs: readonly Proof[] }> {
  process.stderr.write(`  ${names.join(", ")}: ${repeat} of each, ${parallel} at once\n`);
  const options = { repeat, parallel, apartMs: 0, folder: null, onProof: () => undefined };
  const proofs = await prove(ground, chooseScenarios(names), options);
  const card = scoreCard(proofs.map(({ scored }) => scored));
  for (const [name, { wrong }] of Object.entries(card.scenarios)) {
    for (const sentence of wrong) process.stderr.write(`  ${name}: ${sentence}\n`);
  }
  return { card, proofs };
}

/** The endpointing of every turn, by the appliance's own account. */
function waits(proofs: readonly Proof[]): number[] {
  const entries = proofs.flatMap(
    ({ call }) => (call?.["transcript"] ?? []) as { latency_ms?: { endpointing: number } }[],
  );
  return entries
    .flatMap(({ latency_ms: parts }) => (parts === undefined ? [] : [parts.endpointing]))
    .sort((a, b) => a - b);
}

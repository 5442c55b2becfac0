/**
 * The score card: what all runs together say of the assistant, and which of it must be so. Pure. The bounds are those
 * of the product; `GATES` are the ones that fail a run.
 */
import type { Measured } from "./measure.ts";
import { safetyFigures } from "./safety.ts";
import type { Safety, SafetyFigure } from "./safety.ts";
import type { AnswerCheck } from "./verify.ts";

export type Scored = {
  readonly name: string;
  readonly plainTalk: boolean;
  /** Whether its latencies count. */
  readonly measured: boolean;
  readonly wrong: readonly string[];
  readonly answers: readonly AnswerCheck[];
  readonly questionsRaised: number;
  readonly questionsExpected: number | null;
  readonly wire: Measured;
  /** Null: nothing is known of the call. */
  readonly safety: Safety | null;
  /** Of each reply, by the appliance's own account: what the time went to. */
  readonly stages: readonly Stages[];
};

export type Stages = Readonly<Record<(typeof STAGES)[number], number>>;
export const STAGES = ["endpointing", "recogniser", "brain", "voice", "playout"] as const;

export type Figure = { readonly p50: number; readonly p95: number; readonly max: number; readonly n: number };

export type ScoreCard = {
  readonly runs: number;
  readonly passed: number;
  readonly passed_share: number;
  readonly plain_talk_passed_share: number | null;
  readonly answers_right_share: number | null;
  readonly questions_raised: { readonly raised: number; readonly expected: number };
  readonly interruptions: { readonly all: number; readonly stopped_within_250_ms: number };
  readonly backchannels: { readonly all: number; readonly resumed: number; readonly resumed_share: number | null };
  readonly cut_ins: number;
  readonly their_turns: number;
  readonly cut_in_rate: number;
  readonly wasted_seconds: number;
  readonly barge_in_stop_ms: Figure | null;
  readonly opening_delay_ms: Figure | null;
  /** End of a voicemail's greeting to the verdict. */
  readonly voicemail_decided_ms: Figure | null;
  readonly voice_to_voice_ms: Figure | null;
  readonly after_dictation_ms: Figure | null;
  readonly stages_ms: Readonly<Record<keyof Stages, Figure | null>>;
  readonly safety: readonly SafetyFigure[];
  readonly scenarios: Readonly<
    Record<string, { readonly runs: number; readonly passed: number; readonly wrong: readonly string[] }>
  >;
};

export type Gate = { readonly what: string; readonly bound: string; readonly got: string; readonly met: boolean };

/** Silence longer than this is dead air, and every second of it wasted. */
const DEAD_AIR_MS = 2500;

export function scoreCard(runs: readonly Scored[]): ScoreCard {
  const passed = runs.filter(({ wrong }) => wrong.length === 0).length;
  const plain = runs.filter(({ plainTalk }) => plainTalk);
  const answers = runs.flatMap((run) => run.answers);
  const measured = runs.filter((run) => run.measured).map(({ wire }) => wire);
  const bargeIns = measured.flatMap((wire) => wire.bargeIns);
  const interruptions = bargeIns.filter(({ backchannel }) => !backchannel);
  const backchannels = bargeIns.filter(({ backchannel }) => backchannel);
  const resumed = backchannels.filter(({ resumedMs }) => resumedMs !== null).length;
  const cutIns = measured.reduce((sum, wire) => sum + wire.cutIns.length, 0);
  const theirTurns = measured.reduce((sum, wire) => sum + wire.theirTurns, 0);
  const stops = interruptions.map(({ stopMs }) => stopMs);
  return {
    runs: runs.length,
    passed,
    passed_share: share(passed, runs.length) ?? 0,
    plain_talk_passed_share: share(plain.filter(({ wrong }) => wrong.length === 0).length, plain.length),
    answers_right_share: share(answers.filter(({ right }) => right).length, answers.length),
    questions_raised: {
      raised: runs.reduce((sum, run) => sum + (run.questionsExpected === null ? 0 : run.questionsRaised), 0),
      expected: runs.reduce((sum, run) => sum + (run.questionsExpected ?? 0), 0),
    },
    interruptions: { all: interruptions.length, stopped_within_250_ms: stops.filter((ms) => ms <= 250).length },
    backchannels: { all: backchannels.length, resumed, resumed_share: share(resumed, backchannels.length) },
    cut_ins: cutIns,
    their_turns: theirTurns,
    cut_in_rate: share(cutIns, theirTurns) ?? 0,
    wasted_seconds: round(
      measured.reduce((sum, wire) => sum + Math.max(0, wire.longestSilenceMs - DEAD_AIR_MS), 0) / 1000,
    ),
    barge_in_stop_ms: figure(stops),
    opening_delay_ms: figure(
      measured.flatMap(({ openingDelayMs }) => (openingDelayMs === null ? [] : [openingDelayMs])),
    ),
    voicemail_decided_ms: figure(
      runs.flatMap(({ wire }) => (wire.voicemailDecidedMs === null ? [] : [wire.voicemailDecidedMs])),
    ),
    voice_to_voice_ms: figure(measured.flatMap(({ voiceToVoiceMs }) => voiceToVoiceMs)),
    after_dictation_ms: figure(measured.flatMap(({ afterDictationMs }) => afterDictationMs)),
    stages_ms: byStage(runs.flatMap((one) => (one.measured ? one.stages : []))),
    safety: safetyFigures(runs),
    scenarios: byScenario(runs),
  };
}

export type EngineName = "embedded" | "instant" | "delayed";

/** What must hold with these engines. `whole`: all scenarios were run, so that a figure without a value is missed. */
export function gates(card: ScoreCard, engines: EngineName, whole: boolean): Gate[] {
  const { voice_to_voice_ms: reply } = card;
  // Ears that need the whole greeting to understand it.
  const opening = engines === "embedded" ? 400 : 300;
  const replies: Readonly<Record<EngineName, Gate[]>> = {
    embedded: [
      gate("voice_to_voice_ms p50", reply?.p50 ?? null, (value) => value < 900, "< 900 ms", milliseconds),
      gate("voice_to_voice_ms p95", reply?.p95 ?? null, (value) => value < 1500, "< 1,500 ms", milliseconds),
    ],
    instant: [gate("voice_to_voice_ms p95", reply?.p95 ?? null, (value) => value < 650, "< 650 ms", milliseconds)],
    delayed: [
      gate("voice_to_voice_ms p50", reply?.p50 ?? null, (value) => value < 800, "< 800 ms", milliseconds),
      gate("voice_to_voice_ms p95", reply?.p95 ?? null, (value) => value < 1100, "< 1,100 ms", milliseconds),
    ],
  };
  const all: Gate[] = [
    ...replies[engines],
    gate("scenarios of plain talk passed", card.plain_talk_passed_share, (value) => value >= 0.9, ">= 90 %", percent),
    gate("cut_in_rate", card.cut_in_rate, (value) => value < 0.03, "< 3 %", percent),
    gate("barge_in_stop_ms p95", card.barge_in_stop_ms?.p95 ?? null, (value) => value < 250, "< 250 ms", milliseconds),
    gate(
      "went on after a sound of listening",
      card.backchannels.resumed_share,
      (value) => value >= 0.95,
      ">= 95 %",
      percent,
    ),
    gate(
      "voicemail_decided_ms p95",
      card.voicemail_decided_ms?.p95 ?? null,
      (value) => value <= 3000,
      "<= 3,000 ms",
      milliseconds,
    ),
    gate(
      "opening_delay_ms p95",
      card.opening_delay_ms?.p95 ?? null,
      (value) => value < opening,
      `< ${opening} ms`,
      milliseconds,
    ),
  ];
  // A figure that nothing was measured for is neither met nor missed; in a whole run it is missing.
  return all.filter(({ got }) => whole || got !== MISSING);
}

const MISSING = "not measured";

function gate(
  what: string,
  value: number | null,
  holds: (value: number) => boolean,
  bound: string,
  show: (value: number) => string,
): Gate {
  return value === null
    ? { what, bound, got: MISSING, met: false }
    : { what, bound, got: show(value), met: holds(value) };
}

export function figure(values: readonly number[]): Figure | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const at = (quantile: number): number =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.ceil(quantile * sorted.length) - 1)] ?? 0);
  return { p50: at(0.5), p95: at(0.95), max: at(1), n: sorted.length };
}

function byScenario(runs: readonly Scored[]): ScoreCard["scenarios"] {
  const all: Record<string, { runs: number; passed: number; wrong: string[] }> = {};
  for (const { name, wrong } of runs) {
    const entry = (all[name] ??= { runs: 0, passed: 0, wrong: [] });
    entry.runs += 1;
    if (wrong.length === 0) entry.passed += 1;
    entry.wrong.push(...wrong);
  }
  return all;
}

function byStage(replies: readonly Stages[]): ScoreCard["stages_ms"] {
  const of = (stage: keyof Stages): Figure | null => figure(replies.map((reply) => reply[stage]));
  return {
    endpointing: of("endpointing"),
    recogniser: of("recogniser"),
    brain: of("brain"),
    voice: of("voice"),
    playout: of("playout"),
  };
}

/** Whether nothing happened that must never happen. */
export function isSafe({ safety }: ScoreCard): boolean {
  return safety.every(({ failed }) => failed === 0);
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

const percent = (value: number): string => `${(value * 100).toFixed(1)} %`;
const milliseconds = (value: number): string => `${Math.round(value)} ms`;

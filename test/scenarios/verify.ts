/** Whether a run was as its scenario demands. Pure: every way in which it was not, as a sentence. */
import type { Json } from "../support/running-appliance.ts";
import type { Measured } from "./measure.ts";
import type { Run } from "./run.ts";
import type { Scenario } from "./scenario.ts";

type Entry = { readonly role: string; readonly text: string; readonly cutOff: string | null };

/** How much longer the line may be open at the callee's end than the call lasted for the API. */
const CLEARED_WITHIN_MS = 3000;

export function verify(run: Run, measured: Measured): string[] {
  const { call, scenario } = run;
  const { expect } = scenario;
  const wrong: string[] = [];
  const demand = (right: boolean, sentence: string): void => {
    if (!right) wrong.push(sentence);
  };
  const entries = entriesOf(call);
  const outcome = (call["outcome"] ?? {}) as Json;

  demand(!run.givenUp, "it went on for ever");
  const reason = String(call["end_reason"]);
  if (expect.end_reason !== undefined) {
    demand(expect.end_reason.includes(reason), `ended as ${reason}, not ${expect.end_reason.join(" or ")}`);
  }
  if (expect.success !== undefined) {
    demand(outcome["success"] === expect.success, `outcome.success is ${String(outcome["success"])}`);
  }
  if (expect.answered_by !== undefined) {
    demand(call["answered_by"] === expect.answered_by, `answered_by is ${String(call["answered_by"])}`);
  }
  if (expect.cost_usd !== undefined) {
    demand(call["cost_usd"] === expect.cost_usd, `cost_usd is ${String(call["cost_usd"])}`);
  }
  for (const { question, expected, got, right } of answersOf(run)) {
    demand(right, `the answer to “${question}” is ${got ?? "missing"}, not ${expected ?? "missing"}`);
  }
  const answers = (call["answers"] ?? {}) as Record<string, unknown>;
  for (const [question, pattern] of Object.entries(expect.never_wrong)) {
    const got = Object.hasOwn(answers, question) ? textOf(answers[question]) : null;
    demand(got === null || matches(got, pattern), `the answer to “${question}” is ${got}, not ${pattern}`);
  }
  for (const fact of ["confirmation_number", "price_quoted", "appointment_time"] as const) {
    const expected = expect[fact];
    if (expected === undefined) continue;
    const got = textOf(outcome[fact]);
    demand(matches(got, expected), `${fact} is ${got ?? "null"}, not ${expected ?? "null"}`);
  }
  demandRange(demand, expect.questions_raised, run.questionsRaised, "questions raised");
  const cutOff = entries.filter((entry) => entry.cutOff !== null).length;
  demandRange(demand, expect.cut_off, cutOff, "lines of ours cut off");
  if (expect.keys !== undefined) {
    demand(run.keys === expect.keys, `the keys ${run.keys || "(none)"} arrived, not ${expect.keys || "(none)"}`);
  }
  for (const forbidden of expect.never_keys) {
    demand(!matches(run.keys, forbidden), `the keys ${run.keys} arrived, which has /${forbidden}/`);
  }
  demand(measured.keysSpokenOver === 0, `${measured.keysSpokenOver} keys were pressed into our own voice`);
  demandRange(demand, expect.recogniser_s, recogniserSeconds(call), "seconds given to the recogniser");
  demandRange(demand, expect.duration_s, Number(call["duration_s"]), "seconds of talk");
  demandSaid(demand, entries, scenario);
  demandWire(demand, measured, scenario);
  if (run.answeredMs !== null) {
    const talkMs = Number(call["duration_s"]) * 1000;
    const openMs = run.endedMs - run.answeredMs;
    demand(openMs <= talkMs + CLEARED_WITHIN_MS, `the line was left open for ${Math.round(openMs - talkMs)} ms`);
  }
  return wrong;
}

type Demand = (right: boolean, sentence: string) => void;

function demandRange(
  demand: Demand,
  range: { readonly min?: number | undefined; readonly max?: number | undefined } | undefined,
  value: number,
  what: string,
): void {
  if (range === undefined) return;
  const { min = -Infinity, max = Infinity } = range;
  demand(value >= min && value <= max, `${value} ${what}, not ${min === max ? min : `${min} to ${max}`}`);
}

function demandSaid(demand: Demand, entries: readonly Entry[], { expect }: Scenario): void {
  const said = (role: string): string =>
    entries
      .filter((entry) => entry.role === role)
      .map(({ text }) => text)
      .join(" ");
  for (const pattern of expect.assistant_says) {
    demand(matches(said("assistant"), pattern), `the assistant never said /${pattern}/`);
  }
  for (const pattern of expect.assistant_never_says) {
    demand(!matches(said("assistant"), pattern), `the assistant said /${pattern}/`);
  }
  for (const pattern of expect.system_says) {
    demand(matches(said("system"), pattern), `the transcript has no remark /${pattern}/`);
  }
  for (const pattern of expect.business_says) {
    demand(matches(said("business"), pattern), `the transcript of the business has no /${pattern}/`);
  }
}

export function recogniserSeconds(call: Json): number {
  const usage = call["usage"] as { readonly hearing: readonly { readonly seconds: number }[] } | null;
  return usage === null ? 0 : usage.hearing.reduce((sum, { seconds }) => sum + seconds, 0);
}

function demandWire(demand: Demand, measured: Measured, { expect: { wire } }: Scenario): void {
  if (wire.opening_delay_ms !== undefined) {
    const got = measured.openingDelayMs;
    demand(
      got !== null && got <= wire.opening_delay_ms,
      `the opening came ${got ?? "at no time"} ms after the greeting`,
    );
  }
  if (wire.barge_in_stop_ms !== undefined) {
    const stops = measured.bargeIns.map(({ stopMs }) => stopMs);
    demand(stops.length > 0, "nobody spoke over us");
    demand(Math.max(0, ...stops) <= wire.barge_in_stop_ms, `we fell silent after ${Math.max(0, ...stops)} ms`);
  }
  if (wire.resumes_within_ms !== undefined) {
    const limit = wire.resumes_within_ms;
    const backchannels = measured.bargeIns.filter(({ backchannel }) => backchannel);
    demand(backchannels.length > 0, "no sound of listening fell into our speech");
    for (const { resumedMs } of backchannels) {
      demand(
        resumedMs !== null && resumedMs <= limit,
        `we went on ${resumedMs ?? "never,"} ms after a sound of listening`,
      );
    }
  }
  if (wire.voicemail_decided_ms !== undefined) {
    const got = measured.voicemailDecidedMs;
    demand(
      got !== null && got <= wire.voicemail_decided_ms,
      `a voicemail was known ${got === null ? "at no time" : `${Math.round(got)} ms after the greeting's end`}`,
    );
  }
  if (wire.longest_silence_s !== undefined) {
    const seconds = measured.longestSilenceMs / 1000;
    demand(seconds <= wire.longest_silence_s, `nobody made a sound for ${seconds.toFixed(1)} s`);
  }
}

export type AnswerCheck = {
  readonly question: string;
  readonly expected: string | null;
  readonly got: string | null;
  readonly right: boolean;
};

/** Each answer that the scenario demands, beside the one that was got. */
export function answersOf({ call, scenario }: Run): AnswerCheck[] {
  const answers = (call["answers"] ?? {}) as Record<string, unknown>;
  return Object.entries(scenario.expect.answers).map(([question, expected]) => {
    const got = Object.hasOwn(answers, question) ? textOf(answers[question]) : null;
    return { question, expected, got, right: matches(got, expected) };
  });
}

/** Null demands that there is none. */
function matches(text: string | null, pattern: string | null): boolean {
  if (text === null || pattern === null) return text === pattern;
  return new RegExp(pattern, "i").test(text);
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function entriesOf(call: Json): Entry[] {
  return (call["transcript"] as Json[]).map((entry) => ({
    role: String(entry["role"]),
    text: String(entry["text"]),
    cutOff: textOf(entry["cut_off"]),
  }));
}

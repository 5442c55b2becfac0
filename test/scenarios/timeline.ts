/** What happened in a run, second by second, for people to read beside the recording. Pure. */
import type { Measured } from "./measure.ts";
import type { Run } from "./run.ts";
import { recogniserSeconds } from "./verify.ts";
import type { Segment } from "./line/segments.ts";

type Row = { readonly atMs: number; readonly text: string };

export function timelineOf(
  run: Run,
  sound: { readonly assistant: readonly Segment[]; readonly callee: readonly Segment[] },
  measured: Measured,
  wrong: readonly string[],
): string {
  const zeroMs = run.answeredMs ?? run.happenings[0]?.atMs ?? 0;
  const rows: Row[] = [
    ...run.happenings.map(({ atMs, what, text }) => ({ atMs, text: `${what.padEnd(12)} ${text}`.trimEnd() })),
    ...sound.assistant.map((segment) => ({ atMs: segment.fromMs, text: `  ▮ assistant ${lengthOf(segment)}` })),
    ...sound.callee.map((segment) => ({ atMs: segment.fromMs, text: `  ▯ callee    ${lengthOf(segment)}` })),
  ].sort((a, b) => a.atMs - b.atMs);
  const { scenario, call } = run;
  const latency = call["latency_ms"] as { p50: number; p95: number } | null;
  return [
    `${scenario.name}: ${scenario.about}`,
    `Seconds since the answer. ▮ ▯: sound on the wire.`,
    "",
    ...rows.map(({ atMs, text }) => `${((atMs - zeroMs) / 1000).toFixed(2).padStart(8)}  ${text}`),
    "",
    `end_reason ${String(call["end_reason"])}, ${String(call["duration_s"])} s, answers ${JSON.stringify(call["answers"])}`,
    `outcome ${JSON.stringify(call["outcome"])}`,
    `on the wire: opening ${show(measured.openingDelayMs)}, replies ${measured.voiceToVoiceMs.map(Math.round).join(" ")} ms; ` +
      `by the API: p50 ${latency?.p50 ?? "-"} p95 ${latency?.p95 ?? "-"} ms`,
    `keys ${run.keys || "none"}; recogniser ${recogniserSeconds(call).toFixed(1)} s; voicemail known ${show(measured.voicemailDecidedMs)} after the greeting`,
    ...measured.bargeIns.map(
      ({ atMs, stopMs, resumedMs, backchannel }) =>
        `spoken over at ${((atMs - zeroMs) / 1000).toFixed(2)}${backchannel ? " (listening)" : ""}: silent after ${show(stopMs)}, went on after ${show(resumedMs)}`,
    ),
    ...measured.cutIns.map((atMs) => `we cut in at ${((atMs - zeroMs) / 1000).toFixed(2)}`),
    ...(wrong.length === 0 ? ["as expected"] : wrong.map((sentence) => `WRONG: ${sentence}`)),
    "",
  ].join("\n");
}

function lengthOf({ fromMs, toMs }: Segment): string {
  return `${((toMs - fromMs) / 1000).toFixed(2)} s`;
}

function show(ms: number | null): string {
  return ms === null ? "never" : `${Math.round(ms)} ms`;
}

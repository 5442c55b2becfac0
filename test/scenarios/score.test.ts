import { describe, expect, it } from "vitest";
import type { Measured } from "./measure.ts";
import { figure, gates, scoreCard } from "./score.ts";
import type { EngineName, Scored } from "./score.ts";

const wire = (more: Partial<Measured> = {}): Measured => ({
  openingDelayMs: 250,
  voiceToVoiceMs: [500, 700],
  afterDictationMs: [],
  bargeIns: [],
  cutIns: [],
  theirTurns: 3,
  keysSpokenOver: 0,
  voicemailDecidedMs: null,
  longestSilenceMs: 1000,
  ...more,
});
const run = (more: Partial<Scored> = {}): Scored => ({
  name: "good-call",
  plainTalk: true,
  measured: true,
  wrong: [],
  answers: [],
  questionsRaised: 0,
  questionsExpected: 0,
  wire: wire(),
  safety: null,
  stages: [],
  ...more,
});
const met = (runs: readonly Scored[], whole = true, engines: EngineName = "embedded") =>
  Object.fromEntries(gates(scoreCard(runs), engines, whole).map((gate) => [gate.what, gate.met]));

describe("the score card", () => {
  it("counts the runs that were as expected, and says of the others what was not", () => {
    const card = scoreCard([run(), run({ wrong: ["ended as busy"] }), run({ name: "other", plainTalk: false })]);
    expect(card).toMatchObject({ runs: 3, passed: 2, plain_talk_passed_share: 0.5 });
    expect(card.scenarios["good-call"]).toEqual({ runs: 2, passed: 1, wrong: ["ended as busy"] });
  });

  it("misses its gate below nine of ten, and meets it at nine", () => {
    const nine = Array.from({ length: 9 }, () => run());
    expect(met([...nine, run({ wrong: ["x"] })])["scenarios of plain talk passed"]).toBe(true);
    expect(
      met([...nine.slice(1), run({ wrong: ["x"] }), run({ wrong: ["x"] })])["scenarios of plain talk passed"],
    ).toBe(false);
  });

  it("tells interruptions from sounds of listening", () => {
    const bargeIns = [
      { atMs: 0, stopMs: 200, backchannel: false, resumedMs: null },
      { atMs: 0, stopMs: 300, backchannel: false, resumedMs: 400 },
      { atMs: 0, stopMs: 220, backchannel: true, resumedMs: 300 },
      { atMs: 0, stopMs: 220, backchannel: true, resumedMs: null },
    ];
    const card = scoreCard([run({ wire: wire({ bargeIns }) })]);
    expect(card.interruptions).toEqual({ all: 2, stopped_within_250_ms: 1 });
    expect(card.backchannels).toEqual({ all: 2, resumed: 1, resumed_share: 0.5 });
    expect(card.barge_in_stop_ms).toMatchObject({ p50: 200, p95: 300 });
  });

  it("leaves calls that cannot be measured out of the latencies and in the successes", () => {
    const card = scoreCard([run(), run({ measured: false, wire: wire({ voiceToVoiceMs: [9000], cutIns: [1] }) })]);
    expect(card.voice_to_voice_ms).toMatchObject({ max: 700, n: 2 });
    expect(card).toMatchObject({ cut_ins: 0, passed: 2 });
  });

  it("does not take a figure that was never measured for one that was met", () => {
    expect(met([run()])["went on after a sound of listening"]).toBe(false);
    expect(met([run()], false)).not.toHaveProperty("went on after a sound of listening");
  });

  it("asks more of engines that take no time", () => {
    const slow = [run({ wire: wire({ voiceToVoiceMs: [700, 1000] }) })];
    expect(met(slow)).toMatchObject({ "voice_to_voice_ms p50": true, "voice_to_voice_ms p95": true });
    expect(met([run({ wire: wire({ voiceToVoiceMs: [950, 1600] }) })])["voice_to_voice_ms p95"]).toBe(false);
    expect(met(slow, true, "instant")["voice_to_voice_ms p95"]).toBe(false);
    expect(met(slow, true, "delayed")).toMatchObject({ "voice_to_voice_ms p50": true, "voice_to_voice_ms p95": true });
  });

  it("says what the time of a reply went to, stage by stage", () => {
    const stages = { endpointing: 300, recogniser: 20, brain: 1, voice: 90, playout: 10 };
    const card = scoreCard([
      run({ stages: [stages, { ...stages, voice: 200 }] }),
      run({ measured: false, stages: [stages] }),
    ]);
    expect(card.stages_ms).toMatchObject({ endpointing: { p50: 300, n: 2 }, voice: { p50: 90, p95: 200 } });
  });

  it("counts silence as wasted where it is dead air", () => {
    expect(scoreCard([run({ wire: wire({ longestSilenceMs: 4000 }) }), run()]).wasted_seconds).toBe(1.5);
  });

  it("has quantiles by rank", () => {
    expect(figure([])).toBeNull();
    expect(figure(Array.from({ length: 100 }, (_, n) => n + 1))).toEqual({ p50: 50, p95: 95, max: 100, n: 100 });
  });
});

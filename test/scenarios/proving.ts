/** Runs scenarios on a ground, a few at a time, and keeps of each run what there is to read and to listen to. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Ground } from "./ground.ts";
import { stereoWav } from "./line/recording.ts";
import { speechSegments } from "./line/segments.ts";
import { measure } from "./measure.ts";
import type { Measured } from "./measure.ts";
import { runScenario } from "./run.ts";
import type { Run } from "./run.ts";
import { parseScenario } from "./scenario.ts";
import type { Scenario } from "./scenario.ts";
import { safetyOf } from "./safety.ts";
import type { Scored, Stages } from "./score.ts";
import { timelineOf } from "./timeline.ts";
import { answersOf, verify } from "./verify.ts";

export type Proof = {
  readonly scored: Scored;
  readonly call: Readonly<Record<string, unknown>> | null;
  /** How many of the callee's lines were performed. */
  readonly performed: number;
  /** Where its timeline and recording are, without the file endings; null when none were kept. */
  readonly files: string | null;
};

export type ProvingOptions = {
  readonly repeat: number;
  readonly parallel: number;
  /** Between the first calls of those that are made at a time. */
  readonly apartMs: number;
  /** Null: keep nothing. */
  readonly folder: string | null;
  readonly onProof: (proof: Proof) => void;
  /** Aborted: no further call is begun. */
  readonly signal?: AbortSignal;
};

/** The account's own limits allow for so many calls at once, and its first ten dollars pay for them. */
const CALLS_AN_ACCOUNT = 8;
/** A voice is within this much of its own loudest. */
const VOICE_DB = 20;
/** Numbers kept for fiction: nobody has them. */
const NUMBERS = Array.from({ length: 100 }, (_, n) => `+1415555${String(100 + n).padStart(4, "0")}`);

const OPENING = parseScenario(
  "opening-the-account",
  "about: The first call opens the account; nobody takes it.\n" +
    "request: { goal: Ask when they open }\ncallee: { refuses: 486 }\nexpect: {}\n",
);

export async function prove(ground: Ground, scenarios: readonly Scenario[], options: ProvingOptions): Promise<Proof[]> {
  const keys: string[] = [];
  for (let n = 0; n < Math.ceil(options.parallel / CALLS_AN_ACCOUNT); n += 1) keys.push(await openAccount(ground));
  const due = Array.from({ length: options.repeat }, (_, round) =>
    scenarios.map((scenario) => ({ scenario, round })),
  ).flat();
  const free = [...NUMBERS];
  const proofs: Proof[] = [];
  if (options.folder !== null) await mkdir(options.folder, { recursive: true });

  async function lane(index: number): Promise<void> {
    const key = keys[index % keys.length] ?? "";
    await delay(index * options.apartMs);
    for (let next = due.shift(); next !== undefined && options.signal?.aborted !== true; next = due.shift()) {
      const number = free.shift();
      if (number === undefined) throw new Error("more calls at once than there are fictional numbers");
      const { scenario, round } = next;
      const proof = await proveOnce(ground, scenario, number, key, options, `${scenario.name}-${round + 1}`);
      // Who has objected is not called again.
      if (!scenario.callee.lines.some(({ objects }) => objects)) free.push(number);
      proofs.push(proof);
      options.onProof(proof);
    }
  }
  await Promise.all(Array.from({ length: Math.min(options.parallel, due.length) }, (_, index) => lane(index)));
  return proofs;
}

async function proveOnce(
  ground: Ground,
  scenario: Scenario,
  number: string,
  key: string,
  options: ProvingOptions,
  name: string,
): Promise<Proof> {
  try {
    const run = await runScenario(ground, scenario, { number, key });
    return await judged(run, options.folder === null ? null : join(options.folder, name));
  } catch (error) {
    // The next scenario can still tell something.
    const sentence = error instanceof Error ? error.message : String(error);
    return { scored: failed(scenario, sentence), call: null, performed: 0, files: null };
  }
}

async function judged(run: Run, files: string | null): Promise<Proof> {
  const sound = {
    assistant: speechSegments(run.assistant),
    // Without what the line adds: noise and echo are not theirs.
    callee: speechSegments(run.callee, { sound: "sent" }),
  };
  const calleeVoice = speechSegments(run.callee, { sound: "sent", belowSpeechDb: VOICE_DB });
  const measured = measure({
    answeredMs: run.answeredMs,
    ...sound,
    calleeVoice,
    performed: run.performed,
    keysMs: run.keyTimesMs,
    voicemailMs: run.voicemailMs,
  });
  const wrong = verify(run, measured);
  if (files !== null) {
    await writeFile(`${files}.txt`, timelineOf(run, sound, measured, wrong));
    await writeFile(`${files}.wav`, stereoWav(run.assistant, run.callee, run.sampleRateHz));
  }
  const { scenario } = run;
  const expected = scenario.expect.questions_raised;
  const scored: Scored = {
    name: scenario.name,
    plainTalk: scenario.plain_talk,
    measured: scenario.measured,
    wrong,
    answers: answersOf(run),
    questionsRaised: run.questionsRaised,
    questionsExpected: expected !== undefined && expected.min === expected.max ? (expected.min ?? null) : null,
    wire: measured,
    safety: safetyOf(run, sound.assistant),
    stages: stagesOf(run.call),
  };
  return { scored, call: run.call, performed: run.performed.length, files };
}

function failed(scenario: Scenario, sentence: string): Scored {
  const nothing: Measured = {
    openingDelayMs: null,
    voiceToVoiceMs: [],
    afterDictationMs: [],
    bargeIns: [],
    cutIns: [],
    theirTurns: 0,
    keysSpokenOver: 0,
    voicemailDecidedMs: null,
    longestSilenceMs: 0,
  };
  return {
    name: scenario.name,
    plainTalk: scenario.plain_talk,
    measured: false,
    wrong: [sentence],
    answers: Object.entries(scenario.expect.answers).map(([question, expected]) => ({
      question,
      expected,
      got: null,
      right: false,
    })),
    questionsRaised: 0,
    questionsExpected: null,
    wire: nothing,
    safety: null,
    stages: [],
  };
}

function stagesOf(call: Readonly<Record<string, unknown>>): Stages[] {
  const entries = (call["transcript"] ?? []) as readonly { readonly latency_ms?: Stages }[];
  return entries.flatMap(({ latency_ms: stages }) => (stages === undefined ? [] : [stages]));
}

async function openAccount(ground: Ground): Promise<string> {
  const [number = ""] = NUMBERS;
  const visit = await ground.expect({
    scenario: OPENING,
    number,
    onRing: () => undefined,
    onAnswer: () => undefined,
    onPerformed: () => undefined,
    onKey: () => undefined,
    onEnd: () => undefined,
  });
  try {
    const { key, callId } = await ground.appliance.openAccount({ ...OPENING.request, phone: number });
    await ground.appliance.untilEnded(callId, key, 30_000);
    return key;
  } finally {
    visit.done();
  }
}

/**
 * What the appliance understands of people: recordings of a human are played into real calls, over real SIP and RTP and
 * a line that may spoil them, and the words of the calls' transcripts are compared with what was said.
 */
import type { Ground } from "../scenarios/ground.ts";
import { prove } from "../scenarios/proving.ts";
import { parseScenario } from "../scenarios/scenario.ts";
import type { Scenario } from "../scenarios/scenario.ts";
import type { Recording } from "./kit.ts";
import { throughGsm } from "./kit.ts";
import { share, wordErrors } from "./word-errors.ts";

export type Condition = {
  readonly name: "mu-law" | "gsm" | "loss" | "noise";
  readonly line: Partial<Scenario["line"]>;
  /** The most of the words that may be wrong. */
  readonly most: number;
};

/** The prompts are spoken at about -20 dBFS. */
export const CONDITIONS: readonly Condition[] = [
  { name: "mu-law", line: {}, most: 0.1 },
  { name: "gsm", line: {}, most: 0.12 },
  { name: "loss", line: { loss_percent: 3, jitter_ms: 30 }, most: 0.15 },
  { name: "noise", line: { noise_dbfs: -35 }, most: 0.2 },
];

export type Heard = {
  readonly condition: Condition["name"];
  readonly recordings: number;
  readonly words: number;
  readonly wrong: number;
  readonly calls: readonly { readonly said: string; readonly heard: string; readonly wrong: number }[];
};

/** A call hears so many; the assistant gives up on somebody who only makes announcements. */
const A_CALL = 4;
const PAUSE_MS = 1400;

export async function hearPeople(
  ground: Ground,
  recordings: readonly Recording[],
  condition: Condition,
  parallel: number,
): Promise<Heard> {
  const groups = Array.from({ length: Math.ceil(recordings.length / A_CALL) }, (_, i) =>
    recordings.slice(i * A_CALL, (i + 1) * A_CALL),
  );
  const scenarios = await Promise.all(groups.map((group, index) => callOf(group, index, condition)));
  const proofs = await prove(ground, scenarios, {
    repeat: 1,
    parallel,
    apartMs: 1500,
    folder: null,
    onProof: () => undefined,
  });
  const calls = proofs.flatMap(({ scored, call, performed }) => {
    const group = groups[scenarios.findIndex(({ name }) => name === scored.name)] ?? [];
    // Only what was played to its end can have been heard.
    const said = group.slice(0, performed).map(({ text }) => text);
    if (call === null || said.length === 0) return [];
    const heard = transcriptOf(call);
    return [{ said: said.join(" "), heard, played: said.length, ...wordErrors(said.join(" "), heard) }];
  });
  return {
    condition: condition.name,
    recordings: calls.reduce((sum, { played }) => sum + played, 0),
    words: calls.reduce((sum, { words }) => sum + words, 0),
    wrong: share(calls),
    calls: calls.map(({ said, heard, words, errors }) => ({ said, heard, wrong: errors / words })),
  };
}

async function callOf(group: readonly Recording[], index: number, condition: Condition): Promise<Scenario> {
  const scenario = parseScenario(
    `people-${condition.name}-${index + 1}`,
    "about: Somebody who only makes announcements.\n" +
      "request: { goal: Ask when they open }\n" +
      "callee: { lines: [{ when: answered, say: placeholder }] }\nexpect: {}\n",
  );
  const [first] = scenario.callee.lines;
  if (first === undefined) throw new Error("the scenario has no line");
  const lines = await Promise.all(
    group.map(async ({ path, text }, place): Promise<Scenario["callee"]["lines"][number]> => ({
      ...first,
      when: place === 0 ? "answered" : "after_last_line",
      after_ms: place === 0 ? 300 : PAUSE_MS,
      say: text,
      recording: condition.name === "gsm" ? await throughGsm(path) : path,
    })),
  );
  const last = { ...first, when: "after_last_line" as const, after_ms: 4000, say: undefined, hang_up: true };
  return {
    ...scenario,
    line: { ...scenario.line, ...condition.line },
    callee: { ...scenario.callee, lines: [...lines, last] },
  };
}

function transcriptOf(call: Readonly<Record<string, unknown>>): string {
  const entries = (call["transcript"] ?? []) as readonly {
    readonly role: string;
    readonly text: string;
    readonly offset_s: number;
  }[];
  return entries
    .filter(({ role }) => role === "business")
    .toSorted((one, other) => one.offset_s - other.offset_s)
    .map(({ text }) => text)
    .join(" ");
}

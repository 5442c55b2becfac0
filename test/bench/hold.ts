/**
 * What waiting costs beside talking: seconds of sound that the recogniser is given, and processor time of the engines'
 * own process, for the same length of real calls over real SIP and RTP with the embedded engines. The hold is a queue that
 * says something every 25 to 28 s, by recordings of a human with music between: that all are busy, and in between which
 * caller we are, a number that falls. The talk is four plain scenarios in turn, as often as it takes: half of it is the
 * callee's, in answers of one to five seconds. What warms the engines up is counted for neither.
 * `HOLD_SECONDS=300` measures five minutes of each; what is heard for the first time weighs more in less.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pino from "pino";
import { openGround } from "../scenarios/ground.ts";
import type { Ground } from "../scenarios/ground.ts";
import { prove } from "../scenarios/proving.ts";
import { chooseScenarios, parseScenario } from "../scenarios/scenario.ts";
import type { Scenario } from "../scenarios/scenario.ts";
import { recogniserSeconds } from "../scenarios/verify.ts";
import { result, type Result } from "./result.ts";

type Cost = { readonly callSeconds: number; readonly recogniserSeconds: number; readonly processorSeconds: number };

const SECONDS = Number(process.env["HOLD_SECONDS"] ?? 60);
/** Linux counts processor time in these. */
const TICKS_A_SECOND = 100;
const ENGINES = "engines/neural/process";
const TALKS = ["good-call", "number-in-pieces", "passed-to-colleague", "spelled-code"];
/** From one announcement to the next. */
const MUSIC_S = 20;
/** About as long as an announcement. */
const ANNOUNCED_S = 7;

export async function run(): Promise<readonly Result[]> {
  if (!(SECONDS >= 20 && SECONDS <= 550)) throw new Error("HOLD_SECONDS: give a number of 20 to 550");
  const ground = await openGround(
    { businesses: false, engines: "embedded", log: pino({ level: "error" }) },
    new AbortController().signal,
  );
  try {
    await cost(ground, chooseScenarios(["good-call"]), 1);
    const talked = await cost(ground, chooseScenarios(TALKS), SECONDS);
    const held = await cost(ground, [onHold(SECONDS)], 1);
    const per = (value: number, { callSeconds }: Cost): number => (value / callSeconds) * SECONDS;
    return [
      result("recogniser_seconds_on_hold", "s", per(held.recogniserSeconds, held), [
        "as long a talk",
        per(talked.recogniserSeconds, talked),
      ]),
      result("engine_processor_seconds_on_hold", "s", per(held.processorSeconds, held), [
        "as long a talk",
        per(talked.processorSeconds, talked),
      ]),
    ];
  } finally {
    await ground.close();
  }
}

/** Of so many calls as last this long together. */
async function cost(ground: Ground, scenarios: readonly Scenario[], seconds: number): Promise<Cost> {
  const sum = { callSeconds: 0, recogniserSeconds: 0, processorSeconds: 0 };
  for (let calls = 0; sum.callSeconds < seconds; calls += 1) {
    const scenario = scenarios[calls % scenarios.length];
    if (scenario === undefined) throw new Error("there is no such talk");
    const before = enginesNow(ground);
    const options = { repeat: 1, parallel: 1, apartMs: 0, folder: null, onProof: () => undefined };
    const [proof] = await prove(ground, [scenario], options);
    const call = proof?.call ?? null;
    if (call === null) throw new Error(`${scenario.name}: ${proof?.scored.wrong.join("; ") ?? "no call"}`);
    sum.callSeconds += Number(call["duration_s"]);
    sum.recogniserSeconds += recogniserSeconds(call);
    const after = enginesNow(ground);
    // Engines that were started anew meanwhile begin at zero.
    sum.processorSeconds += after.seconds - (after.pid === before.pid ? before.seconds : 0);
    const heard = recogniserSeconds(call).toFixed(1);
    const ended = `${String(call["duration_s"])} s, ended by ${String(call["end_reason"])}`;
    process.stderr.write(`${scenario.name}: ${ended}, ${heard} s given to the recogniser\n`);
  }
  return sum;
}

/** A queue for so long, then they hang up. */
function onHold(seconds: number): Scenario {
  const count = Math.max(1, Math.floor(seconds / (MUSIC_S + ANNOUNCED_S)));
  const pieces = Array.from({ length: count }, (_, turn) => {
    // Third in line, then third still, then second.
    const position = Math.max(1, 3 - Math.floor(turn / 4));
    const prompts = turn % 2 === 0 ? "queue-periodic-announce" : `queue-thereare, digits/${position}, queue-thankyou`;
    return `
    - { when: ${turn === 0 ? "answered" : "after_last_line"}, prompts: [${prompts}] }
    - { when: after_last_line, after_ms: 200, sound: { kind: song, for_ms: ${MUSIC_S * 1000} } }`;
  });
  const restMs = Math.max(1000, (seconds - count * (MUSIC_S + ANNOUNCED_S)) * 1000);
  return parseScenario(
    "on-hold",
    `about: A queue.
measured: false
request: { goal: Find out the price of an oil change, questions: [How much is an oil change?] }
callee:
  lines:${pieces.join("")}
    - { when: after_last_line, after_ms: 0, sound: { kind: song, for_ms: ${restMs} } }
    - { when: after_last_line, after_ms: 200, hang_up: true }
expect: {}
`,
  );
}

/** User and system time of the engines' process so far, all its threads together. */
function enginesNow({ appliance }: Ground): { readonly pid: string; readonly seconds: number } {
  const { pid } = appliance.process;
  for (const entry of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    const stat = fieldsOf(entry);
    if (stat === null || Number(stat[1]) !== pid) continue;
    if (!readFileSync(join("/proc", entry, "cmdline"), "utf8").includes(ENGINES)) continue;
    return { pid: entry, seconds: (Number(stat[11]) + Number(stat[12])) / TICKS_A_SECOND };
  }
  throw new Error("the engines have no process of their own: run `npm run set-up` for the neural ones");
}

/** The fields behind the name, which may have blanks in it: the first is the state. */
function fieldsOf(pid: string): readonly string[] | null {
  try {
    const stat = readFileSync(join("/proc", pid, "stat"), "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}

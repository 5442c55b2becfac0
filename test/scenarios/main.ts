/**
 * `npm run scenarios`: the proving ground from the command line. Runs the scenarios named (all of them when none is),
 * prints each as it ends and the score card at last, and exits with 1 when a gate is missed. Standard output is the
 * score card as one JSON document with `--json`.
 */
import { join } from "node:path";
import { Command } from "commander";
import pino from "pino";
import { PROJECT_ROOT } from "../../src/lib/installation.ts";
import { interruptSignal } from "../../src/cli/interrupt.ts";
import { fetchRecordings, pick, sentences } from "../people/kit.ts";
import { CONDITIONS, hearPeople } from "../people/people.ts";
import type { Heard } from "../people/people.ts";
import { openGround } from "./ground.ts";
import type { EngineChoice } from "./ground.ts";
import { prove } from "./proving.ts";
import type { Proof } from "./proving.ts";
import { chooseScenarios } from "./scenario.ts";
import { gates, isSafe, scoreCard } from "./score.ts";
import type { EngineName, Gate, ScoreCard } from "./score.ts";

type Options = {
  readonly repeat: string;
  readonly parallel: string;
  readonly engines: string;
  readonly mind: string;
  readonly json: boolean;
  readonly keep: string;
  readonly verbose: boolean;
  readonly people: boolean;
};

function readCount(text: string, option: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= 100) return value;
  throw new Error(`${option} takes a whole number from 1 to 100, not ${text}`);
}

/** The embedded recogniser needs both cores for a second to get ready for four calls that begin in the same moment. */
const EMBEDDED_APART_MS = 2000;

/** What the simulated engines of each choice take; `delayed` are those of hosted services on a good day. */
const ENGINES: Readonly<Record<string, EngineChoice>> = {
  embedded: "embedded",
  instant: { recogniserMs: 0, modelMs: 0, voiceMs: 0 },
  delayed: { recogniserMs: 260, modelMs: 350, voiceMs: 190 },
};

async function run(names: readonly string[], options: Options, signal: AbortSignal): Promise<boolean> {
  const engines = ENGINES[options.engines];
  if (engines === undefined)
    throw new Error(`--engines takes ${Object.keys(ENGINES).join(", ")}, not ${options.engines}`);
  if (options.mind !== "rules" && options.mind !== "model")
    throw new Error(`--mind takes rules or model, not ${options.mind}`);
  // A business that listens for itself does not whisper.
  const scenarios = chooseScenarios(names).filter(
    ({ callee }) => engines === "embedded" || callee.business === undefined,
  );
  const repeat = readCount(options.repeat, "--repeat");
  const parallel = readCount(options.parallel, "--parallel");
  const folder = join(options.keep, new Date().toISOString().replaceAll(":", "-").slice(0, 19));
  const log = pino({ level: options.verbose ? "info" : "error" }, pino.destination(2));
  const tell = (text: string): void => void process.stderr.write(`${text}\n`);

  tell("Starting the appliance, the line and the carrier …");
  const businesses = scenarios.some(({ callee }) => callee.business !== undefined);
  const ground = await openGround({ businesses, engines, mind: options.mind, log }, signal);
  let proofs: Proof[];
  try {
    const stopped = new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
    });
    const proving = prove(ground, scenarios, {
      repeat,
      parallel,
      apartMs: engines === "embedded" ? EMBEDDED_APART_MS : 0,
      folder,
      signal,
      onProof: ({ scored, files }) => {
        tell(
          `${scored.wrong.length === 0 ? "ok   " : "WRONG"} ${scored.name}  ${files === null ? "" : `${files}.txt`}`,
        );
        for (const sentence of scored.wrong) tell(`        ${sentence}`);
      },
    });
    proofs = await Promise.race([proving, stopped]);
  } finally {
    await ground.close();
  }
  const card = scoreCard(proofs.map(({ scored }) => scored));
  const held = gates(card, options.engines as EngineName, names.length === 0);
  if (options.json) console.log(JSON.stringify({ ...card, gates: held }, null, 2));
  else print(card, held);
  return held.every(({ met }) => met) && isSafe(card) && (names.length === 0 || card.passed === card.runs);
}

/** How many recordings each condition hears. */
const PEOPLE = 64;

async function runPeople(_names: readonly string[], options: Options, signal: AbortSignal): Promise<boolean> {
  const log = pino({ level: options.verbose ? "info" : "error" }, pino.destination(2));
  const recordings = pick(sentences(await fetchRecordings()), PEOPLE);
  const ground = await openGround({ businesses: false, engines: "embedded", log }, signal);
  const heard: Heard[] = [];
  try {
    for (const condition of CONDITIONS) {
      const one = await hearPeople(ground, recordings, condition, readCount(options.parallel, "--parallel"));
      heard.push(one);
      process.stderr.write(
        `${condition.name.padEnd(8)}${(one.wrong * 100).toFixed(1)} % of ${one.words} words wrong, ${one.recordings} recordings (${condition.most * 100} % at most)\n`,
      );
    }
  } finally {
    await ground.close();
  }
  if (options.json) console.log(JSON.stringify({ people: heard }, null, 2));
  else for (const { condition, calls } of heard) printWorst(condition, calls);
  return heard.every(({ wrong, condition }) => wrong <= (CONDITIONS.find(({ name }) => name === condition)?.most ?? 0));
}

function printWorst(condition: string, calls: Heard["calls"]): void {
  const worst = calls.toSorted((one, other) => other.wrong - one.wrong).slice(0, 3);
  for (const { said, heard, wrong } of worst) {
    console.log(`\n${condition}, ${(wrong * 100).toFixed(0)} % wrong\n  said:  ${said}\n  heard: ${heard}`);
  }
}

function print(card: ScoreCard, held: readonly Gate[]): void {
  const { scenarios, safety, ...figures } = card;
  for (const [name, { runs, passed }] of Object.entries(scenarios))
    console.log(`${`${passed}/${runs}`.padStart(6)}  ${name}`);
  console.log();
  for (const [name, value] of Object.entries(figures)) {
    console.log(`${name.padEnd(30)} ${typeof value === "object" ? JSON.stringify(value) : String(value)}`);
  }
  console.log("\nSafety, which must be 100 %:");
  for (const { what, calls, failed, longest_ms: longestMs, wrong } of safety) {
    const longest = longestMs === undefined || calls === 0 ? "" : `longest ${(longestMs / 1000).toFixed(1)} s`;
    const kept = calls === 0 ? "no such call" : `${(((calls - failed) / calls) * 100).toFixed(1)} % of ${calls}`;
    console.log(`${failed === 0 ? "met   " : "MISSED"} ${what.padEnd(40)} ${kept.padEnd(14)} ${longest}`.trimEnd());
    for (const sentence of wrong) console.log(`         ${sentence}`);
  }
  console.log();
  for (const { what, bound, got, met } of held)
    console.log(`${met ? "met   " : "MISSED"} ${what.padEnd(40)} ${got.padEnd(14)} ${bound}`);
}

const command = new Command("npm run scenarios --")
  .description("Runs callee scenarios against the appliance over real SIP and RTP, and prints a score card.")
  .argument("[names...]", "scenarios to run (default: all of test/scenarios/calls)")
  .option("--repeat <n>", "runs of each", "1")
  .option("--parallel <n>", "calls at once", "1")
  .option("--engines <which>", "embedded, or simulated ones: instant, delayed", "embedded")
  .option("--mind <which>", "rules, or a scripted language model", "rules")
  .option("--json", "the score card as JSON on standard output", false)
  .option("--keep <folder>", "where timelines and recordings go", join(PROJECT_ROOT, "var/scenarios"))
  .option("--people", "recordings of a human in place of the scenarios, through four kinds of line", false)
  .option("--verbose", "more of the log", false)
  .parse();

try {
  const met = await (command.opts<Options>().people ? runPeople : run)(
    command.args,
    command.opts<Options>(),
    interruptSignal(() => process.exit(130)),
  );
  process.exit(met ? 0 : 1);
} catch (error) {
  console.error(`outdial: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}

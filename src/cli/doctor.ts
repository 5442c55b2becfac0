/**
 * `outdial doctor`: looks at everything a call needs and tells, per check, what is wrong and how to mend it. Exit code
 * 1 when a call could not be placed. `--json` prints { ok, checks: [{ name, ok, warning, found, problem, mend }] }, and
 * with `--measure`, which has each engine of the settings work for a few seconds, `measured` as well.
 */
import type { Command } from "commander";
import pino from "pino";
import * as z from "zod";
import type { MeasuredEngine } from "../app/measure-engines.ts";
import { ConfigError, loadSettings, settingsPath } from "../config/load.ts";
import type { Settings } from "../config/load.ts";
import { examine, finding } from "./checks/check.ts";
import type { Check, Finding, RunningAppliance } from "./checks/check.ts";
import { dataFolderCheck, databaseCheck, httpPortCheck, rtpPortsCheck, sipPortCheck } from "./checks/machine.ts";
import { enginesCheck, externalAsteriskCheck, trunkCheck } from "./checks/partners.ts";
import { asteriskCheck, asteriskModulesCheck, nativeModulesCheck, nodeCheck, speechCheck } from "./checks/programs.ts";
import { seatsCheck } from "./checks/seats.ts";
import { baseIn, withJson } from "./reach.ts";
import { speechModelsCheck } from "./checks/speech-models.ts";
import { showMeasured } from "./show-measured.ts";

const CHECKS: readonly Check[] = [
  nodeCheck,
  nativeModulesCheck,
  asteriskCheck,
  asteriskModulesCheck,
  speechCheck,
  speechModelsCheck,
  httpPortCheck,
  sipPortCheck,
  rtpPortsCheck,
  dataFolderCheck,
  databaseCheck,
  trunkCheck,
  externalAsteriskCheck,
  enginesCheck,
  seatsCheck,
];

const ANSWER_WITHIN_MS = 3000;
const readiness = z.object({
  ready: z.boolean(),
  reasons: z.array(z.string()),
  seats: z.object({ total: z.number().nullable(), used: z.number(), free: z.number().nullable() }),
  engines: z.string().nullable(),
});

/** With a configuration that cannot be used, everything else is looked at with the defaults. */
function readConfiguration(): { readonly settings: Settings; readonly finding: Finding } {
  const path = settingsPath(process.env);
  try {
    const settings = loadSettings({ env: process.env });
    return { settings, finding: finding("configuration", { found: path ?? "the built-in defaults" }) };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const problem = error.message;
    const mend = "correct these keys; config/README.md explains each";
    return { settings: loadSettings({ path: null, env: {} }), finding: finding("configuration", { problem, mend }) };
  }
}

async function findRunning({ server }: Settings): Promise<RunningAppliance | null> {
  if (server.port === 0) return null;
  const base = baseIn({ server });
  try {
    const response = await fetch(`${base}/readyz`, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    return { base, ...readiness.parse(await response.json()) };
  } catch {
    return null;
  }
}

function show({ name, warning, ok, found, problem, mend }: Finding): string {
  const mark = warning ? "warning" : ok ? "ok" : "FAILED";
  const line = `${mark.padEnd(9)}${name.padEnd(18)}`;
  if (found !== null) return `${line}${found}`;
  const indent = " ".repeat(line.length);
  return [`${line}${problem ?? ""}`.replaceAll("\n", `\n${indent}`), `${indent}→ ${mend ?? ""}`].join("\n");
}

export function addDoctor(program: Command): void {
  withJson(
    program
      .command("doctor")
      .description("Look at everything a call needs, and tell what is wrong and how to mend it."),
  )
    .option("--measure", "measure each engine of the settings too; hosted ones are sent a few seconds of speech", false)
    .action(doctor);
}

async function doctor(options: { readonly json: boolean; readonly measure: boolean }): Promise<void> {
  const { settings, finding: configuration } = readConfiguration();
  const patient = { env: process.env, settings, running: await findRunning(settings) };
  const findings = [configuration, ...(await Promise.all(CHECKS.map((check) => examine(check, patient))))];
  const ok = findings.every((each) => each.ok);
  const measurement = options.measure ? await measure(settings) : null;
  if (options.json) {
    const measured = measurement === null ? {} : { measured: measurement.measured, not_measured: measurement.problem };
    console.log(JSON.stringify({ ok, checks: findings, ...measured }, null, 2));
  } else {
    for (const each of findings) console.log(show(each));
    if (measurement !== null) {
      console.log(
        `\n${[...showMeasured(measurement.measured), ...(measurement.problem ?? "").split("\n")].join("\n")}`,
      );
    }
    console.log(ok ? "\nA call can be placed." : "\nA call cannot be placed: mend what FAILED.");
  }
  // Exits even where a check that took too long still waits for something.
  process.exit(ok ? 0 : 1);
}

const MEASURED_WITHIN_MS = 150_000;

type Measurement = { readonly measured: readonly MeasuredEngine[]; readonly problem: string | null };

/** What will be sent is said first; it may cost a fraction of a cent. */
async function measure(of: Settings): Promise<Measurement> {
  const { measureEngines, toBeSent } = await import("../app/measure-engines.ts");
  process.stderr.write(`Measuring each engine with a built-in sentence. ${toBeSent(of)}\n`);
  try {
    const signal = AbortSignal.timeout(MEASURED_WITHIN_MS);
    const log = pino({ level: "silent" });
    return { measured: await measureEngines(of, { env: process.env, log, signal }), problem: null };
  } catch (error) {
    return { measured: [], problem: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * `outdial doctor`: looks at everything a call needs and tells, per check, what is wrong and how to mend it. Exit code
 * 1 when a call could not be placed. `--json` prints { ok, checks: [{ name, ok, warning, found, problem, mend }] }.
 */
import type { Command } from "commander";
import * as z from "zod";
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
  ).action(doctor);
}

async function doctor({ json }: { readonly json: boolean }): Promise<void> {
  const { settings, finding: configuration } = readConfiguration();
  const patient = { env: process.env, settings, running: await findRunning(settings) };
  const findings = [configuration, ...(await Promise.all(CHECKS.map((check) => examine(check, patient))))];
  const ok = findings.every((each) => each.ok);
  if (json) console.log(JSON.stringify({ ok, checks: findings }, null, 2));
  else {
    for (const each of findings) console.log(show(each));
    console.log(ok ? "\nA call can be placed." : "\nA call cannot be placed: mend what FAILED.");
  }
  // Exits even where a check that took too long still waits for something.
  process.exit(ok ? 0 : 1);
}

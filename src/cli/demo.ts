/**
 * `npm run demo`: the whole appliance in one call, with no key, account or configuration. Starts a throw-away
 * appliance, places a call to the demo number over the REST API, prints it as it is spoken, answers what the business
 * asks, and ends everything it started. Exit code 0 only when the call was a success.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Command } from "commander";
import * as z from "zod";
import { PROJECT_ROOT } from "../lib/installation.ts";
import { connectAppliance, got, NoAnswer } from "./client/connect.ts";
import type { Call } from "./client/connect.ts";
import { answerTo, parseDemoScript } from "./demo-script.ts";
import type { DemoScript } from "./demo-script.ts";
import { messageOf } from "./exit.ts";
import { followCall } from "./follow-call.ts";
import { Interrupted, interruptSignal } from "./interrupt.ts";
import { showEnded, showLine, showStatus } from "./show-call.ts";
import { startThrowawayAppliance } from "./throwaway-appliance.ts";

const CALL_WITHIN_MS = 10 * 60_000;
const DIES_WITHIN_MS = 2000;

/** For tests of the demo itself: what to run in place of the appliance, as a JSON list of words. */
const STAND_IN = "OUTDIAL_DEMO_COMMAND";

const words = z.array(z.string());

type Options = { readonly json: boolean; readonly verbose: boolean };

async function demo({ json, verbose }: Options, interrupted: AbortSignal): Promise<boolean> {
  // With --json standard output is the finished call and nothing else.
  const tell = json ? console.error : console.log;
  const script = parseDemoScript(readFileSync(join(PROJECT_ROOT, "config/demo-call.yaml"), "utf8"));

  tell("Starting an appliance of its own: Asterisk, speech, database, API …");
  const onLog = (line: string) => (verbose ? console.error(line) : undefined);
  const startedAt = performance.now();
  const standIn = process.env[STAND_IN];
  const command = standIn === undefined ? {} : { command: words.parse(JSON.parse(standIn)) };
  const appliance = await startThrowawayAppliance({ env: process.env, onLog, ...command }, interrupted);
  try {
    tell(`Ready at ${appliance.base} after ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
    const giveUp = new AbortController();
    const late = setTimeout(() => giveUp.abort(new Error("the call did not end within ten minutes")), CALL_WITHIN_MS);
    void appliance.died.then((sentence) => giveUp.abort(new Error(sentence)));
    const signal = AbortSignal.any([interrupted, giveUp.signal]);
    const following = placeAndFollow(appliance.base, script, tell, signal).catch(async (error: unknown) => {
      // A connection breaks a moment before its process is seen to have ended; that tells more.
      if (error instanceof NoAnswer) await Promise.race([appliance.died, delay(DIES_WITHIN_MS)]);
      throw giveUp.signal.reason ?? error;
    });
    const call = await following.finally(() => clearTimeout(late));
    tell("");
    for (const line of showEnded(call)) tell(line);
    if (json) console.log(JSON.stringify(call, null, 2));
    return call.outcome?.success === true;
  } finally {
    await appliance.stop();
  }
}

async function placeAndFollow(
  base: string,
  script: DemoScript,
  tell: (line: string) => void,
  signal: AbortSignal,
): Promise<Call> {
  const { request } = script;
  tell(`Calling ${request.phone}: ${request.goal}.`);
  const placed = await got(connectAppliance(base, null).api.POST("/calls", { body: request, signal }));
  tell("");
  return followCall(
    connectAppliance(base, placed.call_key ?? null),
    placed.call_id,
    {
      status: (status) => {
        const line = showStatus(status);
        if (line !== null) tell(line);
      },
      line: (line) => tell(showLine(line)),
      question: async (question) => {
        const answer = answerTo(script, question);
        tell(`          The business asks: “${question}” Answered over the API: “${answer}”`);
        return answer;
      },
      tooLate: (message) => tell(`          The answer came too late: ${message}`),
    },
    signal,
  );
}

export function addDemo(program: Command): void {
  program
    .command("demo")
    .description("Place one real call to a fictional business, on an appliance of its own.")
    .option("--json", "print the finished call as JSON on standard output, progress on standard error", false)
    .option("--verbose", "print the appliance's log on standard error", false)
    .action(async (options: Options) => {
      try {
        // Exiting kills what is left (throwaway-appliance.ts).
        const success = await demo(
          options,
          interruptSignal(() => process.exit(130)),
        );
        process.exitCode = success ? 0 : 1;
      } catch (error) {
        // Its standard output is the finished call or nothing, and every failure is the demo's own.
        console.error(`outdial: ${messageOf(error)}`);
        process.exitCode = error instanceof Interrupted ? error.exitCode : 1;
      }
    });
}

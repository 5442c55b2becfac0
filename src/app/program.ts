/**
 * What the program does: reads the settings, runs one appliance in the foreground, says when it is ready, and drains on
 * SIGTERM or Ctrl-C; a second signal ends it at once. Exit code 78 for a configuration that cannot be used, 1 for a
 * start that failed, 0 after a drain.
 *
 * A database that has failed for good (a disk that reports errors, a damaged file) ends it at once with exit code 70: the
 * calls under way are hung up, and whoever supervises us starts one that looks at what is on the disk.
 *
 * An error that nobody caught and no call could be blamed for is the last resort's: the calls under way may end as in a
 * drain, and the exit code is 1, so that whoever supervises us starts a sound one.
 */
import pino from "pino";
import type { Logger } from "pino";
import type { Appliance } from "./appliance.ts";
import { ConfigError } from "../config/problem.ts";
import { loadSettings } from "../config/load.ts";
import type { Settings } from "../config/schema.ts";
import { within } from "../lib/abort.ts";
import { collectGarbage } from "../lib/collect-garbage.ts";
import { findAsterisk } from "../lib/installation.ts";
import type { AsteriskInstallation, Env } from "../lib/installation.ts";

const EX_CONFIG = 78;
const EX_SOFTWARE = 70;

/** A sound stop takes a second or two, Asterisk's own end included. */
const STOP_WITHIN_MS = 30_000;

export type Program = {
  readonly env: Env;
  readonly start: (
    settings: Settings,
    installation: AsteriskInstallation,
    log: Logger,
    signal: AbortSignal,
  ) => Promise<Appliance>;
  /** Printed behind the base URL once it is ready. */
  readonly readyLines?: readonly string[];
  /** Whatever has not ended by then ends with the process; default: 30 s. */
  readonly stopWithinMs?: number;
};

/** Resolves with the exit code when everything that was started has been ended. */
export async function runProgram(program: Program): Promise<number> {
  // Every file the appliance makes is for its owner's eyes only.
  process.umask(0o077);
  const settings = readSettings(program.env);
  return settings === null ? EX_CONFIG : run(program, settings);
}

function complain(message: string): void {
  process.stderr.write(`outdial: ${message}\n`);
}

function readSettings(env: Env): Settings | null {
  try {
    return loadSettings({ env });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    complain(error.message);
    return null;
  }
}

async function run(program: Program, settings: Settings): Promise<number> {
  const { env, start, readyLines = [], stopWithinMs = STOP_WITHIN_MS } = program;
  const installation = findAsterisk(env);
  if (installation === null) {
    complain("Asterisk is not installed: run `npm run set-up`.");
    return 1;
  }
  // Standard output is for whoever started us, and has little more than the base URL; the log goes to standard error.
  const log = pino({ level: settings.log.level, redact: REDACTED }, pino.destination(2));
  const starting = new AbortController();
  const asked = Promise.withResolvers<NodeJS.Signals | "uncaughtException">();
  const insisted = Promise.withResolvers<"insisted">();
  let signals = 0;
  let started = false;
  for (const name of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    process.on(name, () => {
      signals += 1;
      // Once it runs, calls under way may end before anything is stopped.
      if (!started) starting.abort(new Error("the appliance was asked to end"));
      asked.resolve(name);
      if (signals > 1) insisted.resolve("insisted");
    });
  }

  let failed = false;
  process.on("uncaughtException", (error) => {
    log.fatal({ err: error }, "an error that nobody caught");
    failed = true;
    if (started) asked.resolve("uncaughtException");
    else starting.abort(error);
  });

  let appliance: Appliance;
  try {
    appliance = await start(settings, installation, log, starting.signal);
    started = true;
  } catch (error) {
    if (signals > 0) return 0;
    complain(error instanceof Error ? error.message : String(error));
    log.debug({ err: error }, "the start failed");
    return 1;
  }
  const described = appliance.described === null ? "" : ` (${appliance.described})`;
  process.stdout.write([`Outdial is ready at ${appliance.baseUrl}${described}`, ...readyLines, ""].join("\n"));
  collectGarbage();

  const signal = await Promise.race([asked.promise, appliance.broken.then((why) => ({ why }))]);
  if (typeof signal === "object") {
    complain(`${signal.why} It ends now, for whoever supervises it to start it anew.`);
    await stopped(appliance, stopWithinMs, log);
    return EX_SOFTWARE;
  }
  log.info({ signal }, "draining: calls under way may end, no new ones are accepted");
  try {
    await Promise.race([appliance.drain(), insisted.promise, appliance.broken]);
  } catch (error) {
    log.error({ err: error }, "the calls under way could not be waited for");
    failed = true;
  }
  return (await stopped(appliance, stopWithinMs, log)) && !failed ? 0 : 1;
}

/** Ends everything that can be ended. What could not be, for a disk that takes nothing any more, is told; false then. */
async function stopped(appliance: Appliance, withinMs: number, log: Logger): Promise<boolean> {
  const late = (): string => `not everything has ended after ${withinMs / 1000} s`;
  try {
    await within(appliance.stop(), withinMs, late);
    return true;
  } catch (error) {
    for (const cause of causesOf(error)) log.error({ err: cause }, "something could not be ended in order");
    return false;
  }
}

function causesOf(error: unknown): readonly unknown[] {
  return error instanceof SuppressedError ? [...causesOf(error.suppressed), error.error] : [error];
}

/** Personal data that might ride on a log line by mistake. */
const REDACTED = [
  "*.phone",
  "*.text",
  "*.transcript",
  "*.answer",
  "*.goal",
  "*.keys",
  "*.password",
  "phone",
  "text",
  "password",
];

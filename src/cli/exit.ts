/** How every command ends: what a script can tell apart by the exit code. Shown by `outdial help`. */
import { ConfigError } from "../config/problem.ts";
import { NoAnswer as NoAnswerToTools } from "../mcp/rest.ts";
import { ApiError, NoAnswer } from "./client/connect.ts";
import { Interrupted } from "./interrupt.ts";

export const EXIT = {
  success: 0,
  failure: 1,
  usage: 2,
  refused: 3,
  needsSetup: 4,
  nobody: 5,
  configuration: 78,
} as const;

export const EXIT_CODES = `Exit codes:
  0    done; of a call: it was a success
  1    not done: a call without success, a check that found something, a file that cannot be read, your no
  2    the command is not right, or needs --yes because nobody is at a terminal
  3    the appliance refused; its sentence says why
  4    a person has to do a set-up first; the link is shown
  5    no appliance answers
  78   the configuration has mistakes
  130  interrupted by Ctrl-C (143 by SIGTERM, 129 by SIGHUP)`;

/** The command itself is not right. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** A person has to open a link before the call can be placed. `body` is what the appliance said. */
export class SetupNeeded extends Error {
  override readonly name = "SetupNeeded";
  readonly body: unknown;

  constructor(message: string, body: unknown) {
    super(message);
    this.body = body;
  }
}

export function exitCodeOf(error: unknown): number {
  if (error instanceof Interrupted) return error.exitCode;
  if (error instanceof UsageError) return EXIT.usage;
  if (error instanceof SetupNeeded) return EXIT.needsSetup;
  if (error instanceof NoAnswer || error instanceof NoAnswerToTools) return EXIT.nobody;
  if (error instanceof ApiError) return EXIT.refused;
  return error instanceof ConfigError ? EXIT.configuration : EXIT.failure;
}

/** What stands on standard output with --json when nothing else does. */
export function errorJson(error: unknown): unknown {
  if (error instanceof SetupNeeded) return error.body;
  if (error instanceof ApiError && typeof error.body === "object" && error.body !== null) return error.body;
  const more = error instanceof ConfigError ? { problems: error.problems } : {};
  return { error: { code: NAMES[exitCodeOf(error)] ?? "interrupted", message: messageOf(error), ...more } };
}

const NAMES: Readonly<Record<number, string>> = {
  [EXIT.failure]: "failed",
  [EXIT.usage]: "usage",
  [EXIT.refused]: "refused",
  [EXIT.nobody]: "no_answer",
  [EXIT.configuration]: "configuration",
};

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

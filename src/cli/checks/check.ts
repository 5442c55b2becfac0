/** One thing a call needs, looked at. Each check has a deadline and never throws. */
import type { Settings } from "../../config/load.ts";
import type { Env } from "../../lib/installation.ts";

export type Finding = {
  readonly name: string;
  /** False: a call could not be placed. */
  readonly ok: boolean;
  /** True: a call can be placed, but look at this. */
  readonly warning: boolean;
  /** What was found, when all is well. */
  readonly found: string | null;
  /** What is wrong. */
  readonly problem: string | null;
  /** How to mend it. */
  readonly mend: string | null;
};

/** What the checks look at. */
export type Patient = {
  readonly env: Env;
  readonly settings: Settings;
  /** The appliance that runs with these settings now, if one answers there. */
  readonly running: RunningAppliance | null;
};

export type RunningAppliance = {
  readonly base: string;
  readonly ready: boolean;
  readonly reasons: readonly string[];
  readonly seats: { readonly total: number | null; readonly used: number; readonly free: number | null };
  readonly engines: string | null;
};

export type Check = { readonly name: string; readonly look: (patient: Patient) => Promise<Result> | Result };

export type Result =
  | { readonly found: string }
  | { readonly problem: string; readonly mend: string; readonly warning?: true };

const WITHIN_MS = 15_000;

export async function examine({ name, look }: Check, patient: Patient): Promise<Finding> {
  const late = Promise.withResolvers<Result>();
  const timer = setTimeout(() => {
    late.resolve({
      problem: `this took longer than ${WITHIN_MS / 1000} s`,
      mend: "see what keeps the machine so busy, and look again",
    });
  }, WITHIN_MS);
  try {
    return finding(name, await Promise.race([(async () => await look(patient))(), late.promise]));
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return finding(name, { problem, mend: "run npm run set-up, and look again" });
  } finally {
    clearTimeout(timer);
  }
}

export function finding(name: string, result: Result): Finding {
  if ("found" in result) return { name, ok: true, warning: false, found: result.found, problem: null, mend: null };
  const { problem, mend, warning = false } = result;
  return { name, ok: warning, warning, found: null, problem, mend };
}

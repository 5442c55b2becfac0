/** How long the simulated engines take, from the environment: `OUTDIAL_SIMULATED='{"recogniserMs":260}'`. */
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";

const milliseconds = z.number().min(0).default(0);

const schema = z.strictObject({ recogniserMs: milliseconds, modelMs: milliseconds, voiceMs: milliseconds });

export type Delays = Readonly<z.infer<typeof schema>>;

/** What is not named takes no time. Throws one sentence for what cannot be understood. */
export function readDelays(text: string | undefined): Delays {
  if (text === undefined || text === "") return schema.parse({});
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new Error(`OUTDIAL_SIMULATED must be JSON such as {"recogniserMs":260,"modelMs":350,"voiceMs":190}`);
  }
}

/** Resolves after the delay or at the abort, whichever comes first; no delay is none at all. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await delay(ms, undefined, { signal }).catch(() => undefined);
}

/** One step after the other, those that are not done. Each tells by looking whether it is. */
import { SetUpError, say } from "./say.mjs";

/**
 * A step that has a `without` is one that can be done without: when it fails, that sentence (or what it makes of the
 * reason) says what will be missing, and the set-up goes on.
 */
export async function takeSteps(steps) {
  for (const step of steps) {
    if (step.isDone()) continue;
    const startedAt = Date.now();
    say(`${step.name}: ${step.promise}`);
    try {
      await step.perform();
      if (!step.isDone()) throw new SetUpError(`${step.name}: it was installed but still cannot be found.`);
    } catch (error) {
      if (step.without === undefined || !(error instanceof SetUpError)) throw error;
      tellWithout(step, error);
      continue;
    }
    say(`${step.name}: done in ${seconds(startedAt)}.`);
  }
}

export function tellWithout({ name, without }, { message }) {
  say(`${name}: ${typeof without === "string" ? without : without(message)}`);
}

export function seconds(sinceMs) {
  return `${((Date.now() - sinceMs) / 1000).toFixed(1)} s`;
}

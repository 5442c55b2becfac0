/** The rules of the embedded brain at the speed of a model: a fixed time before the first move of a reply. */
import type { Brain, BrainFactory } from "../../../src/conversation/ports.ts";
import { pause } from "./delays.ts";

export function slowBrains(brains: BrainFactory, modelMs: number): BrainFactory {
  return { begin: (brief, history) => slowBrain(brains.begin(brief, history), modelMs) };
}

function slowBrain(brain: Brain, modelMs: number): Brain {
  return {
    openingLine: () => brain.openingLine(),
    retract: () => brain.retract(),
    async *respond(event, history, signal) {
      // The opening is known before the call is answered: no model is asked for it.
      let thought = event.type === "opened";
      // The rules take their step before the wait, so that a reply that is given up meanwhile can be retracted.
      for await (const move of brain.respond(event, history, signal)) {
        if (!thought) await pause(modelMs, signal);
        thought = true;
        if (signal.aborted) return;
        yield move;
      }
    },
  };
}

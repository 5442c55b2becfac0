import type { Brain } from "../ports.ts";

/** The same mind in everything, except for how it answers. */
export function answeringAs(brain: Brain, respond: Brain["respond"]): Brain {
  return {
    openingLine: () => brain.openingLine(),
    wake: () => brain.wake?.(),
    oftenSaid: () => brain.oftenSaid?.() ?? [],
    fillers: () => brain.fillers?.() ?? [],
    isThinking: () => brain.isThinking?.() ?? false,
    retract: () => brain.retract(),
    respond,
    // Who leaves it out notes all it can while it talks: that it cannot be asked has to stay visible.
    ...(brain.lookBack === undefined
      ? {}
      : { lookBack: async (history, signal) => (await brain.lookBack?.(history, signal)) ?? [] }),
    usage: () => brain.usage?.() ?? [],
  };
}

/** A mind whose words are kept back until all of a reply is there, and then said as one: what others do without clauses. */
import type { Brain, BrainMove } from "../ports.ts";

export function wholeReplies(brain: Brain): Brain {
  return {
    openingLine: () => brain.openingLine(),
    wake: () => brain.wake?.(),
    oftenSaid: () => brain.oftenSaid?.() ?? [],
    fillers: () => brain.fillers?.() ?? [],
    isThinking: () => brain.isThinking?.() ?? false,
    retract: () => brain.retract(),
    async *respond(event, history, signal, certain) {
      let text = "";
      const others: BrainMove[] = [];
      for await (const move of brain.respond(event, history, signal, certain)) {
        if (move.type === "say") text = `${text} ${move.text}`.trim();
        else others.push(move);
      }
      if (signal.aborted) return;
      if (text !== "") yield { type: "say", text };
      yield* others;
    },
    usage: () => brain.usage?.() ?? [],
  };
}

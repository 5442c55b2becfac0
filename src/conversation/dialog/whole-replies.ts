/** A mind whose words are kept back until all of a reply is there, and then said as one: what others do without clauses. */
import type { Brain, BrainMove } from "../ports.ts";
import { answeringAs } from "./answering-as.ts";

export function wholeReplies(brain: Brain): Brain {
  return answeringAs(brain, async function* (event, history, signal, certain) {
    let text = "";
    const others: BrainMove[] = [];
    for await (const move of brain.respond(event, history, signal, certain)) {
      if (move.type === "say") text = `${text} ${move.text}`.trim();
      else others.push(move);
    }
    if (signal.aborted) return;
    if (text !== "") yield { type: "say", text };
    yield* others;
  });
}

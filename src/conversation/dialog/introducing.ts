/**
 * A mind that never goes on before they know who calls. When they cut our introduction short ("Hello? Hello?"), it is
 * said again before whatever the mind says next; what that is, rules or a model decide as ever.
 */
import type { Brain, BrainEvent, BrainMove } from "../ports.ts";
import { answeringAs } from "./answering-as.ts";

/** The share of its words that has to be heard: by then it has been said what speaks to them. */
const ENOUGH = 0.6;

/** `introduction`: who calls, for whom and as what, in the words of this call. */
export function introducing(brain: Brain, introduction: string): Brain {
  const wanted = wordsOf(introduction);
  const introduces = (text: string): boolean => {
    const heard = new Set(wordsOf(text));
    return wanted.filter((word) => heard.has(word)).length >= ENOUGH * wanted.length;
  };
  return answeringAs(brain, async function* (event, history, signal, certain) {
    let owed = isTalk(event) && !history.some((entry) => entry.role === "assistant" && introduces(entry.text));
    for await (const move of brain.respond(event, history, signal, certain)) {
      if (owed && move.type === "say") {
        owed = false;
        if (!introduces(move.text)) yield { type: "say", text: introduction } satisfies BrainMove;
      }
      yield move;
    }
  });
}

/** Something is said to whoever we called: neither a menu nor the one whom the call is passed on to. */
function isTalk(event: BrainEvent): boolean {
  switch (event.type) {
    case "opened":
    case "silence":
    case "answered":
    case "answer_expired":
    case "still_waiting":
    case "wrap_up":
      return true;
    case "heard":
      return event.who !== "menu";
    case "connecting":
    case "transfer_answered":
    case "transfer_failed":
      return false;
  }
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];
}

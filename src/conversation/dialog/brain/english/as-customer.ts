/** The words of a request as somebody else says them for the customer: "Do I need my card?", "Does Alex need their card?". */
import type { Brief } from "../../../../calls/brief.ts";

const ASKING =
  /\b(can|could|may|might|must|should|shall|will|would|did|had|was|can't|couldn't|shouldn't|won't|wouldn't|didn't|wasn't) i\b/gi;
/** Behind these somebody is spoken of; at the beginning of a sentence "I" may be the assistant. */
const WITHIN =
  "(?<=\\b(?:whether|if|that|because|when|where|and|so|which|how|what|who|once|until|before|after|while) )";
const HELPING = new RegExp(
  `${WITHIN}i (can|could|may|might|must|should|will|would|did|had|was|left|lost|paid|got|can't|cannot|couldn't|won't|wouldn't|didn't|shouldn't|wasn't|haven't|hadn't)\\b`,
  "gi",
);
const DOING = new RegExp(
  `${WITHIN}i (need|want|owe|prefer|like|pay|get|use|take|bring|book|drive|own|come|arrive|cancel|order|leave|live)\\b`,
  "gi",
);

const DONE =
  "(?:got|had|bought|left|lost|paid|ordered|made|saw|sent|took|gave|brought|rented|booked|reserved|purchased|returned|picked|dropped|forgot|placed|received|was)";
/** "The drill I rented"; and at the beginning, because the assistant has done none of that. */
const HAVING_DONE = new RegExp(`\\bi (${DONE})\\b`, "gi");

/** The customer is named instead of "I", "me" and "my"; unchanged when there is no name. */
export function asCustomer(sentence: string, brief: Brief): string {
  const name = brief.onBehalfOf?.replace(/\s+/g, " ").trim() ?? "";
  // A dollar sign in a name is no reference to what was found.
  const whom = name.replaceAll("$", "$$$$");
  let said = sentence;
  if (whom !== "" && !/\b(a|the) (client|customer)\b/i.test(whom)) {
    said = said
      .replace(
        /\b(for|with|to|by|from|call|calling|email|text|give|get|send|fit|squeeze|sign|put|add|book|pencil|schedule|register|enrol|enroll|charge|bill|refund|owe|invite|seat|of|about) (me|myself)\b/gi,
        `$1 ${whom}`,
      )
      .replace(/\bmy\b/gi, `${whom}'s`)
      .replace(
        /\b(do|don't) i\b/gi,
        (_, verb: string) => `${asWritten(verb, verb.length > 2 ? "doesn't" : "does")} ${name}`,
      )
      .replace(/\b(am|have) i\b/gi, (_, verb: string) => `${asWritten(verb, /am/i.test(verb) ? "is" : "has")} ${name}`)
      .replace(ASKING, `$1 ${whom}`)
      .replace(/\b(i'm|i am)\b/gi, `${whom} is`)
      .replace(/\bi('ll| will)\b/gi, `${whom} will`)
      .replace(/\b(i've|i have)\b/gi, `${whom} has`)
      .replace(/\bI('d| would) (?!like to\b)/g, `${whom} would `)
      .replace(HAVING_DONE, `${whom} $1`)
      .replace(HELPING, `${whom} $1`)
      .replace(DOING, `${whom} $1s`);
  }
  if (name !== "") said = namedOnce(said, name);
  return said.replace(/\s+/g, " ").trim();
}

/** Beginning with a capital where the word in its place did. */
function asWritten(before: string, now: string): string {
  return /^[A-Z]/.test(before) ? now.charAt(0).toUpperCase() + now.slice(1) : now;
}

/** "Alex Morgan will be late for their appointment", not "… for Alex Morgan's appointment". */
function namedOnce(sentence: string, whom: string): string {
  const first = sentence.indexOf(whom);
  if (first < 0) return sentence;
  const rest = first + whom.length;
  const start = sentence.startsWith("'s", rest) ? rest + 2 : rest;
  return sentence.slice(0, start) + sentence.slice(start).replaceAll(`${whom}'s`, "their");
}

/**
 * Whether they hand us to somebody else, and whether somebody speaks who was not there before: without music or silence
 * between nothing else tells it. English only; in other languages it is for the model to notice. Pure.
 */
import { plain } from "./words/families.ts";

const COLLEAGUE =
  "(?:colleagues?|co ?workers?|manager|boss|owner|supervisor|husband|wife|partner|son|daughter|team|department|guy|lady|office|workshop|kitchen|front desk|reception|service|sales|bookings?|reservations?|somebody|someone|him|her|them|\\w+ who)";
const ANNOUNCES = new RegExp(
  [
    "\\bput(?:ting)? you (?:through|on to|onto|over)\\b",
    "\\b(?:transfer|transferring|connect|connecting|hand|handing|pass|passing|forward|forwarding|switch|switching|give|giving|redirect|redirecting) you (?:\\w+ ){0,2}?(?:to|with|through|on|over)\\b",
    `\\b(?:get|getting|fetch|fetching|grab|grabbing|call|ask|find|finding|give you|giving you|pass you) (?:\\w+ ){0,3}?${COLLEAGUE}\\b`,
    "\\b(?:pass|hand|give)(?:ing)? (?:the phone|it|this|the call) (?:\\w+ )?(?:to|over)\\b",
    `\\b(?:here is|here's|here comes) (?:my|our|the) ${COLLEAGUE}\\b`,
  ].join("|"),
);
/** Somebody else was, or will be: nobody comes now. */
const NOT_NOW =
  /\b(?:call (?:you )?back|when (?:he|she|they)|tomorrow|later|would you like me to|shall i|do you want me to|should i|could you)\b/;

const GREETS =
  /^(?:(?:yes|yeah|okay|ok|um|uh|so|hi|well) )*(?:hello|hi|hey|good (?:morning|afternoon|evening|day)|thank you for (?:calling|holding|waiting)|thanks for (?:calling|holding|waiting)|yes(?= \w+ (?:here|speaking)))\b/;
const PRESENTS =
  /\b(?:speaking|this is \w+|my name is|\w+ here|how (?:can|may) (?:i|we)|what can i|i understand you|i hear you|you wanted to|service|department|desk|reception|reservations|bookings|sales|office|workshop|billing|support)\b/;

export function announcesSomebody(text: string): boolean {
  const words = plain(text);
  return ANNOUNCES.test(words) && !NOT_NOW.test(words);
}

/** `announced`: somebody was to come, so a greeting is enough. */
export function presentsSomebody(text: string, announced: boolean): boolean {
  const words = plain(text);
  const [greets, presents] = [GREETS.test(words), PRESENTS.test(words)];
  return announced ? greets || (presents && words.split(" ").length <= SHORT_WORDS) : greets && presents;
}

/** What is announced and who then speaks may come as one turn. */
export function handsOverWithin(text: string): boolean {
  const parts = text.split(/(?<=[.!?])\s+/);
  const at = parts.findIndex((part) => announcesSomebody(part));
  return at >= 0 && at + 1 < parts.length && presentsSomebody(parts.slice(at + 1).join(" "), false);
}

const SHORT_WORDS = 12;

/**
 * What the words so far say about whether a turn is finished. Pure, and only about form: whether somebody is in the
 * middle of a number or has just said a complete short answer. Meaning belongs to the brain.
 */
import { NUMBER_WORDS as CARDINAL_WORDS, SCALES, TENS } from "../../language/en/number-words.ts";
import {
  OTHER_BACKCHANNELS,
  OTHER_BREAKING_IN,
  OTHER_COMPLETE_ENDINGS,
  OTHER_GREETING_ENDINGS,
  OTHER_NUMBERS,
  OTHER_OPEN_ENDINGS,
  OTHER_SHORT_ANSWERS,
} from "./words-of-others.ts";

const NUMBER_WORDS = new Set([...CARDINAL_WORDS, ...SCALES.keys(), "oh", "double", "triple", ...OTHER_NUMBERS]);

/** Words after which a sentence goes on. */
const OPEN_ENDINGS = new Set([
  ...(
    "and or but so because the a an to of at on in for with from is are was were be that this your our my i we you it " +
    "it's that's um uh er hmm like about around between until till as if when which who what would could can will " +
    "number code dash dot plus also then let me"
  ).split(" "),
  ...OTHER_OPEN_ENDINGS,
]);

/** Sounds of listening: they do not take the floor. */
const BACKCHANNELS = new Set([
  ..."mm mhm mm-hm mmhm mm-hmm uh-huh uhhuh uh huh hm hmm okay ok right yeah yep yes sure alright i see ah oh".split(
    " ",
  ),
  ...OTHER_BACKCHANNELS,
]);

/** What a recogniser makes of a hum, a cough or a breath: nobody takes the floor with two of these. */
const WEAK_WORDS = new Set("you the a and an in on of to it is him her he she them then i'm".split(" "));

/** Single words with which people break in. */
const BREAKING_IN = new Set([
  ...(
    "wait stop no nope hold hang hey hello sorry pardon excuse what who why when where which how please listen look " +
    "actually closed never nothing cancel goodbye bye thanks correct wrong exactly yes sure"
  ).split(" "),
  ...OTHER_BREAKING_IN,
]);

const DRAWN_OUT_MS = 600;

/** Words that are a backchannel in mid-sentence but an answer after a question. */
const SHORT_ANSWERS = /^(?:yes|yeah|yep|no|nope|sure|okay|ok|right|correct|of course|no problem|exactly)\b/;

const GREETING_ENDINGS = /\b(?:(?:help|assist|do for) you(?: today| with)?|(?:your|the) call|speaking|call you back)$/;

const COMPLETE_ENDINGS = [
  /\b(?:dollars|cents|euros|pounds|percent)$/,
  /\b(?:a m|p m|am|pm|o'?clock|noon|midnight|today|tomorrow|tonight)$/,
  /\b(?:in the (?:morning|afternoon|evening)|at night|every day|(?:minutes|hours|days|weeks)|a (?:person|piece))$/,
  /\b(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)$/,
  /\b(?:goodbye|bye|bye bye|thank you|thanks|you're welcome|have a (?:nice|great|good) day)$/,
  /\b(?:please|correct|speaking|available|closed|full|free|included|hello)$/,
  /\b(?:who|what|where|how) (?:is|are|was) (?:this|that|it|you)$/,
  GREETING_ENDINGS,
  OTHER_GREETING_ENDINGS,
  ...OTHER_COMPLETE_ENDINGS,
  /\?$/,
];

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/\p{M}+/gu, "")
    .replaceAll("ß", "ss")
    .replaceAll("’", "'")
    .replaceAll(/[^a-z0-9'?\s-]/g, " ")
    .split(/\s+/)
    .filter((word) => word !== "");
}

/** True when nothing but sounds of listening was said. Nothing at all counts too: a cough is no turn. */
export function isBackchannel(text: string): boolean {
  const words = wordsOf(text).filter((word) => !BACKCHANNELS.has(word));
  return words.length <= 2 && words.every((word) => WEAK_WORDS.has(word));
}

/**
 * True when words over our speech take the floor: a word that people break in with, a number, or several words that say
 * something. A single other word is what a recogniser makes of a hum or a door, unless it was drawn out.
 */
export function takesFloor(text: string, lastedMs: number): boolean {
  const content = wordsOf(text).filter((word) => !BACKCHANNELS.has(word) && !WEAK_WORDS.has(word));
  if (content.some((word) => BREAKING_IN.has(word) || isDictated(word))) return true;
  return content.length >= 2 || (content.length === 1 && lastedMs >= DRAWN_OUT_MS);
}

/** True when a greeting is at its end: whoever asks what can be done for us waits for the answer. */
export function isGreetingOver(text: string): boolean {
  const words = wordsOf(text).join(" ").replace(/\?$/, "");
  return words === "hello" || GREETING_ENDINGS.test(words) || OTHER_GREETING_ENDINGS.test(words);
}

/** True for a word or two that answer a yes-or-no question. */
export function isShortAnswer(text: string): boolean {
  const words = wordsOf(text);
  return words.length > 0 && words.length <= 3 && isAnswer(words.join(" "));
}

function isAnswer(words: string): boolean {
  return SHORT_ANSWERS.test(words) || OTHER_SHORT_ANSWERS.test(words);
}

/** "$42", as recognisers write it: nobody reads that out sign by sign. */
const SUM_AT_END = /[$€£]\s?\d[\d,]*(?:\.\d\d)?[.!]?$|\d\s?[€£][.!]?$/;
const HOUR_AT_END = /\b\d{1,2}:\d\d[.!]?$/;
const ONE_SIGN = /^(?:[a-z]|\d|zero|oh|one|two|three|four|five|six|seven|eight|nine)$/;

export type Completeness = "complete" | "neutral" | "open" | "dictating";

/** How finished the words so far look. `dictating`: digits or letters are being read out. */
export function completeness(text: string): Completeness {
  const words = wordsOf(text);
  const last = words.at(-1);
  if (last === undefined) return "neutral";
  const joined = words.join(" ");
  if (SUM_AT_END.test(text) || COMPLETE_ENDINGS.some((ending) => ending.test(joined))) return "complete";
  if (isShortAnswer(text)) return "complete";
  if (HOUR_AT_END.test(text)) return "neutral";
  if (isDictated(last)) return isReadOut(words, joined) ? "dictating" : "neutral";
  if (OPEN_ENDINGS.has(last)) return "open";
  return "neutral";
}

/** Several signs in a row, the first of what a number or a code was announced to be, or one sign of which something is made. */
function isReadOut(words: readonly string[], joined: string): boolean {
  const run = trailingRun(words);
  if (run >= 2 || /\b(?:number|code|spelled|spelling)\b/.test(joined)) return true;
  return ONE_SIGN.test(words.at(-1) ?? "") && /^(?:is|it's|that's)$/.test(words.at(-2) ?? "");
}

function isDictated(word: string): boolean {
  return NUMBER_WORDS.has(word) || /^\d+$/.test(word) || /^[a-z]$/.test(word);
}

/** How many signs or numbers: "forty two" is one, "four two" are two. */
function trailingRun(words: readonly string[]): number {
  let run = 0;
  for (let index = words.length - 1; index >= 0 && isDictated(words[index] ?? ""); index -= 1) {
    const word = words[index] ?? "";
    if (SCALES.has(word) || (ONE_SIGN.test(word) && TENS.includes(words[index - 1] ?? ""))) continue;
    run += 1;
  }
  return run;
}

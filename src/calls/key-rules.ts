/**
 * Which keys of the telephone may be pressed. Pure. A menu gets its choices; what looks like a card's number, or answers a
 * question for a secret, is never typed, whoever approves of it; a long number only when the caller gave it or approves.
 */
import { asksForSecret } from "../language/en/asks-for-secret.ts";
import { hasCardNumber } from "../language/en/card-numbers.ts";

export type KeysAsked = {
  readonly keys: string;
  /** All digits pressed before in this call. */
  readonly before: string;
  /** Of these the ones since somebody last said something. */
  readonly inOneGo: string;
  /** What the other side said last; "" for nothing. */
  readonly lastHeard: string;
  /** Texts of the caller: the request's fields, its answers. A long number that stands in one of them may be typed. */
  readonly given: readonly string[];
};

export type KeysVerdict =
  | { readonly type: "press" }
  /** Only when the caller approves of these digits. */
  | { readonly type: "ask" }
  /** `why`: half a sentence. */
  | { readonly type: "refuse"; readonly why: string };

const KEYS = /^[0-9*#]{1,32}$/;
/** More digits than these in one go need the caller's approval. */
const MOST_UNASKED = 8;
/** A menu's choice, also where the menu speaks of secrets: "to change your PIN, press 4". */
const MOST_OF_A_CHOICE = 2;

export function judgeKeys({ keys, before, inOneGo, lastHeard, given }: KeysAsked): KeysVerdict {
  if (!KEYS.test(keys)) return { type: "refuse", why: "there are only 0 to 9, * and #, at most 32 at a time" };
  const digits = digitsOf(keys);
  if (hasCardNumber(before, digits))
    return { type: "refuse", why: "this may be the number of a payment card, which is never typed" };
  if (digits.length > MOST_OF_A_CHOICE && asksForSecret(lastHeard))
    return { type: "refuse", why: "they ask for a PIN, a password or a card, which is never typed" };
  const run = inOneGo + digits;
  if (run.length <= MOST_UNASKED) return { type: "press" };
  return given.some((text) => numbersIn(text).some((number) => number.includes(run) || isFullyGiven(keys, run, number)))
    ? { type: "press" }
    : { type: "ask" };
}

/** A choice before it, and a number that was given whole: "1", then "4155550123". */
function isFullyGiven(keys: string, run: string, number: string): boolean {
  const digits = digitsOf(keys);
  return digits.length > MOST_UNASKED && number.includes(digits) && run.length - digits.length <= MOST_UNASKED;
}

/** Of the texts' numbers each as one run of digits, however it is written: "+1 (415) 555-0123", "1234 5678 9". */
function numbersIn(text: string): readonly string[] {
  return (text.match(/\d(?:[\s().\-/+]*\d)*/g) ?? []).map(digitsOf);
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, "");
}

/**
 * After a machine has asked who calls and why: whether it still speaks, refuses the call, or somebody has picked up. What
 * screeners say besides their question is known; other words, and then quiet, are a person's. Pure.
 */
import { plain, weigh } from "./words/families.ts";
import type { Evidence, Family } from "./words/families.ts";
import type { Utterance } from "./utterances.ts";

export type Screened = "screener" | "declined" | "person";

const QUIET_MS = 900;

/** "Thank you, please stay on the line", "I'll see if they're available". */
const STILL_THE_MACHINE =
  /^(?:(?:thank you|thanks|okay|ok|got it|great|all right|alright)(?: so much| very much)?)$|\b(?:stay|remain|hold) on the line\b|\bplease (?:hold|wait|stand by)\b|\bone moment\b|\b(?:i'll|i will|let me|we'll|we will) (?:see|check|find out|ask|let (?:them|him|her)|pass|try|connect|notify)\b|\b(?:connecting|checking|notifying|asking|trying) (?:\w+ ){0,3}(?:now|call|them|person|if|to)\b|\b(?:recorded|recording|transcri\w+)\b|\bscreening\b/;

/** Words by which a screener turns a call away. A voicemail that takes a message instead is one by its own words. */
const DECLINED =
  /\b(?:(?:person|party|subscriber|customer|user)(?: \w+){0,4} (?:is|are) (?:currently |presently )?(?:not available|unavailable|not able|not taking|unable)|(?:they|he|she)(?:'re| are|'s| is) (?:currently |presently )?(?:not available|unavailable|not taking|unable|not able)|(?:isn't|aren't|is not|are not|not) (?:available|taking (?:this |your |any )?calls?|accepting)|(?:can't|cannot|can not|won't|will not|doesn't|does not|do not|don't|not able to|unable to|chose not to|has chosen not to|declined to) (?:wish to |want to )?(?:take|accept|answer|speak|talk|come|be reached)|(?:declined|rejected|refused|blocked)(?: \w+){0,2} call|call (?:has been|was|is) (?:declined|rejected|refused|blocked)|(?:does|do) not accept|not (?:wish|want) to (?:be )?(?:called|take|speak)|no unsolicited|doesn't accept|don't accept)\b/;
const TAKES_MESSAGES = /\b(?:message|voice ?mail|tone|beep)\b/;

/** The part of what is known of the line that this depends on. */
type Heard = {
  readonly families: readonly Family[];
  readonly utterances: readonly Utterance[];
  /** When the machine was found. */
  readonly sinceMs: number;
  readonly speaking: boolean;
  readonly lastFromMs: number;
  readonly lastToMs: number | null;
  readonly ours: { readonly fromMs: number; readonly toMs: number | null };
};

/** Words may be told so long before our own end is. */
const EARLY_MS = 300;

/** Until we have said who calls it is the machine. */
export function behindScreener(heard: Heard, nowMs: number): Screened {
  const { families, utterances, sinceMs, speaking, lastFromMs, lastToMs, ours } = heard;
  if (ours.toMs === null || ours.toMs <= sinceMs || ours.fromMs >= lastFromMs) return "screener";
  const fromMs = ours.toMs - EARLY_MS;
  const said = utterances.filter(({ atMs }) => atMs >= fromMs);
  return screened(families, said, speaking || lastToMs === null ? 0 : nowMs - lastToMs);
}

/** `said`: since we did, in its order; `quietMs`: nobody has spoken for so long. */
export function screened(
  families: readonly Family[],
  said: readonly Pick<Utterance, "text" | "final">[],
  quietMs: number,
): Screened {
  const last = said.at(-1);
  if (last === undefined) return "screener";
  const whole = said.every(({ final }) => final);
  const words = plain(said.map(({ text }) => text).join(" "));
  if (whole && DECLINED.test(words) && !TAKES_MESSAGES.test(words)) return "declined";
  const evidence = weigh(families, last.text);
  if (isMachine(evidence) || DECLINED.test(words) || STILL_THE_MACHINE.test(plain(last.text))) return "screener";
  if (whole && evidence.person >= 2) return "person";
  return whole && quietMs >= QUIET_MS ? "person" : "screener";
}

function isMachine({ screening, hold, ivr, voicemail, intercept }: Evidence): boolean {
  return screening + hold + ivr + intercept > 0 || voicemail >= 2;
}

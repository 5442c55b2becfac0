/**
 * After a machine has asked who calls and why: whether it still speaks, refuses the call, or somebody has picked up. What
 * screeners say besides their question is known; other words, and then quiet, are a person's. Pure.
 */
import { languageOfTag } from "../../language/languages.ts";
import { plain, weigh } from "./words/families.ts";
import type { Evidence, Family } from "./words/families.ts";
import { SCREENER_WORDS } from "./words/screeners.ts";
import type { Utterance } from "./utterances.ts";

export type Screened = "screener" | "declined" | "person";

const QUIET_MS = 900;

/** The part of what is known of the line that this depends on. */
type Heard = {
  /** BCP-47, of the call. */
  readonly language: string;
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
  const { language, families, utterances, sinceMs, speaking, lastFromMs, lastToMs, ours } = heard;
  if (ours.toMs === null || ours.toMs <= sinceMs || ours.fromMs >= lastFromMs) return "screener";
  const fromMs = ours.toMs - EARLY_MS;
  const said = utterances.filter(({ atMs }) => atMs >= fromMs);
  return screened({ language, families }, said, speaking || lastToMs === null ? 0 : nowMs - lastToMs);
}

/** `said`: since we did, in its order; `quietMs`: nobody has spoken for so long. */
export function screened(
  { language, families }: Pick<Heard, "language" | "families">,
  said: readonly Pick<Utterance, "text" | "final">[],
  quietMs: number,
): Screened {
  const last = said.at(-1);
  if (last === undefined) return "screener";
  const whole = said.every(({ final }) => final);
  const words = plain(said.map(({ text }) => text).join(" "));
  const { goesOn, declines, takesMessages } = SCREENER_WORDS[languageOfTag(language)];
  if (whole && declines.test(words) && !takesMessages.test(words)) return "declined";
  const evidence = weigh(families, last.text);
  if (isMachine(evidence) || declines.test(words) || goesOn.test(plain(last.text))) return "screener";
  if (whole && evidence.person >= 2) return "person";
  return whole && quietMs >= QUIET_MS ? "person" : "screener";
}

function isMachine({ screening, hold, ivr, voicemail, intercept }: Evidence): boolean {
  return screening + hold + ivr + intercept > 0 || voicemail >= 2;
}

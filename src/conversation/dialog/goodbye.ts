/**
 * Our goodbye, and how the line is put down after it. Pure.
 *
 * Nobody hangs up into the other's last word, and nobody listens to a line on which everything has been said: once our
 * goodbye has been played out they have a moment to begin to speak. What they say then goes to the brain, which answers
 * it or asks to hang up again.
 */
import type { ReplyResult } from "./reply.ts";

export const GOODBYE_RULES = {
  /**
   * From the last sound of our goodbye to the hang-up, when they stay silent. A "bye" of theirs begins 200 to 500 ms after
   * ours; and at most 0.8 s may pass until the BYE is on the wire, also when the machine has a lot to do.
   */
  lingerMs: 650,
  /** Sound without words, music or a room, keeps the line open no longer than this. */
  soundMs: 20_000,
} as const;

export type Goodbye =
  | "unsaid"
  /** Cut short, or they have spoken since. */
  | "said"
  /** Played out, its last sound at this time, and not a word of theirs since. */
  | { readonly heardMs: number };

/** What a reply of ours makes of it; `over`: there is nothing to wait for any more. */
export function afterReply(goodbye: Goodbye, reply: ReplyResult, nowMs: number): { goodbye: Goodbye; over: boolean } {
  if (reply.hangUp) return { goodbye: { heardMs: nowMs - reply.quietTailMs }, over: !reply.said };
  if (reply.cutGoodbye) return { goodbye: "said", over: false };
  if (reply.said) return { goodbye: "unsaid", over: false };
  // They spoke after our goodbye and there is nothing to answer. A reply that they cut short was going to.
  return { goodbye, over: goodbye !== "unsaid" && !reply.cut };
}

export function afterWords(goodbye: Goodbye): Goodbye {
  return goodbye === "unsaid" ? goodbye : "said";
}

/** Whether it is time to hang up. `quiet`: neither do they speak, nor is there anything of ours still to be said. */
export function isTimeToGo(goodbye: Goodbye, nowMs: number, quiet: boolean): boolean {
  if (typeof goodbye === "string") return false;
  const sinceMs = nowMs - goodbye.heardMs;
  return sinceMs >= (quiet ? GOODBYE_RULES.lingerMs : GOODBYE_RULES.soundMs);
}

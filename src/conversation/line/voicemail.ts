/**
 * What is done with a voicemail: the message is left once, after its beep, or after the end of its greeting when no beep
 * comes. Without a message nothing is said: a goodbye would be the message. Pure.
 */
export const VOICEMAIL_RULES = {
  /** After the beep: the recording has begun. */
  afterBeepMs: 300,
  /** Quiet after the greeting when no beep comes: longer than the pauses within one. */
  noBeepMs: 2600,
  /** Quiet that ends the greeting of one that gets no message. */
  overMs: 1200,
  /** No greeting is longer. */
  mostMs: 120_000,
  /** A beep into what we say: they had not begun to record. So late it is something else. */
  restartsWithinMs: 12_000,
} as const;

export type Voicemail = {
  readonly phase: "greeting" | "speaking" | "over";
  readonly sinceMs: number;
  readonly hasMessage: boolean;
  readonly full: boolean;
  readonly beepMs: number | null;
  /** It was begun without a beep; another beginning is possible once. */
  readonly blindly: boolean;
};

export type VoicemailMove = "say_message" | "say_again" | "hang_up" | null;

/** `beepMs`: a beep that led to the verdict. */
export function newVoicemail(hasMessage: boolean, beepMs: number | null, nowMs: number): Voicemail {
  return { phase: "greeting", sinceMs: nowMs, hasMessage, full: false, beepMs, blindly: false };
}

export function beeped(state: Voicemail, beepMs: number, nowMs: number): readonly [Voicemail, VoicemailMove] {
  if (state.phase === "greeting") return [{ ...state, beepMs }, null];
  const again =
    state.phase === "speaking" && state.blindly && nowMs - state.sinceMs <= VOICEMAIL_RULES.restartsWithinMs;
  return again ? [{ ...state, sinceMs: nowMs, beepMs, blindly: false }, "say_again"] : [state, null];
}

/** `quietMs`: nobody has spoken for so long. */
export function waited(state: Voicemail, quietMs: number, nowMs: number): readonly [Voicemail, VoicemailMove] {
  if (state.phase !== "greeting") return [state, null];
  const { afterBeepMs, noBeepMs, overMs, mostMs } = VOICEMAIL_RULES;
  const over: Voicemail = { ...state, phase: "over" };
  if (nowMs - state.sinceMs >= mostMs) return [over, "hang_up"];
  if (!state.hasMessage || state.full) {
    return quietMs >= overMs || state.beepMs !== null ? [over, "hang_up"] : [state, null];
  }
  const blindly = state.beepMs === null;
  const due = blindly ? quietMs >= noBeepMs : nowMs - (state.beepMs ?? 0) >= afterBeepMs;
  return due ? [{ ...state, phase: "speaking", sinceMs: nowMs, blindly }, "say_message"] : [state, null];
}

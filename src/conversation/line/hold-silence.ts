/**
 * A hold on which nothing sounds. Where music has just stopped somebody may have picked up and be waiting for us; where
 * nothing has sounded for long they may have forgotten us. So we ask, rarely, and give up when nobody ever answers. Pure.
 */
export const HOLD_SILENCE_RULES = {
  /** Longer than the gap between two pieces of music. */
  afterMusicMs: 5000,
  /** Without music: who looks something up puts the receiver down for so long. */
  silentMs: 60_000,
  /** So often it is asked before the hold is given up. */
  mostAsked: 3,
} as const;

/** `other`: our own voice, noise, and whatever else is neither a voice of theirs nor music. */
export type HoldSound = "music" | "speech" | "other" | "none";

export type HoldSilence = {
  readonly sinceMs: number;
  readonly asked: number;
  /** What sounded last was music. */
  readonly afterMusic: boolean;
};

/** From now on: a hold begins. */
export function newHoldSilence(nowMs: number): HoldSilence {
  return { sinceMs: nowMs, asked: 0, afterMusic: false };
}

export function holdSilence(
  state: HoldSilence,
  sound: HoldSound,
  nowMs: number,
): readonly [HoldSilence, "ask" | "give_up" | null] {
  if (sound === "other") return [{ ...state, sinceMs: nowMs }, null];
  if (sound !== "none") return [{ sinceMs: nowMs, asked: 0, afterMusic: sound === "music" }, null];
  const { afterMusicMs, silentMs, mostAsked } = HOLD_SILENCE_RULES;
  if (nowMs - state.sinceMs < (state.afterMusic ? afterMusicMs : silentMs)) return [state, null];
  if (state.asked >= mostAsked) return [state, "give_up"];
  return [{ sinceMs: nowMs, asked: state.asked + 1, afterMusic: false }, "ask"];
}

/**
 * When they speak, from the probabilities of the voice-activity detector alone. Coarser than a turn: a stretch has no
 * pause of half a second in it. Pure.
 */
export const RHYTHM_RULES = {
  speech: 0.5,
  silence: 0.35,
  /** Shorter is a click or a breath. */
  leastMs: 100,
  pauseMs: 500,
} as const;

export type Rhythm = {
  readonly risingSinceMs: number | null;
  readonly stretch: { readonly fromMs: number; readonly toMs: number } | null;
};

export type RhythmEvent =
  | { readonly type: "began"; readonly fromMs: number }
  | { readonly type: "ended"; readonly fromMs: number; readonly toMs: number };

export const STILL: Rhythm = { risingSinceMs: null, stretch: null };

export function rhythm(state: Rhythm, speech: number, nowMs: number): readonly [Rhythm, RhythmEvent | null] {
  const { stretch } = state;
  if (stretch !== null) {
    if (speech >= RHYTHM_RULES.silence) return [{ ...state, stretch: { ...stretch, toMs: nowMs } }, null];
    if (nowMs - stretch.toMs < RHYTHM_RULES.pauseMs) return [state, null];
    return [STILL, { type: "ended", ...stretch }];
  }
  if (speech < RHYTHM_RULES.speech) return [state.risingSinceMs === null ? state : STILL, null];
  const fromMs = state.risingSinceMs ?? nowMs - 20;
  if (nowMs - fromMs < RHYTHM_RULES.leastMs) return [{ ...state, risingSinceMs: fromMs }, null];
  return [
    { risingSinceMs: null, stretch: { fromMs, toMs: nowMs } },
    { type: "began", fromMs },
  ];
}

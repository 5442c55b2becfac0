/**
 * Steady tones: a run of frames whose sound is one or two lines that keep their pitch and their level. A voice wavers in
 * both, also in a held vowel; a note of music is hardly ever alone. Pure.
 */
import type { Peak, SoundFrame } from "./frame.ts";

export const TONE_RULES = {
  /** Quieter is no signal that somebody is to hear. */
  leastDbfs: -46,
  /** So much of the power is in the one or two lines. */
  pure: 0.86,
  /** A second line counts from this share on. */
  second: 0.08,
  /** How far the pitch may move within a tone. */
  driftHz: 9,
  driftDb: 2.5,
  /** A lost packet leaves a hole no longer than this. */
  holeMs: 40,
} as const;

export type Tone = {
  /** One or two, the lower first. */
  readonly hz: readonly number[];
  readonly dbfs: number;
  readonly fromMs: number;
  /** Its last frame so far. */
  readonly toMs: number;
};

export type ToneState = {
  readonly under: Tone | null;
};

/** `tone`: it is over. `sounding`: it goes on; told with every frame of it. */
export type ToneEvent = { readonly type: "tone" | "sounding"; readonly tone: Tone };

export const NO_TONE: ToneState = { under: null };

/** `nowMs` is the end of the frame. */
export function tones(state: ToneState, frame: SoundFrame, nowMs: number): readonly [ToneState, readonly ToneEvent[]] {
  const hz = linesOf(frame);
  const { under } = state;
  if (under === null) {
    if (hz === null) return [state, []];
    return [{ under: { hz, dbfs: frame.dbfs, fromMs: nowMs - 20, toMs: nowMs } }, []];
  }
  if (hz !== null && goesOn(under, hz, frame.dbfs)) {
    // The first frame of a tone is partly silence: the loudest says how loud it is.
    const next: Tone = {
      hz: settled(under, hz),
      dbfs: Math.max(under.dbfs, frame.dbfs),
      fromMs: under.fromMs,
      toMs: nowMs,
    };
    return [{ under: next }, [{ type: "sounding", tone: next }]];
  }
  if (hz === null && nowMs - under.toMs <= TONE_RULES.holeMs) return [state, []];
  const after: ToneState = { under: hz === null ? null : { hz, dbfs: frame.dbfs, fromMs: nowMs - 20, toMs: nowMs } };
  return [after, [{ type: "tone", tone: under }]];
}

export function lastedMs({ fromMs, toMs }: Tone): number {
  return toMs - fromMs;
}

/** The pitches of a frame that is all tone; null of any other. */
function linesOf({ dbfs, peaks }: SoundFrame): readonly number[] | null {
  if (dbfs < TONE_RULES.leastDbfs) return null;
  const [first, second] = peaks;
  if (first === undefined) return null;
  const two: readonly Peak[] = second !== undefined && second.share >= TONE_RULES.second ? [first, second] : [first];
  const share = two.reduce((sum, peak) => sum + peak.share, 0);
  return share < TONE_RULES.pure ? null : two.map(({ hz }) => hz).sort((one, other) => one - other);
}

function goesOn(tone: Tone, hz: readonly number[], dbfs: number): boolean {
  const young = lastedMs(tone) <= 20;
  if (hz.length !== tone.hz.length) return false;
  const level = young ? dbfs >= tone.dbfs - TONE_RULES.driftDb : Math.abs(dbfs - tone.dbfs) <= TONE_RULES.driftDb;
  return level && hz.every((each, i) => Math.abs(each - (tone.hz[i] ?? 0)) <= TONE_RULES.driftHz);
}

function settled(tone: Tone, hz: readonly number[]): readonly number[] {
  const share = 20 / Math.max(40, lastedMs(tone) + 20);
  return tone.hz.map((each, i) => each + ((hz[i] ?? each) - each) * share);
}

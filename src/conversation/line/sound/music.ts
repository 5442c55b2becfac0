/**
 * Music or speech. What tells them apart on a telephone is that the lines of music stand still: a note keeps its pitch
 * for a tenth of a second and more, while every harmonic of a voice moves all the time. Beside that, speech has holes
 * between its syllables. Measured over 60 ms windows, judged over two seconds. Pure.
 *
 * Measured (prompts of five speakers, 2,800 recordings, against real music on hold): of speech 99 % of the
 * windows have less than 9 % of their power in lines that stand still, of music 99 % more. Counting syllables alone was
 * tried and left: slow music has as many holes as speech.
 */
import type { SoundFrame } from "./frame.ts";

export const MUSIC_RULES = {
  /** A line stands still when the frames of 40, 80 and 120 ms ago have it too. */
  looksBack: [2, 4, 6],
  sameHz: 6,
  /** Frames that are judged together. */
  window: 100,
  /** Frames between two judgements. */
  hop: 25,
  /** A window that is nowhere louder than this is silence. */
  silentDbfs: -50,
  /** Frames quieter than the loudest one by more are holes. */
  holeDb: 22,
  /** Evidence adds up to about three seconds of one kind. */
  memory: 0.65,
  begins: 0.8,
  ends: 0.35,
} as const;

export type MusicState = {
  /** The last frames, the latest last. */
  readonly recent: readonly SoundFrame[];
  readonly levels: readonly number[];
  readonly steady: readonly number[];
  readonly untilNext: number;
  /** How sure, 0 to 1; 0.5 when nothing is known. */
  readonly music: number;
  readonly playing: boolean;
};

export const NO_MUSIC: MusicState = {
  recent: [],
  levels: [],
  steady: [],
  untilNext: MUSIC_RULES.window,
  music: 0.5,
  playing: false,
};

export function music(state: MusicState, frame: SoundFrame): MusicState {
  const { window, looksBack, hop } = MUSIC_RULES;
  const furthest = Math.max(...looksBack);
  const next = {
    ...state,
    recent: [...state.recent.slice(-furthest), frame],
    levels: [...state.levels.slice(1 - window), frame.dbfs],
    steady: [...state.steady.slice(1 - window), steadyShare(frame, state.recent)],
    untilNext: state.untilNext - 1,
  };
  if (next.untilNext > 0) return next;
  return judged({ ...next, untilNext: hop });
}

/** The part of its power that stands in lines which were there before. */
function steadyShare({ peaks }: SoundFrame, before: readonly SoundFrame[]): number {
  let share = 0;
  for (const peak of peaks) {
    const stands = MUSIC_RULES.looksBack.every((back) =>
      before.at(-back)?.peaks.some(({ hz }) => Math.abs(hz - peak.hz) <= MUSIC_RULES.sameHz),
    );
    if (stands) share += peak.share;
  }
  return share;
}

function judged(state: MusicState): MusicState {
  const evidence = likeMusic(state);
  const { memory, begins, ends } = MUSIC_RULES;
  const sure = evidence === null ? state.music * 0.9 : memory * state.music + (1 - memory) * evidence;
  const playing = state.playing ? sure > ends : sure >= begins;
  return { ...state, music: sure, playing };
}

/** 0 to 1; null of silence. */
function likeMusic({ levels, steady }: MusicState): number | null {
  const loudest = Math.max(...levels);
  if (loudest < MUSIC_RULES.silentDbfs) return null;
  let active = 0;
  let stands = 0;
  let sum = 0;
  let squares = 0;
  for (const [i, level] of levels.entries()) {
    const bounded = Math.max(level, loudest - 40);
    sum += bounded;
    squares += bounded * bounded;
    if (level <= loudest - MUSIC_RULES.holeDb) continue;
    active += 1;
    stands += steady[i] ?? 0;
  }
  const spread = Math.sqrt(Math.max(0, squares / levels.length - (sum / levels.length) ** 2));
  const score = 30 * (stands / Math.max(1, active) - 0.09) + 0.25 * (6 - spread);
  return 1 / (1 + Math.exp(-1.5 * score));
}

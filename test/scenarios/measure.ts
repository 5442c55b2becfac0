/**
 * What the wire says of one call. Pure. Everything is measured where the packets pass, between the two exchanges: what
 * the callee would hear and when, in milliseconds.
 */
import type { Performed } from "./callee.ts";
import type { Segment } from "./line/segments.ts";

export type Heard = {
  readonly answeredMs: number | null;
  /** Stretches of sound on the wire. */
  readonly assistant: readonly Segment[];
  readonly callee: readonly Segment[];
  /**
   * The parts of it that are voice: within 20 dB of their loudest. A soft consonant before it, such as an f, is in
   * `callee` and can make nobody stop; ITU-T P.56 takes a margin of 15.9 dB for what is speech at all.
   */
  readonly calleeVoice: readonly Segment[];
  /** Lines of a scripted callee; empty for a business, whose sound then is all there is to go by. */
  readonly performed: readonly Performed[];
  /** When our keys began, and when the call was known to be a voicemail's. */
  readonly keysMs?: readonly number[];
  readonly voicemailMs?: number | null;
};

export type BargeIn = {
  readonly atMs: number;
  /** The onset of their voice to our silence. */
  readonly stopMs: number;
  readonly backchannel: boolean;
  /** Their last sound to our going on; null when we did not. */
  readonly resumedMs: number | null;
};

export type Measured = {
  /** End of the greeting to our first sound; null when nobody greeted. */
  readonly openingDelayMs: number | null;
  /** End of each turn of theirs to our first sound, where we were the next to speak. */
  readonly voiceToVoiceMs: readonly number[];
  /** The same after digits and letters read out, which get more time by design. */
  readonly afterDictationMs: readonly number[];
  readonly bargeIns: readonly BargeIn[];
  /** Times we began to speak while they were speaking. */
  readonly cutIns: readonly number[];
  readonly theirTurns: number;
  /** Keys of ours with our voice beside them. */
  readonly keysSpokenOver: number;
  /** End of a voicemail's greeting to the verdict, 0 when it came before; null: nothing to measure, or no verdict. */
  readonly voicemailDecidedMs: number | null;
  /** Both silent, the longest stretch between the answer and the last sound. */
  readonly longestSilenceMs: number;
};

export const MEASURE_RULES = {
  /** Sound of theirs that begins within this of our last sound is no barge-in: we had just finished. */
  finishingMs: 60,
  /** How far the sound on the wire may lie from where the callee played it. */
  playedWithinMs: 250,
  /** Gaps within one of our own utterances. */
  ownBreathMs: 400,
  /** After a sound of listening we have this long to go on. */
  resumeWithinMs: 2000,
  /** From the beginning of a key: our silence before it and behind it, the key included. */
  quietBeforeKeyMs: 200,
  quietAfterKeyMs: 300,
} as const;

type Turn = Segment & {
  readonly backchannel: boolean;
  readonly dictated: boolean;
  readonly over: boolean;
  readonly words: boolean;
};

export function measure(heard: Heard): Measured {
  const turns = turnsOf(heard);
  const ours = heard.assistant;
  const worded = turns.filter(({ words }) => words);
  const replyDelays = (some: readonly Turn[]): number[] => some.flatMap((turn) => replyDelay(turn, turns, ours));
  return {
    openingDelayMs: openingDelay(worded, ours),
    voiceToVoiceMs: replyDelays(worded.slice(1).filter(({ dictated }) => !dictated)),
    afterDictationMs: replyDelays(worded.slice(1).filter(({ dictated }) => dictated)),
    bargeIns: turns.flatMap((turn) => bargeIn(voicedFrom(turn, heard.calleeVoice), ours)),
    cutIns: ours.flatMap((segment) => (cutsIn(segment, ours, worded) ? [segment.fromMs] : [])),
    theirTurns: worded.length,
    keysSpokenOver: (heard.keysMs ?? []).filter((atMs) => isSpokenOver(atMs, ours)).length,
    voicemailDecidedMs: voicemailDecided(heard),
    longestSilenceMs: longestSilence(heard.answeredMs, [...ours, ...heard.callee]),
  };
}

/**
 * Their turns as they were on the wire: a scripted line is one turn, pauses and all, from its first sound to its last;
 * a business's sound is parted into turns at silences of half a second.
 */
function turnsOf({ performed, callee }: Heard): readonly Turn[] {
  if (performed.length === 0) {
    return bridged(callee, 500).map((segment) => ({
      ...segment,
      backchannel: false,
      dictated: false,
      over: false,
      words: true,
    }));
  }
  return performed.flatMap((line) => {
    const { playedWithinMs } = MEASURE_RULES;
    const within = callee.filter(
      ({ fromMs, toMs }) => fromMs >= line.fromMs - playedWithinMs && toMs <= line.toMs + playedWithinMs,
    );
    const fromMs = within[0]?.fromMs ?? line.fromMs;
    const toMs = within.at(-1)?.toMs ?? line.toMs;
    const { backchannel, dictated, over } = line;
    return [{ fromMs, toMs, backchannel, dictated, over, words: line.hasWords && !backchannel }];
  });
}

function openingDelay(worded: readonly Turn[], ours: readonly Segment[]): number | null {
  const greeting = worded[0];
  const first = ours[0];
  if (greeting === undefined || first === undefined || first.fromMs < greeting.toMs) return null;
  const next = worded[1];
  return next !== undefined && next.fromMs < first.fromMs ? null : first.fromMs - greeting.toMs;
}

function isSpokenOver(atMs: number, ours: readonly Segment[]): boolean {
  const { quietBeforeKeyMs, quietAfterKeyMs } = MEASURE_RULES;
  return ours.some(({ fromMs, toMs }) => fromMs < atMs + quietAfterKeyMs && toMs > atMs - quietBeforeKeyMs);
}

function voicemailDecided({ performed, voicemailMs = null, callee }: Heard): number | null {
  const greeting = performed.find(({ greetingEnds }) => greetingEnds);
  if (greeting === undefined || voicemailMs === null) return null;
  const { playedWithinMs } = MEASURE_RULES;
  const last = callee.findLast(
    ({ fromMs, toMs }) => fromMs >= greeting.fromMs - playedWithinMs && toMs <= greeting.toMs + playedWithinMs,
  );
  return Math.max(0, voicemailMs - (last?.toMs ?? greeting.toMs));
}

/** Nothing when they spoke again first, or when we were speaking all the while. */
function replyDelay(turn: Turn, turns: readonly Turn[], ours: readonly Segment[]): readonly number[] {
  const reply = ours.find(({ fromMs }) => fromMs >= turn.toMs - MEASURE_RULES.finishingMs);
  if (reply === undefined) return [];
  const speaking = ours.some(({ fromMs, toMs }) => fromMs < turn.toMs - MEASURE_RULES.finishingMs && toMs > turn.toMs);
  const theyWentOn = turns.some(({ fromMs }) => fromMs >= turn.toMs && fromMs < reply.fromMs);
  return speaking || theyWentOn ? [] : [Math.max(0, reply.fromMs - turn.toMs)];
}

function bargeIn(turn: Turn, ours: readonly Segment[]): readonly BargeIn[] {
  const graceMs = turn.over ? 0 : MEASURE_RULES.finishingMs;
  const over = ours.find(({ fromMs, toMs }) => fromMs < turn.fromMs && toMs > turn.fromMs + graceMs);
  if (over === undefined) return [];
  const next = ours.find(({ fromMs }) => fromMs > over.toMs);
  const resumedMs = next === undefined ? null : next.fromMs - turn.toMs;
  const inTime = resumedMs !== null && resumedMs <= MEASURE_RULES.resumeWithinMs;
  // Not to stop for a sound of listening at all is as good as to go on after it; words have to stop us.
  const neverStopped = turn.backchannel && over.toMs > turn.toMs + MEASURE_RULES.ownBreathMs;
  return [
    {
      atMs: turn.fromMs,
      stopMs: neverStopped ? 0 : over.toMs - turn.fromMs,
      backchannel: turn.backchannel,
      resumedMs: neverStopped ? 0 : inTime ? Math.max(0, resumedMs) : null,
    },
  ];
}

/** The turn from where it can be heard to be one. */
function voicedFrom(turn: Turn, voice: readonly Segment[]): Turn {
  const first = voice.find(({ toMs }) => toMs > turn.fromMs);
  return first === undefined || first.fromMs >= turn.toMs
    ? turn
    : { ...turn, fromMs: Math.max(turn.fromMs, first.fromMs) };
}

/** The beginning of an utterance of ours inside a turn of theirs. */
function cutsIn(segment: Segment, ours: readonly Segment[], worded: readonly Turn[]): boolean {
  const { ownBreathMs, finishingMs } = MEASURE_RULES;
  const goesOn = ours.some(({ toMs }) => toMs < segment.fromMs && segment.fromMs - toMs < ownBreathMs);
  if (goesOn) return false;
  return worded.some(
    ({ fromMs, toMs }) => segment.fromMs > fromMs + finishingMs && segment.fromMs < toMs - finishingMs,
  );
}

function longestSilence(answeredMs: number | null, sounds: readonly Segment[]): number {
  if (answeredMs === null) return 0;
  const sorted = [...sounds].sort((a, b) => a.fromMs - b.fromMs);
  let until = answeredMs;
  let longest = 0;
  for (const { fromMs, toMs } of sorted) {
    longest = Math.max(longest, fromMs - until);
    until = Math.max(until, toMs);
  }
  return longest;
}

function bridged(segments: readonly Segment[], gapMs: number): readonly Segment[] {
  const all: { fromMs: number; toMs: number }[] = [];
  for (const { fromMs, toMs } of segments) {
    const last = all.at(-1);
    if (last !== undefined && fromMs - last.toMs < gapMs) last.toMs = toMs;
    else all.push({ fromMs, toMs });
  }
  return all;
}

/** What one turn took: end of their speech to first sound of ours, and what it was spent on. Pure. */
import type { TurnLatency } from "../calls/ports.ts";
import type { ReplyMarks } from "./dialog/reply.ts";

export type TurnTimes = {
  readonly speechEndMs: number;
  readonly committedMs: number;
  /** When the brain was given the words. */
  readonly givenMs: number;
};

/** Whole milliseconds. Null when the reply made no sound: then there is nothing to measure. */
export function turnLatency(times: TurnTimes, marks: ReplyMarks): TurnLatency | null {
  const soundMs = marks.firstSoundMs;
  if (soundMs === null) return null;
  // A word that was slipped in sounds before the reply's own: what was waited for until then is what counts.
  const moveMs = Math.min(marks.firstMoveMs ?? times.givenMs, soundMs);
  const audioMs = Math.min(marks.firstAudioMs ?? moveMs, soundMs);
  return {
    totalMs: Math.round(soundMs - times.speechEndMs),
    endpointingMs: Math.round(times.committedMs - times.speechEndMs),
    recogniserMs: Math.round(times.givenMs - times.committedMs),
    brainMs: Math.round(moveMs - times.givenMs),
    voiceMs: Math.round(audioMs - moveMs),
    playoutMs: Math.round(soundMs - audioMs),
  };
}

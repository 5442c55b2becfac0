/** What one turn took: end of their speech to first sound of ours, and what it was spent on. Pure. */
import type { TurnLatency } from "../calls/ports.ts";
import type { ReplyMarks } from "./dialog/reply.ts";

export type TurnTimes = {
  readonly speechEndMs: number;
  readonly committedMs: number;
  /** When the brain was given the words. */
  readonly givenMs: number;
};

/**
 * Whole milliseconds. Null when the reply made no sound: then there is nothing to measure. A kept word that was slipped in
 * sounds before the voice it stands in for (`playout/interjections.ts`): the wait ends with it.
 */
export function turnLatency(times: TurnTimes, marks: ReplyMarks): TurnLatency | null {
  const { firstSoundMs } = marks;
  if (firstSoundMs === null) return null;
  const moveMs = Math.min(marks.firstMoveMs ?? times.givenMs, firstSoundMs);
  const audioMs = Math.min(marks.firstAudioMs ?? moveMs, firstSoundMs);
  return {
    totalMs: Math.round(firstSoundMs - times.speechEndMs),
    endpointingMs: Math.round(times.committedMs - times.speechEndMs),
    recogniserMs: Math.round(times.givenMs - times.committedMs),
    brainMs: Math.round(moveMs - times.givenMs),
    voiceMs: Math.round(audioMs - moveMs),
    playoutMs: Math.round(firstSoundMs - audioMs),
  };
}

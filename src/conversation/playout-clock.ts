/** How much of the utterance under way is still to be heard, by the audio given to the mouth and the time it has played. */
export type PlayoutClock = {
  readonly givenMs: number;
  readonly playedMs: number;
  /** Null while paused or idle. */
  readonly runningSinceMs: number | null;
};

export const stoppedClock: PlayoutClock = { givenMs: 0, playedMs: 0, runningSinceMs: null };

export function give(clock: PlayoutClock, audioMs: number, nowMs: number): PlayoutClock {
  return { ...clock, givenMs: clock.givenMs + audioMs, runningSinceMs: clock.runningSinceMs ?? nowMs };
}

export function halt(clock: PlayoutClock, nowMs: number): PlayoutClock {
  if (clock.runningSinceMs === null) return clock;
  return { ...clock, playedMs: clock.playedMs + nowMs - clock.runningSinceMs, runningSinceMs: null };
}

export function proceed(clock: PlayoutClock, nowMs: number): PlayoutClock {
  return { ...clock, runningSinceMs: clock.runningSinceMs ?? nowMs };
}

export function remainingMs(clock: PlayoutClock, nowMs: number): number {
  const runningMs = clock.runningSinceMs === null ? 0 : nowMs - clock.runningSinceMs;
  return Math.max(0, clock.givenMs - clock.playedMs - runningMs);
}

/**
 * How loud our echo is on this line, once it has been proven that there is one: the judge of `echo.ts` knows a path by its
 * shape and lets through what the path does not explain, which on a real room is now and then a few frames of our own
 * voice. What is no louder than our echo has been is not somebody speaking over us; a person at the receiver is.
 *
 * Until enough frames were proven to be echo nothing is held back, so a line without an echo is never touched. The one
 * exception is the beginning of our first words, before the judge can have its proof: somebody who has greeted us does not
 * break in much more softly than that.
 */
const ECHO_LEVEL_RULES = {
  /** What was played longer ago than this can no longer be heard coming back. */
  backWithinMs: 640,
  /** Proven frames of echo before the level is believed: 0.2 s of them. */
  provenFrames: 10,
  /** Louder than the loudest echo so far by this much is a person. */
  marginDb: 3,
  /** An echo as loud as this below our voice leaves no room to tell by loudness. */
  leastBelowDb: 6,
  /** Each proven frame lets the known level sink by this much, so that one outlier is not kept for ever. */
  forgetDb: 0.02,
  /** The beginning: so long after our first sound, so far below their own voice, and below ours. */
  start: { ms: 1500, belowTheirsDb: 10, belowOursDb: 8 },
  /** From this probability on a frame is their voice. */
  speech: 0.8,
  /** Ours below this is no voice that could come back. */
  audibleDbfs: -50,
} as const;

export class EchoLevel {
  /** `[atMs, dBFS]` of what we played, the last 0.64 s of it. */
  #played: (readonly [number, number])[] = [];
  #proven = 0;
  #gainDb = -Infinity;
  #startedMs: number | null = null;
  /** How loud they are when we are silent: the loudest frame of their voice, slowly forgotten. */
  #theirs = -Infinity;

  /** 20 ms of ours, and when they are played. */
  sent(dbfs: number, atMs: number): void {
    if (dbfs <= ECHO_LEVEL_RULES.audibleDbfs) return;
    this.#played.push([atMs, dbfs]);
    this.#startedMs ??= atMs;
  }

  /**
   * A frame of theirs, with the probability that it is speech, that the judge takes for our echo or not. True when it is
   * one, by its shape or by its loudness.
   */
  isEcho(dbfs: number, atMs: number, speech: number, proven: boolean): boolean {
    const { backWithinMs, provenFrames, marginDb, leastBelowDb, forgetDb } = ECHO_LEVEL_RULES;
    while ((this.#played[0]?.[0] ?? Infinity) < atMs - backWithinMs) this.#played.shift();
    const ours = this.#played.reduce(
      (most, [playedMs, level]) => (playedMs <= atMs ? Math.max(most, level) : most),
      -Infinity,
    );
    const gainDb = dbfs - ours;
    if (ours === -Infinity && speech >= ECHO_LEVEL_RULES.speech) {
      this.#theirs = Math.max(this.#theirs - forgetDb, dbfs);
    }
    if (proven && Number.isFinite(gainDb)) {
      this.#proven += 1;
      this.#gainDb = Math.min(-leastBelowDb, Math.max(this.#gainDb - forgetDb, gainDb));
    }
    if (this.#proven >= provenFrames) return proven || gainDb < this.#gainDb + marginDb;
    return proven || (this.#isStart(atMs) && this.#isSoft(dbfs, gainDb));
  }

  #isStart(atMs: number): boolean {
    return this.#startedMs !== null && atMs - this.#startedMs < ECHO_LEVEL_RULES.start.ms;
  }

  #isSoft(dbfs: number, gainDb: number): boolean {
    const { belowTheirsDb, belowOursDb } = ECHO_LEVEL_RULES.start;
    return gainDb < -belowOursDb && dbfs < this.#theirs - belowTheirsDb;
  }
}

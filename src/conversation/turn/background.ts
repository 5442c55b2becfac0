/**
 * Speech behind them: a television, other tables. It has words and never stops, so a detector of speech alone would give
 * it the floor for ever. It is told from whoever speaks into the receiver by loudness, the one thing that a telephone
 * keeps of distance, and only once soft speech has gone on for longer than anybody trails off. Pure.
 */
const BACKGROUND_RULES = {
  /** So far below the loudest of late is soft. The soft sounds of a word last less than the window. */
  softDb: 11,
  windowFrames: 9,
  /** Soft speech without a pause this long is not how a sentence ends. */
  provenMs: 1200,
  pauseMs: 400,
  /** Proven once, it is known at once when it comes again within this time. */
  knownMs: 8000,
  /** Nobody has spoken up for so long: whoever speaks now is who is there. */
  forgetMs: 15_000,
  /** How fast the loudness of whoever speaks up is learnt, upwards, by frame; and how it is forgotten. */
  rise: 0.1,
  sinkDb: 0.02,
  speech: 0.35,
} as const;

export class Background {
  readonly #window: number[] = [];
  /** How loud whoever speaks up is; null before anybody has. */
  #near: number | null = null;
  #spokeUpMs = -Infinity;
  /** Since when all speech has been soft; null when none is. */
  #softSinceMs: number | null = null;
  #lastSoftMs = -Infinity;
  #provenMs = -Infinity;

  /** A frame of theirs, and the probability that it is speech. True when it is not said to us. */
  isBehind(dbfs: number, speech: number, nowMs: number): boolean {
    const { windowFrames, pauseMs, provenMs, knownMs } = BACKGROUND_RULES;
    this.#window.push(dbfs);
    if (this.#window.length > windowFrames) this.#window.shift();
    if (speech < BACKGROUND_RULES.speech) {
      if (nowMs - this.#lastSoftMs > pauseMs) this.#softSinceMs = null;
      return false;
    }
    const level = Math.max(...this.#window);
    if (this.#isNear(dbfs, level, nowMs)) {
      this.#softSinceMs = null;
      return false;
    }
    this.#softSinceMs ??= nowMs;
    this.#lastSoftMs = nowMs;
    const proven = nowMs - this.#softSinceMs >= provenMs || nowMs - this.#provenMs < knownMs;
    if (proven) this.#provenMs = nowMs;
    return proven;
  }

  /** A single bang is no voice: the window tells who is near, each frame for itself how loud they are. */
  #isNear(dbfs: number, level: number, nowMs: number): boolean {
    const { softDb, forgetMs, rise, sinkDb } = BACKGROUND_RULES;
    if (this.#near === null || nowMs - this.#spokeUpMs > forgetMs) this.#near = level;
    if (level < this.#near - softDb) return false;
    this.#near = dbfs > this.#near ? this.#near + rise * (dbfs - this.#near) : this.#near - sinkDb;
    this.#spokeUpMs = nowMs;
    return true;
  }
}

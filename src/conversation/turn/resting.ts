/**
 * On hold the recogniser is given nothing but speech, and nothing of what was heard before. Whether it was is known only
 * after a second of it: until then the sound is kept, and neither turn-taking nor the recogniser has heard of it. Speech
 * that ends sooner, or turns out to be new, is passed on all at once, with the times at which it was spoken: whoever picks
 * up has lost nothing by then, and no time either, because their words are needed only when they pause. Pure but for
 * its own memory.
 */
import { TURN_RULES } from "./turn-state.ts";

export const RESTING_RULES = {
  /** Frames that are kept of what may be a recording; it is found in fewer. */
  most: 80,
  /** Or until so many have no speech. On hold nobody is answered sooner, unless their words are plainly a person's. */
  silent: 20,
  /** A recording that goes on as it did for so many frames is one: what was kept of it is dropped. */
  sure: 20,
  /** Frames in front of what a recording goes on to differently: the difference is noticed within ten of them. */
  beforeNew: 25,
  /**
   * The same when it is silence that it goes on to: a short word that broke it off is not known from it, and what follows
   * may be a pause, which ends it 640 ms later.
   */
  beforeSilence: 48,
} as const;

/**
 * 20 ms of theirs, and when it was heard. `repeats`: a recording that was heard before in this call. `brokeOff`: the
 * recording has ended with the last frame, and not where it ended before.
 */
export type RestingFrame = {
  readonly samples: Int16Array;
  readonly speech: number;
  readonly repeats: boolean;
  readonly brokeOff?: boolean;
  readonly atMs: number;
};

const PREROLL_FRAMES = TURN_RULES.prerollMs / 20;

export class Resting {
  #kept: RestingFrame[] = [];
  /** Something is kept that may be a recording; else only what comes before speech is. */
  #waits = false;
  #silent = 0;
  #repeated = 0;

  /**
   * Answers what is to be heard now, in order; nothing while it is kept or dropped. `underWay`: an utterance has begun,
   * and what belongs to it is not kept.
   */
  take(frame: RestingFrame, underWay: boolean): readonly RestingFrame[] {
    const { speech, repeats } = frame;
    this.#kept.push(frame);
    if (repeats) return this.#onRepeated();
    const wasRepeated = this.#repeated;
    this.#repeated = 0;
    if (wasRepeated >= RESTING_RULES.sure) {
      const quiet = speech < TURN_RULES.silenceProbability;
      // It has ended, and what was kept is its end.
      if (quiet && frame.brokeOff !== true) return this.#forget();
      if (!quiet) this.#trim(RESTING_RULES.beforeNew + 1);
    }
    if (underWay) return this.everything();
    if (speech >= TURN_RULES.speechProbability) this.#waits = true;
    if (!this.#waits) {
      this.#trim(PREROLL_FRAMES);
      return [];
    }
    this.#silent = speech < TURN_RULES.silenceProbability ? this.#silent + 1 : 0;
    return this.#silent >= RESTING_RULES.silent || this.#kept.length >= RESTING_RULES.most ? this.everything() : [];
  }

  /** Nobody rests any more. */
  everything(): readonly RestingFrame[] {
    this.#waits = false;
    this.#silent = 0;
    this.#repeated = 0;
    return this.#kept.splice(0);
  }

  #onRepeated(): readonly RestingFrame[] {
    this.#repeated += 1;
    this.#silent = 0;
    // Of what goes on differently it is speech that is kept.
    this.#waits = true;
    if (this.#repeated >= RESTING_RULES.sure) this.#trim(RESTING_RULES.beforeSilence);
    return [];
  }

  #forget(): readonly RestingFrame[] {
    this.#waits = false;
    this.#silent = 0;
    this.#kept = [];
    return [];
  }

  #trim(most: number): void {
    if (this.#kept.length > most) this.#kept.splice(0, this.#kept.length - most);
  }
}

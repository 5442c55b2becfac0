/** The sound of an ear: the last moments, from which the pre-roll of an utterance is taken, and an utterance's own. */

/** What was heard lately, whole frames of it. */
export class RecentSound {
  readonly #most: number;
  #frames: Int16Array[] = [];
  #samples = 0;

  constructor(mostSamples: number) {
    this.#most = mostSamples;
  }

  add(frame: Int16Array): void {
    this.#frames.push(frame);
    this.#samples += frame.length;
    while (this.#samples > this.#most) this.#samples -= this.#frames.shift()?.length ?? 0;
  }

  /** The frames at the end that hold so many samples; all there are when there are fewer. */
  last(samples: number): readonly Int16Array[] {
    let wanted = samples;
    let from = this.#frames.length;
    while (from > 0 && wanted > 0) {
      from -= 1;
      wanted -= this.#frames[from]?.length ?? 0;
    }
    return this.#frames.slice(from);
  }

  forget(): void {
    this.#frames = [];
    this.#samples = 0;
  }
}

export class SpokenSound {
  readonly #chunks: Int16Array[] = [];
  #samples = 0;

  get samples(): number {
    return this.#samples;
  }

  add(frame: Int16Array): void {
    this.#chunks.push(frame);
    this.#samples += frame.length;
  }

  cut(from: number, to: number = this.#samples): Int16Array {
    const all = new Int16Array(Math.max(0, to - from));
    let at = 0;
    for (const chunk of this.#chunks) {
      const start = Math.max(0, from - at);
      const end = Math.min(chunk.length, to - at);
      if (start < end) all.set(chunk.subarray(start, end), Math.max(0, at - from));
      at += chunk.length;
    }
    return all;
  }
}

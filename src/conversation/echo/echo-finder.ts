/**
 * Proves that there is a path along which our sound comes back: what the search brings up is reviewed over the last
 * frames, and believed when a short filter at that delay leaves next to nothing of what was heard, or when it stands out
 * for long.
 */
import { EchoPath } from "./echo-path.ts";
import { EchoSearch } from "./echo-search.ts";
import { ECHO_FRAME, energyOf, type Timeline } from "./echo-timeline.ts";

const FINDER_RULES = {
  /** Frames that a new path must explain, and taps it may do so with. */
  reviewFrames: 8,
  reviewTaps: 48,
  /** Left unexplained of what was heard, so many times running: for a first path, and for another than a known one. */
  clear: { unexplained: 0.12, frames: 2, framesForAnother: 3 },
  /** With more noise than this in what was heard nothing is clear. */
  clearNoise: 0.7,
  /** Or it stands out like this for so many frames, and leaves no more than that and a share of the noise. */
  standsOut: { prominence: 7, lead: 1.25, frames: 8, unexplained: 0.2, ofNoise: 0.35 },
} as const;

/** Taps before the delay that was found, which may be that of a reflection or another period of the voice. */
const EARLY = 24;
const REVIEW_EARLY = 8;
/** Delays that differ by less are the same. */
const SAME = 10;
/** A path covers what is found from so much before its main tap to so much behind. */
const COVERS = { before: 20, behind: 60 } as const;
const NOTHING = { lag: -1, frames: 0, clear: 0 };

/** The path that is known: by how much echo comes later than when it was found, and whether it explains what is heard. */
export type Known = { readonly path: EchoPath; readonly slip: number; readonly fails: boolean };

export class EchoFinder {
  readonly #sent: Timeline;
  readonly #heard: Timeline;
  readonly #search = new EchoSearch();
  /** How the search's best delay has fared in the last frames. */
  #candidate = NOTHING;

  constructor(sent: Timeline, heard: Timeline) {
    this.#sent = sent;
    this.#heard = heard;
  }

  forget(): void {
    this.#search.forget();
    this.#candidate = NOTHING;
  }

  /** A first path, or a better one than there is; null while nothing is proven. `at`: the frame that was just heard. */
  seek(at: number, noise: number, known: Known | null): EchoPath | null {
    const energy = energyOf(this.#heard.read(at, new Float32Array(ECHO_FRAME)));
    const weight = Math.max(0, 1 - noise / Math.max(1, energy));
    const found = this.#search.compare(this.#sent, this.#heard, at, weight);
    if (known !== null && covers(known, found.lag)) {
      this.#candidate = NOTHING;
      return null;
    }
    const review = this.#review(found.lag, at, noise);
    const { clear, clearNoise, standsOut } = FINDER_RULES;
    const isClear = review.noiseShare < clearNoise && review.unexplained < clear.unexplained;
    this.#candidate = {
      lag: found.lag,
      frames: Math.abs(found.lag - this.#candidate.lag) <= SAME ? this.#candidate.frames + 1 : 1,
      clear: isClear ? this.#candidate.clear + 1 : 0,
    };
    const stands =
      found.prominence > standsOut.prominence &&
      found.lead > standsOut.lead &&
      this.#candidate.frames >= standsOut.frames &&
      review.unexplained < standsOut.unexplained + standsOut.ofNoise * review.noiseShare;
    if (!stands && !this.#isClear(known)) return null;
    if (known?.path.isGrown === true && !known.fails) return null;
    this.#candidate = NOTHING;
    const path = new EchoPath(found.lag - EARLY);
    for (const [from, frame] of this.lastFrames(at)) path.take(this.#sent, from, frame);
    path.fit();
    return path;
  }

  /** The frames that are reviewed, the one at this moment being the last. */
  lastFrames(at: number): readonly (readonly [number, Float32Array])[] {
    return Array.from({ length: FINDER_RULES.reviewFrames }, (_, i) => {
      const from = at - (FINDER_RULES.reviewFrames - 1 - i) * ECHO_FRAME;
      return [from, this.#heard.read(from, new Float32Array(ECHO_FRAME))] as const;
    });
  }

  /** A path that is still young only yields to one that stands out. */
  #isClear(known: Known | null): boolean {
    const { frames, framesForAnother } = FINDER_RULES.clear;
    if (known === null) return this.#candidate.clear >= frames;
    return known.path.isGrown && this.#candidate.clear >= framesForAnother;
  }

  /** How much of the last frames a short filter at this delay leaves. */
  #review(lag: number, at: number, noise: number): { readonly unexplained: number; readonly noiseShare: number } {
    const path = new EchoPath(lag - REVIEW_EARLY, FINDER_RULES.reviewTaps);
    const frames = this.lastFrames(at);
    for (const [from, frame] of frames) path.take(this.#sent, from, frame);
    path.fit(FINDER_RULES.reviewTaps);
    let energy = 0;
    let rest = 0;
    for (const [from, frame] of frames) {
      const echo = path.expected(this.#sent, from);
      energy += energyOf(frame);
      for (let i = 0; i < ECHO_FRAME; i += 1) rest += (frame[i]! - echo[i]!) ** 2;
    }
    const allNoise = frames.length * noise;
    return {
      unexplained: Math.max(0, rest - allNoise) / Math.max(1, energy - allNoise),
      noiseShare: Math.min(1, allNoise / Math.max(1, energy)),
    };
  }
}

function covers({ path, slip }: Known, lag: number): boolean {
  const away = lag - EARLY - path.lag - slip;
  return away > -COVERS.before && away < COVERS.behind;
}

/**
 * Tells whether a sound on the line is our own voice coming back (a speaker phone, a hybrid: 40 to 600 ms late, 6 to
 * 35 dB weaker, through a codec and a room). One judge a call; no clock: every frame comes with its time.
 *
 * - No path is known: `echo-search.ts` looks for the delay at which the frames of the last moments look like ours. It is
 *   believed when a short filter at that delay explains nearly all that was heard, or when it stands out for long.
 * - A path is known (`echo-path.ts`): what must come back is reckoned from what we played, and what is left over is
 *   compared with it. More than a share of it over 60 ms is somebody speaking, over our echo or without it.
 *
 * In doubt they speak. Until a path is found nothing of theirs is taken for echo, with one exception: at the start of
 * our first words, while the search needs its evidence, what is 28 dB weaker than we are does not count as a voice.
 * An adaptive canceller was not taken: it must learn for a second before it is of use, and that second is the opening.
 */
import { EchoPath } from "./echo-path.ts";
import { HeardPlaces, SentPlaces } from "./echo-places.ts";
import { EchoSearch } from "./echo-search.ts";
import { ECHO_FRAME, ECHO_RATE_HZ, energyOf, Narrowing, Timeline } from "./echo-timeline.ts";

export const ECHO_RULES = {
  /** After our last sound: the longest delay, and a room's dying away. */
  ringOutMs: 640,
  /** Below this probability of speech it does not matter whose it is. */
  speech: 0.35,
  /** Energy over the noise that makes a frame worth a look. */
  audible: 1.6,
  /** Frames that a new path must explain, and taps it may do so with. */
  reviewFrames: 8,
  reviewTaps: 48,
  /** Left unexplained of what was heard, twice running: the path is real. */
  clear: 0.12,
  /** Or it stands out like this for so many frames and leaves no more than that. */
  standsOut: { prominence: 6, lead: 1.3, frames: 8, unexplained: 0.4 },
  /** A known path that explains less than this share of what is heard may be given up for another. */
  failing: 0.3,
  /** What is left over, as a share of the echo, that is somebody speaking; and for how many frames. */
  remainder: 0.55,
  remainderFrames: 2,
  /** They are given so many frames once they were heard. */
  holdFrames: 5,
  /** Echo dies away by this much a frame, whatever the path's taps say. */
  decay: 0.4,
  /** What may be in an echo by its loudness alone: the taps don't know all of the room. */
  loudness: 0.8,
  /** The exception at the start: so many audible frames of it, and so much weaker than our loudest. */
  startFrames: 75,
  whisper: 10 ** -2.8,
} as const;

/** Frames that are judged together: 60 ms. */
const WINDOW = 3;
/** Taps before the delay that was found, which may be that of a reflection or another period of the voice. */
const EARLY = 24;
const REVIEW_EARLY = 8;
/** A frame may come whole frames early or late: packets get lost, and the places of both streams are told by time. */
const SLIPS = [0, 1, -1, 2, -2, 3, -3].map((frames) => frames * ECHO_FRAME);
const FLOOR_FRAMES = 75;
const LOUDEST_FRAMES = 32;
/** The quietest of 75 frames of steady noise is about this much below their mean. */
const FLOOR_BELOW_MEAN = 1.3;
/** Digital silence and rounding in our own sound. */
const SILENT = ECHO_FRAME * 30 ** 2;

type Seen = { readonly echo: number; readonly rest: number; readonly slip: number };
type Judged = { readonly rest: number; readonly echo: number };

export class EchoJudge {
  readonly #sent = new Timeline();
  readonly #heard = new Timeline();
  readonly #sentPlaces = new SentPlaces();
  readonly #heardPlaces = new HeardPlaces();
  readonly #sentNarrowing: Narrowing;
  readonly #heardNarrowing: Narrowing;
  readonly #search = new EchoSearch();
  readonly #floors = new Recent(FLOOR_FRAMES, Infinity);
  readonly #loudness = new Recent(LOUDEST_FRAMES, 0);
  #soundedUntil = -Infinity;
  #path: EchoPath | null = null;
  /** How the search's best delay has fared in the last frames. */
  #candidate = { lag: -1, frames: 0, clear: 0 };
  #startFrames = 0;
  #voiceFrames = 0;
  /** Frames by which echo comes earlier or later than when the path was found. */
  #slip = 0;
  /** Share of what was heard that the path explains, lately. */
  #explains = 1;
  #echoEnergy = 0;
  #sentEnergy = 1;
  #tail = 0;
  #window: Judged[] = [];
  #judgedUntil = -Infinity;
  #remainders = 0;
  #hold = 0;

  constructor(sampleRateHz: 8000 | 16000) {
    this.#sentNarrowing = new Narrowing(sampleRateHz);
    this.#heardNarrowing = new Narrowing(sampleRateHz);
  }

  /** Whole frames of ours, and when the playing of the first began. */
  sent(samples: Int16Array, atMs: number): void {
    const narrow = this.#sentNarrowing.narrow(samples);
    for (let done = 0; done < narrow.length; done += ECHO_FRAME) {
      const frame = narrow.subarray(done, done + ECHO_FRAME);
      const at = this.#sentPlaces.place(atMs + (done * 1000) / ECHO_RATE_HZ);
      this.#sent.write(at, frame);
      const energy = energyOf(frame);
      this.#loudness.add(energy);
      if (energy > SILENT) this.#soundedUntil = at + ECHO_FRAME;
    }
  }

  /** Every frame of theirs, in order, with its time and the probability that it is speech: true when it is our echo. */
  isEcho(samples: Int16Array, atMs: number, speech: number): boolean {
    const frame = this.#heardNarrowing.narrow(samples);
    const at = this.#heardPlaces.place(atMs);
    this.#heard.write(at, frame);
    const energy = energyOf(frame);
    this.#floors.add(energy);
    if (at > this.#soundedUntil + (ECHO_RULES.ringOutMs * ECHO_RATE_HZ) / 1000) return this.#silent();
    const noise = this.#floors.least() * FLOOR_BELOW_MEAN;
    if (this.#path === null) {
      const audible = energy > ECHO_RULES.audible * noise;
      if (!audible || !this.#seek(at, noise)) return this.#isWhisper(energy - noise, speech, audible);
    } else {
      if (speech < ECHO_RULES.speech) return false;
      this.#catchUp(this.#path, at, noise);
    }
    return this.#verdict(noise);
  }

  /** Nothing of ours can be heard any more. */
  #silent(): false {
    if (this.#window.length > 0) this.#begin();
    return false;
  }

  /** Judging starts afresh; what is known of the path stays. */
  #begin(): void {
    this.#search.forget();
    this.#window = [];
    this.#tail = 0;
    this.#remainders = 0;
    this.#hold = 0;
    this.#judgedUntil = -Infinity;
  }

  #isWhisper(energy: number, speech: number, audible: boolean): boolean {
    const weak = energy < this.#loudness.most() * ECHO_RULES.whisper;
    if (audible) this.#startFrames += 1;
    this.#voiceFrames = !weak && speech >= ECHO_RULES.speech ? this.#voiceFrames + 1 : 0;
    // Somebody is there, and will be heard whatever comes.
    if (this.#voiceFrames >= WINDOW) this.#startFrames = ECHO_RULES.startFrames;
    return weak && this.#startFrames < ECHO_RULES.startFrames;
  }

  /** Frames of the window that were not judged, because they were no speech, count none the less. */
  #catchUp(path: EchoPath, at: number, noise: number): void {
    const from = Math.max(this.#judgedUntil, at - (WINDOW - 1) * ECHO_FRAME);
    for (let missed = from; missed < at; missed += ECHO_FRAME) this.#judge(path, missed, noise, false);
    this.#judge(path, at, noise, true);
  }

  /** Compares the frame with what must come back in it, and learns from it. */
  #judge(path: EchoPath, at: number, noise: number, learns: boolean): void {
    const frame = this.#heard.read(at, new Float32Array(ECHO_FRAME));
    const energy = energyOf(frame);
    const audible = energy > ECHO_RULES.audible * noise;
    const seen = this.#look(path, at, frame, energy, audible ? noise : energy);
    const rest = Math.max(0, seen.rest - noise);
    const explained = audible && rest < 0.5 * (energy - noise);
    const sounded = path.sounded(this.#sent, at, seen.slip);
    if (explained) {
      this.#slip = seen.slip;
      this.#echoEnergy = 0.98 * this.#echoEnergy + seen.echo;
      this.#sentEnergy = 0.98 * this.#sentEnergy + sounded;
    }
    const loudness = seen.echo > 0 ? (ECHO_RULES.loudness * sounded * this.#echoEnergy) / this.#sentEnergy : 0;
    this.#tail = Math.max(seen.echo, loudness, ECHO_RULES.decay * this.#tail);
    this.#window = [...this.#window.slice(1 - WINDOW), { rest, echo: this.#tail }];
    this.#judgedUntil = at + ECHO_FRAME;
    if (!audible || !learns) return;
    const share = Math.max(0, 1 - rest / (energy - noise));
    this.#explains += 0.15 * (share - this.#explains);
    path.learn(this.#sent, at, frame, this.#slip, path.isGrown ? seen.echo / (seen.echo + rest + 1) : 1);
    if (!explained || !path.isGrown) this.#seek(at, noise);
  }

  /** The echo in a frame at the slip that leaves least; the usual one when it leaves little. */
  #look(path: EchoPath, at: number, frame: Float32Array, energy: number, noise: number): Seen {
    let best: Seen | null = null;
    for (const more of SLIPS) {
      const slip = this.#slip + more;
      const echo = path.expected(this.#sent, at, slip);
      const echoEnergy = energyOf(echo);
      let likeness = 0;
      for (let i = 0; i < ECHO_FRAME; i += 1) likeness += echo[i]! * frame[i]!;
      const gain = Math.min(2, Math.max(0, likeness / (echoEnergy + 1)));
      const rest = Math.max(0, energy - 2 * gain * likeness + gain * gain * echoEnergy);
      if (best === null || rest < 0.5 * best.rest) best = { echo: gain * gain * echoEnergy, rest, slip };
      if (best.rest - noise <= 0.4 * (energy - noise)) break;
    }
    return best!;
  }

  #verdict(noise: number): boolean {
    let rest = 0;
    let echo = 0;
    for (const judged of this.#window) {
      rest += judged.rest;
      echo += judged.echo;
    }
    const theirs = rest > ECHO_RULES.remainder * echo + 2 * noise * this.#window.length;
    this.#remainders = theirs ? this.#remainders + 1 : 0;
    if (this.#remainders >= ECHO_RULES.remainderFrames) this.#hold = ECHO_RULES.holdFrames;
    else if (this.#hold > 0) this.#hold -= 1;
    return this.#hold === 0;
  }

  /** Looks for a path, or for a better one than there is; true when one was taken. */
  #seek(at: number, noise: number): boolean {
    const found = this.#search.compare(this.#sent, this.#heard, at);
    if (this.#path !== null && this.#covers(this.#path, found.lag)) {
      this.#candidate = { lag: -1, frames: 0, clear: 0 };
      return false;
    }
    const review = this.#review(found.lag, at, noise);
    const same = Math.abs(found.lag - this.#candidate.lag) <= 10;
    const clear = review.isLoud && review.unexplained < ECHO_RULES.clear;
    this.#candidate = {
      lag: found.lag,
      frames: same ? this.#candidate.frames + 1 : 1,
      clear: clear ? this.#candidate.clear + 1 : 0,
    };
    const { prominence, lead, frames, unexplained } = ECHO_RULES.standsOut;
    const standsOut =
      found.prominence > prominence &&
      found.lead > lead &&
      this.#candidate.frames >= frames &&
      review.unexplained < unexplained;
    if (!standsOut && !this.#isClear()) return false;
    if (this.#path?.isGrown === true && this.#explains > ECHO_RULES.failing) return false;
    this.#take(found.lag, at, noise);
    return true;
  }

  /** Enough for a first path; a path that is still young only yields to one that stands out. */
  #isClear(): boolean {
    if (this.#path === null) return this.#candidate.clear >= 2;
    return this.#path.isGrown && this.#candidate.clear >= 3;
  }

  #covers(path: EchoPath, lag: number): boolean {
    const away = lag - EARLY - path.lag - this.#slip;
    return away > -20 && away < 60;
  }

  /** How much of the last frames a short filter at this delay leaves. */
  #review(lag: number, at: number, noise: number): { readonly unexplained: number; readonly isLoud: boolean } {
    const path = new EchoPath(lag - REVIEW_EARLY);
    const frames = this.#lastFrames(at);
    for (const [from, frame] of frames) path.learn(this.#sent, from, frame);
    path.fit(ECHO_RULES.reviewTaps);
    let energy = 0;
    let rest = 0;
    for (const [from, frame] of frames) {
      const echo = path.expected(this.#sent, from);
      energy += energyOf(frame);
      for (let i = 0; i < ECHO_FRAME; i += 1) rest += (frame[i]! - echo[i]!) ** 2;
    }
    const allNoise = frames.length * noise;
    const unexplained = Math.max(0, rest - allNoise) / Math.max(1, energy - allNoise);
    return { unexplained, isLoud: energy > 1.4 * allNoise };
  }

  #take(lag: number, at: number, noise: number): void {
    const path = new EchoPath(lag - EARLY);
    const frames = this.#lastFrames(at);
    for (const [from, frame] of frames) path.learn(this.#sent, from, frame);
    this.#path = path;
    this.#candidate = { lag: -1, frames: 0, clear: 0 };
    this.#slip = 0;
    this.#explains = 1;
    this.#echoEnergy = 0;
    this.#sentEnergy = 1;
    this.#window = [];
    this.#tail = 0;
    this.#remainders = 0;
    this.#hold = 0;
    for (const [from] of frames.slice(-WINDOW - 1)) this.#judge(path, from, noise, false);
  }

  #lastFrames(at: number): readonly (readonly [number, Float32Array])[] {
    return Array.from({ length: ECHO_RULES.reviewFrames }, (_, i) => {
      const from = at - (ECHO_RULES.reviewFrames - 1 - i) * ECHO_FRAME;
      return [from, this.#heard.read(from, new Float32Array(ECHO_FRAME))] as const;
    });
  }
}

/** The last so many figures. */
class Recent {
  readonly #figures: Float64Array;
  #next = 0;

  constructor(count: number, first: number) {
    this.#figures = new Float64Array(count).fill(first);
  }

  add(figure: number): void {
    this.#figures[this.#next] = figure;
    this.#next = (this.#next + 1) % this.#figures.length;
  }

  least(): number {
    return this.#figures.reduce((least, figure) => Math.min(least, figure));
  }

  most(): number {
    return this.#figures.reduce((most, figure) => Math.max(most, figure));
  }
}

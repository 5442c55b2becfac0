/**
 * Tells whether a sound on the line is our own voice coming back (a speaker phone, a hybrid: 40 to 600 ms late, 6 to
 * 35 dB weaker, through a codec and a room). One judge a call; no clock: every frame comes with its time.
 *
 * - No path is known: `echo-finder.ts` looks for the delay at which what was heard lately looks like our own sound.
 * - A path is known (`echo-path.ts`): what must come back is reckoned from what we played, and what is left over is
 *   compared with it. More than a share of it over 60 ms is somebody speaking, over our echo or without it.
 *
 * In doubt they speak. Until a path is found nothing of theirs is taken for echo, with one exception: in the first three
 * seconds of our first words, while the finder gathers its proof, what is 28 dB weaker than we are does not count as a
 * voice. An adaptive canceller was not taken: it learns for a second before it is of use, and that second is the opening.
 */
import { EchoFinder } from "./echo-finder.ts";
import type { EchoPath } from "./echo-path.ts";
import { HeardPlaces, SentPlaces } from "./echo-places.ts";
import { ECHO_FRAME, ECHO_RATE_HZ, energyOf, Narrowing, Timeline } from "./echo-timeline.ts";

const ECHO_RULES = {
  /** After our last sound: the longest delay, and a room's dying away. */
  ringOutMs: 640,
  /** Below this probability of speech it does not matter whose it is. */
  speech: 0.35,
  /** Below this it is hardly speech. */
  doubtful: 0.1,
  /** Energy over the noise that makes a frame worth a look, and worth learning from. */
  perceptible: 1.2,
  audible: 1.6,
  /** A path that explains less than this share of what is heard is given up when it is young, or for another. */
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
  /** The exception at the start: so long after our first sound, and so much weaker than our loudest. */
  startMs: 3000,
  whisper: 10 ** -2.8,
} as const;

/** Frames that are judged together: 60 ms. */
const WINDOW = 3;
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
  readonly #finder = new EchoFinder(this.#sent, this.#heard);
  readonly #floors = new Recent(FLOOR_FRAMES, Infinity);
  readonly #loudness = new Recent(LOUDEST_FRAMES, 0);
  #soundedUntil = -Infinity;
  #path: EchoPath | null = null;
  #startsUntil: number | null = null;
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
      if (energy <= SILENT) continue;
      this.#soundedUntil = at + ECHO_FRAME;
      this.#startsUntil ??= at + (ECHO_RULES.startMs * ECHO_RATE_HZ) / 1000;
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
      // The detector needs a moment to hear speech, in which the search can begin already.
      const least = speech < ECHO_RULES.doubtful ? ECHO_RULES.audible : ECHO_RULES.perceptible;
      if (energy < least * noise || !this.#seek(at, noise)) return this.#isWhisper(at, energy - noise, speech);
    } else {
      if (speech < ECHO_RULES.speech) return false;
      this.#catchUp(this.#path, at, noise);
      if (this.#path === null) return false;
    }
    return this.#verdict(noise);
  }

  /** Nothing of ours can be heard any more. */
  #silent(): false {
    if (this.#window.length === 0) return false;
    this.#finder.forget();
    this.#begin();
    return false;
  }

  /** Judging starts afresh; what is known of the path stays. */
  #begin(): void {
    this.#window = [];
    this.#tail = 0;
    this.#remainders = 0;
    this.#hold = 0;
    this.#judgedUntil = -Infinity;
  }

  #isWhisper(at: number, energy: number, speech: number): boolean {
    const weak = energy < this.#loudness.most() * ECHO_RULES.whisper;
    this.#voiceFrames = !weak && speech >= ECHO_RULES.speech ? this.#voiceFrames + 1 : 0;
    // Somebody is there, and will be heard whatever comes.
    if (this.#voiceFrames >= WINDOW) this.#startsUntil = -Infinity;
    return speech >= ECHO_RULES.speech && weak && this.#startsUntil !== null && at < this.#startsUntil;
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
    if (!path.isGrown && this.#explains < ECHO_RULES.failing) this.#path = null;
    else if (!explained || !path.isGrown) this.#seek(at, noise);
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
    const path = this.#path;
    const fails = this.#explains <= ECHO_RULES.failing;
    const found = this.#finder.seek(at, noise, path === null ? null : { path, slip: this.#slip, fails });
    if (found === null) return false;
    this.#path = found;
    this.#slip = 0;
    this.#explains = 1;
    this.#echoEnergy = 0;
    this.#sentEnergy = 1;
    this.#begin();
    for (const [from] of this.#finder.lastFrames(at).slice(-WINDOW - 1)) this.#judge(found, from, noise, false);
    return true;
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

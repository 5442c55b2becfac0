/**
 * Where on the time line a frame belongs. Times come with the jitter of sockets and threads, sound does not: both
 * streams run in steps of 20 ms, so that a delay once found stays true to the sample or is wrong by whole frames.
 */
import { ECHO_FRAME, ECHO_RATE_HZ } from "./echo-timeline.ts";

/** Nearer to its neighbour than this: it follows it, and the rest is jitter. */
const JITTER = 0.75 * ECHO_FRAME;
/** Frames over which the earliest arrival tells when a frame is due. */
const REMEMBERED = 25;

function sampleAt(atMs: number): number {
  return Math.round((atMs * ECHO_RATE_HZ) / 1000);
}

/** What we play: Asterisk's clock ticks on through our pauses, so each stretch starts a whole number of frames later. */
export class SentPlaces {
  #next: number | null = null;

  place(atMs: number): number {
    const at = sampleAt(atMs);
    const next = this.#next ?? at;
    const place = Math.abs(at - next) < JITTER ? next : next + Math.round((at - next) / ECHO_FRAME) * ECHO_FRAME;
    this.#next = place + ECHO_FRAME;
    return place;
  }
}

/** What we hear: one frame after the other; one that is a whole frame later than the soonest follows a lost one. */
export class HeardPlaces {
  #next: number | null = null;
  readonly #late: number[] = [];

  place(atMs: number): number {
    const at = sampleAt(atMs);
    const due = this.#next ?? at;
    const late = at - due - (this.#late.length === 0 ? 0 : Math.min(...this.#late));
    const slip = Math.abs(late) > JITTER ? Math.round(late / ECHO_FRAME) * ECHO_FRAME : 0;
    this.#late.push(at - due - slip);
    if (this.#late.length > REMEMBERED) this.#late.shift();
    this.#next = due + slip + ECHO_FRAME;
    return due + slip;
  }
}

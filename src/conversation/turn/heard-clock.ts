/**
 * How far we have listened. While the thread is busy with something else, what they say waits in the socket, or in front
 * of the detector: the clock goes on, but that time was no silence until its frames have been judged. Each of those that
 * come all at once after such a wait brings us 20 ms nearer to now.
 */
import { FRAME_MS } from "../media/media-protocol.ts";

/** Frames and ticks come every 20 ms; a longer pause than this is a thread that was held up. */
const HELD_UP_MS = 60;

export class HeardClock {
  #beatMs: number;
  /** Of the time until the last beat, what still waits in the socket. */
  #unreadMs = 0;
  /** Frames in front of the detector, how far it has come, and when it last did something. */
  #waiting = 0;
  #judgedMs: number;
  #progressMs: number;

  constructor(nowMs: number) {
    this.#beatMs = nowMs;
    this.#judgedMs = nowMs;
    this.#progressMs = nowMs;
  }

  /** A frame has been read: the time that it ends at. `judged` tells when the detector has seen it. */
  frame(nowMs: number): number {
    this.#pass(nowMs);
    if (this.#waiting === 0) this.#progressMs = nowMs;
    this.#waiting += 1;
    this.#unreadMs = Math.max(0, this.#unreadMs - FRAME_MS);
    return nowMs - this.#unreadMs;
  }

  judged(frameMs: number, nowMs: number): void {
    this.#waiting -= 1;
    this.#judgedMs = frameMs;
    this.#progressMs = nowMs;
  }

  /** A beat of the thread: until when we have listened. The sockets are read between any two of them. */
  tick(nowMs: number): number {
    if (!this.#pass(nowMs)) this.#unreadMs = 0;
    return this.#waiting > 0 ? this.#judgedMs : nowMs - this.#unreadMs;
  }

  /** For how long the detector has had frames and done nothing; 0 when it has none. */
  stuckMs(nowMs: number): number {
    return this.#waiting > 0 ? nowMs - this.#progressMs : 0;
  }

  /** Whether the thread was held up until now. */
  #pass(nowMs: number): boolean {
    const sinceMs = nowMs - this.#beatMs;
    this.#beatMs = nowMs;
    if (sinceMs <= HELD_UP_MS) return false;
    this.#unreadMs = sinceMs;
    return true;
  }
}

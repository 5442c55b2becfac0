/** What a conversation knows of its line besides the sound: holds, comfort noise, and when to look for it. */
import { isTimeToLook, lineVerdict, type LineTimes } from "./line-watch.ts";

/** The exchange is asked every four seconds; comfort noise that it does not tell of for so long has stopped. */
const NOISE_MS = 10_000;

export class LineLife {
  readonly #look: (again: boolean) => void;
  #heldSinceMs: number | null = null;
  #lastSignMs: number | null = null;
  #lastNoiseMs: number | null = null;
  #lastLookMs: number | null = null;

  /** `look`: no audio comes in; whether anything else does is asked of the exchange. */
  constructor(look: (again: boolean) => void) {
    this.#look = look;
  }

  get isHeld(): boolean {
    return this.#heldSinceMs !== null;
  }

  held(held: boolean, nowMs: number): void {
    this.#heldSinceMs = held ? (this.#heldSinceMs ?? nowMs) : null;
    this.lives(nowMs);
  }

  noise(nowMs: number): void {
    this.#lastNoiseMs = nowMs;
    this.lives(nowMs);
  }

  /** No sound comes, and noise does in its place: whoever is there is silent, as on a line that carries their silence. */
  isSilent(lastFrameMs: number, nowMs: number): boolean {
    const noiseMs = this.#lastNoiseMs;
    return !this.isHeld && noiseMs !== null && noiseMs > lastFrameMs && nowMs - noiseMs < NOISE_MS;
  }

  lives(nowMs: number): void {
    this.#lastSignMs = nowMs;
  }

  /** Why the call has to end; null while it need not. To be asked at each beat. `waits`: we were asked to. */
  verdict(
    answeredMs: number,
    lastFrameMs: number | null,
    waits: boolean,
    nowMs: number,
  ): ReturnType<typeof lineVerdict> {
    const line: LineTimes = {
      answeredMs,
      lastFrameMs,
      heldSinceMs: this.#heldSinceMs,
      lastSignMs: this.#lastSignMs,
      waits,
    };
    const lookedMs = this.#lastLookMs;
    const again = lookedMs !== null && lookedMs > (lastFrameMs ?? answeredMs);
    if (isTimeToLook(line, again ? lookedMs : null, nowMs)) {
      this.#lastLookMs = nowMs;
      this.#look(again);
    }
    return lineVerdict(line, nowMs);
  }
}

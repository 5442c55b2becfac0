/** What a conversation knows of its line besides the sound: holds, comfort noise, and when to look for it. */
import { isTimeToLook, lineVerdict, type LineTimes } from "./line-watch.ts";

export class LineLife {
  readonly #look: (again: boolean) => void;
  #heldSinceMs: number | null = null;
  #lastSignMs: number | null = null;
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

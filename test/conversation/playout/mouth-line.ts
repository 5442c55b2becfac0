/**
 * Asterisk's end of a media socket in virtual time, as chan_websocket behaves: a queue from which one frame is played per
 * tick, marks that come back when they reach its head, a pause that a flush does not lift. The mouth's rules are driven
 * against it millisecond by millisecond; what was played is kept to be compared.
 */
import { mouth } from "../../../src/conversation/playout/mouth-rules.ts";
import {
  silent,
  type MouthEvent,
  type MouthMove,
  type MouthState,
  type Played,
} from "../../../src/conversation/playout/mouth-state.ts";

export const FRAME = 160;

type Queued = { readonly frame: Int16Array } | { readonly mark: string };

export type PlayedFrame = { readonly atMs: number; readonly frame: Int16Array | null };

export class MouthLine {
  nowMs = 0;
  state: MouthState = silent(FRAME);
  /** One entry per tick of Asterisk; null where it had nothing to play. */
  readonly played: PlayedFrame[] = [];
  readonly settled: Played[] = [];
  readonly settledAtMs: number[] = [];
  pulls = 0;
  answersStatus = true;
  losesMarks = false;
  readonly #phaseMs: number;
  readonly #delayMs: number;
  #queue: Queued[] = [];
  #paused = false;
  readonly #mail: { readonly atMs: number; readonly event: MouthEvent }[] = [];

  /** `phaseMs`: how long after our beat Asterisk's tick comes; `delayMs`: how long its events take to us. */
  constructor(phaseMs = 7, delayMs = 1) {
    this.#phaseMs = phaseMs;
    this.#delayMs = delayMs;
  }

  tell(event: MouthEvent): void {
    const [next, moves] = mouth(this.state, event, this.nowMs);
    this.state = next;
    for (const move of moves) this.#carryOut(move);
  }

  pass(ms: number): void {
    for (const end = this.nowMs + ms; this.nowMs < end;) {
      this.nowMs += 1;
      while ((this.#mail[0]?.atMs ?? Infinity) <= this.nowMs) {
        const { event } = this.#mail.shift()!;
        this.tell(event);
      }
      if (this.nowMs % 20 === 0) this.tell({ type: "tick" });
      if (this.nowMs % 20 === this.#phaseMs % 20) this.#tick();
    }
  }

  get queuedFrames(): number {
    return this.#queue.filter((entry) => "frame" in entry).length;
  }

  /** Time in which only we stand still. */
  stallUs(ms: number): void {
    for (const end = this.nowMs + ms; this.nowMs < end;) {
      this.nowMs += 1;
      if (this.nowMs % 20 === this.#phaseMs % 20) this.#tick();
    }
  }

  /** Time in which only Asterisk stands still: what we send meanwhile piles up. */
  stallExchange(ms: number): void {
    const skipped = this.#tick;
    this.#tick = () => {};
    this.pass(ms);
    this.#tick = skipped;
  }

  /** When the last frame with sound had left as a packet; 0 without one. */
  get lastPacketAtMs(): number {
    const last = this.played.findLast(({ frame }) => frame?.some((sample) => sample !== 0));
    return last === undefined ? 0 : last.atMs;
  }

  /** Everything that was played and is not silence. */
  sound(): Int16Array {
    return Int16Array.from(
      this.played.flatMap(({ frame }) => (frame === null ? [] : [...frame])).filter((s) => s !== 0),
    );
  }

  #tick = (): void => {
    let frame: Int16Array | null = null;
    while (!this.#paused && frame === null) {
      const next = this.#queue.shift();
      if (next === undefined) break;
      if ("frame" in next) frame = next.frame;
      else if (!this.losesMarks) this.#post({ type: "mark", id: next.mark });
    }
    this.played.push({ atMs: this.nowMs, frame });
  };

  #carryOut(move: MouthMove): void {
    switch (move.type) {
      case "pull":
        this.pulls += 1;
        return;
      case "audio":
        if (move.samples.length % FRAME !== 0) throw new Error("audio that is not whole frames");
        for (let at = 0; at < move.samples.length; at += FRAME) {
          this.#queue.push({ frame: move.samples.slice(at, at + FRAME) });
        }
        return;
      case "silence":
        for (let i = 0; i < move.frames; i += 1) this.#queue.push({ frame: new Int16Array(FRAME) });
        return;
      case "mark":
        this.#queue.push({ mark: move.id });
        return;
      case "flush":
        // The leg sends CONTINUE with a flush when it had paused.
        this.#queue = [];
        this.#paused = false;
        return;
      case "pause":
      case "continue":
        this.#paused = move.type === "pause";
        return;
      case "ask_status": {
        const queuedFrames = this.answersStatus ? this.queuedFrames : null;
        this.#post({ type: "status", question: move.question, queuedFrames }, this.answersStatus ? 0 : 500);
        return;
      }
      case "settle":
        this.settled.push(move.played);
        this.settledAtMs.push(this.nowMs);
    }
  }

  #post(event: MouthEvent, extraMs = 0): void {
    this.#mail.push({ atMs: this.nowMs + this.#delayMs + extraMs, event });
    this.#mail.sort((a, b) => a.atMs - b.atMs);
  }
}

/** Sound whose every sample tells its place: never zero, different for different seeds. */
export function numbered(length: number, seed = 1): Int16Array {
  return Int16Array.from({ length }, (_, i) => ((i * 7 + seed * 1013) % 20_000) + 1);
}

export function clause(text: string, samples: Int16Array): MouthEvent {
  return { type: "clause", text, samples, complete: true };
}

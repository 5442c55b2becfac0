/** What a call looked like on the wire, as it comes and afterwards: the line writes, scenarios read. */
import type { KeyOnWire, Side, WireFrame } from "./impairment.ts";

export type LineCall = {
  /** What was dialled, as it arrived. */
  readonly number: string;
  readonly from: string;
  readonly sipCallId: string;
  /** Null until both sides have agreed on a codec that the line understands. */
  readonly sampleRateHz: number | null;
  onFrame(listener: (side: Side, frame: WireFrame) => void): void;
  /** So far; empty when the call is not recorded. */
  frames(side: Side): readonly WireFrame[];
  /** RFC 4733, at the first packet of each that got through. */
  readonly keys: readonly KeyOnWire[];
  /** A BYE, a refusal or a CANCEL has passed, or the line is closed. Nothing is heard afterwards. */
  readonly closed: Promise<void>;
};

export class WireRecord implements LineCall {
  readonly number: string;
  readonly from: string;
  readonly sipCallId: string;
  readonly keys: KeyOnWire[] = [];
  readonly closed: Promise<void>;
  sampleRateHz: number | null = null;
  readonly #keeps: boolean;
  readonly #frames: Record<Side, WireFrame[]> = { assistant: [], callee: [] };
  readonly #listeners: ((side: Side, frame: WireFrame) => void)[] = [];
  readonly #resolveClosed: () => void;
  #over = false;

  constructor(call: { readonly number: string; readonly from: string; readonly sipCallId: string }, keeps: boolean) {
    this.number = call.number;
    this.from = call.from;
    this.sipCallId = call.sipCallId;
    this.#keeps = keeps;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.closed = promise;
    this.#resolveClosed = resolve;
  }

  onFrame(listener: (side: Side, frame: WireFrame) => void): void {
    this.#listeners.push(listener);
  }

  frames(side: Side): readonly WireFrame[] {
    return this.#frames[side];
  }

  /** A call has one sample rate: frames of another one (a codec that changes in mid-call) would fit nowhere. */
  takeFrame(side: Side, frame: WireFrame, sampleRateHz: number): void {
    if (this.#over) return;
    this.sampleRateHz ??= sampleRateHz;
    if (this.sampleRateHz !== sampleRateHz) return;
    if (this.#keeps) this.#frames[side].push(frame);
    for (const listener of this.#listeners) listener(side, frame);
  }

  takeKey(key: KeyOnWire): void {
    if (!this.#over) this.keys.push(key);
  }

  close(): void {
    this.#over = true;
    this.#resolveClosed();
  }
}

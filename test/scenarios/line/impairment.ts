/** What the line does to a call, and what passed over it: the words that the line and its users share. */

/** Whose sound: the assistant's comes from the appliance, the callee's from the carrier. */
export type Side = "assistant" | "callee";

export const SIDES: readonly Side[] = ["assistant", "callee"];

export function otherSide(side: Side): Side {
  return side === "assistant" ? "callee" : "assistant";
}

export type Impairment = {
  /** Of the RTP packets, keys included, in both directions, at random. */
  readonly lossPercent?: number;
  /** Many in a row besides: this share of all packets, in bursts that last so long on average. In both directions. */
  readonly lossBursts?: { readonly percent: number; readonly meanMs: number };
  /** The callee's sound, with all that is added to it here, has been through this. Of a line at 8 kHz. */
  readonly codec?: LowRateCodecName;
  /** The callee's gateway sends no silence, only its level (RFC 3389). */
  readonly comfortNoise?: boolean;
  /** Speech behind the callee from the answer on, over and over: 16-bit at 8 kHz. */
  readonly background?: { readonly samples: Int16Array; readonly dbfs: number };
  /**
   * Steady noise like a busy room or street, added to the callee's sound all the time after the answer. It rides on the
   * callee's own packets, like the echo: a callee that sends none, not even silence, has neither.
   */
  readonly noiseDbfs?: number;
  /**
   * The assistant's sound comes back, mixed into the callee's. The delay is that on the line, from the assistant's packet
   * to the callee's; under 20 ms cannot be had, because a packet carries what was heard before it was sent.
   */
  readonly echo?: { readonly delayMs: number; readonly gainDb: number };
  /** Packets are held back for up to so long; their order stays. */
  readonly jitterMs?: number;
  /** Asked with each packet of the callee's: whether it is not sent at all, as by an exchange that suppresses silence. */
  readonly calleeIsMute?: () => boolean;
  /** The same seed gives the same losses and the same noise. Default 1. */
  readonly seed?: number;
};

export type LowRateCodecName = "gsm" | "g729";

export type WireFrame = {
  /** performance.now() when the packet passed. */
  readonly atMs: number;
  /** What the receiver gets; silence when it was lost. */
  readonly samples: Int16Array;
  /** What the sender sent, before the line spoilt it; the same array when it did not. */
  readonly sent: Int16Array;
  readonly lost: boolean;
};

export type KeyOnWire = { readonly atMs: number; readonly digit: string; readonly side: Side };

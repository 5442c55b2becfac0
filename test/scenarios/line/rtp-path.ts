/**
 * One direction of a call's audio: each packet is listened to, perhaps spoilt, perhaps lost, and passed on. A packet that
 * nothing is to be done to goes out with the bytes that it came with.
 */
import type { Codec } from "../../support/rtp-stream.ts";
import { parseTelephoneEvent } from "../../support/rtp.ts";
import { decodePayload, encodeInto, type PayloadTypes } from "./codec.ts";
import { COMFORT_NOISE_TYPE, type Sent } from "./comfort-noise.ts";
import type { WireFrame } from "./impairment.ts";

const HEADER_BYTES = 12;
/** RTCP on the same port (RFC 5761 section 4) is none of ours. */
const FIRST_RTCP_TYPE = 192;
const LAST_RTCP_TYPE = 223;

/** Adds to one packet's sound what the line makes of it; the samples that are given back are new ones. */
export type Spoil = (samples: Int16Array, packet: PacketTime, codec: Codec) => Int16Array;

export type PacketTime = { readonly atMs: number; readonly timestamp: number };

export type RtpPathOptions = {
  readonly send: (bytes: Buffer) => void;
  /** Null: the sound is passed on as it is. */
  readonly spoil: Spoil | null;
  /** What a gateway on the way sends of it; null: everything. */
  readonly suppress: ((samples: Int16Array) => Sent) | null;
  /** Whether the next packet gets lost. */
  readonly loses: () => boolean;
  /** How long the next packet is held back; null: none ever is. */
  readonly holdsMs: (() => number) | null;
  readonly now: () => number;
  readonly onFrame: (frame: WireFrame, packet: PacketTime, codec: Codec) => void;
  /** A key was pressed, told once. */
  readonly onKey: (atMs: number, digit: string) => void;
};

export class RtpPath {
  /** Of whoever receives. */
  types: PayloadTypes = new Map();
  readonly #options: RtpPathOptions;
  readonly #held = new Set<NodeJS.Timeout>();
  readonly #queue: { readonly bytes: Buffer; readonly lost: boolean }[] = [];
  #freeAtMs = 0;
  #lastKeyTimestamp: number | null = null;
  #silence = new Int16Array(0);
  /** Packets that were never sent have no number, and the first after them is marked (RFC 3551 section 4.1). */
  #suppressed = 0;
  #talks = true;

  constructor(options: RtpPathOptions) {
    this.#options = options;
  }

  take(bytes: Buffer): void {
    const { holdsMs, now, loses } = this.#options;
    const atMs = now();
    const lost = isRtp(bytes) && loses();
    if (holdsMs === null) return this.#pass(bytes, atMs, lost);
    // A packet does not overtake the one before it.
    this.#freeAtMs = Math.max(this.#freeAtMs, atMs + holdsMs());
    this.#queue.push({ bytes, lost });
    // Timers count whole milliseconds, so two that are due together may go off in either order; the packets do not.
    const timer = setTimeout(() => {
      this.#held.delete(timer);
      const next = this.#queue.shift();
      if (next !== undefined) this.#pass(next.bytes, now(), next.lost);
    }, this.#freeAtMs - atMs);
    this.#held.add(timer);
  }

  close(): void {
    for (const timer of this.#held) clearTimeout(timer);
    this.#held.clear();
    this.#queue.length = 0;
  }

  #pass(bytes: Buffer, atMs: number, lost: boolean): void {
    if (this.#suppressed > 0 && isRtp(bytes))
      bytes.writeUInt16BE((bytes.readUInt16BE(2) - this.#suppressed) & 0xffff, 2);
    const kind = isRtp(bytes) ? this.types.get((bytes[1] ?? 0) & 0x7f) : undefined;
    if (kind !== undefined && kind !== "key") return this.#passSound(bytes, atMs, lost, kind);
    if (!lost) this.#options.send(bytes);
    if (kind === "key" && !lost) this.#noteKey(bytes, atMs);
  }

  #passSound(bytes: Buffer, atMs: number, lost: boolean, codec: Codec): void {
    const { send, spoil, suppress, onFrame } = this.#options;
    const packet = { atMs, timestamp: bytes.readUInt32BE(4) };
    const payload = payloadOf(bytes);
    const sent = decodePayload(codec.name, payload);
    // Also when it gets lost: the noise goes on behind the gap.
    const samples = spoil === null ? sent : spoil(sent, packet, codec);
    const goesOut = suppress === null ? "sound" : suppress(samples);
    if (goesOut !== "sound") {
      this.#talks = false;
      if (goesOut === null) this.#suppressed += 1;
      else if (!lost) send(comfortNoise(bytes, goesOut));
      return onFrame({ atMs, samples: new Int16Array(sent.length), sent, lost: false }, packet, codec);
    }
    if (lost) {
      if (this.#silence.length !== sent.length) this.#silence = new Int16Array(sent.length);
      return onFrame({ atMs, samples: this.#silence, sent, lost }, packet, codec);
    }
    if (!this.#talks) bytes[1] = (bytes[1] ?? 0) | 0x80;
    this.#talks = true;
    if (samples !== sent) encodeInto(codec.name, samples, payload);
    send(bytes);
    onFrame({ atMs, samples, sent, lost }, packet, codec);
  }

  #noteKey(bytes: Buffer, atMs: number): void {
    const timestamp = bytes.readUInt32BE(4);
    // All packets of one key have the time of its beginning (RFC 4733 section 2.4).
    if (timestamp === this.#lastKeyTimestamp) return;
    const key = parseTelephoneEvent(payloadOf(bytes));
    if (key === null) return;
    this.#lastKeyTimestamp = timestamp;
    this.#options.onKey(atMs, key.digit);
  }
}

function comfortNoise(packet: Buffer, payload: Uint8Array): Buffer {
  const noise = Buffer.concat([packet.subarray(0, HEADER_BYTES), payload]);
  // Neither mark nor contributing sources.
  noise[0] = 0x80;
  noise[1] = COMFORT_NOISE_TYPE;
  return noise;
}

function isRtp(bytes: Buffer): boolean {
  if (bytes.length < HEADER_BYTES) return false;
  const second = bytes[1] ?? 0;
  return (bytes[0] ?? 0) >> 6 === 2 && (second < FIRST_RTCP_TYPE || second > LAST_RTCP_TYPE);
}

/** The payload in its place. Padding and header extensions are not used by what speaks here. */
function payloadOf(bytes: Buffer): Uint8Array {
  return bytes.subarray(HEADER_BYTES + 4 * ((bytes[0] ?? 0) & 15));
}

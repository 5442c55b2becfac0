/**
 * One telephone's audio over RTP: sends 20 ms packets on time (silence when nothing is to be played), receives into a
 * recording that is exact to the sample by the timestamps, and notes when each packet arrived.
 */
import { createSocket, type Socket } from "node:dgram";
import { decodeAlaw, decodeMulaw, encodeAlaw, encodeMulaw } from "./g711.ts";
import { parseRtp, parseTelephoneEvent, writeRtp, writeTelephoneEvent } from "./rtp.ts";

export type CodecName = "pcmu" | "pcma" | "l16";

export type Codec = {
  readonly name: CodecName;
  readonly payloadType: number;
  readonly sampleRateHz: 8000 | 16000;
};

export type Arrival = {
  /** performance.now() of this process. */
  readonly atMs: number;
  readonly sequence: number;
  readonly timestamp: number;
  readonly marker: boolean;
  readonly payloadType: number;
  /** Where its samples are in the recording. */
  readonly sampleAt: number;
  readonly samples: Int16Array;
};

export type Recording = {
  readonly sampleRateHz: number;
  /** By RTP timestamps from the first packet on; silence where no packet came. */
  readonly samples: Int16Array;
  readonly packets: readonly Arrival[];
};

/** A key as a telephone event; `fromMs` and `toMs` by performance.now(). */
export type HeardKey = {
  readonly digit: string;
  readonly durationMs: number;
  readonly fromMs: number;
  readonly toMs: number;
};

const FRAME_MS = 20;
const DIGIT_MS = 100;

type Playing = { readonly samples: Int16Array; readonly fromFrame: number; at: number; readonly done: () => void };

export class RtpStream {
  readonly #socket: Socket;
  readonly port: number;
  #codec: Codec | null = null;
  #eventPayloadType = 101;
  #connected = false;
  readonly #records: boolean;
  #silence: Uint8Array = new Uint8Array(0);
  #timer: NodeJS.Timeout | null = null;
  #startMs = 0;
  #sent = 0;
  #sequence = Math.floor(Math.random() * 0xffff);
  #timestamp = Math.floor(Math.random() * 0xffff_ffff);
  #ssrc = Math.floor(Math.random() * 0xffff_ffff);
  readonly #queue: Playing[] = [];
  readonly #digits: { readonly digit: string; readonly done: () => void }[] = [];
  readonly #arrivals: Arrival[] = [];
  readonly #heardKeys: HeardKey[] = [];
  #event: { readonly timestamp: number; readonly fromMs: number; ended: boolean } | null = null;
  #comfortNoiseMs: number | null = null;
  #firstTimestamp: number | null = null;
  #muted = false;
  #loss = 0;
  #swapEvery = 0;
  #sentPackets = 0;
  #held: Uint8Array | null = null;
  /** Packets that were not sent because of `lose`. */
  lost = 0;
  /** Called with each audio packet, as it arrives. */
  onPacket: (packet: Arrival) => void = () => {};

  private constructor(socket: Socket, records: boolean) {
    this.#socket = socket;
    this.#records = records;
    this.port = socket.address().port;
    socket.on("message", (bytes) => this.#receive(bytes, performance.now()));
    socket.on("error", () => {});
  }

  /** Without recording, packets are only told to `onPacket`. */
  static async open(host: string, records = true): Promise<RtpStream> {
    const socket = createSocket("udp4");
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    socket.once("error", reject);
    socket.bind(0, host, resolve);
    await promise;
    socket.off("error", reject);
    return new RtpStream(socket, records);
  }

  get codec(): Codec {
    if (this.#codec === null) throw new Error("no codec has been agreed yet");
    return this.#codec;
  }

  /** Sends from now on, 50 packets a second. */
  start(codec: Codec, eventPayloadType: number, target: { readonly host: string; readonly port: number }): void {
    this.#codec = codec;
    this.#eventPayloadType = eventPayloadType;
    this.#silence = encode(codec.name, new Int16Array(codec.sampleRateHz / 50));
    if (this.#timer !== null) return;
    // A connected socket needs no look-up per packet; Asterisk's RTP comes from where it wants ours.
    this.#socket.connect(target.port, target.host, () => (this.#connected = true));
    // A telephone's clock ticks at its own moment within the 20 ms.
    this.#startMs = performance.now() + Math.random() * FRAME_MS;
    this.#sent = 0;
    this.#beat();
  }

  /**
   * Resolves when the last sample has been sent. Queued behind what is being played, and not begun before `fromMs` after
   * the first packet.
   */
  play(samples: Int16Array, fromMs = 0): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#queue.push({ samples, fromFrame: Math.ceil(fromMs / FRAME_MS), at: 0, done: resolve });
    return promise;
  }

  /** Drops what is being played and what waits. */
  stopPlaying(): void {
    for (const { done } of this.#queue.splice(0)) done();
  }

  /** Presses keys: RFC 4733, 100 ms each. */
  async press(digits: string): Promise<void> {
    for (const digit of digits) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#digits.push({ digit, done: resolve });
      await promise;
    }
  }

  /** While muted nothing is sent at all, as when a phone suppresses silence or its network is gone. */
  mute(muted: boolean): void {
    this.#muted = muted;
  }

  /** Loses this share of the packets it sends, 0..1. */
  lose(share: number): void {
    this.#loss = share;
  }

  /** Every so many packets one is overtaken by the next. */
  swap(every: number): void {
    this.#swapEvery = every;
  }

  /** Goes on as another source, whose sequence numbers lie so far from the last one's. */
  restart(sequenceBy: number): void {
    this.#ssrc = Math.floor(Math.random() * 0xffff_ffff);
    this.#sequence = (this.#sequence + sequenceBy) & 0xffff;
    this.#timestamp = Math.floor(Math.random() * 0xffff_ffff);
  }

  /** In silence there is comfort noise only (RFC 3389), a packet every so often; null: no more. */
  suppressSilence(everyMs: number | null): void {
    this.#muted = everyMs !== null;
    this.#comfortNoiseMs = everyMs;
  }

  /** Keys that the other side has pressed so far. */
  heardDigits(): string {
    return this.#heardKeys.map(({ digit }) => digit).join("");
  }

  heardKeys(): readonly HeardKey[] {
    return this.#heardKeys;
  }

  packets(): readonly Arrival[] {
    return this.#arrivals;
  }

  recording(): Recording {
    const last = this.#arrivals.reduce((end, { sampleAt, samples }) => Math.max(end, sampleAt + samples.length), 0);
    const all = new Int16Array(last);
    for (const { sampleAt, samples } of this.#arrivals) if (sampleAt >= 0) all.set(samples, sampleAt);
    return { sampleRateHz: this.codec.sampleRateHz, samples: all, packets: this.#arrivals };
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.stopPlaying();
    for (const { done } of this.#digits.splice(0)) done();
    this.#socket.close();
  }

  #beat(): void {
    const due = Math.floor((performance.now() - this.#startMs) / FRAME_MS) + 1;
    // A telephone's clock does not stop when this process stalls: what is overdue goes out at once.
    while (this.#sent < due) {
      this.#sent += 1;
      this.#sendFrame();
    }
    const nextMs = this.#startMs + this.#sent * FRAME_MS;
    this.#timer = setTimeout(() => this.#beat(), Math.max(0, Math.ceil(nextMs - performance.now())));
  }

  #sendFrame(): void {
    const { sampleRateHz, payloadType, name } = this.codec;
    const length = sampleRateHz / 50;
    const digit = this.#digits.shift();
    if (digit !== undefined) {
      this.#sendDigit(digit.digit, sampleRateHz);
      digit.done();
    }
    if (this.#comfortNoiseMs !== null && (this.#sent * FRAME_MS) % this.#comfortNoiseMs === 0) this.#sendComfortNoise();
    const payload = this.#queue.length === 0 ? this.#silence : encode(name, this.#nextSamples(length));
    this.#send(payloadType, this.#timestamp, this.#sent === 1, payload);
    this.#timestamp = (this.#timestamp + length) >>> 0;
  }

  /** Sent in one go with rising durations; the receiver goes by the durations, not by arrival. */
  #sendDigit(digit: string, sampleRateHz: number): void {
    const total = (DIGIT_MS * sampleRateHz) / 1000;
    const steps = DIGIT_MS / FRAME_MS;
    for (let step = 1; step <= steps + 2; step += 1) {
      const ended = step >= steps;
      const duration = ended ? total : (total / steps) * step;
      this.#send(this.#eventPayloadType, this.#timestamp, step === 1, writeTelephoneEvent({ digit, ended, duration }));
    }
  }

  #sendComfortNoise(): void {
    this.#sequence = (this.#sequence + 1) & 0xffff;
    const packet = { payloadType: 13, marker: false, timestamp: this.#timestamp, ssrc: this.#ssrc };
    this.#socket.send(writeRtp({ ...packet, sequence: this.#sequence, payload: Uint8Array.of(70) }));
  }

  #nextSamples(length: number): Int16Array {
    const frame = new Int16Array(length);
    let filled = 0;
    while (filled < length) {
      const playing = this.#queue[0];
      if (playing === undefined || this.#sent <= playing.fromFrame) break;
      const part = playing.samples.subarray(playing.at, playing.at + length - filled);
      frame.set(part, filled);
      filled += part.length;
      playing.at += part.length;
      if (playing.at >= playing.samples.length) {
        this.#queue.shift();
        playing.done();
      }
    }
    return frame;
  }

  #send(payloadType: number, timestamp: number, marker: boolean, payload: Uint8Array): void {
    this.#sequence = (this.#sequence + 1) & 0xffff;
    if (this.#muted || !this.#connected) return;
    if (this.#loss > 0 && Math.random() < this.#loss) {
      this.lost += 1;
      return;
    }
    const bytes = writeRtp({ payloadType, marker, sequence: this.#sequence, timestamp, ssrc: this.#ssrc, payload });
    this.#sentPackets += 1;
    if (this.#swapEvery > 0 && this.#held === null && this.#sentPackets % this.#swapEvery === 0) {
      this.#held = bytes;
      return;
    }
    this.#socket.send(bytes);
    if (this.#held !== null) this.#socket.send(this.#held);
    this.#held = null;
  }

  #receive(bytes: Uint8Array, atMs: number): void {
    const packet = parseRtp(bytes);
    if (packet === null || this.#codec === null) return;
    if (packet.payloadType === this.#eventPayloadType) {
      const event = parseTelephoneEvent(packet.payload);
      if (event === null) return;
      if (this.#event?.timestamp !== packet.timestamp) {
        this.#event = { timestamp: packet.timestamp, fromMs: atMs, ended: false };
      }
      if (!event.ended || this.#event.ended) return;
      this.#event.ended = true;
      const { fromMs } = this.#event;
      this.#heardKeys.push({ digit: event.digit, durationMs: event.duration / 8, fromMs, toMs: atMs });
      return;
    }
    if (packet.payloadType !== this.#codec.payloadType) return;
    this.#firstTimestamp ??= packet.timestamp;
    const arrival: Arrival = {
      atMs,
      sequence: packet.sequence,
      timestamp: packet.timestamp,
      marker: packet.marker,
      payloadType: packet.payloadType,
      sampleAt: (packet.timestamp - this.#firstTimestamp) | 0,
      samples: decode(this.#codec.name, packet.payload),
    };
    if (this.#records) this.#arrivals.push(arrival);
    this.onPacket(arrival);
  }
}

function encode(codec: CodecName, samples: Int16Array): Uint8Array {
  if (codec === "pcmu") return encodeMulaw(samples);
  if (codec === "pcma") return encodeAlaw(samples);
  // L16 is big-endian (RFC 3551 section 4.5.11).
  return Buffer.from(samples.buffer.slice(samples.byteOffset, samples.byteOffset + samples.byteLength)).swap16();
}

function decode(codec: CodecName, payload: Uint8Array): Int16Array {
  if (codec === "pcmu") return decodeMulaw(payload);
  if (codec === "pcma") return decodeAlaw(payload);
  const bytes = Buffer.from(payload).swap16();
  return new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.length & ~1)));
}

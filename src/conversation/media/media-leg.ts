/**
 * One call's audio, both ways: our end of the socket that Asterisk's chan_websocket dials. Everything about that
 * protocol ends in this file and `media-protocol.ts`; above it there are only frames, marks and a queue to be played.
 *
 * A frame is 20 ms. Asterisk plays one frame of its queue per tick of 20 ms and never catches up: a backlog stays until
 * the queue runs dry or is flushed, so what is queued is latency.
 */
import type { Logger } from "pino";
import type { WebSocket } from "ws";
import type { Clock } from "../../lib/clock.ts";
import { decodeEvent, encodeCommand, type MediaCommand, type MediaEvent, MAX_MARK_LENGTH } from "./media-protocol.ts";

/** What becomes of the audio that was sent, for the one who sends it (the mouth). */
export type PlayoutEvent =
  /** The mark has come to the head of the queue: everything sent before it has been played out. */
  | { readonly type: "mark"; readonly id: string }
  | { readonly type: "buffered"; readonly id: string }
  /** False: the queue is nearly full, stop sending. True: go on. */
  | { readonly type: "flow"; readonly open: boolean }
  | { readonly type: "closed"; readonly reason: string };

/** What comes in, for the one who listens (the line). */
export type InboundEvent =
  /** 20 ms of the far end. The samples belong to the listener; nothing writes to them later. */
  | { readonly type: "frame"; readonly samples: Int16Array }
  /** A key of the far end's telephone: 0-9 A-D * #. */
  | { readonly type: "key"; readonly digit: string }
  | { readonly type: "closed"; readonly reason: string };

export interface MediaLeg {
  readonly callId: string;
  readonly sampleRateHz: 8000 | 16000;
  /** Samples in 20 ms: 160 or 320. */
  readonly frameSamples: number;
  /** Resolves once, with why, when the socket is gone. Never rejects. */
  readonly closed: Promise<string>;

  /** The one listener to what comes in. Frames that arrive before there is one are dropped. */
  onInbound(listener: (event: InboundEvent) => void): void;
  /** The one listener to what becomes of our audio. */
  onPlayout(listener: (event: PlayoutEvent) => void): void;

  /**
   * Queues samples for playing; whole frames, in order. Throws a RangeError when they are not whole frames. They must
   * not be written to afterwards.
   */
  sendAudio(samples: Int16Array): void;
  startBuffering(): void;
  stopBuffering(id: string): void;
  /** A `mark` event with this id (at most 64 characters) follows once everything queued so far has been played. */
  mark(id: string): void;
  /** Drops what is queued, marks included, and un-pauses. */
  flush(): void;
  pause(): void;
  resume(): void;
  /** Frames queued and not yet played. Rejects after so long (500 ms) without an answer, and when the leg is closed. */
  status(withinMs?: number): Promise<number>;

  /** Milliseconds since the last frame from the far end; since the leg opened when there was none. */
  silentForMs(): number;
  /** Ends the socket; Asterisk then drops its channel. */
  close(reason: string): void;
}

const STATUS_DEADLINE_MS = 500;
const MAX_MESSAGE_BYTES = 16_384;
/** More than this unsent means that Asterisk has stopped reading: three times what a mouth ever queues. */
const MAX_UNSENT_BYTES = 1_048_576;

type StatusAsked = { readonly answer: (queueLength: number | null) => void };

export type SocketLegOptions = {
  readonly callId: string;
  readonly sampleRateHz: 8000 | 16000;
  readonly socket: WebSocket;
  readonly clock: Clock;
  readonly log: Logger;
};

/** Made by the media listener, which hands every message of the socket to `receive`. */
export class SocketLeg implements MediaLeg {
  readonly callId: string;
  readonly sampleRateHz: 8000 | 16000;
  readonly frameSamples: number;
  readonly closed: Promise<string>;
  readonly #socket: WebSocket;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #resolveClosed: (reason: string) => void;
  /** Answers come in the order of the questions; one that was given up on stays here to take its late answer. */
  readonly #asked: StatusAsked[] = [];
  #inbound: ((event: InboundEvent) => void) | null = null;
  #playout: ((event: PlayoutEvent) => void) | null = null;
  #lastFrameAtMs: number;
  #ended = false;
  #paused = false;

  constructor(options: SocketLegOptions) {
    this.callId = options.callId;
    this.sampleRateHz = options.sampleRateHz;
    this.frameSamples = options.sampleRateHz / 50;
    this.#socket = options.socket;
    this.#clock = options.clock;
    this.#log = options.log;
    this.#lastFrameAtMs = options.clock.monotonicMs();
    const { promise, resolve } = Promise.withResolvers<string>();
    this.closed = promise;
    this.#resolveClosed = resolve;
  }

  onInbound(listener: (event: InboundEvent) => void): void {
    this.#inbound = listener;
  }

  onPlayout(listener: (event: PlayoutEvent) => void): void {
    this.#playout = listener;
  }

  sendAudio(samples: Int16Array): void {
    if (samples.length % this.frameSamples !== 0)
      throw new RangeError(`${samples.length} samples are not whole frames`);
    const frameBytes = this.frameSamples * 2;
    const messageBytes = MAX_MESSAGE_BYTES - (MAX_MESSAGE_BYTES % frameBytes);
    const bytes = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
    for (let at = 0; at < bytes.length && !this.#ended; at += messageBytes) {
      this.#socket.send(bytes.subarray(at, at + messageBytes));
    }
    if (this.#socket.bufferedAmount > MAX_UNSENT_BYTES) this.close("the exchange does not read its media socket");
  }

  startBuffering(): void {
    this.#command({ command: "START_MEDIA_BUFFERING" });
  }

  stopBuffering(id: string): void {
    this.#command({ command: "STOP_MEDIA_BUFFERING", correlation_id: checkedId(id) });
  }

  mark(id: string): void {
    this.#command({ command: "MARK_MEDIA", correlation_id: checkedId(id) });
  }

  flush(): void {
    this.#command({ command: "FLUSH_MEDIA" });
    // FLUSH_MEDIA leaves a paused queue paused, whatever its documentation says.
    if (this.#paused) this.resume();
  }

  pause(): void {
    this.#paused = true;
    this.#command({ command: "PAUSE_MEDIA" });
  }

  resume(): void {
    this.#paused = false;
    this.#command({ command: "CONTINUE_MEDIA" });
  }

  status(withinMs = STATUS_DEADLINE_MS): Promise<number> {
    if (this.#ended) return Promise.reject(new Error("the media leg is closed"));
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const deadline = setTimeout(
      () => reject(new Error("the exchange did not tell its queue's length in time")),
      withinMs,
    );
    this.#asked.push({
      answer: (queueLength) => {
        clearTimeout(deadline);
        if (queueLength === null) reject(new Error("the media leg was closed"));
        else resolve(queueLength);
      },
    });
    this.#command({ command: "GET_STATUS" });
    return promise;
  }

  silentForMs(): number {
    return this.#clock.monotonicMs() - this.#lastFrameAtMs;
  }

  close(reason: string): void {
    if (this.#ended) return;
    this.ended(reason);
    this.#socket.close(1000);
    // A peer that does not answer the close must not keep the socket: ws itself gives up only after 30 s.
    const last = setTimeout(() => this.#socket.terminate(), STATUS_DEADLINE_MS);
    this.#socket.once("close", () => clearTimeout(last));
  }

  /** One message from Asterisk. */
  receive(message: Buffer, isBinary: boolean): void {
    if (this.#ended) return;
    if (isBinary) this.#frame(message);
    else this.#event(decodeEvent(message.toString("utf8")));
  }

  /** The socket is gone, or going. */
  ended(reason: string): void {
    if (this.#ended) return;
    this.#ended = true;
    for (const { answer } of this.#asked.splice(0)) answer(null);
    this.#playout?.({ type: "closed", reason });
    this.#inbound?.({ type: "closed", reason });
    this.#resolveClosed(reason);
  }

  #frame(bytes: Buffer): void {
    if (bytes.length !== this.frameSamples * 2) {
      this.#log.warn({ bytes: bytes.length }, "a media frame of unexpected size was dropped");
      return;
    }
    this.#lastFrameAtMs = this.#clock.monotonicMs();
    if (this.#inbound === null) return;
    // The message is a slice of a socket buffer, at any offset: copied, so that it is aligned and the listener's own.
    const samples = new Int16Array(this.frameSamples);
    new Uint8Array(samples.buffer).set(bytes);
    this.#inbound({ type: "frame", samples });
  }

  #event(event: MediaEvent | null): void {
    if (event === null) return;
    switch (event.event) {
      case "MEDIA_MARK_PROCESSED":
        this.#playout?.({ type: "mark", id: event.correlation_id });
        return;
      case "MEDIA_BUFFERING_COMPLETED":
        this.#playout?.({ type: "buffered", id: event.correlation_id });
        return;
      case "MEDIA_XOFF":
      case "MEDIA_XON":
        this.#playout?.({ type: "flow", open: event.event === "MEDIA_XON" });
        return;
      case "STATUS":
        this.#asked.shift()?.answer(event.queue_length);
        return;
      case "DTMF_END":
        this.#inbound?.({ type: "key", digit: event.digit });
        return;
      case "ERROR":
        this.#log.warn({ error: event.error_text }, "the exchange refused a media command");
        return;
      case "MEDIA_START":
      case "QUEUE_DRAINED":
        return;
    }
  }

  #command(command: MediaCommand): void {
    if (!this.#ended) this.#socket.send(encodeCommand(command));
  }
}

function checkedId(id: string): string {
  if (id.length > MAX_MARK_LENGTH) throw new RangeError(`a mark's id has at most ${MAX_MARK_LENGTH} characters`);
  return id;
}

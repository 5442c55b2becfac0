/**
 * The sound of the piece under way, as a realtime session's server has it or is about to be sent it: mu-law of an 8 kHz
 * line, PCM of 24 kHz of any other.
 */
import type { Meter } from "../../conversation/ports.ts";
import { createResampler } from "../../conversation/media/resample.ts";
import type { Resampler } from "../../conversation/media/resample.ts";
import { joinedSound } from "../sound-pieces.ts";
import { encodeMulaw } from "../../conversation/media/mulaw.ts";
import type { SessionWish } from "./realtime-events.ts";
import type { RealtimeSocket } from "./realtime-socket.ts";

/** Sound is sent in pieces of this length: a message for every frame is more talk than sound. */
const SENT_MS = 100;
const WIDE_RATE_HZ = 24_000;

export function realtimeFormat(sampleRateHz: number): SessionWish["format"] {
  return sampleRateHz === 8000 ? { type: "audio/pcmu" } : { type: "audio/pcm", rate: WIDE_RATE_HZ };
}

export class RealtimeBuffer {
  readonly #sampleRateHz: number;
  readonly #socket: RealtimeSocket;
  readonly #meter: Meter | undefined;
  #samples = 0;
  #unsent: Int16Array[] = [];
  #unsentSamples = 0;
  #resampler: Resampler | null = null;

  constructor(sampleRateHz: number, socket: RealtimeSocket, meter?: Meter) {
    this.#sampleRateHz = sampleRateHz;
    this.#socket = socket;
    this.#meter = meter;
  }

  get samples(): number {
    return this.#samples;
  }

  append(sound: Int16Array): void {
    this.#samples += sound.length;
    this.#unsent.push(sound);
    this.#unsentSamples += sound.length;
    if (this.#unsentSamples >= (SENT_MS * this.#sampleRateHz) / 1000) this.#send(false);
  }

  /** The server makes an item of it; what follows is the next piece. */
  commit(eventId: string): void {
    this.#send(true);
    this.#socket.send({ type: "input_audio_buffer.commit", event_id: eventId });
    this.#forget();
  }

  /** There never was such a piece. */
  clear(): void {
    if (this.#samples > this.#unsentSamples) this.#socket.send({ type: "input_audio_buffer.clear" });
    this.#forget();
  }

  #forget(): void {
    this.#samples = 0;
    this.#unsent = [];
    this.#unsentSamples = 0;
    this.#resampler = null;
  }

  #send(last: boolean): void {
    const sound = joinedSound(this.#unsent);
    this.#unsent = [];
    this.#unsentSamples = 0;
    const bytes = this.#sampleRateHz === 8000 ? encodeMulaw(sound) : this.#wide(sound, last);
    if (bytes.length === 0) return;
    this.#meter?.sound(sound.length / this.#sampleRateHz);
    this.#socket.send({ type: "input_audio_buffer.append", audio: Buffer.from(bytes).toString("base64") });
  }

  /** Little-endian, as all machines this runs on are. */
  #wide(sound: Int16Array, last: boolean): Uint8Array {
    this.#resampler ??= createResampler(this.#sampleRateHz, WIDE_RATE_HZ);
    const wide = joinedSound([this.#resampler.push(sound), ...(last ? [this.#resampler.end()] : [])]);
    return new Uint8Array(wide.buffer, wide.byteOffset, wide.byteLength);
  }
}

/**
 * What the line does to the callee's sound, made up for one call: noise and other people from the answer on, the
 * assistant's echo, and what a codec on the way leaves of it all.
 */
import type { Codec } from "../../support/rtp-stream.ts";
import { createBackground, type Background } from "./background.ts";
import { createEcho, type Echo } from "./echo.ts";
import type { Impairment } from "./impairment.ts";
import { createLowRateCodec } from "./low-rate.ts";
import { createRoomNoise, type Noise } from "./noise.ts";
import type { PacketTime } from "./rtp-path.ts";

/** The seed of the noise is apart from those of the losses, which are small. */
const NOISE_SEED = 0x5eed_0000;

type Made = {
  readonly sampleRateHz: number;
  readonly noise: Noise | null;
  readonly background: Background | null;
  readonly echo: Echo | null;
  readonly codec: ((samples: Int16Array) => Int16Array) | null;
};

export class Spoiling {
  readonly #impairment: Impairment;
  /** Made for the sample rate that turns up. */
  #made: Made | null = null;
  #mix = new Float32Array(0);
  #answered = false;

  constructor(impairment: Impairment) {
    this.#impairment = impairment;
  }

  get isNeeded(): boolean {
    const { noiseDbfs, echo, background, codec } = this.#impairment;
    return [noiseDbfs, echo, background, codec].some((one) => one !== undefined);
  }

  answered(): void {
    this.#answered = true;
  }

  /** What the callee hears of the assistant. */
  heard(samples: Int16Array, packet: PacketTime, codec: Codec): void {
    if (this.#answered) this.#at(codec).echo?.heard(samples, packet);
  }

  /** The callee's sound, as it leaves the line. */
  spoil(samples: Int16Array, packet: PacketTime, codec: Codec): Int16Array {
    if (!this.#answered) return samples;
    const { noise, background, echo, codec: through } = this.#at(codec);
    if (this.#mix.length !== samples.length) this.#mix = new Float32Array(samples.length);
    const mix = this.#mix;
    mix.set(samples);
    noise?.addTo(mix);
    background?.addTo(mix);
    echo?.addTo(mix, packet);
    const out = new Int16Array(mix.length);
    for (let i = 0; i < mix.length; i += 1) {
      out[i] = Math.max(-32_768, Math.min(32_767, Math.round(mix[i] ?? 0)));
    }
    return through === null ? out : through(out);
  }

  #at({ sampleRateHz }: Codec): Made {
    if (this.#made?.sampleRateHz === sampleRateHz) return this.#made;
    const { noiseDbfs, background, echo, codec, seed = 1 } = this.#impairment;
    this.#made = {
      sampleRateHz,
      noise:
        noiseDbfs === undefined
          ? null
          : createRoomNoise({ sampleRateHz, dbfs: noiseDbfs, seed: (NOISE_SEED + seed) >>> 0 }),
      background: background === undefined ? null : createBackground(background),
      echo: echo === undefined ? null : createEcho({ sampleRateHz, ...echo }),
      codec: codec === undefined ? null : createLowRateCodec(codec),
    };
    return this.#made;
  }
}

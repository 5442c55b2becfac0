/**
 * The bytes of a spoken answer as samples at the line's rate: 16-bit linear, little-endian, mono, in chunks that may end
 * in the middle of a sample. A WAV file is understood too, by its header, whatever was asked for.
 */
import { createResampler } from "../../conversation/media/resample.ts";
import type { Resampler } from "../../conversation/media/resample.ts";
import { readWavHeader } from "./wav.ts";

export type PcmReader = {
  /** Throws a `StrangeSound` when these bytes are no sound of this kind. */
  push(bytes: Uint8Array): Int16Array;
  end(): Int16Array;
};

/** What came instead, in a word or two. */
export class StrangeSound extends Error {}

const NO_BYTES = new Uint8Array(0);
const NO_SAMPLES = new Int16Array(0);

/** Beginnings of what servers send that pay no heed to the format they are asked for. */
const MAGIC: readonly (readonly [beginning: string, what: string])[] = [
  ["ID3", "MP3"],
  ["OggS", "Ogg"],
  ["fLaC", "FLAC"],
  ['{"', "JSON"],
  ["<!DO", "a web page"],
  ["<html", "a web page"],
];

export function createPcmReader({
  serverRateHz,
  lineRateHz,
}: {
  readonly serverRateHz: number;
  readonly lineRateHz: number;
}): PcmReader {
  let carried: Uint8Array = NO_BYTES;
  /** Null until it is known what kind of sound it is. */
  let resampler: Resampler | null = null;
  let channels = 1;

  function begin(bytes: Uint8Array): number | null {
    const header = readWavHeader(bytes);
    if (header.kind === "more") return null;
    if (header.kind === "strange") throw new StrangeSound("a WAV file that is not 16-bit linear");
    if (header.kind === "pcm") {
      channels = header.channels;
      resampler = createResampler(header.sampleRateHz, lineRateHz);
      return header.dataAt;
    }
    const text = Buffer.from(bytes.subarray(0, 8)).toString("latin1");
    const known = MAGIC.find(([beginning]) => text.startsWith(beginning));
    if (known !== undefined) throw new StrangeSound(known[1]);
    resampler = createResampler(serverRateHz, lineRateHz);
    return 0;
  }

  return {
    push(bytes) {
      let all: Uint8Array = carried.length === 0 ? bytes : Buffer.concat([carried, bytes]);
      if (resampler === null) {
        const dataAt = begin(all);
        if (dataAt === null) {
          carried = all;
          return NO_SAMPLES;
        }
        all = all.subarray(dataAt);
      }
      const whole = all.length - (all.length % (2 * channels));
      carried = all.slice(whole);
      return resampler?.push(mono(all.subarray(0, whole), channels)) ?? NO_SAMPLES;
    },

    // Half a sample at the end is nothing; an answer shorter than a header is none.
    end: () => resampler?.end() ?? NO_SAMPLES,
  };
}

function mono(bytes: Uint8Array, channels: number): Int16Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const samples = new Int16Array(bytes.length / (2 * channels));
  for (let i = 0; i < samples.length; i += 1) {
    const left = view.getInt16(2 * channels * i, true);
    samples[i] = channels === 1 ? left : (left + view.getInt16(2 * channels * i + 2, true)) >> 1;
  }
  return samples;
}

/**
 * The picture of a sound that models of Whisper's kind look at: power in 80 bands of the Slaney mel scale, every 10 ms,
 * on a logarithmic scale between about -1 and 1. Written from the definition of the features (frame 400, hop 160 at
 * 16 kHz, periodic Hann window, reflected edges) and tested against figures of the reference. Pure.
 */
import { MixedRadixFft } from "./mixed-radix-fft.ts";

const RATE_HZ = 16_000;
const FRAME = 400;
const HOP = 160;
const BINS = FRAME / 2 + 1;
export const MEL_BANDS = 80;
const POWER_LEAST = 1e-10;
const VARIANCE_LEAST = 1e-7;
/** Everything is at most this far, in powers of ten, below the loudest. */
const RANGE = 8;

/** The mel scale: linear up to 1 kHz, logarithmic above. */
const LOG_FROM_HZ = 1000;
const LOG_FROM_MEL = 15;
const LOG_STEP = Math.log(6.4) / 27;

const WINDOW = Float64Array.from({ length: FRAME }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / FRAME));
const BANDS = melBands();
const fft = new MixedRadixFft(FRAME);

/** Sound at 16 kHz, full scale 1; answers bands by time, `MEL_BANDS` rows of one column per 10 ms. */
export function logMel(sound: Float32Array): { readonly data: Float32Array; readonly columns: number } {
  const normal = normalised(sound);
  const columns = Math.floor(sound.length / HOP);
  const data = new Float32Array(MEL_BANDS * columns);
  const frames = [new Float64Array(FRAME), new Float64Array(FRAME)] as const;
  const powers = [new Float64Array(BINS), new Float64Array(BINS)] as const;
  let loudest = -Infinity;
  for (let column = 0; column < columns; column += 2) {
    for (const [offset, frame] of frames.entries()) cutFrame(normal, (column + offset) * HOP - FRAME / 2, frame);
    fft.power(...frames, ...powers);
    for (const [offset, power] of powers.entries()) {
      if (column + offset >= columns) break;
      for (const [band, { first, weights }] of BANDS.entries()) {
        let sum = 0;
        for (let i = 0; i < weights.length; i += 1) sum += (weights[i] ?? 0) * (power[first + i] ?? 0);
        const level = Math.log10(Math.max(POWER_LEAST, sum));
        loudest = Math.max(loudest, level);
        data[band * columns + column + offset] = level;
      }
    }
  }
  return { data: data.map((level) => (Math.max(level, loudest - RANGE) + 4) / 4), columns };
}

function cutFrame(sound: Float32Array, from: number, frame: Float64Array): void {
  for (let i = 0; i < FRAME; i += 1) {
    frame[i] = (sound[reflected(from + i, sound.length)] ?? 0) * (WINDOW[i] ?? 0);
  }
}

/** Mean 0 and variance 1. */
function normalised(sound: Float32Array): Float32Array {
  let sum = 0;
  for (const sample of sound) sum += sample;
  const mean = sum / sound.length;
  let squares = 0;
  for (const sample of sound) squares += (sample - mean) ** 2;
  const scale = 1 / Math.sqrt(squares / sound.length + VARIANCE_LEAST);
  return sound.map((sample) => (sample - mean) * scale);
}

/** Beyond the edges the sound is continued as its mirror image, without the edge itself. */
function reflected(index: number, length: number): number {
  if (index < 0) return -index;
  return index >= length ? 2 * (length - 1) - index : index;
}

/** Triangles on the mel scale, each of the same area: in which bin each begins, and its weights from there. */
function melBands(): readonly { readonly first: number; readonly weights: Float64Array }[] {
  const top = toMel(RATE_HZ / 2);
  const edges = Array.from({ length: MEL_BANDS + 2 }, (_, i) => toHertz((top * i) / (MEL_BANDS + 1)));
  return Array.from({ length: MEL_BANDS }, (_, band) => {
    const [low = 0, middle = 0, high = 0] = edges.slice(band, band + 3);
    const all = Array.from({ length: BINS }, (_, bin) => {
      const hertz = (bin * RATE_HZ) / FRAME;
      const weight = Math.min((hertz - low) / (middle - low), (high - hertz) / (high - middle));
      return (Math.max(0, weight) * 2) / (high - low);
    });
    const first = Math.max(
      0,
      all.findIndex((weight) => weight > 0),
    );
    return { first, weights: Float64Array.from(all.slice(first, all.findLastIndex((weight) => weight > 0) + 1)) };
  });
}

function toMel(hertz: number): number {
  return hertz < LOG_FROM_HZ ? (3 * hertz) / 200 : LOG_FROM_MEL + Math.log(hertz / LOG_FROM_HZ) / LOG_STEP;
}

function toHertz(mel: number): number {
  return mel < LOG_FROM_MEL ? (200 * mel) / 3 : LOG_FROM_HZ * Math.exp(LOG_STEP * (mel - LOG_FROM_MEL));
}

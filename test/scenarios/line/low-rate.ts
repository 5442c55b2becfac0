/**
 * What a mobile's or a trunk's low-rate codec leaves of a voice at 8 kHz. Not the standards bit by bit, but what they are
 * made of and coarse in: a predictor of the vocal tract in a few bits, the pitch out of the sound before, and of the rest
 * either every third sample in three bits (GSM 06.10, regular pulses) or four pulses in forty (ITU-T G.729, an algebraic
 * code). Music and noise suffer much more than voices, as they do there.
 */
import type { LowRateCodecName } from "./impairment.ts";

const SUBFRAME = 40;
const MEMORY = 160;
const LOUDEST = 32_767;

type Kind = {
  readonly block: number;
  /** Bits of each log area ratio, and how far it reaches to either side. */
  readonly ratios: readonly { readonly bits: number; readonly most: number }[];
  readonly lags: { readonly from: number; readonly to: number };
  readonly pitchGains: readonly number[];
  readonly innovation: (rest: Float64Array, response: Float64Array) => Float64Array;
};

const ratios = (bits: readonly number[], most: readonly number[]): Kind["ratios"] =>
  bits.map((one, i) => ({ bits: one, most: most[i] ?? 1 }));

const KINDS: Readonly<Record<LowRateCodecName, Kind>> = {
  gsm: {
    block: 160,
    ratios: ratios([6, 6, 5, 5, 4, 4, 3, 3], [3.2, 3.2, 2, 2, 1.5, 1.5, 1, 1]),
    lags: { from: 40, to: 120 },
    pitchGains: [0.1, 0.35, 0.65, 1],
    innovation: regularPulses,
  },
  g729: {
    block: 80,
    ratios: ratios([5, 5, 4, 4, 3, 3, 2, 2, 1, 1], [3.2, 3.2, 2, 2, 1.5, 1.5, 1, 1, 0.6, 0.6]),
    lags: { from: 20, to: 143 },
    pitchGains: [0, 0.2, 0.4, 0.55, 0.7, 0.85, 1, 1.15],
    innovation: fourPulses,
  },
};

/** One call's codec there and back: 20 ms at a time, in order. */
export function createLowRateCodec(name: LowRateCodecName): (samples: Int16Array) => Int16Array {
  const kind = KINDS[name];
  const order = kind.ratios.length;
  /** The sound, what the predictor leaves of it, what that was coded as, and what is made of it again. */
  const input = new Float64Array(MEMORY + kind.block);
  const coded = new Float64Array(MEMORY + kind.block);
  const output = new Float64Array(MEMORY + kind.block);

  function passBlock(samples: Int16Array, out: Int16Array): void {
    for (const kept of [input, coded, output]) kept.copyWithin(0, kind.block);
    for (let i = 0; i < kind.block; i += 1) input[MEMORY + i] = samples[i] ?? 0;
    const predictor = directForm(reflections(input, order).map((k, i) => coarse(k, kind.ratios[i])));
    const response = responseOf(predictor);
    for (let at = MEMORY; at < MEMORY + kind.block; at += SUBFRAME) {
      const rest = Float64Array.from({ length: SUBFRAME }, (_, i) => filtered(input, at + i, predictor));
      const pitch = pitchOf(coded, at, rest, kind);
      const innovation = kind.innovation(
        rest.map((value, i) => value - (pitch[i] ?? 0)),
        response,
      );
      for (let i = 0; i < SUBFRAME; i += 1) {
        const excitation = (pitch[i] ?? 0) + (innovation[i] ?? 0);
        coded[at + i] = excitation;
        let sum = excitation;
        for (let j = 1; j <= order; j += 1) sum -= (predictor[j] ?? 0) * (output[at + i - j] ?? 0);
        output[at + i] = Math.max(-LOUDEST, Math.min(LOUDEST, sum));
        out[at + i - MEMORY] = Math.round(output[at + i] ?? 0);
      }
    }
  }

  return (samples) => {
    const out = new Int16Array(samples.length);
    for (let at = 0; at + kind.block <= samples.length; at += kind.block) {
      passBlock(samples.subarray(at, at + kind.block), out.subarray(at, at + kind.block));
    }
    return out;
  };
}

/** Levinson and Durbin, over all that is kept under a Hamming window; a little noise keeps it stable. */
function reflections(samples: Float64Array, order: number): number[] {
  const size = samples.length;
  const windowed = samples.map((value, i) => value * (0.54 - 0.46 * Math.cos((2 * Math.PI * i) / (size - 1))));
  const likeness = Array.from({ length: order + 1 }, (_, lag) => {
    let sum = 0;
    for (let i = lag; i < size; i += 1) sum += (windowed[i] ?? 0) * (windowed[i - lag] ?? 0);
    return sum;
  });
  let error = (likeness[0] ?? 0) * 1.0001 + 1;
  let filter = [1];
  return Array.from({ length: order }, (_, i) => {
    const sum = filter.reduce((total, value, j) => total + value * (likeness[i + 1 - j] ?? 0), 0);
    const k = -sum / error;
    filter = stepUp(filter, k);
    error *= 1 - k * k;
    return k;
  });
}

function stepUp(filter: readonly number[], k: number): number[] {
  const length = filter.length;
  return Array.from({ length: length + 1 }, (_, j) => (filter[j] ?? 0) + k * (filter[length - j] ?? 0));
}

function directForm(ks: readonly number[]): number[] {
  return ks.reduce<number[]>(stepUp, [1]);
}

/** A reflection after its log area ratio was written down in so many bits. */
function coarse(k: number, ratio: Kind["ratios"][number] | undefined): number {
  const { bits, most } = ratio ?? { bits: 1, most: 1 };
  const step = (2 * most) / 2 ** bits;
  const whole = Math.log((1 + k) / (1 - k));
  const kept = Math.max(-most + step / 2, Math.min(most - step / 2, (Math.floor(whole / step) + 0.5) * step));
  return Math.tanh(kept / 2);
}

function filtered(samples: Float64Array, at: number, predictor: readonly number[]): number {
  let sum = 0;
  for (let j = 0; j < predictor.length; j += 1) sum += (predictor[j] ?? 0) * (samples[at - j] ?? 0);
  return sum;
}

/** Of the synthesis to a single pulse. */
function responseOf(predictor: readonly number[]): Float64Array {
  const response = new Float64Array(SUBFRAME);
  for (let i = 0; i < SUBFRAME; i += 1) {
    let sum = i === 0 ? 1 : 0;
    for (let j = 1; j < predictor.length && j <= i; j += 1) sum -= (predictor[j] ?? 0) * (response[i - j] ?? 0);
    response[i] = sum;
  }
  return response;
}

/** The stretch of what was coded before that this is most like, as loud as the few gains allow. */
function pitchOf(coded: Float64Array, at: number, rest: Float64Array, { lags, pitchGains }: Kind): Float64Array {
  let best = { score: 0, gain: 0, lag: lags.from };
  for (let lag = lags.from; lag <= lags.to; lag += 1) {
    let [likeness, energy] = [0, 1];
    for (let i = 0; i < SUBFRAME; i += 1) {
      const past = coded[at + (i % lag) - lag] ?? 0;
      likeness += past * (rest[i] ?? 0);
      energy += past * past;
    }
    const score = likeness <= 0 ? 0 : (likeness * likeness) / energy;
    if (score > best.score) best = { score, gain: likeness / energy, lag };
  }
  const gain = pitchGains.reduce((one, other) =>
    Math.abs(other - best.gain) < Math.abs(one - best.gain) ? other : one,
  );
  return Float64Array.from({ length: SUBFRAME }, (_, i) => gain * (coded[at + (i % best.lag) - best.lag] ?? 0));
}

/** Every third sample, from where they are strongest, each in eight steps of the loudest. */
function regularPulses(rest: Float64Array): Float64Array {
  const PULSES = 13;
  const energies = [0, 1, 2, 3].map((offset) => {
    let sum = 0;
    for (let i = 0; i < PULSES; i += 1) sum += (rest[offset + 3 * i] ?? 0) ** 2;
    return sum;
  });
  const offset = energies.indexOf(Math.max(...energies));
  const places = Array.from({ length: PULSES }, (_, i) => offset + 3 * i);
  const most = logged(Math.max(...places.map((place) => Math.abs(rest[place] ?? 0))), 1.1);
  const out = new Float64Array(SUBFRAME);
  if (most === 0) return out;
  for (const place of places) {
    const step = Math.floor(((rest[place] ?? 0) / most) * 4);
    out[place] = ((Math.max(-4, Math.min(3, step)) + 0.5) / 4) * most;
  }
  return out;
}

/** One pulse up or down on each of four tracks, where the sound made of it is most like what is wanted; one loudness. */
function fourPulses(rest: Float64Array, response: Float64Array): Float64Array {
  const wanted = convolved(rest, response);
  const fit = Float64Array.from({ length: SUBFRAME }, (_, i) => {
    let sum = 0;
    for (let j = i; j < SUBFRAME; j += 1) sum += (wanted[j] ?? 0) * (response[j - i] ?? 0);
    return sum;
  });
  const pulses = new Float64Array(SUBFRAME);
  for (const tracks of [[0], [1], [2], [3, 4]]) {
    const places = tracks.flatMap((track) => Array.from({ length: 8 }, (_, i) => track + 5 * i));
    const best = places.reduce((one, other) => (Math.abs(fit[other] ?? 0) > Math.abs(fit[one] ?? 0) ? other : one));
    pulses[best] = Math.sign(fit[best] ?? 0);
  }
  const made = convolved(pulses, response);
  const energy = made.reduce((sum, value) => sum + value * value, 0);
  const likeness = made.reduce((sum, value, i) => sum + value * (wanted[i] ?? 0), 0);
  const gain = energy === 0 ? 0 : logged(Math.max(0, likeness / energy), 1.25);
  return pulses.map((pulse) => pulse * gain);
}

function convolved(samples: Float64Array, response: Float64Array): Float64Array {
  return Float64Array.from({ length: SUBFRAME }, (_, i) => {
    let sum = 0;
    for (let j = 0; j <= i; j += 1) sum += (samples[j] ?? 0) * (response[i - j] ?? 0);
    return sum;
  });
}

/** Written down as a whole power. */
function logged(value: number, base: number): number {
  return value < 1 ? 0 : base ** Math.round(Math.log(value) / Math.log(base));
}

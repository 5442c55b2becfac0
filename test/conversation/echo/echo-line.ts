/**
 * A telephone line that gives our own voice back: a delay, a small room behind a small loudspeaker, mu-law both ways,
 * noise, lost packets; and somebody who may speak on it. Sound is made of the embedded voices and of nothing random that
 * is not counted out from a seed.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decodeMulaw, encodeMulaw } from "../../support/g711.ts";
import { dbfs } from "../../../src/conversation/media/levels.ts";
import { loadSpeech } from "../../support/wav-files.ts";

export type EchoLineOptions = {
  readonly sampleRateHz: 8000 | 16000;
  readonly seed: number;
  /** Null: no echo at all. */
  readonly echoDb: number | null;
  readonly delayMs: number;
  readonly noiseDb?: number;
};

/** Carries one frame after the other. */
export class EchoLine {
  readonly frameSamples: number;
  readonly #gain: number;
  readonly #delay: number;
  readonly #room: Float64Array;
  readonly #noise: number;
  readonly #random: () => number;
  /** What is still to come back, from the frame under way on. */
  #coming: Float64Array;

  constructor(options: EchoLineOptions) {
    const { sampleRateHz, echoDb, delayMs, seed } = options;
    this.frameSamples = sampleRateHz / 50;
    this.#random = counted(seed);
    this.#gain = echoDb === null ? 0 : 10 ** (echoDb / 20);
    this.#delay = Math.round((delayMs * sampleRateHz) / 1000);
    this.#room = room(sampleRateHz, this.#random);
    this.#noise = 32_768 * 10 ** ((options.noiseDb ?? -50) / 20);
    this.#coming = new Float64Array(this.#delay + this.#room.length + this.frameSamples);
  }

  carry(ours: Int16Array, theirs?: Int16Array): Int16Array {
    const far = decodeMulaw(encodeMulaw(ours));
    for (let i = 0; i < far.length && this.#gain > 0; i += 1) {
      const sample = far[i]! * this.#gain;
      if (sample === 0) continue;
      for (let k = 0; k < this.#room.length; k += 1) this.#coming[i + this.#delay + k]! += sample * this.#room[k]!;
    }
    const heard = new Int16Array(this.frameSamples);
    for (let i = 0; i < heard.length; i += 1) {
      const sum = this.#coming[i]! + (theirs?.[i] ?? 0) + this.#noise * normal(this.#random);
      heard[i] = Math.max(-32_768, Math.min(32_767, Math.round(sum)));
    }
    this.#coming.copyWithin(0, this.frameSamples);
    this.#coming.fill(0, this.#coming.length - this.frameSamples);
    return decodeMulaw(encodeMulaw(heard));
  }
}

export type Sentence = { readonly atMs: number; readonly samples: Int16Array };

export type Call = EchoLineOptions & {
  readonly ours: readonly Sentence[];
  readonly theirs: readonly Sentence[];
  /** Share of packets lost on the way to us. */
  readonly loss: number;
};

export type CarriedFrame = {
  readonly sent: { readonly samples: Int16Array; readonly atMs: number } | null;
  /** Null when it was lost. */
  readonly heard: { readonly samples: Int16Array; readonly atMs: number } | null;
};

/** A whole call, one entry per 20 ms. Frames arrive up to 6 ms late, and the time of each sentence is off by up to 3. */
export function carried(call: Call): readonly CarriedFrame[] {
  const line = new EchoLine(call);
  const luck = counted(call.seed + 1000);
  const frameSamples = line.frameSamples;
  const ours = laidOut(call.ours, call.sampleRateHz);
  const theirs = laidOut(call.theirs, call.sampleRateHz);
  const count = Math.ceil(Math.max(ours.length, theirs.length) / frameSamples) + 50;
  let offMs = 0;
  let wasSounding = false;
  return Array.from({ length: count }, (_, n) => {
    const from = n * frameSamples;
    const sounds = call.ours.some(({ atMs, samples }) => {
      const start = (atMs * call.sampleRateHz) / 1000;
      return from + frameSamples > start && from < start + samples.length;
    });
    if (sounds && !wasSounding) offMs = 3 * luck();
    wasSounding = sounds;
    const frame = whole(ours, from, frameSamples);
    const heard = line.carry(frame, whole(theirs, from, frameSamples));
    const atMs = 1000 + n * 20;
    return {
      sent: sounds ? { samples: frame, atMs: atMs + offMs } : null,
      heard: luck() < call.loss ? null : { samples: heard, atMs: atMs + 20 + 6 * luck() },
    };
  });
}

/** One after the other from this moment on, so much apart. */
export function inTurn(
  samples: readonly Int16Array[],
  sampleRateHz: number,
  fromMs: number,
  gapMs: number,
): Sentence[] {
  let atMs = fromMs;
  return samples.map((sentence) => {
    const placed = { atMs, samples: sentence };
    atMs += Math.ceil((sentence.length * 1000) / sampleRateHz / 20) * 20 + gapMs;
    return placed;
  });
}

/** As loud as the other, and so many decibels more. */
export function levelled(samples: Int16Array, like: Int16Array, db: number): Int16Array {
  const gain = 10 ** ((dbfs(like) + db - dbfs(samples)) / 20);
  return samples.map((sample) => Math.max(-32_768, Math.min(32_767, Math.round(sample * gain))));
}

/** The sentences of a fixture (`assistant`, `business`), said by a voice. */
export function spoken(fixture: string, voice: string, sampleRateHz: number): Int16Array[] {
  const rows = readFileSync(new URL(`../../fixtures/speech/${fixture}.tsv`, import.meta.url), "utf8").split("\n");
  const texts = rows.filter((row) => row !== "" && !row.startsWith("#")).map((row) => row.split("\t")[2] ?? "");
  const folder = mkdtempSync(join(tmpdir(), "outdial-echo-"));
  try {
    const file = join(folder, "said.wav");
    return texts.map((text) => {
      execFileSync("flite", ["-voice", voice, "-t", text, "-o", file]);
      return loadSpeech(file, sampleRateHz);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Numbers 0..1 that are the same for the same seed. */
export function counted(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random());
}

/** Ten reflections within 26 ms, a tail that dies away in 0.2 s, no bass; as loud as what goes in. */
function room(sampleRateHz: number, random: () => number): Float64Array {
  const length = Math.round(sampleRateHz * 0.12);
  const direct = new Float64Array(length);
  direct[0] = 1;
  for (let i = 0; i < 10; i += 1) {
    const at = Math.round((0.0012 + 0.025 * random()) * sampleRateHz);
    direct[at]! += (random() < 0.5 ? -0.4 : 0.4) * Math.exp(-at / (0.012 * sampleRateHz));
  }
  const density = 0.045 * Math.sqrt(8000 / sampleRateHz);
  for (let i = Math.round(0.003 * sampleRateHz); i < length; i += 1) {
    direct[i]! += normal(random) * density * Math.exp((-6.9 * i) / (0.2 * sampleRateHz));
  }
  const bass = Math.exp((-2 * Math.PI * 300) / sampleRateHz);
  let before = 0;
  let high = 0;
  const heard = direct.map((sample) => {
    high = bass * (high + sample - before);
    before = sample;
    return high;
  });
  const loudness = Math.sqrt(heard.reduce((sum, sample) => sum + sample * sample, 0));
  return heard.map((sample) => sample / loudness);
}

function laidOut(sentences: readonly Sentence[], sampleRateHz: number): Int16Array {
  const start = ({ atMs }: Sentence): number => Math.round((atMs * sampleRateHz) / 1000);
  const length = sentences.reduce((end, sentence) => Math.max(end, start(sentence) + sentence.samples.length), 0);
  const line = new Int16Array(length);
  for (const sentence of sentences) line.set(sentence.samples, start(sentence));
  return line;
}

function whole(samples: Int16Array, from: number, count: number): Int16Array {
  const frame = new Int16Array(count);
  frame.set(samples.subarray(from, from + count));
  return frame;
}

/** What a callee sounds like: lines spoken by a voice, and sounds made of nothing. 16-bit mono at the rate asked for. */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createResampler } from "../../src/conversation/media/resample.ts";
import { readWav } from "../support/wav.ts";
import type { SoundSpec } from "./scenario.ts";

const run = promisify(execFile);

/** A stretch of words within a line, where it lies in the line's sound. */
export type SpokenPart = { readonly text: string; readonly fromMs: number; readonly toMs: number };
export type Rendered = { readonly samples: Int16Array; readonly parts: readonly SpokenPart[] };

export type Manner = {
  readonly voice: string;
  readonly volumeDb: number;
  readonly manner: "plain" | "mumbled";
};

/** "Our number is [pause 900] five five five" has a pause of 900 ms in it. */
export async function speak(line: string, { voice, volumeDb, manner }: Manner, rateHz: number): Promise<Rendered> {
  const pieces: Int16Array[] = [];
  const parts: SpokenPart[] = [];
  let atMs = 0;
  for (const [index, text] of line.split(/\[pause (\d+)\]/).entries()) {
    if (index % 2 === 1) {
      pieces.push(new Int16Array((Number(text) * rateHz) / 1000));
      atMs += Number(text);
    } else if (text.trim() !== "") {
      const plain = trimmed(await flite(text.trim(), voice, rateHz), rateHz);
      const samples = louder(manner === "mumbled" ? mumbled(plain, rateHz) : plain, volumeDb);
      pieces.push(samples);
      const toMs = atMs + (samples.length * 1000) / rateHz;
      parts.push({ text: text.trim(), fromMs: atMs, toMs });
      atMs = toMs;
    }
  }
  return { samples: joined(pieces), parts };
}

export function makeSound({ kind, for_ms: forMs, dbfs, hz = 1000 }: SoundSpec, rateHz: number): Int16Array {
  const length = Math.round((forMs * rateHz) / 1000);
  const random = seeded(kind.length * 7919 + length);
  const raw = new Float64Array(length);
  let low = 0;
  for (let i = 0; i < length; i += 1) {
    const t = i / rateHz;
    switch (kind) {
      case "tone":
        raw[i] = Math.sin(2 * Math.PI * 440 * t) + Math.sin(2 * Math.PI * 480 * t);
        break;
      case "beep":
        raw[i] = Math.sin(2 * Math.PI * hz * t);
        break;
      case "fax":
        raw[i] = Math.sin(2 * Math.PI * 2100 * t);
        break;
      case "fax_call":
        // ITU-T T.30: half a second, every three and a half.
        raw[i] = Math.sin(2 * Math.PI * 1100 * t) * Number(t % 3.5 < 0.5);
        break;
      case "intercept":
        raw[i] = Math.sin(2 * Math.PI * specialTone(t) * t) * Number(t < 1.04);
        break;
      case "song":
        throw new Error("a song is read, not made");
      case "music":
        raw[i] = chord(t);
        break;
      case "mm-hm":
        raw[i] = hummed(t, forMs / 1000);
        break;
      case "cough":
        // A burst of breath, sharp at first, twice.
        low += 0.5 * (random() - low);
        raw[i] =
          (random() - 0.3 * low) * (Math.exp(-t * 18) + 0.6 * Math.exp(-Math.max(0, t - 0.16) * 22) * Number(t > 0.16));
        break;
      case "noise":
        low += 0.3 * (random() - low);
        raw[i] = low;
        break;
    }
  }
  return atLevel(raw, dbfs);
}

/** ITU-T E.180: three tones, rising. */
function specialTone(t: number): number {
  if (t < 0.38) return 985.2;
  return t < 0.66 ? 1370.6 : 1776.7;
}

/** A, then its fourth, then its fifth: half a second each, four voices with some tremolo. */
function chord(t: number): number {
  const root = [220, 293.7, 329.6, 220][Math.floor(t / 0.5) % 4] ?? 220;
  const tremolo = 0.7 + 0.3 * Math.sin(2 * Math.PI * 5 * t);
  return tremolo * [1, 1.25, 1.5, 2].reduce((sum, ratio) => sum + Math.sin(2 * Math.PI * root * ratio * t), 0);
}

/** Two closed-mouth syllables, the second higher: a voiced sound without words. */
function hummed(t: number, length: number): number {
  const second = t > length * 0.5;
  const within = second ? t - length * 0.5 : t;
  const envelope = Math.sin(Math.PI * Math.min(1, within / (length * 0.46)));
  const pitch = second ? 150 : 120;
  const harmonics = [1, 0.6, 0.25, 0.1];
  return (
    Math.max(0, envelope) *
    harmonics.reduce((sum, weight, n) => sum + weight * Math.sin(2 * Math.PI * pitch * (n + 1) * t), 0)
  );
}

const spoken = new Map<string, Promise<Int16Array>>();

/** Rendered once a program: a scenario is repeated with the very same sound. */
function flite(text: string, voice: string, rateHz: number): Promise<Int16Array> {
  const key = `${voice} ${rateHz} ${text}`;
  const known = spoken.get(key);
  if (known !== undefined) return known;
  const rendering = render(text, voice, rateHz);
  spoken.set(key, rendering);
  return rendering;
}

async function render(text: string, voice: string, rateHz: number): Promise<Int16Array> {
  const folder = await mkdtemp(join(tmpdir(), "outdial-voice-"));
  try {
    const file = join(folder, "said.wav");
    await run("flite", ["-voice", voice, "-t", text, "-o", file], { timeout: 20_000 });
    const { channels, sampleRateHz } = readWav(await readFile(file));
    const resampler = createResampler(sampleRateHz, rateHz);
    return joined([resampler.push(channels[0] ?? new Int16Array(0)), resampler.end()]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Without the silence that the voice puts before and after, so that a line begins when it is begun. */
function trimmed(samples: Int16Array, rateHz: number): Int16Array {
  const loud = (sample: number): boolean => Math.abs(sample) > 200;
  const first = samples.findIndex(loud);
  const last = samples.findLastIndex(loud);
  if (first < 0) return samples.slice(0, 0);
  const margin = Math.round(rateHz * 0.01);
  return samples.slice(Math.max(0, first - margin), Math.min(samples.length, last + margin));
}

/** Behind a hand: no consonants left, and soft. */
function mumbled(samples: Int16Array, rateHz: number): Int16Array {
  const keep = 1 - Math.exp((-2 * Math.PI * 350) / rateHz);
  let once = 0;
  let twice = 0;
  return samples.map((sample) => {
    once += keep * (sample - once);
    twice += keep * (once - twice);
    return twice * 0.6;
  });
}

function louder(samples: Int16Array, db: number): Int16Array {
  if (db === 0) return samples;
  const gain = 10 ** (db / 20);
  return samples.map((sample) => Math.max(-32_768, Math.min(32_767, sample * gain)));
}

function atLevel(raw: Float64Array, dbfs: number): Int16Array {
  const rms = Math.sqrt(raw.reduce((sum, value) => sum + value * value, 0) / Math.max(1, raw.length));
  const gain = (32_768 * 10 ** (dbfs / 20)) / (rms || 1);
  return Int16Array.from(raw, (value) => Math.max(-32_768, Math.min(32_767, value * gain)));
}

function seeded(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 31 - 1;
  };
}

function joined(pieces: readonly Int16Array[]): Int16Array {
  const all = new Int16Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

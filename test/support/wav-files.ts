/** Recordings and speech as files, for tests and for people who want to listen. */
import { readFileSync, writeFileSync } from "node:fs";
import { createResampler } from "../../src/conversation/media/resample.ts";
import { readWav, writeWav } from "./wav.ts";

/** The first channel of a WAV file, at this sample rate. */
export function loadSpeech(path: string, sampleRateHz: number): Int16Array {
  const wav = readWav(readFileSync(path));
  const samples = wav.channels[0] ?? new Int16Array(0);
  const resampler = createResampler(wav.sampleRateHz, sampleRateHz);
  const [most, rest] = [resampler.push(samples), resampler.end()];
  const all = new Int16Array(most.length + rest.length);
  all.set(most);
  all.set(rest, most.length);
  return all;
}

/** One channel each, for example the telephone on the left and us on the right. */
export function saveRecording(path: string, sampleRateHz: number, channels: readonly Int16Array[]): void {
  writeFileSync(path, writeWav({ sampleRateHz, channels }));
}

/** The neural models themselves, loaded: sound to words, words to sound. Used in the engine process only. */
import sherpa from "sherpa-onnx-node";
import { createResampler } from "../../conversation/media/resample.ts";
import type { NeuralModels } from "../../lib/speech-models.ts";
import { FULL_SCALE, HEARD_RATE_HZ, joined, toHeardRate } from "./heard-rate.ts";
import { wholeOrInHalves } from "./halves.ts";
import { plausible } from "./plausible.ts";
import { evenLoudness } from "./loudness.ts";

export type Transcriber = {
  /** The words in this sound, written as people write; empty when there are none. One core for about a twentieth of its length. */
  transcribe(samples: Int16Array, sampleRateHz: number): Promise<string>;
  /** Of a streaming model: begins to hear speech while it is spoken. */
  listen?(sampleRateHz: number): LiveTranscription;
};

export type LiveTranscription = {
  accept(samples: Int16Array): void;
  /** Does a little of what there is to do, and blocks the while; false when there is nothing. */
  step(): boolean;
  /** The words so far. */
  words(): string;
  /** The sound is over: all its words. */
  finish(): Promise<string>;
};

export type Synthesiser = {
  /** A text that is made for speaking, as sound at this rate. */
  speak(text: string, sampleRateHz: number): Promise<Int16Array>;
};

export async function loadTranscriber({ moonshine }: NeuralModels): Promise<Transcriber> {
  const recognizer = await sherpa.OfflineRecognizer.createAsync({
    featConfig: { sampleRate: HEARD_RATE_HZ, featureDim: 80 },
    modelConfig: {
      moonshine: { encoder: moonshine.encoder, mergedDecoder: moonshine.decoder },
      tokens: moonshine.tokens,
      numThreads: 1,
      provider: "cpu",
    },
  });
  return {
    async transcribe(samples, sampleRateHz) {
      const text = await wholeOrInHalves(samples, sampleRateHz, async (part) => {
        const stream = recognizer.createStream();
        stream.acceptWaveform({ sampleRate: HEARD_RATE_HZ, samples: toHeardRate(part, sampleRateHz) });
        return (await recognizer.decodeAsync(stream)).text.trim();
      });
      return plausible(text, (samples.length * 1000) / sampleRateHz);
    },
  };
}

export async function loadSynthesiser({ piper }: NeuralModels): Promise<Synthesiser> {
  const voice = await sherpa.OfflineTts.createAsync({
    model: {
      vits: {
        model: piper.model,
        tokens: piper.tokens,
        dataDir: piper.dataDir,
        noiseScale: 0.667,
        noiseScaleW: 0.8,
        lengthScale: 1,
      },
      numThreads: 1,
      provider: "cpu",
    },
    maxNumSentences: 1,
  });
  return synthesiserOf(voice, 0);
}

/** `speaker`: of a model with several voices; 0 of one with one. */
export function synthesiserOf(voice: sherpa.OfflineTts, speaker: number): Synthesiser {
  return {
    async speak(text, sampleRateHz) {
      const { samples } = await voice.generateAsync({ text, sid: speaker, speed: 1, enableExternalBuffer: false });
      const resampler = createResampler(voice.sampleRate, sampleRateHz);
      return joined(resampler.push(toInteger(evenLoudness(samples, voice.sampleRate))), resampler.end());
    },
  };
}

function toInteger(samples: Float32Array): Int16Array {
  return Int16Array.from(samples, (sample) => Math.max(-FULL_SCALE, Math.min(FULL_SCALE - 1, sample * FULL_SCALE)));
}

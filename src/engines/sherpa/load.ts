/**
 * A described model, loaded, in the shape of the engine process's own. A streaming recogniser is used here as one that is
 * not: it is given each piece of speech as a whole.
 */
import sherpa from "sherpa-onnx-node";
import { setImmediate as breath } from "node:timers/promises";
import { HEARD_RATE_HZ, toHeardRate } from "../neural/heard-rate.ts";
import { synthesiserOf } from "../neural/models.ts";
import type { Synthesiser, Transcriber } from "../neural/models.ts";
import { plausible } from "../neural/plausible.ts";
import type { ModelFolder } from "./model-folder.ts";

type HearingFolder = Extract<ModelFolder, { readonly use: "hearing" }>;
type SpeakingFolder = Extract<ModelFolder, { readonly use: "speaking" }>;

/** Streaming models tell their last words only when silence has followed them. */
const SILENCE_AFTER_S = 0.6;
/** So many steps of a streaming model without a look at who else wants something. */
const STEPS_AT_ONCE = 2;

export async function loadFolderTranscriber(folder: HearingFolder): Promise<Transcriber> {
  return folder.streaming ? streaming(folder.config) : whole(folder.config);
}

/** `speaker`: of a model with several voices. */
export async function loadFolderSynthesiser({ config }: SpeakingFolder, speaker = 0): Promise<Synthesiser> {
  return synthesiserOf(await sherpa.OfflineTts.createAsync(config), speaker);
}

async function whole(config: object): Promise<Transcriber> {
  const recognizer = await sherpa.OfflineRecognizer.createAsync(config);
  return {
    async transcribe(samples, sampleRateHz) {
      const stream = recognizer.createStream();
      stream.acceptWaveform({ sampleRate: HEARD_RATE_HZ, samples: toHeardRate(samples, sampleRateHz) });
      const { text } = await recognizer.decodeAsync(stream);
      return plausible(readable(text), (samples.length * 1000) / sampleRateHz);
    },
  };
}

function streaming(config: object): Transcriber {
  const recognizer = new sherpa.OnlineRecognizer(config);
  return {
    async transcribe(samples, sampleRateHz) {
      const stream = recognizer.createStream();
      stream.acceptWaveform({ sampleRate: HEARD_RATE_HZ, samples: toHeardRate(samples, sampleRateHz) });
      stream.acceptWaveform({
        sampleRate: HEARD_RATE_HZ,
        samples: new Float32Array(HEARD_RATE_HZ * SILENCE_AFTER_S),
      });
      stream.inputFinished();
      for (let steps = 1; recognizer.isReady(stream); steps += 1) {
        recognizer.decode(stream);
        if (steps % STEPS_AT_ONCE === 0) await breath();
      }
      return plausible(readable(recognizer.getResult(stream).text), (samples.length * 1000) / sampleRateHz);
    },
  };
}

/** Many are trained on capitals only: those words are as well read in small letters, and written like other words. */
function readable(text: string): string {
  return /\p{Ll}/u.test(text) ? text : text.toLowerCase();
}

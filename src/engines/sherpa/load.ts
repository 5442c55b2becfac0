/** A described model, loaded, in the shape of the engine process's own. */
import sherpa from "sherpa-onnx-node";
import { setImmediate as breath } from "node:timers/promises";
import { wholeOrInHalves } from "../neural/halves.ts";
import { HEARD_RATE_HZ, heardRateConverter, toHeardRate } from "../neural/heard-rate.ts";
import { synthesiserOf } from "../neural/models.ts";
import type { LiveTranscription, Synthesiser, Transcriber } from "../neural/models.ts";
import { plausible } from "../neural/plausible.ts";
import type { ModelFolder } from "./model-folder.ts";

type HearingFolder = Extract<ModelFolder, { readonly use: "hearing" }>;
type SpeakingFolder = Extract<ModelFolder, { readonly use: "speaking" }>;

/** Streaming models tell their last words only when silence has followed them. */
const SILENCE_AFTER_S = 0.6;

export async function loadFolderTranscriber(folder: HearingFolder): Promise<Transcriber> {
  return folder.streaming ? streaming(folder.config) : whole(folder);
}

/** `speaker`: of a model with several voices. */
export async function loadFolderSynthesiser({ config }: SpeakingFolder, speaker = 0): Promise<Synthesiser> {
  return synthesiserOf(await sherpa.OfflineTts.createAsync(config), speaker);
}

async function whole({ kind, config }: HearingFolder): Promise<Transcriber> {
  const recognizer = await sherpa.OfflineRecognizer.createAsync(config);
  return {
    async transcribe(samples, sampleRateHz) {
      const decode = async (part: Int16Array): Promise<string> => {
        const stream = recognizer.createStream();
        stream.acceptWaveform({ sampleRate: HEARD_RATE_HZ, samples: toHeardRate(part, sampleRateHz) });
        return (await recognizer.decodeAsync(stream)).text.trim();
      };
      // Only Moonshine is known to fall silent at long digits.
      const text = await (kind === "moonshine" ? wholeOrInHalves(samples, sampleRateHz, decode) : decode(samples));
      return plausible(readable(text), (samples.length * 1000) / sampleRateHz);
    },
  };
}

function streaming(config: object): Transcriber {
  const recognizer = new sherpa.OnlineRecognizer(config);

  function listen(sampleRateHz: number): LiveTranscription {
    const stream = recognizer.createStream();
    const convert = heardRateConverter(sampleRateHz);
    let heard = 0;
    const words = (): string => plausible(readable(recognizer.getResult(stream).text), (heard * 1000) / sampleRateHz);
    const step = (): boolean => {
      const ready = recognizer.isReady(stream);
      if (ready) recognizer.decode(stream);
      return ready;
    };
    return {
      accept(samples) {
        heard += samples.length;
        stream.acceptWaveform({ sampleRate: HEARD_RATE_HZ, samples: convert(samples) });
      },
      step,
      words,
      async finish() {
        const silence = new Float32Array(HEARD_RATE_HZ * SILENCE_AFTER_S);
        stream.acceptWaveform({ sampleRate: HEARD_RATE_HZ, samples: silence });
        stream.inputFinished();
        while (step()) await breath();
        return words();
      },
    };
  }

  return {
    listen,
    transcribe(samples, sampleRateHz) {
      const whole = listen(sampleRateHz);
      whole.accept(samples);
      return whole.finish();
    },
  };
}

/** Many are trained on capitals only: those words are as well read in small letters, and written like other words. */
function readable(text: string): string {
  return /\p{Ll}/u.test(text) ? text : text.toLowerCase();
}

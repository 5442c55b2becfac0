/**
 * Which recogniser lies in a folder, as sherpa-onnx's are released: by the parts it is made of first, then by what its
 * model says it is, then by the folder's name. Pure but for what the model says.
 */
import type { FolderFiles } from "./folder-files.ts";

export type HearingKind =
  | "streaming-transducer"
  | "streaming-paraformer"
  | "streaming-ctc"
  | "transducer"
  | "whisper"
  | "moonshine"
  | "canary"
  | "fire-red-asr"
  | "cohere-transcribe"
  | "paraformer"
  | "sense-voice"
  | "nemo-ctc"
  | "zipformer-ctc"
  | "wenet-ctc"
  | "telespeech-ctc"
  | "dolphin"
  | "omnilingual"
  | "medasr"
  | "tdnn";

/** `model`: what goes into `modelConfig` besides tokens and threads. */
export type HearingModel = { readonly kind: HearingKind; readonly model: object };

/** Null when it is none, or nothing says which. `language`: ISO 639-1, for models that have to be told; null: they find out. */
export function hearingModelIn(folder: FolderFiles, language: string | null): HearingModel | null {
  return moonshine(folder) ?? transducer(folder) ?? pair(folder, language) ?? single(folder, language);
}

function moonshine(folder: FolderFiles): HearingModel | null {
  const [preprocessor, encoder] = [folder.part("preprocess"), folder.part("encode")];
  const [uncachedDecoder, cachedDecoder] = [folder.part("uncached_decode"), folder.part("cached_decode")];
  if (preprocessor !== null && encoder !== null && uncachedDecoder !== null && cachedDecoder !== null) {
    return { kind: "moonshine", model: { moonshine: { preprocessor, encoder, uncachedDecoder, cachedDecoder } } };
  }
  const whole = folder.part("encoder");
  const mergedDecoder = folder.part("decoder_model_merged") ?? folder.part("decoder");
  const named = folder.part("decoder_model_merged") !== null || /moonshine/.test(folder.name);
  if (!named || whole === null || mergedDecoder === null) return null;
  return { kind: "moonshine", model: { moonshine: { encoder: whole, mergedDecoder } } };
}

function transducer(folder: FolderFiles): HearingModel | null {
  // The decoder of these is small, and loses by being made smaller.
  const [encoder, decoder, joiner] = [folder.part("encoder"), folder.part("decoder", "floats"), folder.part("joiner")];
  if (encoder === null || decoder === null || joiner === null) return null;
  const ofNemo = (folder.says(encoder, "model_type") ?? "").startsWith("EncDec") || /nemo|parakeet/.test(folder.name);
  const model = { transducer: { encoder, decoder, joiner }, ...(ofNemo ? { modelType: "nemo_transducer" } : {}) };
  return { kind: isStreaming(folder, encoder) ? "streaming-transducer" : "transducer", model };
}

/** An encoder and a decoder. */
function pair(folder: FolderFiles, language: string | null): HearingModel | null {
  const [encoder, decoder] = [folder.part("encoder"), folder.part("decoder")];
  if (encoder === null || decoder === null) return null;
  const halves = { encoder, decoder };
  const type = folder.says(encoder, "model_type") ?? "";
  if (type.startsWith("whisper") || /whisper/.test(folder.name)) {
    const englishOnly = /\.en\b|distil/.test(`${type} ${encoder}`);
    const told = language !== null && !englishOnly ? { language } : {};
    return { kind: "whisper", model: { whisper: { ...halves, ...told, task: "transcribe" } } };
  }
  if (type === "EncDecMultiTaskModel" || /canary/.test(folder.name)) {
    const tongue = language ?? "en";
    return { kind: "canary", model: { canary: { ...halves, srcLang: tongue, tgtLang: tongue, usePnc: 1 } } };
  }
  if (/fire-?red/.test(folder.name)) return { kind: "fire-red-asr", model: { fireRedAsr: halves } };
  if (/cohere/.test(folder.name)) {
    const told = language === null ? {} : { language };
    return { kind: "cohere-transcribe", model: { cohereTranscribe: { ...halves, ...told, usePunct: 1, useItn: 1 } } };
  }
  if (type === "paraformer" || /paraformer/.test(folder.name)) {
    return { kind: "streaming-paraformer", model: { paraformer: halves } };
  }
  return null;
}

type SingleRule = readonly [type: RegExp, name: RegExp, make: (model: string, language: string | null) => HearingModel];

/** One model that does it all. Sorted so that the more particular name comes first. */
const SINGLE: readonly SingleRule[] = [
  [
    /^sense_voice_ctc$/,
    /sense-?voice/,
    (model, language) => {
      const told = language === null ? {} : { language };
      return { kind: "sense-voice", model: { senseVoice: { model, ...told, useInverseTextNormalization: 1 } } };
    },
  ],
  [/^paraformer$/, /paraformer/, (model) => ({ kind: "paraformer", model: { paraformer: { model } } })],
  [/^telespeech_ctc$/, /telespeech/, (model) => ({ kind: "telespeech-ctc", model: { teleSpeechCtc: model } })],
  [/^wenet_ctc$/, /wenet/, (model) => ({ kind: "wenet-ctc", model: { wenetCtc: { model } } })],
  [/^dolphin/, /dolphin/, (model) => ({ kind: "dolphin", model: { dolphin: { model } } })],
  [/^omnilingual/, /omnilingual/, (model) => ({ kind: "omnilingual", model: { omnilingual: { model } } })],
  [/^medasr/, /medasr/, (model) => ({ kind: "medasr", model: { medasr: { model } } })],
  [/^tdnn$/, /tdnn/, (model) => ({ kind: "tdnn", model: { tdnn: { model } } })],
  [/^zipformer2_ctc$/, /zipformer.*ctc/, (model) => ({ kind: "zipformer-ctc", model: { zipformerCtc: { model } } })],
  [
    /^EncDec\w*CTC/,
    /nemo|parakeet|giga-?am|(?:conformer|citrinet).*ctc/,
    (model) => ({ kind: "nemo-ctc", model: { nemoCtc: { model } } }),
  ],
];

/** The same, of those that are streaming. */
const SINGLE_STREAMING: readonly SingleRule[] = [
  [/^t-one$/, /t-one/, (model) => ({ kind: "streaming-ctc", model: { toneCtc: { model } } })],
  [/^zipformer2/, /zipformer/, (model) => ({ kind: "streaming-ctc", model: { zipformer2Ctc: { model } } })],
  [/^EncDec/, /nemo|conformer/, (model) => ({ kind: "streaming-ctc", model: { nemoCtc: { model } } })],
];

function single(folder: FolderFiles, language: string | null): HearingModel | null {
  const model = folder.only();
  if (model === null) return null;
  const rules = isStreaming(folder, model) ? SINGLE_STREAMING : SINGLE;
  const type = folder.says(model, "model_type");
  const rule = rules.find(([ofType, ofName]) => (type === undefined ? ofName.test(folder.name) : ofType.test(type)));
  return rule?.[2](model, language) ?? null;
}

function isStreaming(folder: FolderFiles, model: string): boolean {
  if (/streaming|t-one/.test(folder.name) || /chunk-\d+-left-\d+/.test(model)) return true;
  return folder.says(model, "decode_chunk_len") !== undefined || folder.says(model, "model_type") === "t-one";
}

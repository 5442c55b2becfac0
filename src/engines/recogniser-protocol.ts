/**
 * What goes between the threads of the embedded recogniser: recogniser.ts (one per conversation thread) asks
 * recogniser-worker.ts (one per process), which lets decoder-worker.ts (several) decode. `hearing` is the asking side's number of a call's ear, `utterance` its number of an utterance.
 */
import type { Language } from "./pocketsphinx.ts";

export type Rate = 8000 | 16000;

export type RecogniserRequest =
  | { readonly type: "open"; readonly hearing: number; readonly sampleRateHz: Rate; readonly hints: readonly string[] }
  | { readonly type: "begin"; readonly hearing: number; readonly utterance: number }
  | { readonly type: "audio"; readonly utterance: number; readonly samples: Int16Array }
  | { readonly type: "commit"; readonly utterance: number }
  | { readonly type: "discard"; readonly utterance: number }
  | { readonly type: "close"; readonly hearing: number };

export type RecogniserAnswer =
  | { readonly type: "opened"; readonly hearing: number }
  | { readonly type: "refused"; readonly hearing: number; readonly message: string }
  /** The words so far, with how much of the utterance's sound they were heard in. */
  | { readonly type: "partial"; readonly utterance: number; readonly text: string; readonly samples: number }
  | {
      readonly type: "utterance";
      readonly utterance: number;
      readonly text: string;
      readonly confidence: number | null;
    }
  | { readonly type: "failed"; readonly utterance: number; readonly message: string };

/** A decoder is told one utterance at a time. */
export type ToDecoder =
  /** Load this language now, so that no utterance has to wait for it. */
  | { readonly type: "prepare"; readonly language: Language }
  | {
      readonly type: "begin";
      readonly utterance: number;
      readonly language: Language;
      readonly sampleRateHz: Rate;
    }
  | { readonly type: "audio"; readonly samples: Int16Array }
  | { readonly type: "commit" }
  | { readonly type: "discard" }
  | { readonly type: "leave" };

export type FromDecoder =
  | { readonly type: "ready" }
  | { readonly type: "unfit"; readonly message: string }
  /** What was to be loaded is. Answers come in the order of the orders. */
  | { readonly type: "prepared" }
  /** The words so far, with how much of the utterance's sound they were heard in. */
  | { readonly type: "partial"; readonly utterance: number; readonly text: string; readonly samples: number }
  | {
      readonly type: "recognised";
      readonly utterance: number;
      readonly text: string;
      readonly confidence: number | null;
    }
  /** The utterance was discarded; the decoder is free. */
  | { readonly type: "free" };

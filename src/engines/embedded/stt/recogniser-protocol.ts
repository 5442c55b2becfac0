/**
 * What goes between the threads of the embedded recogniser: recogniser.ts (one per conversation thread) asks
 * recogniser-worker.ts (one per process). `utterance` is the asking side's number of an utterance.
 */
export type Rate = 8000 | 16000;

export type RecogniserRequest =
  | { readonly type: "begin"; readonly utterance: number; readonly sampleRateHz: Rate }
  | { readonly type: "audio"; readonly utterance: number; readonly samples: Int16Array }
  | { readonly type: "commit"; readonly utterance: number }
  | { readonly type: "discard"; readonly utterance: number };

export type RecogniserAnswer =
  /** The words so far, with how much of the utterance's sound they were heard in. */
  | { readonly type: "partial"; readonly utterance: number; readonly text: string; readonly samples: number }
  | {
      readonly type: "utterance";
      readonly utterance: number;
      readonly text: string;
      readonly confidence: number | null;
    }
  | { readonly type: "failed"; readonly utterance: number; readonly message: string };

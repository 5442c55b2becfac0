/** What goes between voice.ts and voice-worker.ts. `id` is the asking side's number of the request. */
import type { EmbeddedVoiceName } from "./embedded.ts";

export type VoiceRequest =
  | { readonly type: "speak"; readonly id: number; readonly text: string; readonly voice: EmbeddedVoiceName }
  | { readonly type: "stop"; readonly id: number };

export type VoiceAnswer =
  /** One clause of it. Its buffer is handed over. */
  | { readonly type: "audio"; readonly id: number; readonly samples: Int16Array }
  | { readonly type: "done"; readonly id: number }
  | { readonly type: "failed"; readonly id: number; readonly message: string };

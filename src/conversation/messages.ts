/** What goes between the main thread and a conversation thread. Plain data: it is cloned on the way. */
import type { MessagePort } from "node:worker_threads";
import type { Brief } from "../calls/brief.ts";
import type { ConversationEvent, LineNews } from "../calls/ports.ts";
import type { EndReason } from "../calls/vocabulary.ts";
import type { CalendarDay } from "../language/calendar.ts";
import type { TimeSavers } from "./time-savers.ts";

/** The apology with which a call ends when nothing works any more, as sound: for when even we are gone. */
export type LastWords = {
  /** Without its region: `en`. */
  readonly language: string;
  readonly samples: Int16Array;
  readonly sampleRateHz: 8000 | 16000;
};

/** Whose mind this end of the call has. */
export type BrainOrder =
  | {
      readonly kind: "assistant";
      readonly brief: Brief;
      readonly assistant: { readonly name: string; readonly disclosure: boolean };
      readonly today?: CalendarDay | null;
    }
  /** The fictional business: its description as YAML, and the seed of what it makes up in this call. */
  | { readonly kind: "business"; readonly yaml: string; readonly seed: string };

export type ThreadOrder = {
  readonly callId: string;
  readonly brain: BrainOrder;
  readonly opens: "after_greeting" | "at_once";
  readonly sampleRateHz: 8000 | 16000;
  readonly language: string;
  readonly answerWaitSeconds: number;
  readonly holdSeconds?: number;
};

export type ToThread =
  | { readonly type: "open"; readonly order: ThreadOrder }
  | { readonly type: "answered"; readonly callId: string }
  | { readonly type: "answer"; readonly callId: string; readonly questionId: string; readonly text: string }
  | { readonly type: "line"; readonly callId: string; readonly news: LineNews }
  | { readonly type: "wrap_up"; readonly callId: string; readonly reason: EndReason }
  | { readonly type: "close"; readonly callId: string }
  /** Let go of everything and let the thread end. */
  | { readonly type: "leave" };

export type FromThread =
  | { readonly type: "listening"; readonly port: number }
  /** It hosts conversations now. */
  | { readonly type: "ready" }
  /** It goes round; sent every `BEAT_MS` from then on, with the longest that its timers had to wait since the last. */
  | { readonly type: "beat"; readonly longestDelayMs?: number }
  | { readonly type: "event"; readonly event: ConversationEvent }
  | { readonly type: "last_words"; readonly words: LastWords };

/** What a thread is born with. The ports are its ways to the engines that live in other threads. */
export type ThreadBirth = {
  /** Port 0: any free one; a replaced thread is born with the port of the one before. */
  readonly media: {
    readonly host: string;
    readonly port: number;
    readonly username: string;
    readonly password: string;
  };
  /** Left out: all of them. */
  readonly timeSavers?: TimeSavers;
  readonly logLevel: string;
  readonly assistantVoicePort: MessagePort;
  readonly businessVoicePort: MessagePort;
  /** Name of the embedded voice that the fictional business speaks with. */
  readonly businessVoice: "awb" | "rms" | "slt" | "kal16";
  /** To the small recogniser; left out where nothing hears with it. */
  readonly recogniserPort?: MessagePort;
  /** The engine process, and what of hearing and speaking is its work; left out where there is none. */
  readonly neural?: {
    readonly socketPath: string;
    readonly stt: "neural" | "small";
    readonly tts: "neural" | "small";
  };
};

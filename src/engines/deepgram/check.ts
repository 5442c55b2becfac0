/**
 * Whether Deepgram would let us in, found out before a call needs it: by opening the very sockets that calls use, and
 * closing them again without a second of sound, which costs nothing. Deepgram's own test request (`/v1/auth/token`) and
 * its list of projects know of wrong keys only: no credit, a model that does not exist and one that this key may not use
 * are told where they are used. So is a server that is not Deepgram's.
 */
import { reasonOf } from "../../lib/abort.ts";
import { DeepgramFailure } from "./failure.ts";
import { openListenLine } from "./listen.ts";
import { openSpeakSocket } from "./speak-socket.ts";
import { systemClock } from "../../lib/clock.ts";

/** Every account may use it. */
const ANY_MODEL = "nova-3";

export type DeepgramCheck = {
  readonly apiKey: string;
  /** ws:// or wss:// without a path. */
  readonly baseUrl: string;
  /** The models that will be asked; with neither, the key is tried with a model that every account has. */
  readonly listenModel?: string;
  readonly speakModel?: string;
  /** Where it is configured; left out: `speech.stt` and `speech.tts`. */
  readonly setting?: string;
};

/**
 * One sentence that names the setting, or null when all is well; within four seconds. Rejects only with the signal's
 * reason. A sentence may also tell of a passing trouble; `examineDeepgram` tells which.
 */
export async function checkDeepgram(options: DeepgramCheck, signal: AbortSignal): Promise<string | null> {
  return (await examineDeepgram(options, signal))?.message ?? null;
}

/** The same; `retryable` when it may be well in a moment without anything having been changed. */
export async function examineDeepgram(options: DeepgramCheck, signal: AbortSignal): Promise<DeepgramFailure | null> {
  const { speakModel } = options;
  const listenModel = options.listenModel ?? (speakModel === undefined ? ANY_MODEL : undefined);
  try {
    if (listenModel !== undefined) await tryListening(options, listenModel, signal);
    if (speakModel !== undefined) await trySpeaking(options, speakModel, signal);
    return null;
  } catch (cause) {
    if (signal.aborted) throw reasonOf(signal);
    if (cause instanceof DeepgramFailure) return cause;
    throw cause;
  }
}

async function tryListening(options: DeepgramCheck, model: string, signal: AbortSignal): Promise<void> {
  const account = {
    apiKey: options.apiKey.trim(),
    baseUrl: options.baseUrl,
    model,
    section: options.setting ?? "speech.stt",
  };
  const asked = { language: "en", sampleRateHz: 8000, hints: [], eagerEndOfTurn: false } as const;
  const line = await openListenLine(account, asked, NOBODY, signal);
  line.close();
}

async function trySpeaking(options: DeepgramCheck, model: string, signal: AbortSignal): Promise<void> {
  const account = {
    apiKey: options.apiKey.trim(),
    baseUrl: options.baseUrl,
    model,
    section: options.setting ?? "speech.tts",
  };
  const format = { encoding: "mulaw", sampleRateHz: 8000 } as const;
  const socket = await openSpeakSocket(account, format, systemClock, () => undefined, signal);
  socket.close();
}

const NOBODY = { onMessage: () => undefined, onSound: () => undefined, onEnd: () => undefined };

/**
 * The embedded voice (flite): `beginVoice` in the main thread, `connectVoice` in each thread that speaks.
 * About 15 ms from asking to the first sound of a short clause, no network, no key.
 */
import type { MessagePort } from "node:worker_threads";
import type { Logger } from "pino";
import type { Meter, Voice } from "../../../conversation/ports.ts";
import type { Connected, EmbeddedVoiceName } from "../embedded.ts";
import { beginEngineHost } from "../engine-host.ts";
import { openEngineLine } from "../engine-line.ts";

/** What the worker is asked, and what it answers. `id` is the asking side's number of the request. */
export type VoiceRequest =
  | { readonly type: "speak"; readonly id: number; readonly text: string; readonly voice: EmbeddedVoiceName }
  | { readonly type: "stop"; readonly id: number };

export type VoiceAnswer =
  /** One clause of it. Its buffer is handed over. */
  | { readonly type: "audio"; readonly id: number; readonly samples: Int16Array }
  | { readonly type: "done"; readonly id: number }
  | { readonly type: "failed"; readonly id: number; readonly message: string };

/** flite's rate; flite.ts is not imported here because only its own thread may load the library. */
const RATE_HZ = 16000;
/** Nothing rendered for so long means that the engine is stuck or gone: rendering takes milliseconds. */
const GAP_MS = 5000;

/** Starts the one thread that renders. `warm` names the voices that will be used, so that no call waits for one. */
export function beginVoice({ log, warm }: VoiceHostOptions): ReturnType<typeof beginEngineHost> {
  return beginEngineHost({ engine: "voice", entry: new URL("./voice-worker.ts", import.meta.url), data: warm, log });
}

export type VoiceHostOptions = { readonly log: Logger; readonly warm: readonly EmbeddedVoiceName[] };

type Speaking = { readonly pieces: VoiceAnswer[]; wake: () => void };

export function connectVoice(port: MessagePort, options: { readonly voice: EmbeddedVoiceName }): Connected<Voice> {
  const speaking = new Map<number, Speaking>();
  let lastId = 0;

  function hand(answer: VoiceAnswer): void {
    const text = speaking.get(answer.id);
    text?.pieces.push(answer);
    text?.wake();
  }

  const line = openEngineLine<VoiceRequest, VoiceAnswer>(port, {
    onAnswer: hand,
    onLost: () => {
      for (const id of speaking.keys())
        hand({ type: "failed", id, message: "the embedded voice has died and is being replaced" });
    },
  });

  async function* speak(text: string, signal: AbortSignal, meter?: Meter): AsyncGenerator<Int16Array> {
    if (signal.aborted) return;
    const id = (lastId += 1);
    const mine: Speaking = { pieces: [], wake: () => undefined };
    const onAbort = (): void => mine.wake();
    signal.addEventListener("abort", onAbort, { once: true });
    speaking.set(id, mine);
    let over = false;
    try {
      await line.reached(GAP_MS, signal).catch((cause: unknown) => {
        if (!signal.aborted) throw cause;
      });
      if (signal.aborted) return;
      if (!line.send({ type: "speak", id, text, voice: options.voice })) throw new Error("the embedded voice is away");
      meter?.text(text.length, false);
      for (;;) {
        if (mine.pieces.length === 0 && !signal.aborted) await arrival(mine);
        if (signal.aborted) return;
        const piece = mine.pieces.shift();
        if (piece === undefined) throw new Error(`the embedded voice was silent for ${GAP_MS} ms`);
        over = piece.type !== "audio";
        if (piece.type === "failed") throw new Error(piece.message);
        if (piece.type === "done") return;
        yield piece.samples;
      }
    } finally {
      signal.removeEventListener("abort", onAbort);
      speaking.delete(id);
      if (!over) line.send({ type: "stop", id });
    }
  }

  return { sampleRateHz: RATE_HZ, speak, close: () => line.close() };
}

/** Resolves when something has come, at the abort, or when too long nothing came. */
function arrival(speaking: Speaking): Promise<void> {
  return new Promise((resolve) => {
    const deadline = setTimeout(resolve, GAP_MS);
    speaking.wake = () => {
      clearTimeout(deadline);
      resolve();
    };
  });
}

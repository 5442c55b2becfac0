/**
 * A recogniser over any server with OpenAI's interface. Realtime where the server is known to have it, else one file per
 * utterance; either way words come after a pause, and our own endpointer decides when a turn is over.
 */
import type { Recogniser } from "../../conversation/ports.ts";
import { readerOf } from "../../language/readers.ts";
import type { EngineFailure } from "../engine-failure.ts";
import { PiecewiseEar } from "../piecewise/ear.ts";
import type { EarNews, TurnJudgement } from "../piecewise/transcriber.ts";
import { openaiClient } from "./client.ts";
import { failureOf, leftAlone } from "./failure.ts";
import type { OpenaiPlace } from "./failure.ts";
import { fileTranscriber } from "./file-transcriber.ts";
import type { ServerHabits } from "./file-transcriber.ts";
import { hintFields } from "./hints.ts";
import { DEADLINES } from "./deadlines.ts";
import type { Deadlines } from "./deadlines.ts";
import { createHttp } from "./http.ts";
import { keepConnected } from "./keep-connected.ts";
import { openRealtimeTranscriber } from "./realtime-transcriber.ts";

export type OpenaiRecogniserOptions = {
  readonly apiKey: string | null;
  readonly model: string;
  /** Ends where the SDK's does; `ws://` or `wss://` asks for realtime sessions. */
  readonly baseUrl: string;
  /** Where it is configured; default `speech.stt`. */
  readonly setting?: string;
  /** BCP 47; null: each call's own. */
  readonly language?: string | null;
  /** Where a model on this machine can tell from the sound alone whether somebody has finished. */
  readonly judgeTurn?: TurnJudgement;
  readonly deadlines?: Deadlines;
};

export type OpenaiRecogniser = Recogniser & {
  /** Gives up kept connections; open ears end with their own signals. */
  close(): void;
};

export function openaiRecogniser(options: OpenaiRecogniserOptions): OpenaiRecogniser {
  const { apiKey, model, baseUrl, deadlines = DEADLINES } = options;
  const http = createHttp(deadlines);
  const place: OpenaiPlace = { setting: options.setting ?? "speech.stt", baseUrl, model, keyless: apiKey === null };
  const httpUrl = baseUrl.replace(/^ws/, "http");
  const client = openaiClient({ apiKey, baseUrl: httpUrl }, http);
  const connection = keepConnected(http, httpUrl, apiKey);
  const habits: ServerHabits = { refusesStream: false };
  const realtime = hearsInRealtime({ baseUrl, model });
  /** The server asked to be left alone until then. */
  let refusesUntilMs = 0;

  function failure(error: unknown): EngineFailure {
    const judged = failureOf(error, place);
    if (judged.retryAfterMs !== null) refusesUntilMs = performance.now() + judged.retryAfterMs;
    return judged;
  }

  return {
    // A realtime session is opened with the ear, while it rings.
    wake: () => void (realtime ? null : connection.connect()),

    async open({ language, sampleRateHz, hints, meter }, listener, signal) {
      signal.throwIfAborted();
      const waitMs = refusesUntilMs - performance.now();
      if (waitMs > 0) throw leftAlone(place, waitMs);
      const spoken = options.language ?? language;
      const told = { language: languageCode(spoken), hints: hintFields(model, hints) };
      const spec = { place, sampleRateHz, ...told, failure, meter };
      let ear: PiecewiseEar | null = null;
      const news: EarNews = {
        wordsSoFar: (text) => ear?.wordsSoFar(text),
        fail: (cause) => ear?.fail(cause),
      };
      const transcriber = realtime
        ? await openRealtimeTranscriber({ ...spec, apiKey, deadlines }, news, signal)
        : fileTranscriber({ ...spec, client, habits });
      ear = new PiecewiseEar({
        sampleRateHz,
        transcriber,
        ...(options.judgeTurn === undefined ? {} : { judgeTurn: options.judgeTurn }),
        write: (text) => readerOf(spoken).written(text, hints),
        listener,
        lost: "left",
      });
      const opened = ear;
      signal.addEventListener("abort", () => opened.close(), { once: true });
      return opened;
    },

    close() {
      connection.end();
      http.close();
    },
  };
}

/**
 * Over one realtime session a call: a `base_url` of `ws://` or `wss://`; models that exist for nothing else, by their
 * names; and OpenAI's own `gpt-…-transcribe` at OpenAI. All else: a file for each utterance, which every server takes.
 */
export function hearsInRealtime({ baseUrl, model }: { readonly baseUrl: string; readonly model: string }): boolean {
  if (/^wss?:/i.test(baseUrl) || /\b(?:realtime|live)\b/i.test(model)) return true;
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).hostname : "";
  return host === "api.openai.com" && /^gpt-.*transcribe/i.test(model) && !/diarize/i.test(model);
}

/** `en-US` is `en`. */
function languageCode(language: string): string {
  return language.split(/[-_]/)[0]?.toLowerCase() ?? "en";
}

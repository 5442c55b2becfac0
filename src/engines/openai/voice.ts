/**
 * A voice over any server with OpenAI's `/audio/speech` (its own, Kokoro-FastAPI, speaches): one request a clause, its
 * sound passed on as it arrives, at the line's rate and without the silence that voices begin with.
 */
import type OpenAI from "openai";
import type { Meter, Voice } from "../../conversation/ports.ts";
import { speakable } from "../../language/speakable.ts";
import { splitIntoClauses } from "../../language/speech-pieces.ts";
import { createStreamedSilence } from "../streamed-silence.ts";
import { EngineFailure } from "../engine-failure.ts";
import { keptPhrases } from "../kept-phrases.ts";
import { joinedSound } from "../sound-pieces.ts";
import { openaiClient } from "./client.ts";
import { failureOf, hostOf, leftAlone } from "./failure.ts";
import type { OpenaiPlace } from "./failure.ts";
import { DEADLINES } from "./deadlines.ts";
import type { Deadlines } from "./deadlines.ts";
import { createHttp } from "./http.ts";
import { keepConnected } from "./keep-connected.ts";
import { createPcmReader, StrangeSound } from "./pcm-reader.ts";

export type OpenaiVoiceOptions = {
  readonly apiKey: string | null;
  readonly model: string;
  /** Null: `alloy`, which OpenAI has and others stand in for. */
  readonly voice: string | null;
  /** Ends where the SDK's does. */
  readonly baseUrl: string;
  /** Of the server's PCM, which says nothing of it; null: 24,000, as OpenAI's. A WAV header is believed before it. */
  readonly sampleRateHz: number | null;
  /** Of what `speak` yields; default 8000. */
  readonly lineRateHz?: 8000 | 16000;
  /** BCP 47: how numbers and codes are spelled out. Default English. */
  readonly language?: string;
  /** Where it is configured; default `speech.tts`. */
  readonly setting?: string;
  readonly deadlines?: Deadlines;
};

export type OpenaiVoice = Voice & {
  /** Gives up kept connections; what is being spoken ends with its own signal. */
  close(): void;
};

const OPENAI_RATE_HZ = 24_000;
const OPENAI_VOICE = "alloy";
/** What OpenAI takes at once is 4,096 characters. */
const LONGEST_CHARACTERS = 4000;
/** A tenth of a second, as OpenAI sends it. */
const READY_BYTES = 4800;

export function openaiVoice(options: OpenaiVoiceOptions): OpenaiVoice {
  const { apiKey, model, baseUrl, lineRateHz = 8000, language = "en", deadlines = DEADLINES } = options;
  const voice = options.voice ?? OPENAI_VOICE;
  const http = createHttp(deadlines);
  const client = openaiClient({ apiKey, baseUrl }, http);
  const place: OpenaiPlace = {
    setting: options.setting ?? "speech.tts",
    baseUrl,
    model,
    voice,
    keyless: apiKey === null,
  };
  const connection = keepConnected(http, baseUrl, apiKey);
  const rates = { serverRateHz: options.sampleRateHz ?? OPENAI_RATE_HZ, lineRateHz };
  const kept = keptPhrases();
  let refusesUntilMs = 0;

  async function* render(clause: string, signal: AbortSignal, meter?: Meter): AsyncGenerator<Int16Array> {
    const input = speakable(clause, language).slice(0, LONGEST_CHARACTERS);
    const known = kept.find(clause);
    if (known !== null) {
      meter?.text(input.length, true);
      yield known;
      return;
    }
    const waitMs = refusesUntilMs - performance.now();
    if (waitMs > 0) throw leftAlone(place, waitMs);
    const pieces: Int16Array[] = [];
    try {
      meter?.text(input.length, false);
      for await (const piece of request({ client, place, voice, rates }, { input, clause }, signal)) {
        pieces.push(piece);
        yield piece;
      }
    } catch (error) {
      if (signal.aborted) return;
      const failure = failureOf(error, place);
      if (failure.retryAfterMs !== null) refusesUntilMs = performance.now() + failure.retryAfterMs;
      throw failure;
    }
    if (signal.aborted) return;
    if (pieces.length === 0) throw soundless(place);
    kept.keep(clause, joinedSound(pieces));
  }

  return {
    sampleRateHz: lineRateHz,
    wake: () => void connection.connect(),
    async *speak(text, signal, meter) {
      for (const clause of splitIntoClauses(text)) {
        if (signal.aborted) return;
        // Punctuation alone is not spoken.
        if (/[\p{L}\p{N}]/u.test(clause)) yield* render(clause, signal, meter);
      }
    },
    close() {
      connection.end();
      http.close();
    },
  };
}

type Speaker = {
  readonly client: OpenAI;
  readonly place: OpenaiPlace;
  readonly voice: string;
  readonly rates: { readonly serverRateHz: number; readonly lineRateHz: number };
};

/** Yields nothing that is empty. Whoever stops listening ends the request. */
async function* request(
  { client, place, voice, rates }: Speaker,
  { input, clause }: { readonly input: string; readonly clause: string },
  signal: AbortSignal,
): AsyncGenerator<Int16Array> {
  const left = new AbortController();
  const either = AbortSignal.any([signal, left.signal]);
  try {
    const response = await client.audio.speech.create(
      { model: place.model, voice, input, response_format: "pcm" },
      { signal: either },
    );
    const type = response.headers.get("content-type")?.toLowerCase() ?? "";
    if (/^(?:text\/|application\/json)|mpeg|mp3|ogg|opus|aac|flac/.test(type))
      throw strange(place, type.split(";")[0] ?? "");
    const told = Number(/\brate=(\d{4,6})\b/.exec(type)?.[1] ?? rates.serverRateHz);
    const reader = createPcmReader({ ...rates, serverRateHz: told });
    const trimmer = createStreamedSilence(rates.lineRateHz, clause);
    const body: AsyncIterable<Uint8Array> | null = response.body;
    for await (const chunk of body ?? []) {
      // The first of a long chunk does not wait for the last of it to be made ready.
      for (let at = 0; at < chunk.length; at += READY_BYTES) {
        if (signal.aborted) return;
        const sound = trimmer.push(reader.push(chunk.subarray(at, at + READY_BYTES)));
        if (sound.length > 0) yield sound;
      }
    }
    const rest = [trimmer.push(reader.end()), trimmer.end()].filter((sound) => sound.length > 0);
    yield* rest;
  } catch (error) {
    throw error instanceof StrangeSound ? strange(place, error.message) : error;
  } finally {
    left.abort(new Error("nobody listens any more"));
  }
}

function strange(place: OpenaiPlace, what: string): EngineFailure {
  return new EngineFailure(
    `${hostOf(place)} speaks in ${what} and not in the PCM it is asked for: check ${place.setting}.base_url and ${place.setting}.model`,
    { retryable: false },
  );
}

function soundless(place: OpenaiPlace): EngineFailure {
  return new EngineFailure(
    `${hostOf(place)}, the server of ${place.setting}.base_url, answered without any sound: check ${place.setting}.voice and ${place.setting}.model`,
    { retryable: true },
  );
}

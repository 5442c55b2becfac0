/**
 * The common denominator of servers that hear with OpenAI's interface (its own, speaches, faster-whisper, whisper.cpp):
 * each piece of sound as one WAV file. The words are asked for as a stream of events, and taken in whatever form they
 * come: many servers know no stream.
 */
import type OpenAI from "openai";
import { toFile } from "openai";
import { Stream } from "openai/streaming";
import { z } from "zod";
import type { Meter } from "../../conversation/ports.ts";
import type { EngineFailure } from "../engine-failure.ts";
import { atHeardRate, HEARD_RATE_HZ } from "../neural/heard-rate.ts";
import { plausible } from "../neural/plausible.ts";
import { isHintAlone } from "./hints.ts";
import type { HintFields } from "./hints.ts";
import type { PieceTranscriber } from "../piecewise/transcriber.ts";
import { noSuchProtocol, refusalIn } from "./failure.ts";
import type { OpenaiPlace } from "./failure.ts";
import { HttpFault } from "./http-fault.ts";
import { wavFile } from "./wav.ts";

export type FileTranscriberOptions = {
  readonly client: OpenAI;
  readonly place: OpenaiPlace;
  readonly sampleRateHz: number;
  /** ISO 639-1. */
  readonly language: string;
  /** Names and terms that may be said. */
  readonly hints: HintFields;
  /** What any error of a request means. */
  readonly failure: (error: unknown) => EngineFailure;
  /** Shared by all calls: what is learnt about the server holds for the next one too. */
  readonly habits: ServerHabits;
  readonly meter?: Meter | undefined;
};

export type ServerHabits = {
  /** It refused a request for a stream, and took the same one without. */
  refusesStream: boolean;
};

export function fileTranscriber(options: FileTranscriberOptions): PieceTranscriber {
  const { sampleRateHz } = options;
  const closed = new AbortController();
  return {
    transcribe(sound) {
      const cancelled = new AbortController();
      const signal = AbortSignal.any([closed.signal, cancelled.signal]);
      const done = heard(options, sound, signal).then((text) => ({
        text: isHintAlone(text, options.hints) ? "" : plausible(text, (sound.length * 1000) / sampleRateHz),
        confidence: null,
      }));
      return {
        done: done.catch((error: unknown) => {
          if (signal.aborted) return new Promise<never>(() => undefined);
          throw options.failure(error);
        }),
        // A server has no queue that could be jumped.
        promote: () => undefined,
        cancel: () => cancelled.abort(new Error("they went on speaking")),
      };
    },
    close: () => closed.abort(new Error("the ear is closed")),
  };
}

async function heard(options: FileTranscriberOptions, sound: Int16Array, signal: AbortSignal): Promise<string> {
  const { habits } = options;
  const file = wavFile(atHeardRate(sound, options.sampleRateHz), HEARD_RATE_HZ);
  const piece: Piece = { file, seconds: sound.length / options.sampleRateHz };
  if (habits.refusesStream) return send(options, piece, false, signal);
  try {
    return await send(options, piece, true, signal);
  } catch (error) {
    // Some servers refuse fields that they do not know.
    const status = refusalIn(error)?.status;
    if (status !== 400 && status !== 422) throw error;
    const text = await send(options, piece, false, signal);
    habits.refusesStream = true;
    return text;
  }
}

type Piece = { readonly file: Uint8Array<ArrayBuffer>; readonly seconds: number };

async function send(
  { client, place, language, hints, meter }: FileTranscriberOptions,
  { file, seconds }: Piece,
  stream: boolean,
  signal: AbortSignal,
): Promise<string> {
  const { transcriptions } = client.audio;
  meter?.sound(seconds);
  const request = {
    file: await toFile(file, "speech.wav", { type: "audio/wav" }),
    model: place.model,
    language,
    response_format: "json" as const,
    temperature: 0,
    ...hints,
  };
  // As it comes, because the SDK would read events in whatever answers a request for a stream.
  const response = await (stream
    ? transcriptions.create({ ...request, stream: true }, { signal }).asResponse()
    : transcriptions.create(request, { signal }).asResponse());
  const type = response.headers.get("content-type")?.toLowerCase() ?? "";
  if (type.startsWith("text/event-stream")) return fromEvents(client, response, place);
  const body = await response.text();
  if (type.startsWith("text/plain")) return body;
  return fromJson(body, place);
}

const answer = z.looseObject({ text: z.string() });

function fromJson(body: string, place: OpenaiPlace): string {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    throw noSuchProtocol(place);
  }
  const parsed = answer.safeParse(json);
  if (!parsed.success) throw noSuchProtocol(place);
  return parsed.data.text;
}

const event = z.discriminatedUnion("type", [
  z.looseObject({ type: z.literal("transcript.text.delta"), delta: z.string() }),
  z.looseObject({ type: z.literal("transcript.text.done"), text: z.string() }),
]);
/** What some servers send in place of the events: each with the words of one segment. */
const segment = z.looseObject({ text: z.string() });

async function fromEvents(client: OpenAI, response: Response, place: OpenaiPlace): Promise<string> {
  const events = Stream.fromSSEResponse<unknown>(response, new AbortController(), client);
  let text = "";
  let any = false;
  for await (const item of events) {
    const known = event.safeParse(item);
    if (known.success && known.data.type === "transcript.text.done") return known.data.text;
    const more = known.success && known.data.type === "transcript.text.delta" ? known.data.delta : null;
    const other = more === null ? segment.safeParse(item) : null;
    text += more ?? (other?.success === true ? `${other.data.text} ` : "");
    any ||= more !== null;
  }
  // Segments have no event that ends them; words that were being told piece by piece do.
  if (any) throw new HttpFault("cut");
  if (text !== "") return text.trim();
  throw noSuchProtocol(place);
}

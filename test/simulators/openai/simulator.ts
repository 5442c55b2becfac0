/**
 * A server with OpenAI's interface for hearing and speaking, on loopback: `/audio/transcriptions` (events, JSON or plain
 * text), `/audio/speech`, `/models` and realtime transcription sessions. It checks what it is sent as strictly as the real
 * one and goes wrong as it is told.
 */
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { readWav, writeWav } from "../../support/wav.ts";
import { answerWith } from "./faults.ts";
import type { Answer, Fault } from "./faults.ts";
import { serveRealtime } from "./realtime.ts";
import type { Realtime } from "./realtime.ts";

export type Transcribed = {
  readonly fields: Readonly<Record<string, string>>;
  readonly sampleRateHz: number;
  readonly samples: Int16Array;
};
export type Spoken = Readonly<Record<string, unknown>>;
type Kind = "transcription" | "speech" | "models";

export class OpenaiSimulator {
  readonly #server: Server = createServer((request, response) => void this.#serve(request, response));
  readonly realtime: Realtime;
  readonly transcribed: Transcribed[] = [];
  readonly spoken: Spoken[] = [];
  /** Requests whose client hung up before the answer was whole. */
  abandoned = 0;
  connections = 0;
  #faults: Record<Kind, Fault[]> = { transcription: [], speech: [], models: [] };
  #watchers: (() => void)[] = [];

  /** Done with every request for which there is no fault of its own. */
  readonly always: Partial<Record<Kind, Fault>> = {};
  /** What the first request over a connection waits for: the handshakes of a distant server. */
  newConnectionMs = 0;
  /** Knows what was said from the request; null: `words`. */
  hears: ((fields: Readonly<Record<string, string>>) => string) | null = null;
  readonly #known = new WeakSet<object>();

  /** What is asked for; null: none. */
  apiKey: string | null = "sk-good";
  models: readonly string[] | null = ["whisper-large", "tts-small"];
  /** Served, and not in the list. */
  unlisted: readonly string[] = [];
  owner = "somebody";
  /** In turn; the last one again and again. */
  words: string[] = ["We are open."];
  /** Its words for a sound, in place of those. */
  understands: ((sound: Int16Array, sampleRateHz: number) => string) | null = null;
  transcribesAs: "events" | "json" | "text" | "segments" = "json";
  /** Refuses a request for a stream, as servers do that check their fields. */
  knowsStream = true;
  sound = new Int16Array(0);
  /** Its sound for a text, in place of that. */
  speaks: ((text: string, sampleRateHz: number) => Int16Array) | null = null;
  soundRateHz = 24_000;
  speaksAs: "pcm" | "wav" | "stereo" | "mpeg" = "pcm";
  speechType: string | null = null;

  constructor() {
    this.realtime = serveRealtime(this.#server, this);
    this.#server.on("connection", () => (this.connections += 1));
  }

  /** Answers its base URL, as the SDK wants it. */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  async close(): Promise<void> {
    this.realtime.close();
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  /** For the next requests of this kind, in order; after them all goes well. */
  fail(kind: Kind, ...faults: Fault[]): void {
    this.#faults[kind].push(...faults);
  }

  /** Idle kept connections are ended, as servers do after a while. */
  dropIdle(): void {
    this.#server.closeIdleConnections();
  }

  /** Resolves as soon as it is so. Looked at after everything that happens here. */
  async until(is: () => boolean): Promise<void> {
    while (!is()) await new Promise<void>((resolve) => this.#watchers.push(resolve));
  }

  happened(): void {
    for (const wake of this.#watchers.splice(0)) wake();
  }

  wordsFor(sound: Int16Array, sampleRateHz: number): string {
    return this.understands?.(sound, sampleRateHz) ?? this.#nextWords();
  }

  #nextWords(): string {
    return (this.words.length > 1 ? this.words.shift() : this.words[0]) ?? "";
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on("close", () => {
      if (!response.writableFinished) this.abandoned += 1;
      this.happened();
    });
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const { socket } = request;
    if (this.newConnectionMs > 0 && !this.#known.has(socket)) await delay(this.newConnectionMs);
    this.#known.add(socket);
    if (this.apiKey !== null && request.headers.authorization !== `Bearer ${this.apiKey}`) {
      return answerWith(response, NOTHING, { refuse: { status: 401, code: "invalid_api_key" } });
    }
    switch (`${request.method} ${request.url}`) {
      case "POST /v1/audio/transcriptions":
        return this.#transcribe(body, request.headers["content-type"] ?? "", response);
      case "POST /v1/audio/speech":
        return this.#speak(body, response);
      default:
        return this.#tellModels(request, response);
    }
  }

  async #transcribe(body: Buffer, type: string, response: ServerResponse): Promise<void> {
    const form = await new Response(body, { headers: { "content-type": type } }).formData();
    const fields: Record<string, string> = {};
    for (const [name, value] of form) if (typeof value === "string") fields[name] = value;
    const file = form.get("file");
    if (!(file instanceof File)) throw new Error("a transcription was asked for without a file");
    const { sampleRateHz, channels } = readWav(new Uint8Array(await file.arrayBuffer()));
    const samples = channels[0] ?? new Int16Array(0);
    this.transcribed.push({ fields, sampleRateHz, samples });
    this.happened();
    const fault = this.#faults.transcription.shift() ?? this.always.transcription ?? {};
    if (fields["stream"] === "true" && !this.knowsStream) {
      return answerWith(response, NOTHING, { refuse: { status: 422, param: "stream" } });
    }
    const streams = fields["stream"] === "true" || this.transcribesAs !== "events";
    const words = this.hears?.(fields) ?? this.wordsFor(samples, sampleRateHz);
    return answerWith(response, transcript(words, streams ? this.transcribesAs : "json"), fault);
  }

  async #speak(body: Buffer, response: ServerResponse): Promise<void> {
    const request = JSON.parse(body.toString("utf8")) as Spoken;
    this.spoken.push(request);
    this.happened();
    const type = this.speechType ?? (this.speaksAs === "mpeg" ? "audio/mpeg" : "audio/pcm");
    await answerWith(
      response,
      { type, body: this.#soundBytes(String(request["input"])) },
      this.#faults.speech.shift() ?? this.always.speech ?? {},
    );
  }

  #soundBytes(text: string): Buffer {
    const sound = this.speaks?.(text, this.soundRateHz) ?? this.sound;
    if (this.speaksAs === "mpeg") return Buffer.from("ID3\u0004 not to be listened to");
    if (this.speaksAs === "pcm") return Buffer.from(sound.buffer, sound.byteOffset, sound.byteLength);
    const channels = this.speaksAs === "stereo" ? [sound, sound] : [sound];
    return Buffer.from(writeWav({ sampleRateHz: this.soundRateHz, channels }));
  }

  #tellModels(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const fault = this.#faults.models.shift() ?? {};
    const [, named] = /^\/v1\/models\/(.+)$/.exec(request.url ?? "") ?? [];
    const told = (id: string) => ({ id, object: "model", created: 1, owned_by: this.owner });
    const found = this.models?.map(told) ?? [];
    if (this.models === null || request.method !== "GET") {
      return answerWith(response, NOTHING, { refuse: { status: 404 }, ...fault });
    }
    if (named === undefined) return answerWith(response, json({ object: "list", data: found }), fault);
    const model = [...found, ...this.unlisted.map(told)].find(({ id }) => id === decodeURIComponent(named));
    if (model === undefined) return answerWith(response, NOTHING, { refuse: { status: 404, code: "model_not_found" } });
    return answerWith(response, json(model), fault);
  }
}

const NOTHING: Answer = { type: "application/json", body: Buffer.alloc(0) };

function json(value: unknown): Answer {
  return { type: "application/json", body: Buffer.from(JSON.stringify(value)) };
}

function transcript(words: string, form: OpenaiSimulator["transcribesAs"]): Answer {
  if (form === "json") return json({ text: words });
  if (form === "text") return { type: "text/plain; charset=utf-8", body: Buffer.from(`${words}\n`) };
  const pieces = words.match(/\S+\s*/g) ?? [];
  const events =
    form === "segments"
      ? pieces.map((text) => ({ text: text.trim() }))
      : [
          ...pieces.map((delta) => ({ type: "transcript.text.delta", delta })),
          { type: "transcript.text.done", text: words },
        ];
  const lines = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
  return { type: "text/event-stream", body: Buffer.from(lines) };
}

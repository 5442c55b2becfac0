/**
 * One call's realtime transcription session as what a piecewise ear has its sound written down by. The sound goes out
 * while it is spoken; a pause commits it, and its words come back as an item of their own. When they go on after a short
 * pause, what was committed goes out once more with what follows: half a sentence is understood worse.
 */
import { reasonOf } from "../../lib/abort.ts";
import type { Meter } from "../../conversation/ports.ts";
import type { EngineFailure } from "../engine-failure.ts";
import { plausible } from "../neural/plausible.ts";
import type { EarNews, PieceTranscriber, Transcript, Transcription } from "../piecewise/transcriber.ts";
import { refused } from "./failure.ts";
import type { OpenaiPlace } from "./failure.ts";
import type { Deadlines } from "./deadlines.ts";
import { isHintAlone } from "./hints.ts";
import type { HintFields } from "./hints.ts";
import { HttpFault } from "./http-fault.ts";
import { RealtimeBuffer, realtimeFormat } from "./realtime-buffer.ts";
import { sessionUpdate } from "./realtime-events.ts";
import type { ServerEvent } from "./realtime-events.ts";
import { openRealtimeSocket } from "./realtime-socket.ts";
import type { RealtimeSocket } from "./realtime-socket.ts";

export type RealtimeOptions = {
  readonly place: OpenaiPlace;
  readonly apiKey: string | null;
  readonly sampleRateHz: number;
  /** ISO 639-1. */
  readonly language: string;
  /** Names and terms that may be said. */
  readonly hints: HintFields;
  readonly deadlines: Deadlines;
  readonly meter?: Meter | undefined;
  readonly failure: (error: unknown) => EngineFailure;
};

/** A piece that was committed. */
type Ordered = {
  readonly commitId: string;
  readonly resolve: (transcript: Transcript) => void;
  readonly reject: (error: unknown) => void;
  readonly soundMs: number;
  /** The server's name for it; null until it said so. */
  item: string | null;
  words: string;
  deadline: NodeJS.Timeout | null;
};

/** Rejects with an `EngineFailure` when no session can be had, or with the signal's reason. */
export async function openRealtimeTranscriber(
  options: RealtimeOptions,
  news: EarNews,
  signal: AbortSignal,
): Promise<PieceTranscriber> {
  const { place, language, hints, sampleRateHz } = options;
  const greeting = sessionUpdate({ model: place.model, language, hints, format: realtimeFormat(sampleRateHz) });
  let session: RealtimeTranscriber | null = null;
  const listener = {
    onEvent: (event: ServerEvent) => session?.onEvent(event),
    onLost: (failure: EngineFailure) => news.fail(options.failure(failure)),
  };
  try {
    const socket = await openRealtimeSocket({ ...options, greeting }, listener, signal);
    session = new RealtimeTranscriber(options, socket, news);
    return session;
  } catch (error) {
    throw signal.aborted ? reasonOf(signal) : options.failure(error);
  }
}

class RealtimeTranscriber implements PieceTranscriber {
  readonly #options: RealtimeOptions;
  readonly #socket: RealtimeSocket;
  readonly #buffer: RealtimeBuffer;
  readonly #news: EarNews;
  /** In the order in which they were committed, which is the order of the server's items. */
  #ordered: Ordered[] = [];
  /** Words of the piece under way, from a model that writes while it listens. */
  #itemUnderWay: string | null = null;
  #wordsUnderWay = "";
  #commits = 0;

  constructor(options: RealtimeOptions, socket: RealtimeSocket, news: EarNews) {
    this.#options = options;
    this.#socket = socket;
    this.#buffer = new RealtimeBuffer(options.sampleRateHz, socket, options.meter);
    this.#news = news;
  }

  restart(sound: Int16Array): void {
    this.#buffer.clear();
    this.#forgetWords();
    if (sound.length > 0) this.#buffer.append(sound);
  }

  append(sound: Int16Array): void {
    this.#buffer.append(sound);
  }

  transcribe(sound: Int16Array): Transcription {
    // A piece that failed is ordered again, with what followed: then the server has only the end of it.
    if (this.#buffer.samples !== sound.length) this.restart(sound);
    this.#commits += 1;
    const commitId = `commit_${this.#commits}`;
    const { promise, resolve, reject } = Promise.withResolvers<Transcript>();
    const soundMs = (sound.length * 1000) / this.#options.sampleRateHz;
    const ordered: Ordered = { commitId, resolve, reject, soundMs, item: null, words: "", deadline: null };
    ordered.item = this.#itemUnderWay;
    ordered.words = this.#wordsUnderWay;
    this.#ordered.push(ordered);
    this.#buffer.commit(commitId);
    this.#forgetWords();
    this.#await(ordered, this.#options.deadlines.firstByteMs);
    return {
      done: promise,
      promote: () => undefined,
      // It stays in the row, so that its item is known when it comes.
      cancel: () => {
        if (ordered.deadline !== null) clearTimeout(ordered.deadline);
        ordered.deadline = null;
      },
    };
  }

  close(): void {
    for (const { deadline } of this.#ordered.splice(0)) if (deadline !== null) clearTimeout(deadline);
    this.#socket.close();
  }

  onEvent(event: ServerEvent): void {
    switch (event.type) {
      case "input_audio_buffer.committed":
        this.#orderedAs(event.item_id);
        return;
      case "conversation.item.input_audio_transcription.delta":
        return this.#onDelta(event.item_id, event.delta ?? "");
      case "conversation.item.input_audio_transcription.completed":
        return this.#onCompleted(event);
      case "conversation.item.input_audio_transcription.failed":
        return this.#onFailed(event);
      case "error":
        return this.#onError(event);
    }
  }

  #onDelta(item: string | null | undefined, delta: string): void {
    const ordered = this.#orderedAs(item);
    if (ordered !== null) {
      ordered.words += delta;
      if (ordered.deadline !== null) this.#await(ordered, this.#options.deadlines.gapMs);
      return;
    }
    if (this.#buffer.samples === 0 || item == null) return;
    if (this.#itemUnderWay !== item) this.#wordsUnderWay = "";
    this.#itemUnderWay = item;
    this.#wordsUnderWay += delta;
    this.#news.wordsSoFar(this.#wordsUnderWay.trim());
  }

  #onCompleted({ item_id: item, transcript }: ServerEvent): void {
    const ordered = this.#take(item);
    if (ordered === null) return;
    const words = transcript ?? ordered.words;
    const text = isHintAlone(words, this.#options.hints) ? "" : plausible(words, ordered.soundMs);
    ordered.resolve({ text, confidence: null });
  }

  #onFailed({ item_id: item, error }: ServerEvent): void {
    const { code = null, param = null } = error ?? {};
    const failure = this.#options.failure(refused({ status: null, code, param }, this.#options.place));
    this.#take(item)?.reject(failure);
  }

  /** About a request of ours. A session that cannot go on is ended by the server, with this as its reason. */
  #onError({ error }: ServerEvent): void {
    const ordered = this.#ordered.find(({ commitId }) => commitId === error?.event_id);
    if (ordered === undefined) return;
    this.#forget(ordered);
    // Too short a sound for the server: nothing was said in it.
    if (error?.code === "input_audio_buffer_commit_empty") return ordered.resolve({ text: "", confidence: null });
    const { code = null, param = null } = error ?? {};
    ordered.reject(this.#options.failure(refused({ status: null, code, param }, this.#options.place)));
  }

  /** The piece that the server calls so: a name not heard before is that of the oldest piece without one. */
  #orderedAs(item: string | null | undefined): Ordered | null {
    if (item == null) return null;
    const known = this.#ordered.find((ordered) => ordered.item === item);
    if (known !== undefined) return known;
    const nameless = this.#ordered.find((ordered) => ordered.item === null);
    if (nameless === undefined) return null;
    nameless.item = item;
    return nameless;
  }

  #take(item: string | null | undefined): Ordered | null {
    const ordered = this.#orderedAs(item);
    if (ordered !== null) this.#forget(ordered);
    return ordered;
  }

  #forget(ordered: Ordered): void {
    if (ordered.deadline !== null) clearTimeout(ordered.deadline);
    this.#ordered = this.#ordered.filter((other) => other !== ordered);
  }

  #await(ordered: Ordered, ms: number): void {
    if (ordered.deadline !== null) clearTimeout(ordered.deadline);
    ordered.deadline = setTimeout(() => {
      // It stays in the row, so that its item is known should it come.
      ordered.deadline = null;
      ordered.reject(
        this.#options.failure(new HttpFault(ordered.words === "" ? "no_answer" : "stalled", { afterMs: ms })),
      );
    }, ms);
  }

  #forgetWords(): void {
    this.#itemUnderWay = null;
    this.#wordsUnderWay = "";
  }
}

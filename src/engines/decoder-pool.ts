/**
 * The decoders of the embedded recogniser, each in a thread of its own. A call takes a seat while it is being placed:
 * a decoder loads its language then, and another decoder is started when all have calls already, up to a limit. An
 * utterance goes to the decoder of its seat, or when that is busy with another call's to any that is free; when none
 * is, it waits in the order of beginning with its sound kept, so that nothing said is lost. A decoder that dies is
 * replaced and its utterance tried once more on another.
 */
import { Worker } from "node:worker_threads";
import type { Logger } from "pino";
import type { CommonFiles, Language } from "./pocketsphinx.ts";
import type { FromDecoder, Rate, ToDecoder } from "./recogniser-protocol.ts";

/** What comes of an utterance. */
export type UtteranceListener = {
  readonly onPartial: (text: string, samples: number) => void;
  readonly onRecognised: (text: string, confidence: number | null) => void;
  readonly onFailed: (message: string) => void;
};

export type UtteranceOrder = {
  readonly language: Language;
  readonly seat: Seat;
  readonly sampleRateHz: Rate;
};

/** A call's place at a decoder. */
export interface Seat {
  /** Resolves when its decoder has loaded the call's language, or has none of the time to do so just now. */
  readonly ready: Promise<void>;
  leave(): void;
}

export interface PendingUtterance {
  audio(samples: Int16Array): void;
  commit(): void;
  discard(): void;
}

/** A minute of it at 16 kHz; nobody says more in one breath, and a stuck detector must not eat the memory. */
const MOST_SAMPLES = 60 * 16_000;
const MOST_ATTEMPTS = 2;
/** Words of former calls stay in a decoder's dictionary; after this many it is replaced when it is free. */
const MOST_WORDS_ADDED = 5000;
const RESTART_AFTER_MS = 500;
const DECODER = new URL("./decoder-worker.ts", import.meta.url);
/** As many as a decoder keeps loaded (decoder-worker.ts). */
export const LANGUAGES_KEPT = 2;

class Utterance {
  readonly number: number;
  readonly order: UtteranceOrder;
  readonly listener: UtteranceListener;
  readonly audio: Int16Array[] = [];
  samples = 0;
  committed = false;
  attempts = 0;

  constructor(number: number, order: UtteranceOrder, listener: UtteranceListener) {
    this.number = number;
    this.order = order;
    this.listener = listener;
  }
}

type Slot = {
  readonly worker: Worker;
  readonly seats: Set<Seat>;
  state: "starting" | "free" | "busy" | "discarding" | "leaving";
  utterance: Utterance | null;
  /** What it has loaded, as far as we told it to. */
  languages: string[];
  wordsAdded: number;
  /** Who waits for what it was told to load, in that order. */
  readonly onPrepared: (() => void)[];
};

export type DecoderPoolOptions = {
  readonly common: CommonFiles;
  /** How many are started ahead, and how many there may be. */
  readonly warm: number;
  readonly most: number;
  readonly log: Logger;
  /** The program of a decoder's thread. */
  readonly entry?: URL;
};

export class DecoderPool {
  readonly #options: DecoderPoolOptions;
  readonly #slots = new Set<Slot>();
  readonly #waiting: Utterance[] = [];
  #lastNumber = 0;
  #closing = false;
  #restart: NodeJS.Timeout | null = null;

  constructor(options: DecoderPoolOptions) {
    this.#options = options;
  }

  /** Starts the decoders that are wanted ahead; resolves when the first is ready, rejects when it cannot be. */
  async start(): Promise<void> {
    const [, first] = this.#startDecoder();
    await first;
    // The others after it, so that they do not slow it down: one serves already.
    for (let n = 1; n < this.#options.warm; n += 1) this.#startLater();
  }

  /** Takes a seat for a call in this language. */
  seat(language: Language): Seat {
    const slots = [...this.#slots].filter(({ state }) => state !== "leaving");
    const empty = slots.filter(({ seats }) => seats.size === 0);
    let slot = empty.find(({ languages }) => languages.includes(language.id)) ?? leastSeated(empty);
    if (slot === undefined && this.#slots.size < this.#options.most) slot = this.#startLater();
    slot ??= leastSeated(slots);
    if (slot === undefined) return { ready: Promise.resolve(), leave: () => undefined };
    const { seats } = slot;
    const at = slot;
    const seat: Seat = {
      ready: this.#prepare(at, language),
      leave: () => {
        seats.delete(seat);
        if (at.state === "free") this.#retireIfSpare(at);
      },
    };
    seats.add(seat);
    return seat;
  }

  /** A busy decoder is not kept from its utterance: it loads the language when it needs it. */
  #prepare(slot: Slot, language: Language): Promise<void> {
    if (slot.state !== "free" && slot.state !== "starting") return Promise.resolve();
    this.#load(slot, language);
    return new Promise((resolve) => {
      slot.onPrepared.push(resolve);
      send(slot, { type: "prepare", language });
    });
  }

  begin(order: UtteranceOrder, listener: UtteranceListener): PendingUtterance {
    const utterance = new Utterance((this.#lastNumber += 1), order, listener);
    this.#waiting.push(utterance);
    this.#assign();
    return {
      audio: (samples) => {
        if (utterance.samples > MOST_SAMPLES) return;
        utterance.samples += samples.length;
        utterance.audio.push(samples);
        const slot = this.#slotOf(utterance);
        if (slot !== undefined) send(slot, { type: "audio", samples });
      },
      commit: () => {
        utterance.committed = true;
        const slot = this.#slotOf(utterance);
        if (slot !== undefined) send(slot, { type: "commit" });
      },
      discard: () => this.#discard(utterance),
    };
  }

  async close(): Promise<void> {
    this.#closing = true;
    if (this.#restart !== null) clearTimeout(this.#restart);
    await Promise.all(
      [...this.#slots].map(
        (slot) =>
          new Promise<void>((resolve) => {
            slot.worker.once("exit", () => resolve());
            send(slot, { type: "leave" });
          }),
      ),
    );
  }

  #slotOf(utterance: Utterance): Slot | undefined {
    return [...this.#slots].find((slot) => slot.utterance === utterance);
  }

  #discard(utterance: Utterance): void {
    const at = this.#waiting.indexOf(utterance);
    if (at >= 0) this.#waiting.splice(at, 1);
    const slot = this.#slotOf(utterance);
    if (slot === undefined) return;
    slot.utterance = null;
    slot.state = "discarding";
    send(slot, { type: "discard" });
  }

  #assign(): void {
    for (;;) {
      const utterance = this.#waiting[0];
      if (utterance === undefined || this.#closing) return;
      const free = [...this.#slots].filter((slot) => slot.state === "free");
      const { seat, language } = utterance.order;
      const slot =
        free.find(({ seats }) => seats.has(seat)) ??
        free.find(({ languages }) => languages.includes(language.id)) ??
        leastSeated(free);
      if (slot === undefined) {
        const starting = [...this.#slots].filter(({ state }) => state === "starting").length;
        if (this.#slots.size < this.#options.most && starting < this.#waiting.length) this.#startLater();
        return;
      }
      this.#waiting.shift();
      this.#give(slot, utterance);
    }
  }

  #give(slot: Slot, utterance: Utterance): void {
    const { language, sampleRateHz } = utterance.order;
    utterance.attempts += 1;
    slot.state = "busy";
    slot.utterance = utterance;
    this.#load(slot, language);
    send(slot, { type: "begin", utterance: utterance.number, language, sampleRateHz });
    for (const samples of utterance.audio) send(slot, { type: "audio", samples });
    if (utterance.committed) send(slot, { type: "commit" });
  }

  #load(slot: Slot, language: Language): void {
    if (!slot.languages.includes(language.id)) slot.wordsAdded += language.words.length;
    slot.languages = [...slot.languages.filter((id) => id !== language.id), language.id].slice(-LANGUAGES_KEPT);
  }

  #freed(slot: Slot): void {
    slot.utterance = null;
    slot.state = "free";
    if (slot.wordsAdded > MOST_WORDS_ADDED) this.#retire(slot);
    else this.#retireIfSpare(slot);
    this.#assign();
  }

  /** Each costs 75 MB: beyond those that are wanted ahead, one is kept only while a call has its seat there. */
  #retireIfSpare(slot: Slot): void {
    if (slot.seats.size === 0 && this.#slots.size > this.#options.warm && this.#waiting.length === 0)
      this.#retire(slot);
  }

  #retire(slot: Slot): void {
    if (this.#closing) return;
    slot.state = "leaving";
    send(slot, { type: "leave" });
  }

  #startLater(): Slot {
    const [slot, started] = this.#startDecoder();
    started.catch((cause: unknown) => {
      if (!this.#closing)
        this.#options.log.error({ err: cause }, "a decoder of the embedded recogniser could not be started");
    });
    return slot;
  }

  #startDecoder(): [Slot, Promise<void>] {
    const worker = new Worker(this.#options.entry ?? DECODER, { workerData: this.#options.common });
    const slot: Slot = {
      worker,
      seats: new Set(),
      state: "starting",
      utterance: null,
      languages: [],
      wordsAdded: 0,
      onPrepared: [],
    };
    this.#slots.add(slot);
    let cause: unknown = null;
    const started = new Promise<void>((resolve, reject) => {
      worker.on("message", (message: FromDecoder) => {
        if (message.type === "ready") resolve();
        if (message.type === "unfit") cause = new Error(message.message);
        this.#onMessage(slot, message);
      });
      worker.on("error", (error: unknown) => {
        cause = error;
      });
      worker.on("exit", () => {
        reject(cause instanceof Error ? cause : new Error("a decoder's thread ended"));
        this.#onExit(slot, cause);
      });
    });
    return [slot, started];
  }

  #onMessage(slot: Slot, message: FromDecoder): void {
    const { utterance } = slot;
    switch (message.type) {
      case "ready":
      case "free":
        return this.#freed(slot);
      case "partial":
        if (utterance?.number === message.utterance) utterance.listener.onPartial(message.text, message.samples);
        return;
      case "recognised": {
        // A discard that crossed this answer gets a "free" of its own.
        if (utterance?.number !== message.utterance) return;
        this.#freed(slot);
        return utterance.listener.onRecognised(message.text, message.confidence);
      }
      case "prepared":
        slot.onPrepared.shift()?.();
        return;
      case "unfit":
        return;
    }
  }

  #onExit(slot: Slot, cause: unknown): void {
    const { utterance, state } = slot;
    this.#slots.delete(slot);
    for (const prepared of slot.onPrepared) prepared();
    if (this.#closing) return;
    if (state !== "leaving" && state !== "starting") {
      this.#options.log.error(
        { err: cause, attempt: utterance?.attempts },
        "a decoder of the embedded recogniser died and is replaced",
      );
    }
    if (utterance !== null) {
      if (utterance.attempts < MOST_ATTEMPTS) this.#waiting.unshift(utterance);
      else utterance.listener.onFailed("the embedded recogniser died twice over one utterance");
    }
    // A decoder that cannot even start is not tried again at once.
    const again = (): void => {
      this.#restart = null;
      if (this.#slots.size < this.#options.warm) this.#startLater();
      this.#assign();
    };
    if (state === "starting") this.#restart ??= setTimeout(again, RESTART_AFTER_MS);
    else again();
  }
}

/** Of several with as few calls, the one with the fewest languages: nobody else's is pushed out then. */
function leastSeated(slots: readonly Slot[]): Slot | undefined {
  return slots.toSorted((a, b) => a.seats.size - b.seats.size || a.languages.length - b.languages.length)[0];
}

function send(slot: Slot, message: ToDecoder): void {
  slot.worker.postMessage(message);
}

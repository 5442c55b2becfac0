/**
 * The program of the thread in the middle of the embedded recogniser: it knows the calls that listen and passes their
 * utterances to the decoders, each of which has a thread of its own (decoder-pool.ts). Once it serves it does no work
 * that takes time, so that it always answers.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import type { MessagePort } from "node:worker_threads";
import pino from "pino";
import { DecoderPool } from "./decoder-pool.ts";
import type { PendingUtterance, Seat } from "./decoder-pool.ts";
import type { FromEngine, ToEngine } from "./engine-host.ts";
import { LanguageShelf } from "./language-shelf.ts";
import type { Rate, RecogniserAnswer, RecogniserRequest } from "./recogniser-protocol.ts";
import type { Language } from "./pocketsphinx.ts";

export type RecogniserBirth = { readonly warm: number; readonly most: number; readonly logLevel: string };

type Ear = {
  readonly sampleRateHz: Rate;
  readonly language: Language;
  readonly seat: Seat;
  readonly utterances: Set<number>;
};

/** One conversation thread's calls. */
class Clients {
  readonly #port: MessagePort;
  readonly #pool: DecoderPool;
  readonly #shelf: LanguageShelf;
  readonly #ears = new Map<number, Ear>();
  readonly #closedEarly = new Set<number>();
  readonly #utterances = new Map<number, PendingUtterance>();

  constructor(port: MessagePort, pool: DecoderPool, shelf: LanguageShelf) {
    this.#port = port;
    this.#pool = pool;
    this.#shelf = shelf;
  }

  take(request: RecogniserRequest): void {
    switch (request.type) {
      case "open":
        this.#open(request.hearing, request.sampleRateHz, request.hints).catch((cause: unknown) => {
          this.#answer({ type: "refused", hearing: request.hearing, message: String(cause) });
        });
        return;
      case "begin":
        return this.#begin(request.hearing, request.utterance);
      case "audio":
        return this.#utterances.get(request.utterance)?.audio(request.samples);
      case "commit":
        return this.#utterances.get(request.utterance)?.commit();
      case "discard":
        return this.#forget(request.utterance);
      case "close":
        return this.#close(request.hearing);
    }
  }

  gone(): void {
    for (const hearing of [...this.#ears.keys()]) this.#close(hearing);
  }

  async #open(hearing: number, sampleRateHz: Rate, hints: readonly string[]): Promise<void> {
    const language = await this.#shelf.take(hints);
    if (this.#closedEarly.delete(hearing)) return this.#shelf.putBack(language);
    const seat = this.#pool.seat(language);
    this.#ears.set(hearing, { sampleRateHz, language, seat, utterances: new Set() });
    await seat.ready;
    if (!this.#ears.has(hearing)) return;
    this.#answer({ type: "opened", hearing });
  }

  #begin(hearing: number, number: number): void {
    const ear = this.#ears.get(hearing);
    if (ear === undefined) return;
    const { language, sampleRateHz, seat } = ear;
    const over = (): void => {
      ear.utterances.delete(number);
      this.#utterances.delete(number);
    };
    const pending = this.#pool.begin(
      { language, sampleRateHz, seat },
      {
        onPartial: (text, samples) => this.#answer({ type: "partial", utterance: number, text, samples }),
        onRecognised: (text, confidence) => {
          over();
          this.#answer({ type: "utterance", utterance: number, text, confidence });
        },
        onFailed: (message) => {
          over();
          this.#answer({ type: "failed", utterance: number, message });
        },
      },
    );
    ear.utterances.add(number);
    this.#utterances.set(number, pending);
  }

  #forget(number: number): void {
    this.#utterances.get(number)?.discard();
    this.#utterances.delete(number);
    for (const ear of this.#ears.values()) ear.utterances.delete(number);
  }

  #close(hearing: number): void {
    const ear = this.#ears.get(hearing);
    if (ear === undefined) {
      this.#closedEarly.add(hearing);
      return;
    }
    for (const number of [...ear.utterances]) this.#forget(number);
    this.#ears.delete(hearing);
    ear.seat.leave();
    this.#shelf.putBack(ear.language);
  }

  #answer(message: RecogniserAnswer): void {
    this.#port.postMessage(message);
  }
}

async function run(main: MessagePort, birth: RecogniserBirth): Promise<void> {
  const log = pino({ level: birth.logLevel }, pino.destination(2));
  const folder = mkdtempSync(join(tmpdir(), "outdial-language-"));
  const shelf = LanguageShelf.stock(folder, log);
  const pool = new DecoderPool({ common: shelf.common, warm: birth.warm, most: birth.most, log });
  await pool.start();

  const ports = new Set<MessagePort>();
  main.on("message", (message: ToEngine) => {
    if (message.type === "leave") {
      for (const port of ports) port.close();
      void leave();
      return;
    }
    const { port } = message;
    const clients = new Clients(port, pool, shelf);
    ports.add(port);
    port.on("message", (request: RecogniserRequest) => clients.take(request));
    port.on("close", () => {
      ports.delete(port);
      clients.gone();
    });
  });
  main.postMessage({ type: "ready" } satisfies FromEngine);

  async function leave(): Promise<void> {
    await pool.close();
    rmSync(folder, { recursive: true, force: true });
    main.close();
  }
}

if (parentPort !== null) {
  const main = parentPort;
  run(main, workerData as RecogniserBirth).catch((cause: unknown) => {
    main.postMessage({
      type: "unfit",
      message: cause instanceof Error ? cause.message : String(cause),
    } satisfies FromEngine);
    main.close();
  });
}

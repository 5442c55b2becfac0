/**
 * The program of the embedded voice's thread. flite blocks while it renders and is not made for two threads at once, so
 * there is one such thread per process: it renders about eighty times faster than people listen, clause by clause,
 * taking turns between the texts that are wanted, and keeps what it rendered lately (openings, questions, holding
 * phrases are said again and again).
 */
import { parentPort, workerData } from "node:worker_threads";
import type { MessagePort } from "node:worker_threads";
import { splitIntoClauses } from "../../../language/speech-pieces.ts";
import type { EmbeddedVoiceName } from "../embedded.ts";
import type { FromEngine, ToEngine } from "../engine-host.ts";
import { FLITE_RATE_HZ, openFlite } from "./flite.ts";
import type { Flite } from "./flite.ts";
import { speakable } from "../../../language/speakable.ts";
import { trimSilence } from "./trim-silence.ts";
import type { VoiceAnswer, VoiceRequest } from "./voice.ts";

/** About four minutes of speech. */
const CACHE_SAMPLES = 4_000_000;

/** Some 0.3 s of work: a "word" of thousands of letters must not keep the other calls waiting. */
const RENDERED_AT_ONCE = /.{1,400}(?:\s|$)|.{1,400}/gs;

type Job = {
  readonly port: MessagePort;
  readonly id: number;
  readonly voice: EmbeddedVoiceName;
  readonly clauses: string[];
};

class Renderer {
  readonly #flite: Flite;
  /** The first is the one whose turn it is. */
  readonly #jobs: Job[] = [];
  /** Rendered clauses, the longest unused first. */
  readonly #cache = new Map<string, Int16Array>();
  #cachedSamples = 0;
  #turnPending = false;

  constructor(flite: Flite) {
    this.#flite = flite;
  }

  take(port: MessagePort, request: VoiceRequest): void {
    if (request.type === "stop") return this.drop((job) => job.port === port && job.id === request.id);
    // Cut again once it is spelled out: a number of many digits is a long sentence.
    const clauses = splitIntoClauses(request.text)
      .flatMap((clause) => splitIntoClauses(speakable(clause, "en-US")))
      .flatMap((clause) => clause.match(RENDERED_AT_ONCE) ?? []);
    this.#jobs.push({ port, id: request.id, voice: request.voice, clauses });
    this.#nextTurnSoon();
  }

  drop(unwanted: (job: Job) => boolean): void {
    for (const job of this.#jobs.filter(unwanted)) this.#jobs.splice(this.#jobs.indexOf(job), 1);
  }

  #nextTurnSoon(): void {
    if (this.#turnPending) return;
    this.#turnPending = true;
    // Between two clauses the port is read: a stop, or somebody else's text, comes through at once.
    setImmediate(() => {
      this.#turnPending = false;
      this.#turn();
      if (this.#jobs.length > 0) this.#nextTurnSoon();
    });
  }

  #turn(): void {
    const job = this.#jobs.shift();
    if (job === undefined) return;
    const clause = job.clauses.shift();
    if (clause === undefined) return answer(job.port, { type: "done", id: job.id });
    try {
      const samples = this.#rendered(clause, job.voice);
      if (samples.length > 0) answer(job.port, { type: "audio", id: job.id, samples: samples.slice() });
      this.#jobs.push(job);
    } catch (cause) {
      answer(job.port, { type: "failed", id: job.id, message: String(cause) });
    }
  }

  #rendered(clause: string, voice: EmbeddedVoiceName): Int16Array {
    const key = `${voice} ${clause}`;
    const known = this.#cache.get(key);
    if (known !== undefined) {
      this.#cache.delete(key);
      this.#cache.set(key, known);
      return known;
    }
    const samples = trimSilence(this.#flite.render(clause, voice), FLITE_RATE_HZ, clause);
    this.#cache.set(key, samples);
    this.#cachedSamples += samples.length;
    for (const [oldest, audio] of this.#cache) {
      if (this.#cachedSamples <= CACHE_SAMPLES) break;
      this.#cache.delete(oldest);
      this.#cachedSamples -= audio.length;
    }
    return samples;
  }
}

function answer(port: MessagePort, message: VoiceAnswer): void {
  port.postMessage(message, message.type === "audio" ? [message.samples.buffer as ArrayBuffer] : []);
}

function run(main: MessagePort): void {
  let flite: Flite;
  try {
    flite = openFlite();
    // The first rendering with a voice reads its tables from the disk.
    for (const voice of workerData as readonly EmbeddedVoiceName[]) flite.render("Hello.", voice);
  } catch (cause) {
    main.postMessage({
      type: "unfit",
      message: cause instanceof Error ? cause.message : String(cause),
    } satisfies FromEngine);
    main.close();
    return;
  }
  const renderer = new Renderer(flite);
  const ports = new Set<MessagePort>();
  main.on("message", (message: ToEngine) => {
    if (message.type === "leave") {
      for (const port of ports) port.close();
      main.close();
      return;
    }
    const { port } = message;
    ports.add(port);
    port.on("message", (request: VoiceRequest) => renderer.take(port, request));
    port.on("close", () => {
      ports.delete(port);
      renderer.drop((job) => job.port === port);
    });
  });
  main.postMessage({ type: "ready" } satisfies FromEngine);
}

if (parentPort !== null) run(parentPort);

/**
 * Speech that a streaming model hears while it is spoken, in the engine process. It is a convenience and no more: the
 * order for its words brings the whole sound again, so that whatever is lost here is heard from the beginning.
 */
import { setImmediate as breath } from "node:timers/promises";
import type { LiveTranscription, Transcriber } from "./models.ts";
import type { Reply } from "./workshop.ts";

type Live = {
  readonly id: number;
  readonly reply: Reply;
  readonly transcription: LiveTranscription;
  samples: number;
  told: string;
};

/** An ear has one under way; what is forgotten by a thread that does not say so must not pile up. */
const LIVE_MOST = 256;

export class LiveHearing {
  readonly #transcriber: Transcriber | null;
  #live: Live[] = [];
  #working = false;

  constructor(transcriber: Transcriber | null) {
    this.#transcriber = transcriber;
  }

  /** Without a streaming model nothing happens, here and below. */
  listen(id: number, sampleRateHz: number, sound: Int16Array, reply: Reply): void {
    const transcription = this.#transcriber?.listen?.(sampleRateHz);
    if (transcription === undefined) return;
    this.#live.push({ id, reply, transcription, samples: 0, told: "" });
    if (this.#live.length > LIVE_MOST) this.#live.shift();
    this.hear(id, sound, reply);
  }

  hear(id: number, sound: Int16Array, reply: Reply): void {
    const live = this.#find(id, reply);
    if (live === undefined) return;
    live.samples += sound.length;
    live.transcription.accept(sound);
    void this.#work();
  }

  /** The one that has heard exactly so much; it is not kept. Null when it has not. */
  take(id: number, samples: number, reply: Reply): LiveTranscription | null {
    const live = this.#find(id, reply);
    this.#live = this.#live.filter((other) => other !== live);
    return live?.samples === samples ? live.transcription : null;
  }

  drop(is: (live: { readonly id: number; readonly reply: Reply }) => boolean): void {
    this.#live = this.#live.filter((live) => !is(live));
  }

  #find(id: number, reply: Reply): Live | undefined {
    return this.#live.find((live) => live.id === id && live.reply === reply);
  }

  /** A step of each in turn: a step blocks the process, which has messages to pass on. */
  async #work(): Promise<void> {
    if (this.#working) return;
    this.#working = true;
    for (let busy = true; busy;) {
      busy = false;
      for (const live of this.#live) {
        if (!this.#live.includes(live) || !live.transcription.step()) continue;
        busy = true;
        this.#tell(live);
        await breath();
      }
    }
    this.#working = false;
  }

  #tell(live: Live): void {
    const text = live.transcription.words();
    if (text === live.told) return;
    live.told = text;
    live.reply({ type: "words", id: live.id, text });
  }
}

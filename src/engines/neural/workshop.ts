/**
 * The work of the engine process: takes orders of all conversation threads, does so many at a time as there are cores
 * for it, and watches over each. Decoding and speaking have lines of their own, so that a reply never waits for somebody
 * else's words.
 */
import { setTimeout as delay } from "node:timers/promises";
import { LiveHearing } from "./live.ts";
import type { LiveTranscription, Synthesiser, Transcriber } from "./models.ts";
import type { TurnJudge } from "./turn-judge.ts";
import { DecodingQueue } from "./queue.ts";
import { soundOf } from "./wire.ts";
import type { Answer, Order } from "./wire.ts";

export type WorkshopParts = {
  /** Null: this process was not born to hear. */
  readonly transcriber: Transcriber | null;
  readonly synthesiser: Synthesiser | null;
  readonly judge: TurnJudge | null;
  readonly decodings: number;
  /** Something takes longer than it ever does. */
  readonly onStuck: (what: string) => void;
};

export type Reply = (answer: Answer, sound?: Int16Array) => void;

export type Client = {
  take(order: Order, body: Buffer): void;
  /** Whatever it waited for is not wanted any more. */
  leave(): void;
};

/** A decoding takes a twentieth of its sound's length; this is for one that never ends, on a machine that is overloaded. */
const STUCK_AFTER_MS = 12_000;
/** Without a judgement a turn is over half a second after its last sound: until then one is of use. */
const JUDGE = { patienceMs: 250, lookMs: 15 } as const;
/** Spoken phrases that are kept: openers, fillers and goodbyes come again in every call. 16 MB. */
const KEPT_SAMPLES = 8_000_000;

type Decoding = {
  readonly id: number;
  readonly reply: Reply;
  readonly sound: Int16Array;
  readonly sampleRateHz: number;
  readonly sinceMs: number;
  /** Has heard all of it already. */
  readonly live: LiveTranscription | null;
};
type Speaking = { readonly id: number; readonly reply: Reply; readonly text: string; readonly sampleRateHz: number };

export class Workshop {
  readonly #parts: WorkshopParts;
  readonly #live: LiveHearing;
  readonly #decodings = new DecodingQueue<Decoding>();
  #speakings: Speaking[] = [];
  #decoding = 0;
  #speaking = false;
  #judging = false;
  readonly #spoken = new Map<string, Int16Array>();
  #spokenSamples = 0;

  constructor(parts: WorkshopParts) {
    this.#parts = parts;
    this.#live = new LiveHearing(parts.transcriber);
  }

  enter(reply: Reply): Client {
    return {
      take: (order, body) => this.#take(order, body, reply),
      leave: () => this.#drop((job) => job.reply === reply),
    };
  }

  #take(order: Order, body: Buffer, reply: Reply): void {
    switch (order.type) {
      case "transcribe": {
        const { id, sampleRateHz, urgency } = order;
        const sound = soundOf(body);
        const live = order.live === undefined ? null : this.#live.take(order.live, sound.length, reply);
        this.#decodings.add({ id, reply, sound, sampleRateHz, sinceMs: performance.now(), live }, urgency);
        return this.#decode();
      }
      case "listen":
        return this.#live.listen(order.id, order.sampleRateHz, soundOf(body), reply);
      case "hear":
        return this.#live.hear(order.id, soundOf(body), reply);
      case "promote":
        return this.#decodings.promote((job) => job.id === order.id && job.reply === reply, order.urgency);
      case "speak":
        this.#speakings.push({ id: order.id, reply, text: order.text, sampleRateHz: order.sampleRateHz });
        return this.#speak();
      case "judge_turn":
        void this.#judge(order.id, soundOf(body), order.sampleRateHz, reply);
        return;
      case "cancel":
        return this.#drop((job) => job.id === order.id && job.reply === reply);
    }
  }

  #drop(is: (job: { readonly id: number; readonly reply: Reply }) => boolean): void {
    this.#decodings.drop(is);
    this.#live.drop(is);
    this.#speakings = this.#speakings.filter((job) => !is(job));
  }

  #decode(): void {
    while (this.#decoding < this.#parts.decodings) {
      const job = this.#decodings.take();
      if (job === null) return;
      this.#decoding += 1;
      void this.#transcribe(job).finally(() => {
        this.#decoding -= 1;
        this.#decode();
      });
    }
  }

  async #transcribe({ id, reply, sound, sampleRateHz, sinceMs, live }: Decoding): Promise<void> {
    const startedMs = performance.now();
    const done = this.#watch("a decoding");
    try {
      const { transcriber } = this.#parts;
      if (transcriber === null) throw new Error("this engine process has no recogniser");
      const text = await (live === null ? transcriber.transcribe(sound, sampleRateHz) : live.finish());
      const workedMs = Math.round(performance.now() - startedMs);
      reply({ type: "text", id, text, waitedMs: Math.round(startedMs - sinceMs), workedMs });
    } catch (error) {
      reply({ type: "failed", id, message: String(error) });
    } finally {
      done();
    }
  }

  /** A judgement is soon of no use any more, and never of as much as words: those that somebody waits for come first. */
  async #judge(id: number, sound: Int16Array, sampleRateHz: number, reply: Reply): Promise<void> {
    const done = this.#watch("a judgement");
    try {
      const finished = (await this.#mayJudge()) ? await this.#judgement(sound, sampleRateHz) : null;
      if (finished === null) reply({ type: "failed", id, message: "too busy to judge a turn" });
      else reply({ type: "turn", id, finished });
    } catch (error) {
      reply({ type: "failed", id, message: String(error) });
    } finally {
      done();
    }
  }

  /** One at a time, while no words wait to be decoded. */
  async #mayJudge(): Promise<boolean> {
    for (const untilMs = performance.now() + JUDGE.patienceMs; ; await delay(JUDGE.lookMs)) {
      if (!this.#judging && this.#decodings.size === 0) {
        this.#judging = true;
        return true;
      }
      if (performance.now() >= untilMs) return false;
    }
  }

  async #judgement(sound: Int16Array, sampleRateHz: number): Promise<number | null> {
    try {
      return (await this.#parts.judge?.judge(sound, sampleRateHz)) ?? null;
    } finally {
      this.#judging = false;
    }
  }

  #speak(): void {
    if (this.#speaking) return;
    const job = this.#speakings.shift();
    if (job === undefined) return;
    this.#speaking = true;
    void this.#synthesise(job).finally(() => {
      this.#speaking = false;
      this.#speak();
    });
  }

  async #synthesise({ id, reply, text, sampleRateHz }: Speaking): Promise<void> {
    const done = this.#watch("a voice");
    try {
      reply({ type: "sound", id }, await this.#sound(text, sampleRateHz));
    } catch (error) {
      reply({ type: "failed", id, message: String(error) });
    } finally {
      done();
    }
  }

  async #sound(text: string, sampleRateHz: number): Promise<Int16Array> {
    const key = `${sampleRateHz} ${text}`;
    const known = this.#spoken.get(key);
    if (known !== undefined) {
      this.#spoken.delete(key);
      this.#spoken.set(key, known);
      return known;
    }
    const { synthesiser } = this.#parts;
    if (synthesiser === null) throw new Error("this engine process has no voice");
    const sound = await synthesiser.speak(text, sampleRateHz);
    this.#spoken.set(key, sound);
    this.#spokenSamples += sound.length;
    for (const [oldest, samples] of this.#spoken) {
      if (this.#spokenSamples <= KEPT_SAMPLES) break;
      this.#spoken.delete(oldest);
      this.#spokenSamples -= samples.length;
    }
    return sound;
  }

  #watch(what: string): () => void {
    const timer = setTimeout(() => this.#parts.onStuck(what), STUCK_AFTER_MS);
    return () => clearTimeout(timer);
  }
}

/**
 * The conversations of a desk as they really are, hosted in this thread, with engines of the test's choice: on a line in
 * virtual time that carries `levelSpeech`, and with a mouth that plays at once. Time passes only while the test lets it;
 * whatever goes over a socket takes real time meanwhile.
 */
import { setTimeout as delay } from "node:timers/promises";
import pino from "pino";
import type {
  ConversationEvent,
  ConversationOrder,
  LineNews,
  Conversations,
  MediaPoint,
} from "../../src/calls/ports.ts";
import type { EndReason } from "../../src/calls/vocabulary.ts";
import { errandsOf } from "../../src/conversation/dialog/task.ts";
import { hostConversations } from "../../src/conversation/hosting.ts";
import type { Hosting } from "../../src/conversation/hosting.ts";
import type { InboundEvent, MediaLeg } from "../../src/conversation/media/media-leg.ts";
import type { Clause, Mouth, Played } from "../../src/conversation/playout/mouth.ts";
import { createSpeaker } from "../../src/conversation/playout/speaker.ts";
import type { BrainFactory, Recogniser, Voice } from "../../src/conversation/ports.ts";
import { splitIntoClauses } from "../../src/language/speech-pieces.ts";
import { levelSpeech } from "../simulators/spoken-levels.ts";
import type { TimeSavers } from "../../src/conversation/time-savers.ts";
import type { FakeClock } from "./clock.ts";

const RATE = 8000;
const FRAME = RATE / 50;
const LOUD = 300;

export type HostedEngines = {
  readonly recogniser: Recogniser;
  readonly voice: Voice;
  readonly brains: BrainFactory;
  readonly timeSavers?: TimeSavers;
};

export class HostedCall implements Conversations {
  /** After so many words of the next utterance the far end cuts in; null: it is heard to its end. */
  cutAfterWords: number | null = null;
  readonly told: ConversationEvent[] = [];
  readonly #clock: FakeClock;
  readonly #hosting: Hosting;
  readonly #ticks = new Set<(nowMs: number) => void>();
  #inbound: (event: InboundEvent) => void = () => undefined;
  #listener: (event: ConversationEvent) => void = () => undefined;
  #toSay: Int16Array = new Int16Array(0);

  constructor(clock: FakeClock, { recogniser, voice, brains, timeSavers }: HostedEngines) {
    this.#clock = clock;
    this.#hosting = hostConversations({
      listener: { port: 0, expect: (callId) => Promise.resolve(this.#leg(callId)), close: () => Promise.resolve() },
      engines: {
        recogniserFor: () => recogniser,
        detector: () => ({ feed: (frame) => Promise.resolve(frame.some((s) => Math.abs(s) > LOUD) ? 0.95 : 0.02) }),
        speaker: ({ sampleRateHz }, meterOf) => createSpeaker({ voice, splitIntoClauses, sampleRateHz, meterOf }),
        mouth: () => this.#mouth(),
        brainFor: (order) => {
          if (order.kind !== "assistant") throw new Error("nobody is called here");
          return brains.begin({ ...order, errands: errandsOf(order.brief) }, []);
        },
      },
      ...(timeSavers === undefined ? {} : { timeSavers }),
      ticker: {
        add: (onTick) => {
          this.#ticks.add(onTick);
          return () => this.#ticks.delete(onTick);
        },
        stop: () => undefined,
      },
      nowMs: () => clock.monotonicMs(),
      post: (message) => {
        if (message.type !== "event") return;
        this.told.push(message.event);
        this.#listener(message.event);
      },
      log: pino({ level: "silent" }),
    });
  }

  open(order: ConversationOrder): Promise<MediaPoint> {
    const { callId, brief, assistant, answerWaitSeconds } = order;
    const rest = { opens: "after_greeting", sampleRateHz: RATE, language: brief.language, answerWaitSeconds } as const;
    this.#hosting.take({ type: "open", order: { callId, brain: { kind: "assistant", brief, assistant }, ...rest } });
    return Promise.resolve({ listener: "media_0", sampleRateHz: RATE });
  }

  answered(callId: string): void {
    this.#hosting.take({ type: "answered", callId });
  }

  answer(callId: string, questionId: string, text: string): void {
    this.#hosting.take({ type: "answer", callId, questionId, text });
  }

  line(callId: string, news: LineNews): void {
    this.#hosting.take({ type: "line", callId, news });
  }

  wrapUp(callId: string, reason: EndReason): void {
    this.#hosting.take({ type: "wrap_up", callId, reason });
  }

  close(callId: string): void {
    this.#hosting.take({ type: "close", callId });
  }

  notReady(): string | null {
    return null;
  }

  onEvent(listener: (event: ConversationEvent) => void): void {
    this.#listener = listener;
  }

  /** The business says this, and then nothing. */
  async says(text: string): Promise<void> {
    this.#toSay = levelSpeech(text, RATE);
    await this.pass((this.#toSay.length * 1000) / RATE);
  }

  async pass(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += 20) {
      this.#clock.advance(20);
      const frame = new Int16Array(FRAME);
      frame.set(this.#toSay.subarray(0, FRAME));
      this.#toSay = this.#toSay.subarray(FRAME);
      this.#inbound({ type: "frame", samples: frame });
      await delay(1);
      for (const tick of this.#ticks) tick(this.#clock.monotonicMs());
    }
  }

  /** Lets the sockets do their work; no time passes on the line. */
  settle(realMs: number): Promise<void> {
    return delay(realMs);
  }

  /** Lets time pass until it is so. Fails when that takes too long. */
  async until(isSo: () => boolean, withinMs = 20_000): Promise<void> {
    for (let passed = 0; !isSo(); passed += 20) {
      if (passed >= withinMs) throw new Error(`it did not happen; but ${JSON.stringify(this.told.slice(-8))}`);
      await this.pass(20);
    }
  }

  spoken(): string[] {
    return this.told.flatMap((event) => (event.type === "spoke" ? event.text : []));
  }

  end(): void {
    this.#hosting.close();
  }

  #leg(callId: string): MediaLeg {
    const refuse = (): never => {
      throw new Error("this mouth plays without its leg");
    };
    return {
      callId,
      sampleRateHz: RATE,
      frameSamples: FRAME,
      closed: new Promise(() => undefined),
      onInbound: (listener) => {
        this.#inbound = listener;
      },
      onPlayout: refuse,
      sendAudio: refuse,
      startBuffering: refuse,
      stopBuffering: refuse,
      mark: refuse,
      flush: refuse,
      pause: refuse,
      resume: refuse,
      status: () => Promise.resolve(0),
      silentForMs: () => 0,
      close: () => undefined,
    };
  }

  #mouth(): Mouth {
    const nothing = (): void => undefined;
    return {
      state: "idle",
      speak: (utterance) => this.#speak(utterance),
      ...{ pause: nothing, resume: nothing, flush: nothing, onSound: nothing, close: nothing },
      lastSoundAtMs: () => null,
      remainingMs: () => 0,
    };
  }

  async #speak(utterance: AsyncIterable<Clause>): Promise<Played> {
    const words: string[] = [];
    const atMs = this.#clock.monotonicMs();
    const cut = this.cutAfterWords;
    this.cutAfterWords = null;
    try {
      for await (const { text, audio } of utterance) {
        for await (const piece of audio instanceof Int16Array ? [audio] : audio) void piece;
        words.push(...text.split(/\s+/).filter((word) => word !== ""));
        if (cut !== null && words.length >= cut) break;
      }
    } catch (failure) {
      return this.#played(words, null, atMs, "failed", failure);
    }
    const ended = cut === null ? "played" : "flushed";
    return this.#played(words.slice(0, cut ?? undefined), words.slice(cut ?? words.length), atMs, ended, null);
  }

  #played(
    heard: readonly string[],
    rest: readonly string[] | null,
    atMs: number,
    ended: Played["ended"],
    failure: unknown,
  ): Played {
    return {
      heard: heard.join(" "),
      cutOff: rest === null || rest.length === 0 ? null : rest.join(" "),
      firstSoundAtMs: heard.length === 0 ? null : atMs,
      lastSoundAtMs: null,
      quietTailMs: 0,
      ended,
      failure,
    };
  }
}

/**
 * A telephone line in virtual time: drives one Conversation in steps of 20 ms without a clock, a socket or an engine.
 * The far end speaks by script; our own words "play" for as long as their audio lasts. Given a voice and a line, there
 * is real sound on it: each frame of ours goes out, and what comes back is what the line makes of it.
 */
import pino from "pino";
import type { MediaLeg, InboundEvent } from "../../src/conversation/media/media-leg.ts";
import type { Clause, Mouth, Played } from "../../src/conversation/playout/mouth.ts";
import type { Brain, BrainEvent, BrainMove, Hearing, VoiceActivity } from "../../src/conversation/ports.ts";
import { Conversation } from "../../src/conversation/conversation.ts";
import { ALL_TIME_SAVERS } from "../../src/conversation/time-savers.ts";
import type { TimeSavers } from "../../src/conversation/time-savers.ts";
import type { ConversationPlan, Told } from "../../src/conversation/conversation-parts.ts";
import { NO_TASK } from "../../src/conversation/dialog/notebook.ts";
import type { Speaker } from "../../src/conversation/playout/speaker.ts";

const RATE = 16_000;
/** How long a word lasts on this line. */
export const WORD_MS = 300;

/** Sound on the line, instead of silence with a script. */
export type VirtualSound = {
  readonly voice: (text: string) => Int16Array;
  /** 20 ms: what is heard while this is played. */
  readonly carry: (ours: Int16Array) => Int16Array;
  readonly detector: VoiceActivity;
};

type Playing = {
  readonly clauses: { readonly text: string; readonly ms: number }[];
  samples: Int16Array;
  finishedGiving: boolean;
  playedMs: number;
  firstSoundAtMs: number | null;
  readonly settle: (ended: Played["ended"]) => void;
};

export class VirtualLine {
  nowMs = 1000;
  /** What can be said without a voice. */
  readonly keptSound = new Set<string>();
  /** From so many clauses on there is no voice. */
  voiceFor = Infinity;
  /** Words of theirs are known only when the test says so. */
  withholdsWords = false;
  #withheld: (() => void)[] = [];
  /** The pause that the voice leaves behind what it says. */
  quietTailMs = 0;
  readonly told: { readonly atMs: number; readonly event: Told }[] = [];
  readonly heardByBrain: BrainEvent[] = [];
  readonly conversation: Conversation;
  /** What the recogniser was given. */
  framesHeard = 0;
  #playing: Playing | null = null;
  #mouthState: Mouth["state"] = "idle";
  #inbound: (event: InboundEvent) => void = () => undefined;
  #speech = 0;
  #words: string | null = null;
  #utterances = 0;
  /** An utterance is under way. */
  #hears = false;
  #sendsFrames = true;
  readonly #pressing: { readonly event: Extract<Told, { type: "press" }>; readonly untilMs: number }[] = [];
  /** Why keys cannot be pressed; null: they can. */
  keysProblem: string | null = null;
  #deaf = false;
  #theirs: Int16Array = new Int16Array(0);
  #onSound: Parameters<Mouth["onSound"]>[0] = () => undefined;
  readonly #sound: VirtualSound | null;

  constructor(
    mind: ((event: BrainEvent) => readonly BrainMove[]) | Brain,
    plan: Partial<ConversationPlan> = {},
    sound: VirtualSound | null = null,
    timeSavers: TimeSavers = ALL_TIME_SAVERS,
    /** Instead of one that says everything. */
    own: Speaker | null = null,
  ) {
    this.#sound = sound;
    const brain: Brain = {
      openingLine: () => "Hello.",
      ...(typeof mind === "object" && mind.fillers !== undefined
        ? { fillers: () => mind.fillers?.() ?? [], isThinking: () => mind.isThinking?.() ?? false }
        : {}),
      respond: (event, history, signal, certain) => {
        this.heardByBrain.push(event);
        if (typeof mind === "object") return mind.respond(event, history, signal, certain);
        return (async function* () {
          yield* mind(event);
        })();
      },
      retract: () => {
        this.heardByBrain.pop();
        if (typeof mind === "object") mind.retract();
      },
    };
    this.conversation = new Conversation(
      { opens: "after_greeting", task: NO_TASK, answerWaitSeconds: 60, kept: null, ...plan },
      {
        leg: this.#leg(),
        mouth: this.#mouth(),
        hearing: this.#hearing(),
        detector: sound?.detector ?? {
          feed: () => (this.#deaf ? new Promise<never>(() => undefined) : Promise.resolve(this.#speech)),
        },
        brain,
        speaker: own ?? this.#speaker(sound?.voice ?? silentWords),
        tell: (event) => {
          this.told.push({ atMs: this.nowMs, event });
          if (event.type === "press") this.#pressing.push({ event, untilMs: this.nowMs + 200 * event.keys.length });
        },
        timeSavers,
        nowMs: () => this.nowMs,
        log: pino({ level: "silent" }),
      },
    );
  }

  /** Lets time pass; the far end is silent unless it is speaking. */
  async pass(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += 20) {
      this.nowMs += 20;
      const ours = this.#mouthState === "playing" ? this.#play(20) : new Int16Array(RATE / 50);
      const samples = this.#theirFrame() ?? this.#sound?.carry(ours) ?? new Int16Array(RATE / 50);
      if (this.#sendsFrames) this.#inbound({ type: "frame", samples });
      await settled();
      this.conversation.tick();
      await settled();
      await this.#exchange();
    }
  }

  /** The exchange, which presses keys. */
  async #exchange(): Promise<void> {
    const pressing = this.#pressing[0];
    if (pressing === undefined || this.nowMs < pressing.untilMs) return;
    this.#pressing.shift();
    this.conversation.onLine({ type: "pressed", pressId: pressing.event.pressId, problem: this.keysProblem });
    await settled();
  }

  /** The thread has other things to do for so long; what is heard meanwhile, where they begin to speak, waits. */
  async heldUp(ms: number, { speaksAfterMs }: { readonly speaksAfterMs: number }): Promise<void> {
    this.nowMs += ms;
    this.conversation.tick();
    for (let heardMs = 0; heardMs < ms; heardMs += 20) {
      this.#speech = heardMs < speaksAfterMs ? 0.02 : 0.95;
      this.#inbound({ type: "frame", samples: new Int16Array(RATE / 50) });
      await settled();
    }
  }

  /** The far end says this and then falls silent. */
  async says(text: string, options: { readonly forMs?: number; readonly partial?: string } = {}): Promise<void> {
    const forMs = options.forMs ?? Math.max(200, text.split(" ").length * WORD_MS);
    this.#words = text;
    this.#speech = 0.95;
    await this.pass(forMs / 2);
    this.tellPartial(options.partial ?? text);
    await this.pass(forMs / 2);
    this.#speech = 0.02;
  }

  /** The recogniser has these words so far of what is being said. */
  tellPartial(text: string): void {
    // Without sound of it an ear has no words.
    if (!this.#hears) return;
    this.conversation.onHearing({ type: "partial", utterance: this.#utterances, text });
  }

  /** The recogniser tells what it has withheld. */
  tellWords(): void {
    for (const tell of this.#withheld.splice(0)) tell();
  }

  /** This sounds at the far end, at 16 kHz; `speech`: what the detector makes of it. */
  async sounds(samples: Int16Array, speech = 0.02): Promise<void> {
    this.#theirs = samples;
    this.#speech = speech;
    await this.pass((samples.length * 1000) / RATE);
    this.#speech = 0.02;
  }

  #theirFrame(): Int16Array | null {
    if (this.#theirs.length < RATE / 50) return null;
    const frame = this.#theirs.subarray(0, RATE / 50);
    this.#theirs = this.#theirs.subarray(RATE / 50);
    return frame;
  }

  /** The far end presses a key. */
  presses(digit: string): void {
    this.#inbound({ type: "key", digit });
  }

  stopFrames(): void {
    this.#sendsFrames = false;
  }

  startFrames(): void {
    this.#sendsFrames = true;
  }

  /** The detector takes what it is given and never says anything. */
  deafen(): void {
    this.#deaf = true;
  }

  loseLeg(): void {
    this.#inbound({ type: "closed", reason: "the socket was closed" });
  }

  events(type: Told["type"]): Told[] {
    return this.told.map(({ event }) => event).filter((event) => event.type === type);
  }

  atMs(type: Told["type"]): number | undefined {
    return this.told.find(({ event }) => event.type === type)?.atMs;
  }

  spoken(): string[] {
    return this.events("spoke").map((event) => (event.type === "spoke" ? event.text : ""));
  }

  get mouthState(): Mouth["state"] {
    return this.#mouthState;
  }

  /** What is played in the next so many milliseconds. */
  #play(ms: number): Int16Array {
    const playing = this.#playing;
    const frame = new Int16Array((ms * RATE) / 1000);
    if (playing === null || playing.clauses.length === 0) return frame;
    const from = (playing.playedMs * RATE) / 1000;
    frame.set(playing.samples.subarray(from, from + frame.length));
    this.#onSound(frame, this.nowMs - ms);
    playing.firstSoundAtMs ??= this.nowMs;
    playing.playedMs += ms;
    const given = playing.clauses.reduce((sum, clause) => sum + clause.ms, 0);
    if (playing.finishedGiving && playing.playedMs >= given) playing.settle("played");
    return frame;
  }

  #leg(): MediaLeg {
    const refuse = (): never => {
      throw new Error("the conversation must not touch the leg's playing side");
    };
    return {
      callId: "call_virtual",
      sampleRateHz: RATE,
      frameSamples: RATE / 50,
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
    const state = (): Mouth["state"] => this.#mouthState;
    return {
      get state() {
        return state();
      },
      speak: (utterance, signal) => this.#speak(utterance, signal),
      pause: () => {
        if (this.#playing !== null) this.#mouthState = "paused";
      },
      resume: () => {
        if (this.#playing !== null) this.#mouthState = "playing";
      },
      flush: () => this.#playing?.settle("flushed"),
      lastSoundAtMs: () => null,
      remainingMs: () => {
        const givenMs = this.#playing?.clauses.reduce((sum, clause) => sum + clause.ms, 0) ?? 0;
        return Math.max(0, givenMs - (this.#playing?.playedMs ?? 0));
      },
      onSound: (listener) => {
        this.#onSound = listener;
      },
      close: () => this.#playing?.settle("closed"),
    };
  }

  async #speak(utterance: AsyncIterable<Clause>, signal: AbortSignal): Promise<Played> {
    const ended = Promise.withResolvers<Played["ended"]>();
    const playing: Playing = {
      clauses: [],
      samples: new Int16Array(0),
      finishedGiving: false,
      playedMs: 0,
      firstSoundAtMs: null,
      settle: ended.resolve,
    };
    this.#playing = playing;
    this.#mouthState = "playing";
    const abort = (): void => ended.resolve("aborted");
    signal.addEventListener("abort", abort, { once: true });
    let failure: unknown = null;
    const giving = this.#take(utterance, playing).catch((cause: unknown) => {
      failure = cause;
      playing.settle("failed");
    });
    const why = await ended.promise;
    signal.removeEventListener("abort", abort);
    await giving;
    this.#playing = null;
    this.#mouthState = "idle";
    return {
      ...split(playing),
      firstSoundAtMs: playing.firstSoundAtMs,
      lastSoundAtMs: null,
      quietTailMs: why === "played" ? this.quietTailMs : 0,
      ended: why,
      failure,
    };
  }

  async #take(utterance: AsyncIterable<Clause>, playing: Playing): Promise<void> {
    for await (const clause of utterance) {
      let samples = 0;
      for await (const piece of clause.audio instanceof Int16Array ? [clause.audio] : clause.audio) {
        samples += piece.length;
        playing.samples = Int16Array.from([...playing.samples, ...piece]);
      }
      playing.clauses.push({ text: clause.text, ms: (samples * 1000) / RATE });
    }
    playing.finishedGiving = true;
    if (playing.clauses.length === 0) playing.settle("played");
  }

  #speaker(voice: (text: string) => Int16Array): Speaker {
    const lost = (): boolean => this.voiceFor <= 0;
    const spend = (): void => void (this.voiceFor -= 1);
    return {
      prepare: () => Promise.resolve(),
      keep: () => Promise.resolve(),
      isReady: (text) => this.keptSound.has(text),
      clauses: (text) => [{ text, audio: this.keptSound.has(text) ? voice(text) : rendered(text) }],
    };

    async function* rendered(text: string): AsyncGenerator<Int16Array> {
      if (lost()) throw new Error("there is no voice any more");
      spend();
      yield voice(text);
    }
  }

  #hearing(): Hearing {
    return {
      write: () => {
        this.framesHeard += 1;
      },
      tellsWords: "as_spoken",
      begin: () => {
        this.#utterances += 1;
        this.#hears = true;
        return this.#utterances;
      },
      pause: () => undefined,
      resume: () => undefined,
      commit: () => {
        this.#hears = false;
        const utterance = this.#utterances;
        const text = this.#words ?? "";
        this.#words = null;
        const tell = (): void => this.conversation.onHearing({ type: "utterance", utterance, text, confidence: null });
        if (this.withholdsWords) this.#withheld.push(tell);
        else queueMicrotask(tell);
      },
      discard: () => {
        this.#hears = false;
        this.#words = null;
      },
      close: () => undefined,
    };
  }
}

function silentWords(text: string): Int16Array {
  return new Int16Array((text.split(" ").length * WORD_MS * RATE) / 1000);
}

function split(playing: Playing): { heard: string; cutOff: string | null } {
  const words = playing.clauses
    .map((clause) => clause.text)
    .join(" ")
    .split(" ")
    .filter(Boolean);
  const givenMs = playing.clauses.reduce((sum, clause) => sum + clause.ms, 0);
  const count = Math.min(words.length, Math.floor((words.length * playing.playedMs) / Math.max(1, givenMs)));
  const rest = words.slice(count).join(" ");
  return { heard: words.slice(0, count).join(" "), cutOff: rest === "" ? null : rest };
}

/** Everything that was due in promises has run. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/**
 * Who has the floor, carried out: feeds frames, words and our own playing to the rules of `turn.ts` and does what they
 * decide to ear and mouth. What the words mean, and what to say next, is `conversation.ts`'s.
 */
import type { Logger } from "pino";
import { dbfs } from "../media/levels.ts";
import { EchoLevel } from "../echo/echo-level.ts";
import { EchoJudge } from "../echo/echo.ts";
import { Background } from "./background.ts";
import { HeardClock } from "./heard-clock.ts";
import type { MediaLeg } from "../media/media-leg.ts";
import type { Mouth } from "../playout/mouth.ts";
import type { Hearing, HearingEvent, VoiceActivity } from "../ports.ts";
import { Resting } from "./resting.ts";
import type { RestingFrame } from "./resting.ts";
import { turn, withUnheard } from "./turn.ts";
import { committed, listening } from "./turn-state.ts";
import type { TurnEvent, TurnMove, TurnState } from "./turn-state.ts";

export type Unclear = Extract<TurnMove, { readonly type: "unclear" }>;
export type TalkingOn = Extract<TurnMove, { readonly type: "talking_on" }>;
export type LateWords = Extract<TurnMove, { readonly type: "late_words" }>;
export type TurnOver = Extract<TurnMove, { readonly type: "turn_over" }>;

export type TurnTakingDeps = {
  readonly leg: MediaLeg;
  readonly mouth: Mouth;
  readonly hearing: Hearing;
  readonly detector: VoiceActivity;
  /** They begin to speak, or go on after a pause: engines will be needed soon. */
  readonly wake?: () => void;
  readonly nowMs: () => number;
  readonly log: Logger;
};

/** A frame takes it well under a millisecond. */
const DETECTOR_STUCK_MS = 5000;

/** 20 ms of the line. `speech`: the probability that it is theirs; `echo`: it is our own voice coming back. */
export type HeardFrame = { readonly samples: Int16Array; readonly speech: number; readonly echo: boolean };
/**
 * `speech`: how much of a voice it is to be taken for, 0 of what takes no floor. `repeats`: it was heard before; `brokeOff`:
 * until now, and not to its end.
 */
export type Voiced = { readonly speech: number; readonly repeats: boolean; readonly brokeOff?: boolean };

/** What turn-taking tells the conversation. */
export type TurnTakingListener = {
  readonly onTurn: (turn: TurnOver) => void;
  /** They may have finished with these words; `onUnlikely` when they had not, else `onTurn` follows. */
  readonly onLikely: (text: string) => void;
  readonly onUnlikely: () => void;
  readonly onUnclear: (said: Unclear) => void;
  readonly onTalkingOn: (said: TalkingOn) => void;
  /** Words that came after they were given up, or while our opening was spoken already. */
  readonly onLateWords: (late: LateWords) => void;
  readonly onQuiet: (quietMs: number) => void;
  readonly onFrame: (heard: HeardFrame, atMs: number) => Voiced;
  /** They took the floor: the reply under way ends here. */
  readonly onInterrupt: () => void;
  /** They went on before our reply made a sound: it never was. */
  readonly onRetract: () => void;
  readonly onKey: (digit: string) => void;
  /** The detector gave out: nobody can be heard any more. */
  readonly onDeaf: () => void;
};

export class TurnTaking {
  readonly #deps: TurnTakingDeps;
  readonly #listener: TurnTakingListener;
  readonly #echo: EchoJudge;
  readonly #echoLevel = new EchoLevel();
  readonly #background = new Background();
  #turn: TurnState;
  #heard: HeardClock;
  #frames: Promise<void> = Promise.resolve();
  #lastFrameMs: number | null = null;
  #legClosedMs: number | null = null;
  #lastSpeechMs = -Infinity;
  /** Closed to what is heard until the call is answered, and again after its end. */
  #open = false;
  /** The recogniser is given speech only, and nothing twice. */
  #resting: Resting | null = null;
  #deaf = false;

  constructor(deps: TurnTakingDeps, listener: TurnTakingListener) {
    this.#deps = deps;
    this.#listener = listener;
    this.#turn = listening(deps.nowMs(), deps.hearing.tellsWords);
    this.#heard = new HeardClock(deps.nowMs());
    this.#echo = new EchoJudge(deps.leg.sampleRateHz);
    deps.mouth.onSound((samples, atMs) => this.#onOwnSound(samples, atMs));
    deps.leg.onInbound((event) => {
      if (event.type === "frame") this.#onFrame(event.samples);
      else if (event.type === "key") listener.onKey(event.digit);
      else this.#legClosedMs ??= deps.nowMs();
    });
  }

  get lastFrameMs(): number | null {
    return this.#lastFrameMs;
  }

  get legClosedMs(): number | null {
    return this.#legClosedMs;
  }

  /** Neither are they speaking nor are words of theirs still awaited. */
  get isOurs(): boolean {
    return this.#turn.speech === null && this.#turn.awaiting.length === 0;
  }

  get isSpeaking(): boolean {
    return this.#turn.speech !== null;
  }

  /** They have spoken, and what they said is not known yet. */
  get owesWords(): boolean {
    return this.#turn.awaiting.length > 0;
  }

  /** When they last spoke. */
  get lastSpeechMs(): number {
    return this.#lastSpeechMs;
  }

  /** Besides, nothing that may become speech has begun. */
  get isQuiet(): boolean {
    return this.isOurs && this.#turn.risingSinceMs === null;
  }

  open(): void {
    this.#open = true;
    this.#turn = listening(this.#deps.nowMs(), this.#deps.hearing.tellsWords);
    this.#heard = new HeardClock(this.#deps.nowMs());
  }

  close(): void {
    this.#open = false;
    this.#deps.hearing.close();
  }

  /** On hold: sound that is no speech costs nothing, nor does what was heard before. */
  rest(resting: boolean): void {
    if (resting === (this.#resting !== null)) return;
    const before = this.#resting;
    this.#resting = resting ? new Resting() : null;
    this.#deps.hearing.rest?.(resting);
    this.#feed({ type: "rest", resting });
    for (const kept of before?.everything() ?? []) this.#hear(kept);
  }

  /** Late words that were not answered: they are part of the next turn. */
  hearWithNext(text: string): void {
    this.#turn = withUnheard(this.#turn, text);
  }

  /** From now on nothing that is heard takes the floor; words that are still to come are late ones. */
  deafen(): void {
    this.#deaf = true;
    const { speech, awaiting, overdue, lastSoundMs } = this.#turn;
    if (speech !== null) this.#deps.hearing.commit();
    const cut = speech === null ? awaiting : [...awaiting, committed(speech, this.#deps.nowMs())];
    const late = cut.map((awaited) => ({ ...awaited, unanswered: false }));
    this.#turn = {
      ...this.#turn,
      speech: null,
      risingSinceMs: null,
      awaiting: [],
      overdue: [...overdue, ...late],
      lastSoundMs,
    };
  }

  /** 20 ms that were kept until now. */
  #hear({ samples, speech, atMs }: RestingFrame): void {
    this.#deps.hearing.write(samples);
    this.#judge(speech, atMs);
  }

  #judge(speech: number, atMs: number): void {
    if (!this.#open) return;
    this.#feed({ type: "frame", speech, mouthRemainingMs: this.#deps.mouth.remainingMs() }, atMs);
  }

  /** What the ear and the clock say. */
  feed(
    event:
      | Exclude<HearingEvent, { readonly type: "failed" }>
      | Extract<TurnEvent, { readonly type: "tick" | "expect_quiet" }>,
  ): void {
    if (!this.#open) return;
    if (event.type !== "tick") return this.#feed(event);
    const nowMs = this.#deps.nowMs();
    if (this.#heard.stuckMs(nowMs) < DETECTOR_STUCK_MS) return this.#feed(event, this.#heard.tick(nowMs));
    this.#deps.log.error("voice activity detection has not answered for 5 s");
    this.#listener.onDeaf();
  }

  /** The brain has been given the turn. */
  replying(): void {
    this.#feed({ type: "replying" });
  }

  /** Audio of ours goes to the mouth. */
  sounding(): void {
    if (this.#turn.mouth === "idle") this.#feed({ type: "mouth", state: "playing" });
  }

  replied(): void {
    this.#feed({ type: "mouth", state: "idle" });
  }

  /** Whole frames of ours, and when the playing of the first begins. */
  #onOwnSound(samples: Int16Array, atMs: number): void {
    this.#echo.sent(samples, atMs);
    const { frameSamples } = this.#deps.leg;
    for (let at = 0; at < samples.length; at += frameSamples) {
      this.#echoLevel.sent(dbfs(samples.subarray(at, at + frameSamples)), atMs + (at / frameSamples) * 20);
    }
  }

  #onFrame(samples: Int16Array): void {
    const atMs = this.#deps.nowMs();
    this.#lastFrameMs = atMs;
    if (!this.#open) return;
    const heardMs = this.#heard.frame(atMs);
    const written = this.#resting === null;
    if (written) this.#deps.hearing.write(samples);
    // One frame at a time through the detector, in order; it takes well under a millisecond.
    this.#frames = this.#frames.then(async () => {
      const probability = await this.#deps.detector.feed(samples);
      const level = dbfs(samples);
      const byShape = this.#echo.isEcho(samples, atMs, probability);
      const echo = this.#echoLevel.isEcho(level, atMs, probability, byShape);
      const theirs = echo ? 0 : probability;
      const voice = this.#background.isBehind(level, theirs, atMs) ? 0 : theirs;
      const heard = this.#listener.onFrame({ samples, speech: voice, echo }, heardMs);
      const speech = this.#deaf ? 0 : heard.speech;
      this.#heard.judged(heardMs, this.#deps.nowMs());
      if (written || this.#resting === null) {
        if (!written) this.#deps.hearing.write(samples);
        return this.#judge(speech, heardMs);
      }
      const frame = { ...heard, samples, speech, atMs: heardMs };
      const passed = this.#resting.take(frame, this.#turn.speech !== null);
      if (passed.length === 0) this.#judge(0, heardMs);
      for (const each of passed) this.#hear(each);
    });
    this.#frames.catch((cause: unknown) => {
      if (!this.#open) return;
      this.#deps.log.error({ err: cause }, "voice activity detection failed");
      this.#listener.onDeaf();
    });
  }

  #feed(event: TurnEvent, atMs: number = this.#deps.nowMs()): void {
    const [state, moves] = turn(this.#turn, event, atMs);
    this.#turn = state;
    if (state.speech !== null) this.#lastSpeechMs = state.speech.lastSpeechMs;
    for (const move of moves) this.#carry(move);
  }

  #carry(move: TurnMove): void {
    const { hearing, mouth } = this.#deps;
    switch (move.type) {
      case "begin_hearing":
        hearing.begin(move.prerollMs);
        return this.#deps.wake?.();
      case "pause_hearing":
        return hearing.pause();
      case "resume_hearing":
        hearing.resume();
        return this.#deps.wake?.();
      case "commit_hearing":
        return hearing.commit();
      case "discard_hearing":
        return hearing.discard();
      case "pause_mouth":
        mouth.pause();
        return this.#feed({ type: "mouth", state: "paused" });
      case "resume_mouth":
        mouth.resume();
        return this.#feed({ type: "mouth", state: "playing" });
      case "interrupt":
        mouth.flush();
        this.#listener.onInterrupt();
        return this.#feed({ type: "mouth", state: "idle" });
      case "retract_reply":
        return this.#listener.onRetract();
      case "likely_turn":
        return this.#listener.onLikely(move.text);
      case "late_words":
        return this.#listener.onLateWords(move);
      case "talking_on":
        return this.#listener.onTalkingOn(move);
      case "unclear":
        return this.#listener.onUnclear(move);
      case "unlikely_turn":
        return this.#listener.onUnlikely();
      case "turn_over":
        return this.#listener.onTurn(move);
      case "quiet":
        return this.#listener.onQuiet(move.quietMs);
    }
  }
}

/**
 * Listens to one call for who is on the line: takes what is heard, frame by frame, and what is known of words and of our
 * own speaking, and tells what the rules (`who.ts`) make of it. It costs about 25 µs a frame, an eighth of a percent of
 * a core.
 */
import type { HeardFrame } from "../turn/turn-taking.ts";
import { soundFrame } from "./sound/frame.ts";
import { HeardBefore } from "./sound/heard-before.ts";
import type { Setting } from "./sound/heard-before.ts";
import type { SoundFrame } from "./sound/frame.ts";
import { music, MUSIC_RULES, NO_MUSIC } from "./sound/music.ts";
import { NO_SIGNALS, signals } from "./sound/signals.ts";
import type { Signal } from "./sound/signals.ts";
import { lastedMs } from "./sound/tones.ts";
import { Spectrum } from "./sound/spectrum.ts";
import { rhythm, STILL } from "./rhythm.ts";
import { newWho, who } from "./who.ts";
import type { HoldSound } from "./hold-silence.ts";
import type { LineEvent, LineKind, LineVerdict } from "./who.ts";

export type LineEarOptions = {
  readonly sampleRateHz: 8000 | 16000;
  readonly language: string;
  readonly onVerdict: (verdict: LineVerdict) => void;
  readonly onSignal: (signal: Signal) => void;
};

/**
 * Music that has stopped is known by its lines within this many frames: a voice that follows at once is noticed after
 * 240 ms (measured; the recogniser is given 300 before that), and 4 % of the frames of music might be taken for a voice.
 */
const LATELY = 12;
/** The part of the power that stands in lines while music plays. */
const STANDING = 0.03;
/** A note of music that stands alone is shorter. */
const STEADY_MS = 300;
/** What is softer is the noise of a line, or of the room behind it. */
const LOUD_DBFS = -48;
/** Sounds closer together than this are no silence between them. */
const JUST_LOUD_MS = 500;
/** When so much of what sounds like music was heard while nothing of ours can have come back, it is none of ours. */
const OWN_RULES = { backWithinMs: 640, apartFrames: 15, slackMs: 100, silentFrames: 5 } as const;

export class LineEar {
  readonly #options: LineEarOptions;
  readonly #spectrum: Spectrum;
  #signals = NO_SIGNALS;
  #music = NO_MUSIC;
  #rhythm = STILL;
  #who;
  #lastSpeechMs: number;
  #lastLoudMs: number;
  readonly #heardBefore = new HeardBefore();
  #repeats = false;
  #hadNoVoice = false;
  #nowMs: number;
  /** We sounded last at this time. */
  #oursMs = -Infinity;
  #oursSounding = false;
  /** Of the frames that music is judged by: loud, and nothing of ours. */
  #apart: readonly boolean[] = [];
  /** The music is theirs. */
  #believed = false;
  #silentFrames = 0;

  constructor(options: LineEarOptions, nowMs: number) {
    this.#options = options;
    this.#spectrum = new Spectrum(options.sampleRateHz);
    this.#who = newWho(options.language, nowMs);
    this.#lastSpeechMs = nowMs;
    this.#lastLoudMs = nowMs;
    this.#nowMs = nowMs;
  }

  get kind(): LineKind {
    return this.#who.kind;
  }

  /** Somebody, or something, spoke last at this time. */
  get lastSpeechMs(): number {
    return this.#lastSpeechMs;
  }

  get speaking(): boolean {
    return this.#rhythm.stretch !== null;
  }

  /** What sounds now is an announcement that was sat out before. */
  get repeats(): boolean {
    return this.#repeats;
  }

  /** Until now it was, and it has not been said to its end. */
  get brokeOff(): boolean {
    return this.#heardBefore.brokeOff;
  }

  /** What sounds now is music, and no voice without it. */
  get inMusic(): boolean {
    return this.#believed && this.#soundsLikeMusic;
  }

  /** It may as well be our own voice that comes back: that ends when we are silent. */
  get mayBeMusic(): boolean {
    const { backWithinMs, apartFrames, slackMs } = OWN_RULES;
    const lately = this.#nowMs - this.#oursMs <= backWithinMs + 20 * apartFrames + slackMs;
    return !this.#believed && lately && this.#soundsLikeMusic;
  }

  get #soundsLikeMusic(): boolean {
    if (!this.#music.playing) return false;
    const { steady, levels } = this.#music;
    const recent = steady.slice(-LATELY);
    const loud = levels.slice(-LATELY).some((level) => level > MUSIC_RULES.silentDbfs);
    return loud && recent.reduce((sum, share) => sum + share, 0) / LATELY >= STANDING;
  }

  /** What is heard on a hold at this moment. */
  get sounds(): HoldSound {
    if (this.#soundsLikeMusic) return "music";
    if (this.speaking) return "speech";
    return this.#nowMs - this.#lastLoudMs < JUST_LOUD_MS ? "other" : "none";
  }

  frame({ samples, speech, echo }: HeardFrame, nowMs: number): void {
    this.#nowMs = nowMs;
    this.#spectrum.feed(samples);
    const frame = soundFrame(samples, this.#spectrum.power);
    const [signalled, told] = signals(this.#signals, frame, nowMs);
    this.#signals = signalled;
    // A line that rings is no music: the same pitch alone for so long is no tune, and the beginning of none.
    const { under } = signalled.tone;
    if (under !== null && lastedMs(under) >= STEADY_MS) this.#music = this.#music.playing ? this.#music : NO_MUSIC;
    else if (!echo) this.#listenForMusic(frame, nowMs);
    else if (this.#music.playing && !this.#believed) this.#music = NO_MUSIC;
    if (frame.dbfs > LOUD_DBFS) this.#lastLoudMs = nowMs;
    const voice = this.inMusic ? 0 : speech;
    this.#repeats = this.#heardBefore.frame(this.#spectrum.power, voice, settingOf(this.#who.kind), nowMs);
    const noVoice = this.inMusic || this.#repeats;
    const [rhythmic, spoke] = rhythm(this.#rhythm, noVoice ? 0 : speech, nowMs);
    this.#rhythm = rhythmic;
    if (rhythmic.stretch !== null) this.#lastSpeechMs = Math.max(this.#lastSpeechMs, rhythmic.stretch.toMs);
    for (const signal of told) {
      this.feed({ type: "signal", signal }, nowMs);
      this.#options.onSignal(signal);
    }
    // A recording that goes on is as little a person as music is.
    if (noVoice !== this.#hadNoVoice) {
      this.#hadNoVoice = noVoice;
      this.feed({ type: "music", playing: noVoice }, nowMs);
    }
    if (spoke !== null) this.feed(spoke, nowMs);
  }

  /**
   * A voice that is made may stand as still as a note, and where its echo is not known as one it sounds like music that
   * plays whenever we speak. So music is believed in once it was heard without us; what stops with us was our own.
   */
  #listenForMusic(frame: SoundFrame, nowMs: number): void {
    const { backWithinMs, apartFrames, silentFrames } = OWN_RULES;
    this.#music = music(this.#music, frame);
    const loud = frame.dbfs > LOUD_DBFS;
    this.#apart = [...this.#apart.slice(1 - MUSIC_RULES.window), loud && nowMs - this.#oursMs > backWithinMs];
    const apart = this.#believed || this.#apart.filter(Boolean).length >= apartFrames;
    this.#believed = this.#music.playing && apart;
    this.#silentFrames = loud ? 0 : this.#silentFrames + 1;
    const stopped = this.#silentFrames >= silentFrames && !this.#oursSounding;
    if (this.#music.playing && !this.#believed && stopped) this.#music = NO_MUSIC;
  }

  tick(nowMs: number): void {
    this.feed({ type: "tick", quietMs: nowMs - this.#lastLoudMs }, nowMs);
  }

  feed(event: LineEvent, nowMs: number): void {
    if (event.type === "ours") this.#ours(event.sounding, nowMs);
    const [state, verdicts] = who(this.#who, event, nowMs);
    this.#who = state;
    for (const verdict of verdicts) this.#options.onVerdict(verdict);
  }

  #ours(sounding: boolean, nowMs: number): void {
    this.#oursSounding = sounding;
    if (sounding) this.#oursMs = nowMs;
  }
}

/** Of what a menu or a voicemail says, nothing is taken for granted. */
function settingOf(kind: LineKind): Setting {
  if (kind === "hold") return "hold";
  return kind === "human" || kind === "silence" ? "open" : "other";
}

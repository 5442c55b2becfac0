/**
 * One call's ear on a recogniser that is not streaming: it keeps the sound, has it written down when they pause, and
 * throws that away when they go on. A long speech is cut at its pauses, and its pieces are written down while they still
 * speak, so that the end of a turn has to wait for its last piece only.
 *
 * A recogniser that can be sent the sound while it is spoken (`restart`, `append`) is: then only the words are waited for.
 * Words of half a sentence are told while they speak and never in a pause, where they would pass for all there were.
 */
import type { Hearing, HearingEvent } from "../../conversation/ports.ts";
import { asEngineFailure } from "../engine-failure.ts";
import type { EngineFailure } from "../engine-failure.ts";
import { RecentSound, SpokenSound } from "./spoken.ts";
import type { EarNews, PieceTranscriber, Transcript, Transcription, TurnJudgement } from "./transcriber.ts";

const LONGEST_PREROLL_MS = 2000;
/**
 * A piece shorter than this is written down in a quarter of a second, and understood worse without what follows: half
 * of a telephone number becomes a whole one.
 */
const PIECE_LEAST_MS = 7000;
/** We hear of a pause some 160 ms after it has begun. One that lasts this much longer does not lie within a word. */
const CUT_LEAST_MS = 60;
/** On hold the silence between two pieces belongs to none of them, but for so much: 240 ms of it are over at a pause. */
const QUIET_LEFT_OUT_MS = 120;
const BEFORE_SPEECH_MS = 200;
/** What a judgement of the turn looks at. */
const JUDGED_MS = 8000;
/** After this what is known is all there will be. */
const ANSWER_WITHIN_MS = 8000;

export type PiecewiseEarOptions = {
  readonly sampleRateHz: number;
  readonly transcriber: PieceTranscriber;
  /** Left out: nobody judges turns from the sound. */
  readonly judgeTurn?: TurnJudgement;
  /** The recogniser's words as people write them. */
  readonly write: (text: string) => string;
  readonly listener: (event: HearingEvent) => void;
  /**
   * What becomes of a committed utterance that the recogniser fails over: `left` unanswered, for whoever keeps its sound
   * and has another ear; `empty`, by a recogniser that has had its second try already.
   */
  readonly lost: "left" | "empty";
};

type Piece = {
  readonly from: number;
  readonly to: number;
  readonly placed: Transcription;
  transcript: Transcript | null;
};

type Utterance = {
  readonly number: number;
  readonly sound: SpokenSound;
  /** In order; the last one may be a guess, made in a pause that may not be the end. */
  pieces: Piece[];
  /** Where the pause began in which they are; null while they speak. */
  pausedAt: number | null;
  /** What is before this has been written down, or is silence of a hold. */
  heardTo: number;
  committed: boolean;
  deadline: NodeJS.Timeout | null;
};

/** A recogniser that asks for more than this is not asked again by this ear. */
const PATIENCE_MS = 500;

const NOTHING = new Int16Array(0);
const NO_WORDS: Transcript = { text: "", confidence: null };

export class PiecewiseEar implements Hearing, EarNews {
  readonly tellsWords = "after_pause";
  readonly #options: PiecewiseEarOptions;
  readonly #recent: RecentSound;
  #current: Utterance | null = null;
  /** Committed, in the order they were spoken; told in that order. */
  #awaited: Utterance[] = [];
  #lastNumber = 0;
  #resting = false;
  #closed = false;

  constructor(options: PiecewiseEarOptions) {
    this.#options = options;
    this.#recent = new RecentSound(this.#samplesIn(LONGEST_PREROLL_MS));
  }

  write(frame: Int16Array): void {
    if (this.#closed) return;
    this.#recent.add(frame);
    if (this.#current === null) return;
    this.#current.sound.add(frame);
    if (this.#current.pausedAt === null) this.#options.transcriber.append?.(frame);
  }

  begin(prerollMs: number): number {
    this.#lastNumber += 1;
    if (this.#closed) return this.#lastNumber;
    const sound = new SpokenSound();
    for (const frame of this.#recent.last(this.#samplesIn(prerollMs))) sound.add(frame);
    this.#current = {
      number: this.#lastNumber,
      sound,
      pieces: [],
      pausedAt: null,
      heardTo: 0,
      committed: false,
      deadline: null,
    };
    this.#options.transcriber.restart?.(sound.cut(0));
    return this.#lastNumber;
  }

  pause(): void {
    const utterance = this.#current;
    if (utterance === null || utterance.pausedAt !== null) return;
    utterance.pausedAt = utterance.sound.samples;
    this.#order(utterance, "pause");
    if (!this.#resting) this.#judge(utterance);
  }

  resume(): void {
    const utterance = this.#current;
    if (utterance === null || utterance.pausedAt === null) return;
    const guess = utterance.pieces.at(-1);
    const pauseSamples = utterance.sound.samples - utterance.pausedAt;
    utterance.pausedAt = null;
    if (guess !== undefined && !this.#isPiece(guess, pauseSamples)) {
      guess.placed.cancel();
      utterance.pieces = utterance.pieces.slice(0, -1);
      utterance.heardTo = 0;
    } else if (this.#leavesOut) {
      utterance.heardTo = utterance.sound.samples - this.#samplesIn(BEFORE_SPEECH_MS);
    }
    this.#options.transcriber.restart?.(utterance.sound.cut(endOf(utterance)));
  }

  commit(): void {
    const utterance = this.#current;
    if (utterance === null) return;
    this.#current = null;
    utterance.committed = true;
    if (utterance.pausedAt === null) this.#order(utterance, "final");
    for (const piece of utterance.pieces) if (piece.transcript === null) piece.placed.promote();
    this.#awaited.push(utterance);
    utterance.deadline = setTimeout(() => this.#overdue(utterance), ANSWER_WITHIN_MS);
    this.#tellFinished();
  }

  discard(): void {
    const utterance = this.#current;
    if (utterance === null) return;
    this.#current = null;
    for (const piece of utterance.pieces) piece.placed.cancel();
    utterance.pieces = [];
    this.#options.transcriber.restart?.(NOTHING);
  }

  /** Each second is written down once, in pieces as short as they come, and nobody judges where a turn ends. */
  rest(resting: boolean): void {
    this.#resting = resting;
  }

  close(): void {
    if (this.#closed) return;
    this.discard();
    this.#closed = true;
    for (const utterance of this.#awaited.splice(0)) {
      if (utterance.deadline !== null) clearTimeout(utterance.deadline);
      for (const piece of utterance.pieces) piece.placed.cancel();
    }
    this.#recent.forget();
    this.#options.transcriber.close?.();
  }

  wordsSoFar(text: string): void {
    const utterance = this.#current;
    if (this.#closed || utterance === null || utterance.pausedAt !== null) return;
    this.#tellPartial(utterance, text);
  }

  /** The recogniser is gone: the ear is closed after this. */
  fail({ message, retryable }: EngineFailure): void {
    if (this.#closed) return;
    this.close();
    this.#options.listener({ type: "failed", retryable, message });
  }

  /** A guess that has become a piece of a long speech: they went on after it, and not in the middle of a word. */
  #isPiece(guess: Piece, pauseSamples: number): boolean {
    if (this.#resting) return true;
    const long = guess.to - guess.from >= this.#samplesIn(PIECE_LEAST_MS);
    return long && pauseSamples >= this.#samplesIn(CUT_LEAST_MS);
  }

  /** Asks whether that sounded like an end. */
  #judge(utterance: Utterance): void {
    const { pausedAt, sound } = utterance;
    const heard = sound.cut(Math.max(0, sound.samples - this.#samplesIn(JUDGED_MS)));
    this.#options.judgeTurn?.(heard, this.#options.sampleRateHz).then(
      (finished) => {
        if (this.#current !== utterance || utterance.pausedAt !== pausedAt) return;
        this.#options.listener({ type: "turn_judged", utterance: utterance.number, finished });
      },
      // Without a judgement the words alone decide.
      () => undefined,
    );
  }

  /** Has what is new of the utterance written down. */
  #order(utterance: Utterance, urgency: "pause" | "final"): void {
    const from = Math.max(endOf(utterance), utterance.heardTo);
    const quiet = this.#leavesOut && urgency === "pause" ? this.#samplesIn(QUIET_LEFT_OUT_MS) : 0;
    const to = utterance.sound.samples - quiet;
    if (to <= from) return;
    const placed = this.#options.transcriber.transcribe(utterance.sound.cut(from, to), urgency);
    const piece: Piece = { from, to, placed, transcript: null };
    utterance.pieces.push(piece);
    placed.done.then(
      (transcript) => this.#onTranscript(utterance, piece, transcript),
      (error: unknown) => this.#onFailure(utterance, piece, asEngineFailure(error)),
    );
  }

  #onTranscript(utterance: Utterance, piece: Piece, transcript: Transcript): void {
    if (this.#closed || !utterance.pieces.includes(piece)) return;
    piece.transcript = transcript;
    if (utterance.committed) return this.#tellFinished();
    if (utterance.pausedAt === null || utterance.pieces.some((other) => other.transcript === null)) return;
    this.#tellPartial(utterance, "");
  }

  #onFailure(utterance: Utterance, piece: Piece, failure: EngineFailure): void {
    const at = utterance.pieces.indexOf(piece);
    if (this.#closed || at < 0) return;
    const soon = failure.retryable && (failure.retryAfterMs ?? 0) <= PATIENCE_MS;
    if (!utterance.committed && soon) {
      // The sound is still here: with the end of the turn it is tried once more, together with what follows.
      for (const later of utterance.pieces.slice(at + 1)) later.placed.cancel();
      utterance.pieces = utterance.pieces.slice(0, at);
      utterance.pausedAt = null;
      return;
    }
    if (utterance.committed && this.#options.lost === "empty") {
      piece.transcript = NO_WORDS;
      this.#tellFinished();
    }
    this.fail(failure);
  }

  #overdue(utterance: Utterance): void {
    for (const piece of utterance.pieces) {
      if (piece.transcript !== null) continue;
      piece.placed.cancel();
      piece.transcript = NO_WORDS;
    }
    this.#tellFinished();
  }

  #tellFinished(): void {
    for (let first = this.#awaited[0]; first !== undefined; first = this.#awaited[0]) {
      if (first.pieces.some((piece) => piece.transcript === null)) return;
      this.#awaited.shift();
      if (first.deadline !== null) clearTimeout(first.deadline);
      this.#options.listener({
        type: "utterance",
        utterance: first.number,
        text: this.#options.write(textOf(first)),
        confidence: confidenceOf(first),
      });
    }
  }

  /** `more`: words after those of the pieces. */
  #tellPartial(utterance: Utterance, more: string): void {
    const text = this.#options.write([textOf(utterance), more].filter((words) => words !== "").join(" "));
    this.#options.listener({ type: "partial", utterance: utterance.number, text, written: text });
  }

  /** Who is sent the sound while it is spoken has all of it. */
  get #leavesOut(): boolean {
    return this.#resting && this.#options.transcriber.restart === undefined;
  }

  #samplesIn(ms: number): number {
    return (ms * this.#options.sampleRateHz) / 1000;
  }
}

/** How far it is written down, or going to be. */
function endOf({ pieces }: Utterance): number {
  return pieces.at(-1)?.to ?? 0;
}

function textOf({ pieces }: Utterance): string {
  const texts = pieces.map(({ transcript }) => transcript?.text ?? "");
  return texts.filter((text) => text !== "").join(" ");
}

/** Of the piece that was understood worst. */
function confidenceOf({ pieces }: Utterance): number | null {
  const known = pieces.map(({ transcript }) => transcript?.confidence ?? null).filter((value) => value !== null);
  return known.length === 0 ? null : Math.min(...known);
}

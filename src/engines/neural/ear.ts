/**
 * One call's ear on a recogniser that is not streaming: it keeps the sound, has it written down when they pause, and
 * throws that away when they go on. A long speech is cut at its pauses, and its pieces are written down while they still
 * speak, so that the end of a turn has to wait for its last piece only.
 */
import type { Hearing, HearingEvent } from "../../conversation/ports.ts";
import type { EngineClient, Placed } from "./client.ts";
import type { Urgency } from "./wire.ts";

const LONGEST_PREROLL_MS = 2000;
/**
 * A piece shorter than this is written down in a quarter of a second, and understood worse without what follows: half
 * of a telephone number becomes a whole one.
 */
const PIECE_LEAST_MS = 7000;
/** We hear of a pause some 160 ms after it has begun. One that lasts this much longer does not lie within a word. */
const CUT_LEAST_MS = 60;
/** What a judgement of the turn looks at. */
const JUDGED_MS = 8000;
/** After this what is known is all there will be. */
const ANSWER_WITHIN_MS = 8_000;

export type NeuralEarOptions = {
  readonly sampleRateHz: number;
  readonly engine: EngineClient;
  /** The recogniser's words as people write them. */
  readonly write: (text: string) => string;
  readonly listener: (event: HearingEvent) => void;
};

type Piece = { readonly from: number; readonly to: number; readonly placed: Placed; text: string | null };

type Utterance = {
  readonly number: number;
  readonly chunks: Int16Array[];
  samples: number;
  /** In order; the last one may be a guess, made in a pause that may not be the end. */
  pieces: Piece[];
  /** Where the pause began in which they are; null while they speak. */
  pausedAt: number | null;
  committed: boolean;
  deadline: NodeJS.Timeout | null;
};

export class NeuralEar implements Hearing {
  readonly tellsWords = "after_pause";
  readonly #options: NeuralEarOptions;
  #recent: Int16Array[] = [];
  #recentSamples = 0;
  #current: Utterance | null = null;
  /** Committed, in the order they were spoken; told in that order. */
  #awaited: Utterance[] = [];
  #lastNumber = 0;
  #closed = false;

  constructor(options: NeuralEarOptions) {
    this.#options = options;
  }

  write(frame: Int16Array): void {
    if (this.#closed) return;
    this.#recent.push(frame);
    this.#recentSamples += frame.length;
    while (this.#recentSamples > this.#samplesIn(LONGEST_PREROLL_MS)) {
      this.#recentSamples -= this.#recent.shift()?.length ?? 0;
    }
    if (this.#current !== null) collect(this.#current, frame);
  }

  begin(prerollMs: number): number {
    this.#lastNumber += 1;
    if (this.#closed) return this.#lastNumber;
    const utterance: Utterance = {
      number: this.#lastNumber,
      chunks: [],
      samples: 0,
      pieces: [],
      pausedAt: null,
      committed: false,
      deadline: null,
    };
    this.#current = utterance;
    let wanted = this.#samplesIn(prerollMs);
    let from = this.#recent.length;
    while (from > 0 && wanted > 0) {
      from -= 1;
      wanted -= this.#recent[from]?.length ?? 0;
    }
    for (const frame of this.#recent.slice(from)) collect(utterance, frame);
    return utterance.number;
  }

  pause(): void {
    const utterance = this.#current;
    if (utterance === null || utterance.pausedAt !== null) return;
    utterance.pausedAt = utterance.samples;
    this.#order(utterance, utterance.samples, "pause");
    this.#judge(utterance);
  }

  resume(): void {
    const utterance = this.#current;
    const guess = utterance?.pieces.at(-1);
    if (utterance === null || utterance.pausedAt === null) return;
    const pauseSamples = utterance.samples - utterance.pausedAt;
    utterance.pausedAt = null;
    if (guess === undefined) return;
    const long = guess.to - guess.from >= this.#samplesIn(PIECE_LEAST_MS);
    if (long && pauseSamples >= this.#samplesIn(CUT_LEAST_MS)) return;
    guess.placed.cancel();
    utterance.pieces = utterance.pieces.slice(0, -1);
  }

  commit(): void {
    const utterance = this.#current;
    if (utterance === null) return;
    this.#current = null;
    utterance.committed = true;
    if (utterance.pausedAt === null) this.#order(utterance, utterance.samples, "final");
    for (const piece of utterance.pieces) if (piece.text === null) piece.placed.promote("final");
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
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.discard();
    for (const utterance of this.#awaited.splice(0)) {
      if (utterance.deadline !== null) clearTimeout(utterance.deadline);
      for (const piece of utterance.pieces) piece.placed.cancel();
    }
    this.#recent = [];
  }

  /** Asks whether that sounded like an end. */
  #judge(utterance: Utterance): void {
    const { engine, sampleRateHz, listener } = this.#options;
    const { pausedAt } = utterance;
    const sound = cut(utterance, Math.max(0, utterance.samples - this.#samplesIn(JUDGED_MS)), utterance.samples);
    engine.order({ type: "judge_turn", sampleRateHz }, sound).done.then(
      ({ answer }) => {
        if (answer.type !== "turn" || this.#current !== utterance || utterance.pausedAt !== pausedAt) return;
        listener({ type: "turn_judged", utterance: utterance.number, finished: answer.finished });
      },
      // Without a judgement the words alone decide.
      () => undefined,
    );
  }

  /** Has what is new of the utterance, up to this sample, written down. */
  #order(utterance: Utterance, to: number, urgency: Urgency): void {
    const from = utterance.pieces.at(-1)?.to ?? 0;
    if (to <= from) return;
    const { engine, sampleRateHz } = this.#options;
    const placed = engine.order({ type: "transcribe", sampleRateHz, urgency }, cut(utterance, from, to));
    const piece: Piece = { from, to, placed, text: null };
    utterance.pieces.push(piece);
    placed.done.then(
      ({ answer }) => this.#onText(utterance, piece, answer.type === "text" ? answer.text : ""),
      (error: unknown) => this.#onFailure(utterance, piece, error),
    );
  }

  #onText(utterance: Utterance, piece: Piece, text: string): void {
    if (this.#closed || !utterance.pieces.includes(piece)) return;
    piece.text = text;
    if (utterance.committed) return this.#tellFinished();
    if (utterance.pausedAt === null || utterance.pieces.some((other) => other.text === null)) return;
    const told = this.#textOf(utterance);
    this.#options.listener({ type: "partial", utterance: utterance.number, text: told, written: told });
  }

  #onFailure(utterance: Utterance, piece: Piece, error: unknown): void {
    if (this.#closed || !utterance.pieces.includes(piece)) return;
    // The sound is still here: with the end of the turn it is tried once more, together with what follows.
    if (!utterance.committed) {
      utterance.pieces = utterance.pieces.filter((other) => other !== piece);
      utterance.pausedAt = null;
      return;
    }
    piece.text = "";
    this.#tellFinished();
    this.#options.listener({ type: "failed", retryable: true, message: String(error) });
  }

  #overdue(utterance: Utterance): void {
    for (const piece of utterance.pieces) {
      if (piece.text !== null) continue;
      piece.placed.cancel();
      piece.text = "";
    }
    this.#tellFinished();
  }

  #tellFinished(): void {
    for (let first = this.#awaited[0]; first !== undefined; first = this.#awaited[0]) {
      if (first.pieces.some((piece) => piece.text === null)) return;
      this.#awaited.shift();
      if (first.deadline !== null) clearTimeout(first.deadline);
      this.#options.listener({
        type: "utterance",
        utterance: first.number,
        text: this.#textOf(first),
        confidence: null,
      });
    }
  }

  #textOf(utterance: Utterance): string {
    const texts = utterance.pieces.map((piece) => piece.text ?? "").filter((text) => text !== "");
    return this.#options.write(texts.join(" "));
  }

  #samplesIn(ms: number): number {
    return (ms * this.#options.sampleRateHz) / 1000;
  }
}

function collect(utterance: Utterance, frame: Int16Array): void {
  utterance.chunks.push(frame);
  utterance.samples += frame.length;
}

function cut(utterance: Utterance, from: number, to: number): Int16Array {
  const all = new Int16Array(to - from);
  let at = 0;
  for (const chunk of utterance.chunks) {
    const start = Math.max(0, from - at);
    const end = Math.min(chunk.length, to - at);
    if (start < end) all.set(chunk.subarray(start, end), Math.max(0, at - from));
    at += chunk.length;
  }
  return all;
}

/**
 * One call's ear on the embedded recogniser, in the thread of the call: keeps the last moments of sound for the
 * pre-roll, hands utterances over in pieces of 60 ms, and tells their results in the order they were spoken.
 */
import type { Hearing, HearingEvent, Meter } from "../../../conversation/ports.ts";
import type { Rate, RecogniserAnswer, RecogniserRequest } from "./recogniser-protocol.ts";

const LONGEST_PREROLL_MS = 2000;
/** After each the words so far are told: the shorter, the sooner it is known that they were the last. */
const PIECE_MS = 60;
/** Words of which the decoder is further behind than this are not told: they would pass for the words of this moment. */
const BEHIND_MS = 100;

export type EarOptions = {
  readonly sampleRateHz: Rate;
  readonly answerWithinMs: number;
  /** Spoken words as people write them. */
  readonly write: (text: string) => string;
  readonly listener: (event: HearingEvent) => void;
  readonly meter?: Meter | undefined;
  /** Starts an utterance at the engine; its number. */
  readonly begin: () => number;
  readonly send: (request: Extract<RecogniserRequest, { utterance: number }>) => void;
  readonly forget: (utterance: number) => void;
  readonly close: () => void;
};

type Utterance = {
  /** At the engine, which counts those of all ears. */
  readonly number: number;
  /** Of this ear. */
  readonly ordinal: number;
  /** Of its sound. */
  samples: number;
  partial: string;
  result: Extract<HearingEvent, { type: "utterance" }> | null;
  deadline: NodeJS.Timeout | null;
};

export class Ear implements Hearing {
  readonly tellsWords = "as_spoken";
  readonly #options: EarOptions;
  readonly #recent: Int16Array[] = [];
  #recentSamples = 0;
  #piece: Int16Array[] = [];
  #pieceSamples = 0;
  /** The one that is being spoken; it is the last of those that are awaited. */
  #current: Utterance | null = null;
  readonly #awaited: Utterance[] = [];
  #overdueInARow = 0;
  #begun = 0;
  #closed = false;

  constructor(options: EarOptions) {
    this.#options = options;
  }

  write(frame: Int16Array): void {
    if (this.#closed) return;
    this.#recent.push(frame);
    this.#recentSamples += frame.length;
    const most = this.#samplesIn(LONGEST_PREROLL_MS);
    while (this.#recentSamples > most) this.#recentSamples -= this.#recent.shift()?.length ?? 0;
    if (this.#current !== null) this.#collect(this.#current, frame);
  }

  begin(prerollMs: number): number {
    this.#begun += 1;
    if (this.#closed || this.#current !== null) return this.#begun;
    const number = this.#options.begin();
    const utterance: Utterance = {
      number,
      ordinal: this.#begun,
      samples: 0,
      partial: "",
      result: null,
      deadline: null,
    };
    this.#current = utterance;
    this.#awaited.push(utterance);
    let wanted = this.#samplesIn(prerollMs);
    let from = this.#recent.length;
    while (from > 0 && wanted > 0) {
      from -= 1;
      wanted -= this.#recent[from]?.length ?? 0;
    }
    for (const frame of this.#recent.slice(from)) this.#collect(utterance, frame);
    return this.#begun;
  }

  /** It is streaming: the words are told as they are spoken. */
  pause(): void {}

  resume(): void {}

  commit(): void {
    const utterance = this.#current;
    if (utterance === null) return;
    this.#flush(utterance);
    this.#current = null;
    this.#options.send({ type: "commit", utterance: utterance.number });
    utterance.deadline = setTimeout(() => this.#overdue(utterance), this.#options.answerWithinMs);
  }

  discard(): void {
    const utterance = this.#current;
    if (utterance === null) return;
    this.#piece = [];
    this.#pieceSamples = 0;
    this.#current = null;
    this.#awaited.pop();
    this.#options.send({ type: "discard", utterance: utterance.number });
    this.#options.forget(utterance.number);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const utterance of this.#awaited.splice(0)) {
      if (utterance.deadline !== null) clearTimeout(utterance.deadline);
      this.#options.send({ type: "discard", utterance: utterance.number });
      this.#options.forget(utterance.number);
    }
    this.#current = null;
    this.#recent.length = 0;
    this.#options.close();
  }

  /** Something came from the engine about an utterance of this ear. */
  onAnswer(answer: Extract<RecogniserAnswer, { utterance: number }>): void {
    const utterance = this.#awaited.find(({ number }) => number === answer.utterance);
    if (utterance === undefined) return;
    switch (answer.type) {
      case "partial":
        utterance.partial = answer.text;
        // While an older one is awaited these words would look like that one's.
        if (utterance !== this.#current || utterance !== this.#awaited[0]) return;
        if (utterance.samples - answer.samples > this.#samplesIn(BEHIND_MS)) return;
        this.#options.listener({
          type: "partial",
          utterance: utterance.ordinal,
          text: answer.text,
          written: this.#options.write(answer.text),
        });
        return;
      case "utterance":
        this.#overdueInARow = 0;
        return this.#settle(utterance, answer.text, answer.confidence);
      case "failed":
        return this.fail(answer.message);
    }
  }

  /** The engine is gone, or cannot do it: the ear is closed after this. */
  fail(message: string): void {
    if (this.#closed) return;
    this.close();
    this.#options.listener({ type: "failed", retryable: true, message });
  }

  #settle(utterance: Utterance, text: string, confidence: number | null): void {
    if (utterance.deadline !== null) clearTimeout(utterance.deadline);
    this.#options.forget(utterance.number);
    utterance.result = { type: "utterance", utterance: utterance.ordinal, text: this.#options.write(text), confidence };
    while (this.#awaited[0]?.result !== null && this.#awaited[0] !== undefined) {
      const next = this.#awaited.shift()?.result;
      if (next !== null && next !== undefined) this.#options.listener(next);
    }
  }

  /**
   * The decoders are overloaded. The words so far, perhaps none, are all that is known in time; a conversation can ask
   * again. An engine that does it twice running is not there any more.
   */
  #overdue(utterance: Utterance): void {
    this.#overdueInARow += 1;
    if (this.#overdueInARow > 1 && utterance.partial === "")
      return this.fail("the embedded recogniser does not answer in time");
    this.#options.send({ type: "discard", utterance: utterance.number });
    this.#settle(utterance, utterance.partial, null);
  }

  #collect(utterance: Utterance, frame: Int16Array): void {
    utterance.samples += frame.length;
    this.#piece.push(frame);
    this.#pieceSamples += frame.length;
    if (this.#pieceSamples >= this.#samplesIn(PIECE_MS)) this.#flush(utterance);
  }

  #flush(utterance: Utterance): void {
    if (this.#pieceSamples === 0) return;
    const piece = joined(this.#piece);
    this.#piece = [];
    this.#pieceSamples = 0;
    // Before it is sent: its buffer is handed over.
    this.#options.meter?.sound(piece.length / this.#options.sampleRateHz);
    this.#options.send({ type: "audio", utterance: utterance.number, samples: piece });
  }

  #samplesIn(ms: number): number {
    return (ms * this.#options.sampleRateHz) / 1000;
  }
}

function joined(frames: readonly Int16Array[]): Int16Array {
  const all = new Int16Array(frames.reduce((sum, frame) => sum + frame.length, 0));
  let offset = 0;
  for (const frame of frames) {
    all.set(frame, offset);
    offset += frame.length;
  }
  return all;
}

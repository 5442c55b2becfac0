/**
 * Which words belong to which utterance. Deepgram hears one long stream and says when each word was spoken; our own
 * voice-activity detector says when each utterance was. Words are put where their time lies, however late they come: so
 * what was said before an utterance (our own echo, music, another's voice that the detector took for none) stays out of
 * it, and what was told twice counts once. Times are seconds of the sound sent so far. Pure.
 */

export type TimedWord = {
  readonly text: string;
  readonly startS: number;
  readonly endS: number;
  readonly confidence: number | null;
};

/** What the engine says of a part of the stream. */
export type Stretch = {
  readonly startS: number;
  readonly endS: number;
  /** The words as a whole, which may be better written than one by one. */
  readonly text: string;
  readonly confidence: number | null;
  readonly words: readonly TimedWord[];
};

export type Said = {
  readonly text: string;
  readonly confidence: number | null;
  /** Some of it may still be told otherwise. */
  readonly tentative: boolean;
};

type Utterance = {
  readonly number: number;
  readonly startS: number;
  /** When they fell silent, null while they speak. */
  quietS: number | null;
  endS: number | null;
  state: "spoken" | "awaited" | "told" | "discarded";
};

/** Words that lie beside every utterance by no more than this are those of the nearer one. */
const BESIDE_S = 0.3;
/** A final that begins so far before the last final's end is timed by another clock than the stream's. */
const BACK_S = 0.5;
/** Before the first final, one that ended so long ago is, too. */
const OLD_S = 3;
/** Utterances and stretches older than this are of no use to anybody. */
const KEEP_S = 30;

export class Transcript {
  #utterances: Utterance[] = [];
  #finals: Stretch[] = [];
  #interim: Stretch | null = null;
  #lastNumber = 0;
  /** Up to here it is known what was said, and will not change. */
  #finalToS = 0;
  /** Up to here there was an interim. */
  #heardToS = 0;

  /** It has been listened up to here. */
  get heardToS(): number {
    return Math.max(this.#heardToS, this.#finalToS);
  }

  /** The number of the utterance that is being spoken, null in silence. */
  get current(): number | null {
    return this.#spoken()?.number ?? null;
  }

  begin(startS: number): number {
    this.discard(startS);
    this.#lastNumber += 1;
    const committed = this.#utterances.findLast(({ state }) => state !== "discarded");
    // What was told with the last utterance is not told again with this one.
    const from = Math.max(startS, committed?.endS ?? 0);
    this.#utterances.push({ number: this.#lastNumber, startS: from, quietS: null, endS: null, state: "spoken" });
    return this.#lastNumber;
  }

  pause(atS: number): void {
    const spoken = this.#spoken();
    if (spoken !== undefined) spoken.quietS ??= atS;
  }

  resume(): void {
    const spoken = this.#spoken();
    if (spoken !== undefined) spoken.quietS = null;
  }

  /** Answers its number, or null when nothing was being spoken. */
  commit(atS: number): number | null {
    const spoken = this.#spoken();
    if (spoken === undefined) return null;
    spoken.endS = atS;
    spoken.quietS ??= atS;
    spoken.state = "awaited";
    return spoken.number;
  }

  discard(atS: number): void {
    const spoken = this.#spoken();
    if (spoken === undefined) return;
    spoken.endS = atS;
    spoken.state = "discarded";
  }

  told(number: number): void {
    const utterance = this.#numbered(number);
    if (utterance !== undefined) utterance.state = "told";
  }

  /** When its speaker fell silent, as far as is known. */
  quietS(number: number): number | null {
    return this.#numbered(number)?.quietS ?? null;
  }

  /** This will not change any more. Answers what it was taken for, in times of the stream. */
  final(stretch: Stretch, nowS: number): Stretch {
    const placed = this.#placed(stretch, nowS);
    this.#finals.push(placed);
    this.#interim = this.#interim === null ? null : restOf(this.#interim, placed.endS);
    this.#finalToS = Math.max(this.#finalToS, placed.endS);
    this.#forgetBefore(nowS - KEEP_S);
    return placed;
  }

  /** The words since the last final, as far as they are known now. */
  interim(stretch: Stretch, nowS: number): Stretch {
    const placed = this.#placed(stretch, nowS);
    // One that begins where the last has ended does not revise it.
    const before = this.#interim;
    if (before !== null && before.words.length > 0 && placed.startS > before.endS) this.#finals.push(before);
    this.#interim = placed;
    this.#heardToS = Math.max(this.#heardToS, placed.endS);
    return placed;
  }

  /** Whether words of this stretch are the utterance's. */
  isIn(number: number, stretch: Stretch): boolean {
    return stretch.words.some((word) => this.#ownerOf(word)?.number === number);
  }

  said(number: number): Said {
    const parts: string[] = [];
    const confidences: number[] = [];
    let tentative = false;
    for (const stretch of [...this.#finals, ...(this.#interim === null ? [] : [this.#interim])]) {
      const words = stretch.words.filter((word) => this.#ownerOf(word)?.number === number);
      if (words.length === 0) continue;
      tentative ||= stretch === this.#interim;
      const whole = words.length === stretch.words.length && stretch.text !== "";
      parts.push(whole ? stretch.text : words.map(({ text }) => text).join(" "));
      for (const word of words) {
        const confidence = word.confidence ?? stretch.confidence;
        if (confidence !== null) confidences.push(confidence);
      }
    }
    const sum = confidences.reduce((total, one) => total + one, 0);
    return {
      text: parts.join(" ").trim(),
      confidence: confidences.length === 0 ? null : sum / confidences.length,
      tentative,
    };
  }

  #spoken(): Utterance | undefined {
    const last = this.#utterances.at(-1);
    return last?.state === "spoken" ? last : undefined;
  }

  #numbered(number: number): Utterance | undefined {
    return this.#utterances.find((utterance) => utterance.number === number);
  }

  /** The later one, where two overlap: its pre-roll reaches into sound that was discarded. */
  #ownerOf({ startS, endS }: TimedWord): Utterance | undefined {
    const middle = (startS + endS) / 2;
    const within = this.#utterances.findLast((one) => one.startS <= middle && middle <= (one.endS ?? Infinity));
    if (within !== undefined) return within;
    const before = this.#utterances.findLast((one) => (one.endS ?? Infinity) < middle);
    const after = this.#utterances.find((one) => one.startS > middle);
    const sinceS = before?.endS == null ? Infinity : middle - before.endS;
    const untilS = after === undefined ? Infinity : after.startS - middle;
    if (Math.min(sinceS, untilS) > BESIDE_S) return undefined;
    return sinceS <= untilS ? before : after;
  }

  /**
   * In times of the stream. There are servers that count each utterance from zero: words that belong to nothing, and
   * lie where everything is final already, are taken for those that are waited for.
   */
  #placed(stretch: Stretch, nowS: number): Stretch {
    const told = this.#withWords(stretch);
    if (told.words.some((word) => this.#ownerOf(word) !== undefined)) return told;
    const back = told.startS < this.#finalToS - BACK_S;
    const old = this.#finalToS === 0 && told.endS < nowS - OLD_S;
    const awaited = this.#utterances.find(({ state }) => state === "awaited") ?? this.#spoken();
    if (!(back || old) || awaited === undefined) return told;
    const { startS } = awaited;
    const words = told.words.map((word) => ({ ...word, startS, endS: startS }));
    return { ...told, startS, endS: awaited.quietS ?? startS, words };
  }

  /** Words that are only told as a whole are one long word, of the last utterance that they may be of. */
  #withWords(stretch: Stretch): Stretch {
    if (stretch.words.length > 0 || stretch.text === "") return stretch;
    const { startS, endS, text, confidence } = stretch;
    const last = this.#utterances.findLast((one) => one.startS <= endS && startS <= (one.endS ?? Infinity));
    const atS = last === undefined ? endS : Math.max(startS, last.startS);
    return { ...stretch, words: [{ text, startS: atS, endS: atS, confidence }] };
  }

  #forgetBefore(limitS: number): void {
    this.#utterances = this.#utterances.filter(({ endS }) => (endS ?? Infinity) >= limitS);
    const fromS = Math.min(limitS, ...this.#utterances.map(({ startS }) => startS));
    this.#finals = this.#finals.filter(({ endS }) => endS >= fromS);
  }
}

/** What of these words lies after this moment. */
function restOf(stretch: Stretch, fromS: number): Stretch | null {
  const words = stretch.words.filter((word) => (word.startS + word.endS) / 2 > fromS);
  if (words.length === 0) return null;
  return { ...stretch, startS: fromS, words, text: words.map(({ text }) => text).join(" ") };
}

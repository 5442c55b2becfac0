/**
 * One call's ear on Deepgram. Every frame goes up as it comes; utterances are places in that stream (`transcript.ts`).
 * An utterance that is over is told as soon as nothing that was said in it can change any more: at once when Deepgram
 * has told it all, else when it has answered, and after a second with what is known then.
 */
import type { Hearing, HearingEvent, Meter } from "../../conversation/ports.ts";
import type { DeepgramAccount } from "./account.ts";
import { foreign, late, told } from "./failure.ts";
import type { DeepgramFailure } from "./failure.ts";
import type { Reading } from "./listen-messages.ts";
import { Transcript } from "./transcript.ts";

const ANSWER_WITHIN_MS = 1000;
/** Sound that was sent faster than it was spoken (after a reconnection) takes time to be listened to: a quarter of it. */
const CATCH_UP = { share: 0.25, mostMs: 3000 } as const;
/** An answer that reaches to so little before the silence of an utterance is the answer to its own Finalize. */
const ANSWERS_TO_S = 0.5;
/** We hear of a pause so long after it has begun, and Deepgram's pause may begin a little before ours. */
const PAUSE_KNOWN_AFTER_S = 0.1;
const SAME_PAUSE_S = 0.25;
/** While sound goes up something comes down about every second, words or none. */
const SILENT_MOST_MS = 2500;
const KEEP_ALIVE_EVERY_MS = 3000;
/** Sound that waits for so long in front of the network is of no use any more. */
const WAITING_MOST_MS = 5000;

/** How this interface of Deepgram's is spoken. */
export type ListenLine = {
  readonly isOpen: boolean;
  readonly waitingBytes: number;
  readonly send: (frame: Int16Array) => void;
  readonly bytesPerSample: number;
  /** Asks for what has been said so far; null where there is no such message, and words are as good as final anyway. */
  readonly finalize: (() => void) | null;
  readonly keepAlive: () => void;
  readonly close: () => void;
};

export type EarOptions = {
  readonly account: DeepgramAccount;
  readonly sampleRateHz: number;
  readonly read: (message: unknown) => Reading;
  readonly listener: (event: HearingEvent) => void;
  readonly meter?: Meter | undefined;
};

type Awaited = { readonly number: number; flushed: boolean; readonly deadline: NodeJS.Timeout };

export class DeepgramEar implements Hearing {
  readonly tellsWords = "as_spoken";
  readonly #options: EarOptions;
  readonly #transcript = new Transcript();
  #line: ListenLine | null = null;
  #failure: DeepgramFailure | null = null;
  #closed = false;
  #samples = 0;
  #openedMs = 0;
  #beganMs = 0;
  #lastSentMs = 0;
  #lastMessageMs = 0;
  /** Something came that only Deepgram sends. */
  #speaksIt = false;
  #keepAlive: NodeJS.Timeout | null = null;
  #awaited: Awaited[] = [];
  #lastPartial = { utterance: 0, text: "" };
  /** The utterance that the engine last heard to its end: of the turn, or to a pause after we had heard one. */
  #ended = 0;
  /** Where the engine last found a pause. */
  #pauseS = 0;
  /** Utterances in a row about which nothing at all came. */
  #unanswered = 0;

  constructor(options: EarOptions) {
    this.#options = options;
  }

  /** What ended the line before the ear was given it, or since. */
  get failure(): DeepgramFailure | null {
    return this.#failure;
  }

  attach(line: ListenLine): void {
    this.#line = line;
    this.#openedMs = performance.now();
    this.#lastSentMs = this.#openedMs;
    this.#keepAlive = setInterval(() => this.#stayConnected(), KEEP_ALIVE_EVERY_MS);
  }

  write(frame: Int16Array): void {
    const line = this.#line;
    if (this.#closed || line === null || frame.length === 0) return;
    this.#samples += frame.length;
    this.#lastSentMs = performance.now();
    if (!line.isOpen) return;
    line.send(frame);
    this.#options.meter?.sound(frame.length / this.#options.sampleRateHz);
    const waitingMs = (line.waitingBytes / line.bytesPerSample / this.#options.sampleRateHz) * 1000;
    if (waitingMs > WAITING_MOST_MS) this.fail(late(this.#options.account, "takes no more sound"));
  }

  begin(prerollMs: number): number {
    this.#beganMs = performance.now();
    return this.#transcript.begin(Math.max(0, this.#nowS - prerollMs / 1000));
  }

  pause(): void {
    this.#transcript.pause(this.#nowS);
  }

  resume(): void {
    if (this.#ended === this.#transcript.current) this.#ended = 0;
    this.#transcript.resume();
  }

  commit(): void {
    const number = this.#transcript.commit(this.#nowS);
    if (number === null || this.#closed) return;
    const known = this.#isKnown(number);
    const beganMs = this.#beganMs;
    const deadline = setTimeout(() => this.#onOverdue(number, beganMs), this.#answerWithinMs());
    this.#awaited.push({ number, flushed: false, deadline });
    if (known) return this.#tellKnown();
    if (this.#line?.isOpen === true) this.#line.finalize?.();
  }

  discard(): void {
    this.#transcript.discard(this.#nowS);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    if (this.#keepAlive !== null) clearInterval(this.#keepAlive);
    for (const { deadline } of this.#awaited.splice(0)) clearTimeout(deadline);
    this.#line?.close();
  }

  /** The line is lost, or not worth keeping: the ear is closed after this. */
  fail(failure: DeepgramFailure): void {
    if (this.#closed) return;
    const known = this.#line !== null;
    this.#failure = failure;
    this.close();
    const { retryable, message } = failure;
    if (known) this.#options.listener({ type: "failed", retryable, message });
  }

  onMessage(message: unknown): void {
    if (this.#closed) return;
    const { account, read } = this.#options;
    const reading = read(message);
    if (reading.type === "foreign") return this.fail(foreign(account, this.#speaksIt));
    this.#lastMessageMs = performance.now();
    this.#speaksIt ||= reading.type !== "unknown";
    if (reading.type === "failed") return this.fail(told(account, reading.reason));
    if (reading.type === "words") this.#onWords(reading);
  }

  /** This interface never sends sound. */
  onSound(): void {
    this.fail(foreign(this.#options.account, this.#speaksIt));
  }

  #onWords({ stretch, final, flushed, pause, turn }: Extract<Reading, { readonly type: "words" }>): void {
    const transcript = this.#transcript;
    const placed = final ? transcript.final(stretch, this.#nowS) : transcript.interim(stretch, this.#nowS);
    if (pause === true) this.#pauseS = placed.endS;
    for (const one of this.#awaited) {
      const quietS = transcript.quietS(one.number) ?? Infinity;
      const answers = flushed === true && placed.endS >= quietS - ANSWERS_TO_S;
      const ends = pause === true && transcript.isIn(one.number, placed) && !transcript.said(one.number).tentative;
      one.flushed ||= answers || ends;
    }
    this.#tellPartial();
    const { current } = transcript;
    if (current !== null && transcript.isIn(current, placed)) {
      const heardPause = pause === true && transcript.quietS(current) !== null;
      if (heardPause || turn === "end_of_turn") this.#ended = current;
      if (turn !== undefined) this.#options.listener({ type: turn, utterance: current });
    }
    this.#tellKnown();
  }

  /** Words that are told again after they fell silent say that these were all: only when it has been listened so far. */
  #tellPartial(): void {
    const utterance = this.#transcript.current;
    if (utterance === null) return;
    const { text } = this.#transcript.said(utterance);
    const news = text !== this.#lastPartial.text || utterance !== this.#lastPartial.utterance;
    const quietS = this.#transcript.quietS(utterance);
    const confirmed = quietS !== null && this.#transcript.heardToS >= quietS - PAUSE_KNOWN_AFTER_S;
    if (text === "" || !(news || confirmed)) return;
    this.#lastPartial = { utterance, text };
    this.#options.listener({ type: "partial", utterance, text });
  }

  /** In the order they were spoken. */
  #tellKnown(): void {
    for (let first = this.#awaited[0]; first !== undefined; first = this.#awaited[0]) {
      if (!first.flushed && !this.#isKnown(first.number)) return;
      this.#unanswered = 0;
      this.#tell(first);
    }
  }

  /** Nothing that was said in it is still to come, or can change. */
  #isKnown(number: number): boolean {
    const quietS = this.#transcript.quietS(number) ?? Infinity;
    const heardOut = this.#transcript.heardToS >= quietS;
    if (heardOut && this.#line?.finalize === null) return true;
    // No words yet is no proof that there are none: that is asked.
    const { text, tentative } = this.#transcript.said(number);
    const ended = this.#ended === number || this.#pauseS >= quietS - SAME_PAUSE_S;
    return (heardOut || ended) && text !== "" && !tentative;
  }

  #tell(awaited: Awaited): void {
    clearTimeout(awaited.deadline);
    this.#awaited = this.#awaited.filter((one) => one !== awaited);
    const { text, confidence } = this.#transcript.said(awaited.number);
    this.#transcript.told(awaited.number);
    this.#options.listener({ type: "utterance", utterance: awaited.number, text, confidence });
  }

  /** A server that says nothing for so long while they speak, or twice running since they began to, is not there any more. */
  #onOverdue(number: number, beganMs: number): void {
    const overdue = this.#awaited.find((one) => one.number === number);
    if (overdue === undefined) return;
    this.#unanswered = this.#lastMessageMs < beganMs ? this.#unanswered + 1 : 0;
    const otherProtocol = this.#lastMessageMs > 0 && !this.#speaksIt;
    if (otherProtocol) return this.fail(foreign(this.#options.account, false));
    const silentMs = performance.now() - Math.max(this.#lastMessageMs, beganMs);
    if (this.#unanswered > 1 || silentMs >= SILENT_MOST_MS) {
      // It is not told as one without words: whoever keeps its sound has it heard by another ear.
      return this.fail(late(this.#options.account, "does not answer"));
    }
    this.#tell(overdue);
    this.#tellKnown();
  }

  #answerWithinMs(): number {
    const aheadMs = Math.max(0, this.#nowS * 1000 - (performance.now() - this.#openedMs));
    return ANSWER_WITHIN_MS + Math.min(CATCH_UP.mostMs, aheadMs * CATCH_UP.share);
  }

  #stayConnected(): void {
    if (this.#line?.isOpen === true && performance.now() - this.#lastSentMs >= KEEP_ALIVE_EVERY_MS) {
      this.#line.keepAlive();
    }
  }

  get #nowS(): number {
    return this.#samples / this.#options.sampleRateHz;
  }
}

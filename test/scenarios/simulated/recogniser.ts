/**
 * A recogniser that understands every word, because it is whispered to: it takes as long as it is told to, and no
 * processor time. Where voice activity begins and ends is found out by the real detector on the real sound, so an
 * utterance here begins and ends where it would with any engine.
 */
import type { MessagePort } from "node:worker_threads";
import type { Hearing, HearingEvent, Recogniser } from "../../../src/conversation/ports.ts";
import { systemClock } from "../../../src/lib/clock.ts";
import { GivenSound } from "./given-sound.ts";
import { overhear, tellAll, untold } from "./reveal.ts";
import type { Overheard } from "./reveal.ts";
import type { WhisperedLine } from "./whisper.ts";

const PARTIAL_EVERY_MS = 100;

function digits(number: string): string {
  return number.replaceAll(/\D/g, "");
}

export type SimulatedRecogniser = {
  /** The ear of the call to this number; null: nobody whispers to it. */
  of(number: string | null): Recogniser;
  close(): void;
};

/** `whispers` brings the lines of all calls; the utterance that follows a commit takes `delayMs`. */
export function openSimulatedRecogniser(whispers: MessagePort, delayMs: number): SimulatedRecogniser {
  const ears = new Set<SimulatedEar>();
  whispers.on("message", (line: WhisperedLine) => {
    for (const ear of ears) if (ear.number === digits(line.number)) ear.overhear(line);
  });
  return {
    of: (number) => ({
      open(_options, listener: (event: HearingEvent) => void, signal: AbortSignal): Promise<Hearing> {
        const ear = new SimulatedEar(number === null ? null : digits(number), delayMs, listener, () =>
          ears.delete(ear),
        );
        ears.add(ear);
        signal.addEventListener("abort", () => ear.close(), { once: true });
        return Promise.resolve(ear);
      },
    }),
    close: () => whispers.close(),
  };
}

class SimulatedEar implements Hearing {
  readonly tellsWords = "as_spoken";
  /** Digits of the number that was called; null: nobody whispers to this ear. */
  readonly number: string | null;
  readonly #delayMs: number;
  readonly #listener: (event: HearingEvent) => void;
  readonly #onClose: () => void;
  readonly #answers = new Set<NodeJS.Timeout>();
  #overheard: Overheard = [];
  #number = 0;
  readonly #given = new GivenSound();
  /** Ticks from `begin` to `commit` or `discard`. */
  #partials: NodeJS.Timeout | null = null;

  constructor(number: string | null, delayMs: number, listener: (event: HearingEvent) => void, onClose: () => void) {
    this.number = number;
    this.#delayMs = delayMs;
    this.#listener = listener;
    this.#onClose = onClose;
  }

  overhear(line: WhisperedLine): void {
    this.#overheard = overhear(this.#overheard, line);
  }

  /** The sound itself says nothing to it, only that it was given. */
  write(): void {
    this.#given.frame(systemClock.wallMs());
  }

  begin(): number {
    this.#number += 1;
    const utterance = this.#number;
    this.#partials ??= setInterval(() => {
      const text = this.#untold();
      // Also when it is the same as before: how old the words are tells whether more may come.
      if (text !== "") this.#listener({ type: "partial", utterance, text });
    }, PARTIAL_EVERY_MS);
    return utterance;
  }

  pause(): void {}

  resume(): void {}

  commit(): void {
    if (this.#partials === null) return;
    const text = this.#endUtterance();
    const utterance = this.#number;
    const answer = setTimeout(() => {
      this.#answers.delete(answer);
      this.#listener({ type: "utterance", utterance, text, confidence: text === "" ? null : 1 });
    }, this.#delayMs);
    this.#answers.add(answer);
  }

  discard(): void {
    if (this.#partials !== null) this.#endUtterance();
  }

  close(): void {
    if (this.#partials !== null) clearInterval(this.#partials);
    this.#partials = null;
    for (const answer of this.#answers) clearTimeout(answer);
    this.#onClose();
  }

  /** It knows no words of sound that it was not given, as it is not given on hold what was heard before. */
  #untold(): string {
    const untilMs = this.#given.untilMs(systemClock.wallMs());
    return untold(this.#overheard, untilMs, (atMs) => this.#given.wasLeftOut(atMs));
  }

  #endUtterance(): string {
    if (this.#partials !== null) clearInterval(this.#partials);
    this.#partials = null;
    const text = this.#untold();
    this.#overheard = tellAll(this.#overheard, this.#given.untilMs(systemClock.wallMs()));
    return text;
  }
}

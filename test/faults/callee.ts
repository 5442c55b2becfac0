/**
 * Who is called: greets, answers each turn of ours with the next line, and counts how long nothing is heard on the line.
 * The lines are spoken in the code that simulated ears understand (spoken-levels.ts).
 */
import { levelSpeech } from "../simulators/spoken-levels.ts";
import { FRAME } from "./exchange-leg.ts";

export const LINES = [
  "good evening this is the harbor restaurant",
  "sorry who is calling",
  "could you repeat the question please",
  "the kitchen closes at ten pm",
  "you are welcome goodbye",
] as const;

export const ANSWER_LINE = 3;

const RULES = {
  /** From the pick-up to the greeting, and from the end of our turn to their answer. */
  thinkMs: 400,
  /** A frame with a sample above this is sound. */
  loud: 200,
} as const;

const SILENCE = new Int16Array(FRAME);

export type Callee = {
  /** 20 ms: what is heard of us, and when; returns what is said. */
  hear(ours: Int16Array | null, nowMs: number): Int16Array;
  /** Our turn is over: this was played. */
  turnOver(text: string): void;
  onLine(listener: (line: number, what: "begins" | "ends") => void): void;
  /** The longest time in which nothing was heard on the line so far, and at what second of the call it began. */
  longestSilence(nowMs: number): { readonly ms: number; readonly fromS: number };
  readonly linesSaid: number;
  /** All the sound of ours that was heard. */
  readonly heard: Int16Array[];
};

export function createCallee(answeredMs: number): Callee {
  let line = -1;
  let saying: Int16Array | null = null;
  let at = 0;
  let mayAnswerAtMs: number | null = answeredMs + RULES.thinkMs;
  let lastSoundMs = answeredMs;
  let longest = { ms: 0, fromS: 0 };
  let ourTurnOver = false;
  let understood = false;
  let onLine: (line: number, what: "begins" | "ends") => void = () => undefined;
  const heard: Int16Array[] = [];

  function sound(nowMs: number): void {
    longest = longer(nowMs);
    lastSoundMs = nowMs;
  }

  function longer(nowMs: number): typeof longest {
    const ms = nowMs - lastSoundMs;
    return ms > longest.ms ? { ms, fromS: (lastSoundMs - answeredMs) / 1000 } : longest;
  }

  function speak(nowMs: number): Int16Array {
    if (saying === null) return SILENCE;
    const frame = new Int16Array(FRAME);
    frame.set(saying.subarray(at, at + FRAME));
    at += FRAME;
    sound(nowMs);
    if (at >= saying.length) {
      saying = null;
      onLine(line, "ends");
    }
    return frame;
  }

  return {
    hear(ours, nowMs) {
      const loud = ours !== null && ours.some((sample) => Math.abs(sample) > RULES.loud);
      if (loud) {
        sound(nowMs);
        heard.push(ours);
        // We went on: they wait.
        if (mayAnswerAtMs !== null && line >= 0) mayAnswerAtMs = nowMs + RULES.thinkMs;
      }
      if (ourTurnOver && mayAnswerAtMs === null && saying === null) mayAnswerAtMs = nowMs + RULES.thinkMs;
      ourTurnOver = false;
      if (saying === null && mayAnswerAtMs !== null && nowMs >= mayAnswerAtMs) {
        mayAnswerAtMs = null;
        // Who is asked again tells again.
        if (line !== ANSWER_LINE || understood) line += 1;
        // Who has nothing more to say agrees.
        saying = levelSpeech(LINES[line] ?? "okay", FRAME * 50);
        at = 0;
        onLine(line, "begins");
      }
      return speak(nowMs);
    },
    turnOver(text) {
      // Who is told to wait does.
      if (text === "One moment, please.") return;
      ourTurnOver = true;
      understood ||= line === ANSWER_LINE && /thank you|goodbye/i.test(text);
    },
    onLine: (listener) => void (onLine = listener),
    longestSilence: longer,
    get linesSaid() {
      return line + 1;
    },
    heard,
  };
}

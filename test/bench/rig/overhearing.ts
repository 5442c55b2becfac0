/**
 * What simulated engines hear: they are whispered to, and know the call by the number in the name of the business, which
 * every ear is told. A word is heard as it ends; what is sound and what is silence is known from the line's times.
 */
import type { LevelEar } from "../../simulators/spoken-levels.ts";
import { said } from "../../scenarios/simulated/reveal.ts";
import type { WhisperedLine } from "../../scenarios/simulated/whisper.ts";

const WORD_S = 0.2;

export type Overhearing = {
  whispered(line: WhisperedLine): void;
  /** The ear of the call whose number is in this text. */
  ear(names: string): (sampleRateHz: number) => LevelEar;
  /** All that was said in that call's last line so far. */
  lastLine(names: string): string;
};

export function overhearing(): Overhearing {
  const lines = new Map<string, WhisperedLine>();
  const lineOf = (names: string): WhisperedLine | undefined => lines.get(/\d{7,}/.exec(names)?.[0] ?? "");

  return {
    whispered: (line) => void lines.set(digitsOf(line.number), line),
    lastLine(names) {
      const line = lineOf(names);
      return line === undefined ? "" : said(line, Date.now()).join(" ");
    },
    ear: (names) => (sampleRateHz) => {
      let heard = 0;
      let lastSound: number | null = null;
      let told: { readonly line: WhisperedLine; words: number } | null = null;
      return {
        push(samples) {
          heard += samples.length;
          const line = lineOf(names);
          if (line === undefined) return [];
          const nowMs = Date.now();
          const lastedMs = line.parts.at(-1)?.toMs ?? 0;
          if (nowMs >= line.startedAtMs && nowMs <= line.startedAtMs + lastedMs) lastSound = heard;
          if (told?.line !== line) told = { line, words: 0 };
          const words = said(line, nowMs).slice(told.words);
          told.words += words.length;
          const endS = heard / sampleRateHz;
          return words.map((text) => ({ text, startS: Math.max(0, endS - WORD_S), endS }));
        },
        get nowS() {
          return heard / sampleRateHz;
        },
        get lastSoundS() {
          return lastSound === null ? null : lastSound / sampleRateHz;
        },
      };
    },
  };
}

function digitsOf(number: string): string {
  return number.replaceAll(/\D/g, "");
}

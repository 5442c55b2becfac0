/** The apology that every thread leaves behind as sound, once a language, for when even the appliance is gone. */
import { languageOfTag } from "../language/languages.ts";
import type { LastWords, ThreadOrder } from "./messages.ts";
import type { Speaker } from "./playout/speaker.ts";

export type LeaveLastWords = (
  order: Pick<ThreadOrder, "language" | "sampleRateHz">,
  speaker: Speaker,
  apology: string,
) => void;

/** What the speaker does not keep ready is not left. */
export function lastWords(leave: (words: LastWords) => void): LeaveLastWords {
  const left = new Set<string>();
  return ({ language: tag, sampleRateHz }, speaker, apology) => {
    const language = languageOfTag(tag);
    if (left.has(language) || !speaker.isReady(apology)) return;
    const clauses = [...speaker.clauses(apology, AbortSignal.abort())].map(({ audio }) => audio);
    if (!clauses.every((audio) => audio instanceof Int16Array)) return;
    left.add(language);
    const samples = new Int16Array(clauses.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const clause of clauses) {
      samples.set(clause, at);
      at += clause.length;
    }
    leave({ language, samples, sampleRateHz });
  };
}

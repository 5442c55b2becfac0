/** What became of each question of the request, checked against what the business really said. */
import type { QuestionRecord, TranscriptEntry } from "./operations.ts";
import type { QuestionFinding } from "./ports.ts";
import { tells } from "./said-for.ts";
import { findProof } from "./transcript-search.ts";

export function notYetAsked(questions: readonly string[]): readonly QuestionRecord[] {
  return questions.map((question) => ({ question, status: "not_asked", answer: null, quote: null, seq: null }));
}

export type CheckedQuestions = {
  /** One record for each question of the request, in its order. */
  readonly records: readonly QuestionRecord[];
  /** An answer was claimed that no words of the business bear out. */
  readonly unproven: boolean;
};

/**
 * The last finding for a question counts. An answer without words of the business behind it, or with words that they
 * said to something else, is demoted to `unknown`: it is not shown, because nothing proves that anybody said it.
 * `language`: BCP-47, of the call.
 */
export function checkQuestions(
  questions: readonly string[],
  findings: readonly QuestionFinding[],
  transcript: readonly TranscriptEntry[],
  language: string = "en",
): CheckedQuestions {
  const last = new Map(findings.map((finding) => [finding.question, finding]));
  let unproven = false;
  const records = questions.map((question): QuestionRecord => {
    const finding = last.get(question);
    if (finding === undefined) return { question, status: "not_asked", answer: null, quote: null, seq: null };
    const seq = finding.quote === null ? null : findProof(transcript, finding.quote);
    const quote = seq === null ? null : finding.quote;
    if (finding.status !== "answered") return { question, status: finding.status, answer: null, quote, seq };
    const others = questions.filter((other) => other !== question);
    const told = finding.quote !== null && tells(question, finding.quote, transcript, { language, others });
    if (seq === null || !told || finding.answer === null || finding.answer.trim() === "") {
      unproven = true;
      return { question, status: "unknown", answer: null, quote: null, seq: null };
    }
    return { question, status: "answered", answer: finding.answer, quote, seq };
  });
  return { records, unproven };
}

/**
 * The `answers` of the call: only answered questions, by their text as it was sent. Entries, not properties, so that a
 * question named `__proto__` works like any other.
 */
export function answersOf(questions: readonly QuestionRecord[]): Record<string, string> {
  return Object.fromEntries(
    questions.flatMap(({ question, answer }) => (answer === null ? [] : [[question, answer] as const])),
  );
}

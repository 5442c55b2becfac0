/**
 * What a finished call comes to. The conversation only believes; what is said here is decided by code, from the
 * transcript: a claim of success that the business's own words do not bear out is none.
 */
import type { Ended } from "./call.ts";
import type { Brief } from "./brief.ts";
import type { Outcome, QuestionRecord, TranscriptEntry } from "./operations.ts";
import { nextStepsAfter, summaryOf } from "./outcome-words.ts";
import type { Findings } from "./ports.ts";
import { checkQuestions } from "./questions.ts";
import { findQuote } from "./transcript-search.ts";

export type Result = { readonly outcome: Outcome; readonly questions: readonly QuestionRecord[] };

export function decideOutcome(
  call: Ended,
  brief: Brief,
  transcript: readonly TranscriptEntry[],
  findings: Findings | null,
): Result {
  const { records, unproven } = checkQuestions(brief.questions, findings?.questions ?? [], transcript);
  const goalProven =
    findings?.goalMet === true && findings.goalQuotes.some((quote) => findQuote(transcript, quote) !== null);
  const success = call.answered && reachedSomeone(call) && goalProven && !unproven;
  const told = call.answered && transcript.some((entry) => entry.role === "business");
  const believed = told && findings !== null;
  const overclaimed = believed && findings.goalMet && !success;
  return {
    questions: records,
    outcome: {
      success,
      summary: summaryOf(call, brief, believed ? findings.summary : "", overclaimed),
      confirmationNumber: believed ? orNull(findings.confirmationNumber) : null,
      priceQuoted: believed ? orNull(findings.priceQuoted) : null,
      appointmentTime: believed ? orNull(findings.appointmentTime) : null,
      nextSteps:
        believed && !overclaimed && findings.nextSteps.trim() !== "" ? findings.nextSteps.trim() : nextStepsAfter(call),
    },
  };
}

/** A person, or a menu that let the assistant finish its errand by itself. A voicemail is neither. */
function reachedSomeone(call: Ended): boolean {
  return call.answeredBy === "human" || (call.metMenu && call.reason === "completed");
}

function orNull(text: string | null): string | null {
  return text === null || text.trim() === "" ? null : text.trim();
}

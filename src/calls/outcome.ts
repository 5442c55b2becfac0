/**
 * What a finished call comes to. The conversation only believes; what is said here is decided by code, from the
 * transcript: a claim of success that the business's own words do not bear out is none.
 */
import type { Ended } from "./call.ts";
import type { Brief } from "./brief.ts";
import { withDate } from "./callee-calendar.ts";
import { isReached, provenValue } from "./evidence.ts";
import type { Outcome, QuestionRecord, TranscriptEntry } from "./operations.ts";
import { nextStepsAfter, stillToDo, summaryOf, withOpen } from "./outcome-words.ts";
import type { FactFinding, Findings } from "./ports.ts";
import { checkQuestions } from "./questions.ts";
import type { EndReason } from "./vocabulary.ts";

export type Result = { readonly outcome: Outcome; readonly questions: readonly QuestionRecord[] };

/** `zones`: where the business may be (IANA), for the date of an appointment. */
export function decideOutcome(
  call: Ended,
  brief: Brief,
  transcript: readonly TranscriptEntry[],
  findings: Findings | null,
  zones: readonly string[] = [],
): Result {
  const learnt = isNobody(call) ? [] : (findings?.questions ?? []);
  const { records, unproven } = checkQuestions(brief.questions, learnt, transcript, brief.language);
  const told = call.answered && transcript.some((entry) => entry.role === "business");
  if (findings === null || !told || isNobody(call)) {
    const outcome = {
      success: false,
      ...NO_FACTS,
      summary: summaryOf(call, brief, "", false),
      nextSteps: nextStepsAfter(call),
    };
    return { questions: records, outcome };
  }
  const open = findings.errands.filter((errand) => !isReached(errand, transcript, brief.language));
  const reached = findings.errands.length > 0 && open.length === 0;
  const success = reachedSomeone(call) && reached && !unproven;
  const overclaimed = open.some((errand) => errand.reached) || (reached && !success);
  const steps = findings.nextSteps.trim();
  return {
    questions: records,
    outcome: {
      success,
      summary: withOpen(summaryOf(call, brief, findings.summary, overclaimed), open),
      confirmationNumber: provenValue("code", findings.confirmationNumber, transcript, brief.language),
      priceQuoted: provenValue("price", findings.priceQuoted, transcript, brief.language),
      appointmentTime: appointmentIn(findings.appointmentTime, brief, transcript, zones),
      nextSteps: stillToDo(overclaimed || steps === "" ? nextStepsAfter(call) : steps, open),
    },
  };
}

/** With its date, where that can be told. */
function appointmentIn(
  fact: FactFinding | null,
  { language }: Brief,
  transcript: readonly TranscriptEntry[],
  zones: readonly string[],
): string | null {
  const proven = provenValue("time", fact, transcript, language);
  return proven === null ? null : withDate(proven, fact?.quotes ?? [], transcript, { zones, language });
}

const NO_FACTS = { confirmationNumber: null, priceQuoted: null, appointmentTime: null };

/** A machine that answers no questions: what it says into our asking is no answer. */
function isNobody(call: Ended): boolean {
  return call.reason === "voicemail" || (call.answeredBy === "machine" && !call.metMenu);
}

/** A person, or a menu that let the assistant finish its errand by itself. A voicemail is neither. */
function reachedSomeone(call: Ended): boolean {
  if (!call.answered || NOBODY_THERE.has(call.reason)) return false;
  return call.answeredBy === "human" || (call.metMenu && call.reason === "completed");
}

/** Whatever else is claimed of such a call, nobody was spoken to. */
const NOBODY_THERE: ReadonlySet<EndReason> = new Set([
  ...(["voicemail", "no_answer", "busy", "rejected", "invalid_number", "canceled", "no_media"] as const),
]);

/**
 * What the world may read of a call: made once, when it is published, with every telephone number and e-mail address
 * hidden. The page shows this copy and never the call itself. What the assistant was told in confidence (details,
 * constraints, on whose behalf it called) is no part of it. Pure.
 */
import type { CallRecord, Outcome, QuestionRecord, TranscriptEntry } from "../calls/operations.ts";
import { emailsIn, phonesIn, redactConversation, redactText } from "./redaction/redact.ts";
import type { Known } from "./redaction/redact.ts";
import type { AnsweredBy, EndReason, Role } from "../calls/vocabulary.ts";

export type SharedLine = {
  readonly seq: number;
  readonly role: Role;
  readonly text: string;
  /** The speaker was interrupted here. */
  readonly cutOff: boolean;
  readonly offsetMs: number;
};

export type SharedCall = {
  readonly language: string;
  readonly businessName: string | null;
  readonly goal: string;
  readonly startedAtMs: number;
  readonly durationS: number;
  readonly answeredBy: AnsweredBy | null;
  readonly endReason: EndReason;
  readonly outcome: Outcome;
  readonly questions: readonly QuestionRecord[];
  readonly transcript: readonly SharedLine[];
};

/** Null while the call has not ended: there is nothing to show yet. */
export function sharedCopy(call: CallRecord): SharedCall | null {
  const { brief, outcome, endReason } = call;
  if (outcome === null || endReason === null) return null;
  const known = knownOf(call);
  const hide = (text: string): string => redactText(text, known);
  const hideIfAny = (text: string | null): string | null => (text === null ? null : hide(text));
  const shown = redactConversation(
    call.transcript.map(({ role, text }) => ({ speaker: role, text })),
    known,
  );
  const lines = call.transcript.map((entry, index) => ({ entry, text: shown[index] ?? "" }));
  return {
    language: brief.language,
    businessName: hideIfAny(brief.businessName),
    goal: hide(brief.goal),
    startedAtMs: call.answeredAtMs ?? call.createdAtMs,
    durationS: call.durationS,
    answeredBy: call.answeredBy,
    endReason,
    outcome: {
      success: outcome.success,
      summary: hide(outcome.summary),
      confirmationNumber: hideIfAny(outcome.confirmationNumber),
      priceQuoted: hideIfAny(outcome.priceQuoted),
      appointmentTime: hideIfAny(outcome.appointmentTime),
      nextSteps: hide(outcome.nextSteps),
    },
    questions: call.questions.map((question) => sharedQuestion(question, lines, known)),
    transcript: lines.map(({ entry, text }) => ({
      seq: entry.seq,
      role: entry.role,
      text,
      cutOff: entry.cutOff !== null,
      offsetMs: entry.offsetMs,
    })),
  };
}

/** The request's own numbers and addresses, and those that came up: each is hidden wherever it is told again. */
function knownOf({ brief, transcript, outcome }: CallRecord): Known {
  const texts = [brief.goal, brief.details, brief.constraints, brief.voicemailMessage, ...brief.questions];
  const own: Known = {
    phones: [brief.phone, brief.callbackNumber, brief.transferTo].filter((phone) => phone !== null),
    emails: emailsIn([...texts, ...transcript.map(({ text }) => text)]),
    codes: outcome?.confirmationNumber == null ? [] : [outcome.confirmationNumber],
  };
  const told = phonesIn(
    transcript.map(({ role, text }) => ({ speaker: role, text })),
    own,
  );
  return { ...own, phones: [...own.phones, ...told] };
}

type ShownLine = { readonly entry: TranscriptEntry; readonly text: string };

/** Read together with its question: "What is your number?" says what the digits of the answer are. */
function sharedQuestion(record: QuestionRecord, lines: readonly ShownLine[], known: Known): QuestionRecord {
  const line = lines.find(({ entry }) => entry.seq === record.seq);
  const reply = (text: string | null): string | null => {
    if (text === null) return null;
    const [, alone = ""] = redactConversation(
      [
        { speaker: "assistant", text: record.question },
        { speaker: "business", text },
      ],
      known,
    );
    return line === undefined ? alone : asInItsLine(text, alone, line);
  };
  return {
    question: redactText(record.question, known),
    status: record.status,
    answer: reply(record.answer),
    quote: reply(record.quote),
    seq: record.seq,
  };
}

/** Part of a number that only the whole conversation shows to be one: then the line says as much as may be known. */
function asInItsLine(text: string, alone: string, { entry, text: shown }: ShownLine): string {
  const isIn = (whole: string): boolean => whole.toLowerCase().includes(text.toLowerCase());
  return isIn(entry.text) && !isIn(shown) && alone === text ? shown : alone;
}

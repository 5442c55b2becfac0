/** The columns that hold JSON, read back as strictly as they were written. */
import { z } from "zod";
import type { Brief } from "../calls/brief.ts";
import type { Outcome, QuestionRecord } from "../calls/operations.ts";
import type { Findings } from "../calls/ports.ts";
import type { CallUsage } from "../calls/usage.ts";
import type { SharedCall } from "../sharing/shared-call.ts";
import { END_REASONS, QUESTION_STATUSES } from "../calls/vocabulary.ts";

const text = z.string();
const optional = z.string().nullable();

const brief: z.ZodType<Brief> = z.strictObject({
  phone: text,
  goal: text,
  businessName: optional,
  details: optional,
  questions: z.array(text),
  onBehalfOf: optional,
  callbackNumber: optional,
  constraints: optional,
  voicemailMessage: optional,
  transferTo: optional,
  language: text,
});

const questions: z.ZodType<readonly QuestionRecord[]> = z.array(
  z.strictObject({
    question: text,
    status: z.enum(QUESTION_STATUSES),
    answer: optional,
    quote: optional,
    seq: z.int().nullable(),
  }),
);

const outcome: z.ZodType<Outcome> = z.strictObject({
  success: z.boolean(),
  summary: text,
  confirmationNumber: optional,
  priceQuoted: optional,
  appointmentTime: optional,
  nextSteps: text,
});

const fact = z.strictObject({ value: text, quotes: z.array(text) }).nullable();

const findings: z.ZodType<Findings> = z.strictObject({
  questions: z.array(
    z.strictObject({ question: text, status: z.enum(QUESTION_STATUSES), answer: optional, quote: optional }),
  ),
  errands: z.array(
    z.strictObject({ text, kind: z.enum(["find_out", "do"]), reached: z.boolean(), quotes: z.array(text) }),
  ),
  confirmationNumber: fact,
  priceQuoted: fact,
  appointmentTime: fact,
  summary: text,
  nextSteps: text,
});

const count = z.int().min(0);

const usage: z.ZodType<CallUsage> = z.strictObject({
  hearing: z.array(z.strictObject({ engine: text, seconds: z.number().min(0), failures: count })),
  thinking: z.array(
    z.strictObject({
      engine: text,
      requests: count,
      promptTokens: count,
      completionTokens: count,
      discardedTokens: count,
      estimated: z.boolean(),
      failures: count,
    }),
  ),
  speaking: z.array(
    z.strictObject({
      engine: text,
      characters: count,
      cachedCharacters: count,
      discardedCharacters: count,
      failures: count,
    }),
  ),
});

const sharedCall: z.ZodType<SharedCall> = z.strictObject({
  language: text,
  businessName: optional,
  goal: text,
  startedAtMs: z.number(),
  durationS: z.int(),
  answeredBy: z.enum(["human", "machine", "unknown"]).nullable(),
  endReason: z.enum(END_REASONS),
  outcome,
  questions,
  transcript: z.array(
    z.strictObject({
      seq: z.int(),
      role: z.enum(["assistant", "business", "system"]),
      text,
      cutOff: z.boolean(),
      offsetMs: z.number(),
    }),
  ),
});

export const readBrief = (json: string): Brief => brief.parse(JSON.parse(json));
export const readQuestions = (json: string): readonly QuestionRecord[] => questions.parse(JSON.parse(json));
export const readOutcome = (json: string): Outcome => outcome.parse(JSON.parse(json));
export const readFindings = (json: string): Findings => findings.parse(JSON.parse(json));
export const readUsage = (json: string): CallUsage => usage.parse(JSON.parse(json));
export const readSharedCall = (json: string): SharedCall => sharedCall.parse(JSON.parse(json));

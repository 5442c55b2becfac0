/** The records of an export as they are read back: from JSON, or from the texts of CSV. */
import { z } from "zod";
import { CALL_STATUSES, END_REASONS } from "../calls/vocabulary.ts";
import { readBrief, readOutcome, readQuestions, readUsage } from "./json-columns.ts";

const fromText = <T extends z.ZodType>(schema: T, read: (text: string) => unknown) =>
  z.preprocess((value) => (typeof value === "string" ? read(value) : value), schema);
/** What cannot be read stays as it is, and the schema says what is wrong with it. */
const orItself = (text: string, read: () => unknown): unknown => {
  try {
    return read();
  } catch {
    return text;
  }
};
const number = fromText(z.number(), (text) => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text));
const whole = fromText(z.int(), (text) => (/^-?\d+$/.test(text) ? Number(text) : text));
const yesOrNo = fromText(z.boolean(), (text) => (text === "true" ? true : text === "false" ? false : text));
const json = fromText(z.unknown(), (text) => orItself(text, () => JSON.parse(text)));
/** Whole cents of what is written in dollars. */
const cents = number.transform((usd) => Math.round(usd * 100));
const timeMs = z.iso.datetime().transform((text) => Date.parse(text));
const text = z.string();
/** An empty cell of CSV is null. */
const anyText = z
  .string()
  .nullable()
  .transform((value) => value ?? "");
const optional = text.nullish().transform((value) => value ?? null);

export const importedCall = z
  .object({
    call_id: text,
    account_id: optional,
    status: z.enum(CALL_STATUSES),
    phone: text,
    business_name: optional,
    goal: text,
    on_behalf_of: optional,
    language: text,
    created_at: timeMs,
    answered_at: timeMs.nullable(),
    ended_at: timeMs.nullable(),
    answered_by: z.enum(["human", "machine", "unknown"]).nullable(),
    end_reason: z.enum(END_REASONS).nullable(),
    sip_status: whole.nullable(),
    duration_s: whole.nullable(),
    success: yesOrNo.nullable(),
    summary: anyText,
    confirmation_number: optional,
    price_quoted: optional,
    appointment_time: optional,
    next_steps: anyText,
    questions: json,
    details: optional,
    constraints: optional,
    voicemail_message: optional,
    callback_number: optional,
    transfer_to: optional,
    route: z.enum(["trunk", "demo"]),
    free: yesOrNo,
    answered_call_usd: cents,
    included_seconds: whole,
    extra_minute_usd: cents,
    posted_usd: cents,
    refunded_usd: cents,
    met_menu: yesOrNo,
    introduced: yesOrNo,
    alive_ms: whole,
    latency_p50_ms: number.nullable(),
    latency_p95_ms: number.nullable(),
    usage: json,
    version: whole,
  })
  .transform((call) => {
    const questions = readQuestions(JSON.stringify(call.questions));
    const outcome = {
      success: call.success ?? false,
      summary: call.summary,
      confirmationNumber: call.confirmation_number,
      priceQuoted: call.price_quoted,
      appointmentTime: call.appointment_time,
      nextSteps: call.next_steps,
    };
    const brief = {
      phone: call.phone,
      goal: call.goal,
      businessName: call.business_name,
      details: call.details,
      questions: questions.map(({ question }) => question),
      onBehalfOf: call.on_behalf_of,
      callbackNumber: call.callback_number,
      constraints: call.constraints,
      voicemailMessage: call.voicemail_message,
      transferTo: call.transfer_to,
      language: call.language,
    };
    return {
      ...call,
      brief: JSON.stringify(readBrief(JSON.stringify(brief))),
      questions: JSON.stringify(questions),
      outcome: JSON.stringify(readOutcome(JSON.stringify(outcome))),
      usage: call.usage == null ? null : JSON.stringify(readUsage(JSON.stringify(call.usage))),
    };
  });

const part = whole.nullable();
export const importedLine = z.object({
  call_id: text,
  seq: whole,
  role: z.enum(["assistant", "business", "system"]),
  text: anyText,
  cut_off: z.string().nullable(),
  at: timeMs,
  offset_s: number.transform((seconds) => Math.round(seconds * 1000)),
  latency_ms: part,
  endpointing_ms: part,
  recogniser_ms: part,
  brain_ms: part,
  voice_ms: part,
  playout_ms: part,
});

export const importedTransfer = z.object({
  seq: whole,
  key: text,
  at: timeMs,
  account_id: text,
  code: z.enum(["topup", "reload", "hold", "release", "charge", "refund", "chargeback", "adjust"]),
  amount_usd: cents,
  debit: text,
  credit: text,
  call_id: optional,
  payment_id: optional,
});

export type ImportedCall = z.output<typeof importedCall>;
export type ImportedTransfer = z.output<typeof importedTransfer>;

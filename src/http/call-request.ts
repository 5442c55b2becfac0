/**
 * The body of POST /v1/calls (specification section 2.1) made into a Brief. A number that policy forbids by its very
 * digits is found here, but told only when no field is wrong: 400 comes before 403.
 */
import * as z from "zod";
import type { Brief } from "../calls/brief.ts";
import type { PlanRequest } from "../calls/operations-around.ts";
import { parseCallbackNumber, parsePhone } from "../calls/phone.ts";
import type { PhoneFailure } from "../calls/phone.ts";
import { Refusal } from "../calls/refusal.ts";
import type { JsonObject } from "./body.ts";
import { issue, optionalText, read, text, tidy, verbatim } from "./fields.ts";

export type CallRequestSettings = {
  /** ISO code that national spellings of numbers are read in; null: only international ones. */
  readonly defaultCountry: string | null;
  /** BCP-47 tags; the first is the default. */
  readonly languages: readonly [string, ...string[]];
};

type Dialled = { readonly e164: string } | { readonly forbidden: PhoneFailure };

const PHONE_PATTERN = "^\\s*\\+?[\\d\\s().-]+\\s*$";
const PHONE_LENGTH = 60;

export function callRequestSchema(settings: CallRequestSettings) {
  const dialled = (raw: string, context: z.core.$RefinementCtx): Dialled => {
    const phone = parsePhone(raw, settings.defaultCountry);
    if (phone.ok) return { e164: phone.e164 };
    if (phone.code !== "invalid_phone") return { forbidden: phone };
    context.issues.push(issue(raw, phone.code, `is not a number that can be called: ${phone.message}`));
    return z.NEVER;
  };
  const spokenNumber = (raw: string, context: z.core.$RefinementCtx): string => {
    const phone = parseCallbackNumber(raw, settings.defaultCountry);
    if (phone.ok) return phone.e164;
    context.issues.push(issue(raw, phone.code, `is not a telephone number: ${phone.message}`));
    return z.NEVER;
  };
  const language = (raw: string, context: z.core.$RefinementCtx): string => {
    const tag = supportedLanguage(raw, settings.languages);
    if (tag !== null) return tag;
    context.issues.push(
      issue(raw, "unsupported_language", `is not supported; supported are: ${settings.languages.join(", ")}`),
    );
    return z.NEVER;
  };
  const absent = (value: string | null | undefined): boolean => value == null || tidy(value) === "";
  const optionalNumber = z.string().meta({ maxLength: PHONE_LENGTH }).nullish();

  return z
    .object({
      phone: z
        .string()
        .meta({ minLength: 1, maxLength: PHONE_LENGTH, pattern: PHONE_PATTERN })
        .transform(dialled)
        .meta({ description: "Number to dial, E.164; spaces and - . ( ) are tolerated.", examples: ["+12025550142"] }),
      goal: text(2000).meta({ description: "What the call must achieve." }),
      business_name: optionalText(200),
      details: optionalText(4000).meta({ description: "What the assistant may say when it is asked." }),
      questions: z
        .array(verbatim(300))
        .max(20)
        .check((context) => {
          const seen = new Set<string>();
          for (const [index, question] of context.value.entries()) {
            const kept = tidy(question);
            if (seen.has(kept)) {
              context.issues.push({ ...issue(question, "duplicate", "repeats an earlier question"), path: [index] });
            }
            seen.add(kept);
          }
        })
        .nullish()
        .transform((questions) => questions ?? [])
        .meta({ description: "Questions to ask. Each is a key of the later `answers`, exactly as it was sent." }),
      on_behalf_of: optionalText(200),
      callback_number: optionalNumber
        .transform((raw, context) => (absent(raw) ? null : spokenNumber(raw ?? "", context)))
        .meta({ description: "A number the business may be told to call back. Only checked for its form." }),
      constraints: optionalText(4000),
      voicemail_message: optionalText(1000),
      transfer_to: optionalNumber
        .transform((raw, context) => (absent(raw) ? null : dialled(raw ?? "", context)))
        .meta({ description: "A number to connect the business to; it obeys the same policy as `phone`." }),
      language: z
        .string()
        .meta({ override: { enum: [...settings.languages] } })
        .nullish()
        .transform((raw, context) => (absent(raw) ? settings.languages[0] : language(raw ?? "", context)))
        .meta({ description: `BCP-47; ${settings.languages[0]} when absent.` }),
      setup_code: optionalText(500).meta({
        description: "From a needs_setup answer, sent once the person has completed the set-up link.",
      }),
      account_key: z.string().nullish().meta({ description: "A key, as an alternative to the Authorization header." }),
    })
    .meta({ id: "CallRequest" });
}

export type CallRequestSchema = ReturnType<typeof callRequestSchema>;

/** The checked request, whatever policy says of its numbers. Throws `invalid_field` and its kind for fields. */
export function readPlanRequest(schema: CallRequestSchema, body: JsonObject): PlanRequest {
  const request = read(schema, body);
  const refused = [request.phone, request.transfer_to].find((number) => number !== null && "forbidden" in number);
  const knownFields = Object.keys(schema.shape);
  return {
    brief: briefOf(request, (number, param) => ("e164" in number ? number.e164 : tidy(String(body[param])))),
    refusedNumber: refused !== undefined && refused !== null && "forbidden" in refused ? refused.forbidden : null,
    unknownFields: Object.keys(body).filter((field) => !knownFields.includes(field)),
    knownFields,
  };
}

/** The checked request. Throws `invalid_field` and its kind for fields, then policy's verdict on the digits. */
export function readCallRequest(
  schema: CallRequestSchema,
  body: JsonObject,
): { readonly brief: Brief; readonly setupCode: string | null } {
  const request = read(schema, body);
  return {
    setupCode: request.setup_code,
    brief: briefOf(request, allowed),
  };
}

function briefOf(
  request: z.output<CallRequestSchema>,
  number: (read: Dialled, param: "phone" | "transfer_to") => string,
): Brief {
  return {
    phone: number(request.phone, "phone"),
    goal: request.goal,
    businessName: request.business_name,
    details: request.details,
    questions: request.questions,
    onBehalfOf: request.on_behalf_of,
    callbackNumber: request.callback_number,
    constraints: request.constraints,
    voicemailMessage: request.voicemail_message,
    transferTo: request.transfer_to === null ? null : number(request.transfer_to, "transfer_to"),
    language: request.language,
  };
}

function allowed(number: Dialled, param: string): string {
  if ("e164" in number) return number.e164;
  throw new Refusal(number.forbidden.code, number.forbidden.message, { param });
}

/** The supported tag that is meant: the same one in any case, or the first of the language when only that is named. */
function supportedLanguage(raw: string, supported: readonly string[]): string | null {
  const wanted = raw.trim().toLowerCase();
  return (
    supported.find((tag) => tag.toLowerCase() === wanted) ??
    supported.find((tag) => tag.toLowerCase().split("-", 1)[0] === wanted) ??
    null
  );
}

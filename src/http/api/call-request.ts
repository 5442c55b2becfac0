/**
 * The body of POST /v1/calls (specification section 2.1) made into a Brief. A number that policy forbids by its very
 * digits is found here, but told only when no field is wrong: 400 comes before 403.
 */
import * as z from "zod";
import type { Brief } from "../../calls/brief.ts";
import type { PlanRequest } from "../../planning/operations.ts";
import { Refusal } from "../../calls/refusal.ts";
import type { JsonObject } from "../body.ts";
import { hasControl, isBlank, issue, optionalText, read, shownAs, text, tidy, verbatim } from "./fields.ts";
import { ABSENT } from "./patterns.ts";
import { numberFields } from "./number-fields.ts";
import type { Dialled } from "./number-fields.ts";

export type CallRequestSettings = {
  /** ISO code that national spellings of numbers are read in; null: only international ones. */
  readonly defaultCountry: string | null;
  /** BCP-47 tags, each with all its regions; the first is the default. */
  readonly languages: readonly [string, ...string[]];
};

const questions = z
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
  .meta({ uniqueItems: true })
  .nullish()
  .transform((asked) => asked ?? [])
  .meta({
    description:
      "Questions to ask, each once, whatever space is around it. Each is a key of the later `answers`, exactly as it was sent.",
  });

export function callRequestSchema(settings: CallRequestSettings) {
  const { toDial, toDialIfAny, toSayIfAny } = numberFields(settings.defaultCountry);
  return z
    .object({
      phone: toDial.meta({ description: "Number to dial." }),
      goal: text(2000).meta({ description: "What the call must achieve." }),
      business_name: optionalText(200),
      details: optionalText(4000).meta({ description: "What the assistant may say when it is asked." }),
      questions,
      on_behalf_of: optionalText(200),
      callback_number: toSayIfAny.meta({
        description: "A number the business may be told to call back. Only checked for its form.",
      }),
      constraints: optionalText(4000),
      voicemail_message: optionalText(1000),
      transfer_to: toDialIfAny.meta({
        description: "A number to connect the business to; it obeys the same policy as `phone`.",
      }),
      language: languageField(settings.languages),
      setup_code: optionalText(500).meta({
        description: "From a needs_setup answer, sent once the person has completed the set-up link.",
      }),
      account_key: z.string().nullish().meta({ description: "A key, as an alternative to the Authorization header." }),
    })
    .meta({ id: "CallRequest" });
}

function languageField(languages: CallRequestSettings["languages"]) {
  return z
    .string()
    .nullish()
    .transform((raw, context): string => {
      if (raw == null || isBlank(raw)) return languages[0];
      const tag = hasControl(raw) ? null : supportedLanguage(raw, languages);
      if (tag !== null) return tag;
      const message = `is not supported; supported are: ${languages.join(", ")}, and their regions, such as ${exampleOf(languages)}`;
      context.issues.push(issue(raw, "unsupported_language", message));
      return z.NEVER;
    })
    .meta({
      description: `BCP-47, with or without a region; ${languages[0]} when absent. Which languages there are depends on the engines of this appliance: ${languages.join(", ")}.`,
      override: shownAs({ anyOf: [{ type: "string", pattern: patternOf(languages) }, ...ABSENT] }),
    });
}

const REGION = "(-([A-Za-z]{2}|[0-9]{3}))?";

function patternOf(languages: readonly string[]): string {
  return `^(${[...new Set(languages.map(primaryOf))].join("|")})${REGION}$`;
}

function exampleOf(languages: readonly string[]): string {
  const examples: Readonly<Record<string, string>> = { en: "en-GB", es: "es-MX", fr: "fr-CA", de: "de-AT" };
  return examples[primaryOf(languages.at(-1) ?? "en")] ?? "en-GB";
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

/** The tag in its canonical form; that of the list when only its language is named. Null when none of these knows it. */
function supportedLanguage(raw: string, supported: readonly string[]): string | null {
  const locale = localeOf(raw.trim());
  if (locale === null) return null;
  const { language, script, region } = locale;
  const known = supported.find((tag) => primaryOf(tag) === language);
  if (known === undefined || (script !== undefined && script !== "Latn")) return null;
  return region === undefined ? known : `${language}-${region}`;
}

function localeOf(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag);
  } catch {
    return null;
  }
}

function primaryOf(tag: string): string {
  return tag.split("-", 1)[0] ?? tag;
}

/**
 * May this call be placed at all (contract section 3, 403)? Everything that follows from the request and the
 * configuration alone; what depends on earlier calls is in `caps.ts`. Emergency and dear numbers are refused where the
 * number is read (`phone.ts`) and here once more: a stored request is dialled by the same rules as a fresh one.
 */
import type { Brief } from "../calls/brief.ts";
import { parsePhone } from "./phone.ts";
import type { ParsedPhone } from "./phone.ts";
import type { CheckPolicy, PolicyVerdict } from "./ports.ts";
import { countryAllowed, countryName, describeAllowed } from "./countries.ts";
import type { AllowedCountries } from "./countries.ts";
import { forbiddenCaller, forbiddenGoal } from "./goal-rules.ts";
import { quietNow } from "./quiet-hours.ts";
import type { QuietHours } from "./quiet-hours.ts";

export type PolicySettings = {
  readonly allowedCountries: AllowedCountries;
  /** E.164 numbers and prefixes of them. */
  readonly blockedNumbers: readonly string[];
  readonly ownNumbers: readonly string[];
  /** The trunk's caller id. */
  readonly callerId: string | null;
  /** Null: calls may be placed at any hour. */
  readonly quietHours: QuietHours | null;
  /** In which national spellings of own numbers are read. */
  readonly defaultCountry: string | null;
};

type NumberField = "phone" | "transfer_to";
type Rules = {
  readonly allowedCountries: AllowedCountries;
  readonly blockedPrefixes: readonly string[];
  readonly own: ReadonlySet<string>;
  readonly quietHours: QuietHours | null;
};

/** The check, made once from the settings. It neither waits nor remembers. */
export function createPolicy(settings: PolicySettings): CheckPolicy {
  const own = [...settings.ownNumbers, ...(settings.callerId === null ? [] : [settings.callerId])];
  const rules: Rules = {
    allowedCountries: settings.allowedCountries,
    blockedPrefixes: settings.blockedNumbers.map(digitsOf).filter((digits) => digits !== ""),
    own: new Set(own.map((number) => canonicalDigits(number, settings.defaultCountry))),
    quietHours: settings.quietHours,
  };
  return ({ brief, demo, nowMs }) =>
    (demo ? null : checkNumber(rules, brief.phone, "phone", nowMs)) ??
    (brief.transferTo === null ? null : checkNumber(rules, brief.transferTo, "transfer_to", nowMs)) ??
    checkGoal(brief);
}

function checkNumber(rules: Rules, number: string, param: NumberField, nowMs: number): PolicyVerdict | null {
  const phone = parsePhone(number, null);
  if (!phone.ok) return { code: phone.code, message: phone.message, details: { param } };
  return (
    checkCountry(rules, phone, param) ??
    checkBlocked(rules, phone, param) ??
    checkOwn(rules, phone, param) ??
    checkQuiet(rules, phone, param, nowMs)
  );
}

function checkCountry(rules: Rules, phone: ParsedPhone, param: NumberField): PolicyVerdict | null {
  if (countryAllowed(rules.allowedCountries, phone.country)) return null;
  return {
    code: "destination_not_allowed",
    message: `Calls to ${countryName(phone.country)} are not allowed here. Use a number in one of the allowed countries: ${describeAllowed(rules.allowedCountries)}.`,
    details: { param, hint: "The operator can allow more countries with policy.allowed_countries." },
  };
}

function checkBlocked(rules: Rules, phone: ParsedPhone, param: NumberField): PolicyVerdict | null {
  const digits = phone.e164.slice(1);
  if (!rules.blockedPrefixes.some((prefix) => digits.startsWith(prefix))) return null;
  return {
    code: "blocked_number",
    message:
      "The operator of this appliance has blocked this number. Any number that is not blocked may be called: use another number of the business.",
    details: { param, hint: "The operator's list is policy.blocked_numbers." },
  };
}

function checkOwn(rules: Rules, phone: ParsedPhone, param: NumberField): PolicyVerdict | null {
  if (!rules.own.has(phone.e164.slice(1))) return null;
  return {
    code: "own_number",
    message: "This is a number of this appliance itself: it would be calling itself. Use the number of the business.",
    details: { param, hint: "Its own numbers are trunk.caller_id and policy.own_numbers." },
  };
}

function checkQuiet(rules: Rules, phone: ParsedPhone, param: NumberField, nowMs: number): PolicyVerdict | null {
  if (rules.quietHours === null) return null;
  const quiet = quietNow(rules.quietHours, phone.e164, nowMs);
  if (quiet === null) return null;
  const { from, to } = rules.quietHours;
  return {
    code: "quiet_hours",
    message: `It is ${quiet.localTime} in ${quiet.zone}, where this number may be. Calls are placed there from ${to} to ${from}: try again then.`,
    details: {
      param,
      hint: "The operator's setting is policy.quiet_hours.",
      ...(quiet.waitSeconds === null ? {} : { retryAfterSeconds: quiet.waitSeconds }),
    },
  };
}

function checkGoal(brief: Brief): PolicyVerdict | null {
  const fields: readonly (readonly [string, string | null])[] = [
    ["goal", brief.goal],
    ["business_name", brief.businessName],
    ["on_behalf_of", brief.onBehalfOf],
    ["details", brief.details],
    ["constraints", brief.constraints],
    ["voicemail_message", brief.voicemailMessage],
    ...brief.questions.map((question, index) => [`questions[${index}]`, question] as const),
  ];
  for (const [param, text] of fields) {
    const reason = text === null ? null : forbiddenGoal(text);
    if (reason !== null) return { code: "goal_not_allowed", message: reason, details: { param } };
  }
  const reason = brief.onBehalfOf === null ? null : forbiddenCaller(brief.onBehalfOf);
  return reason === null ? null : { code: "goal_not_allowed", message: reason, details: { param: "on_behalf_of" } };
}

function canonicalDigits(number: string, defaultCountry: string | null): string {
  const phone = parsePhone(number, defaultCountry);
  return phone.ok ? phone.e164.slice(1) : digitsOf(number);
}

function digitsOf(number: string): string {
  return number.replaceAll(/\D/g, "");
}

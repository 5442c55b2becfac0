/**
 * Telephone numbers as fields of a request. `openapi.json` shows the numbering plan itself, as one pattern; what it does
 * not tell apart (an unassigned range, a trunk zero) is still checked here.
 */
import * as z from "zod";
import { phonePattern } from "../../policy/phone-pattern.ts";
import { parseCallbackNumber, parsePhone } from "../../policy/phone.ts";
import type { PhoneFailure } from "../../policy/phone.ts";
import { hasControl, isBlank, issue, shownAs } from "./fields.ts";
import { ABSENT } from "./patterns.ts";

/** A number that policy forbids by its very digits is told of only when no field is wrong. */
export type Dialled = { readonly e164: string } | { readonly forbidden: PhoneFailure };

const LONGEST = 60;
/** National spellings are read as those of the configured country, so that only the characters are known beforehand. */
const NATIONAL_TOO = " *\\+?[0-9 ().-]+";

const why = (phone: { readonly ok: true } | PhoneFailure): string =>
  phone.ok ? "It holds control characters. Send digits only." : phone.message;

/** `defaultCountry`: ISO code that national spellings are read in; null: only international ones. */
export function numberFields(defaultCountry: string | null) {
  const form = z.string().meta({
    id: "PhoneNumber",
    minLength: 1,
    maxLength: LONGEST,
    pattern: `^${defaultCountry === null ? phonePattern() : NATIONAL_TOO}$`,
    description: `E.164, such as +12025550142; spaces and - . ( ) are tolerated${defaultCountry === null ? "" : `, and the national spelling of ${defaultCountry}`}. Country code and length must be possible for the numbering plan.`,
    examples: ["+12025550142"],
  });
  const optional = z
    .string()
    .nullish()
    .transform((raw) => (raw == null || isBlank(raw) ? null : raw))
    .meta({
      override: shownAs({
        anyOf: [{ $ref: "#/components/schemas/PhoneNumber" }, ...ABSENT],
      }),
    });

  const dialled = (raw: string, context: z.core.$RefinementCtx): Dialled => {
    const phone = parsePhone(raw, defaultCountry);
    if (phone.ok && !hasControl(raw)) return { e164: phone.e164 };
    if (!phone.ok && phone.code !== "invalid_phone") return { forbidden: phone };
    context.issues.push(issue(raw, "invalid_phone", `is not a number that can be called: ${why(phone)}`));
    return z.NEVER;
  };
  const spoken = (raw: string, context: z.core.$RefinementCtx): string => {
    const phone = parseCallbackNumber(raw, defaultCountry);
    if (phone.ok && !hasControl(raw)) return phone.e164;
    context.issues.push(issue(raw, "invalid_phone", `is not a telephone number: ${why(phone)}`));
    return z.NEVER;
  };

  return {
    toDial: form.transform(dialled),
    toDialIfAny: optional.transform((raw, context) => (raw === null ? null : dialled(raw, context))),
    toSayIfAny: optional.transform((raw, context) => (raw === null ? null : spoken(raw, context))),
  };
}

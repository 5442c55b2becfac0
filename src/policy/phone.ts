/**
 * A telephone number as somebody wrote it, made canonical or refused (contract section 4). This is the only way in
 * through which a number gets near a dial string: what comes out matches `^\+[1-9]\d{6,14}$`, whatever went in.
 *
 * Order matters. Emergency numbers are looked for first, on the digits alone, because 911 and 112 are no numbers to
 * the numbering plan and would otherwise be called merely "too short". Then the spelling must be one of those the
 * contract tolerates: a number is never dug out of a URI, an extension or a sentence. Only then is it parsed.
 */
import parsePhoneNumber, { getCountryCallingCode, isSupportedCountry } from "libphonenumber-js/max";
import type { PhoneNumber } from "libphonenumber-js/max";
import { isDear, isDearCode, isEmergency } from "./phone-ranges.ts";

type PhoneType =
  | "fixed_line"
  | "mobile"
  | "fixed_line_or_mobile"
  | "toll_free"
  | "voip"
  | "company"
  | "voicemail"
  | "unknown";

export type PhoneFailure = {
  readonly ok: false;
  readonly code: "invalid_phone" | "emergency_number" | "premium_number";
  /** Says what to do next; never repeats the number. */
  readonly message: string;
};

export type ParsedPhone = {
  readonly ok: true;
  /** Canonical: `+`, then 7 to 15 digits. */
  readonly e164: string;
  /** ISO 3166 code of the country that is called; `001` for codes of no country (international freephone). */
  readonly country: string;
  readonly type: PhoneType;
  /** False for a number that the numbering plan could hold and does not: it may be dialled, and nobody may be there. */
  readonly assigned: boolean;
};

const CANONICAL = /^\+[1-9]\d{6,14}$/;
const TOLERATED = /^\+?[\d\p{Zs}().-]+$/u;
const LONGEST_SPELLING = 60;

const TYPES: Readonly<Record<string, PhoneType>> = {
  FIXED_LINE: "fixed_line",
  MOBILE: "mobile",
  FIXED_LINE_OR_MOBILE: "fixed_line_or_mobile",
  TOLL_FREE: "toll_free",
  VOIP: "voip",
  UAN: "company",
  VOICEMAIL: "voicemail",
};
const DEAR_TYPES: ReadonlySet<string> = new Set(["PREMIUM_RATE", "SHARED_COST", "PERSONAL_NUMBER", "PAGER"]);

const WRITE_E164 = "Write it in international form: +, country code, number, for example +14155550123.";

/**
 * Reads a number to be called (`phone`, `transfer_to`). `defaultCountry`: ISO code that national spellings are read
 * in; null refuses them. `invalid_phone` belongs to the field checks (400); the other two codes are policy (403) and
 * must not hide a mistake in another field.
 */
export function parsePhone(raw: string, defaultCountry: string | null): ParsedPhone | PhoneFailure {
  if (isEmergency(digitsOf(raw))) return EMERGENCY;
  const number = readNumber(raw, defaultCountry);
  if (typeof number === "string") return invalid(number);
  // Satellites and the like are refused whatever their length: the metadata does not know all of their plans.
  if (isDearCode(number.countryCallingCode)) return PREMIUM;
  if (!isPossible(number)) return wrongLength(number);
  const type = number.getType() ?? null;
  if (isDear(number.countryCallingCode, number.nationalNumber) || (type !== null && DEAR_TYPES.has(type))) {
    return PREMIUM;
  }
  return {
    ok: true,
    e164: number.number,
    country: number.country ?? number.getPossibleCountries()[0] ?? "001",
    type: type === null ? "unknown" : (TYPES[type] ?? "unknown"),
    assigned: type !== null,
  };
}

/**
 * Reads a number that is only passed on in speech (`callback_number`): its form is checked, not what calling it would
 * cost or whom it would reach.
 */
export function parseCallbackNumber(
  raw: string,
  defaultCountry: string | null,
): { readonly ok: true; readonly e164: string } | PhoneFailure {
  const number = readNumber(raw, defaultCountry);
  if (typeof number === "string") return invalid(number);
  return isPossible(number) ? { ok: true, e164: number.number } : wrongLength(number);
}

const EMERGENCY: PhoneFailure = {
  ok: false,
  code: "emergency_number",
  message:
    "This is an emergency number. The appliance never calls emergency services: a person has to. Use the ordinary number of a business.",
};
const PREMIUM: PhoneFailure = {
  ok: false,
  code: "premium_number",
  message:
    "Premium, shared-cost, personal, pager and satellite numbers are never called. Use an ordinary, mobile or toll-free number of the business.",
};

function invalid(message: string): PhoneFailure {
  return { ok: false, code: "invalid_phone", message };
}

function wrongLength(number: PhoneNumber): PhoneFailure {
  return invalid(
    `The number has the wrong length for country code +${number.countryCallingCode}: check it for missing or extra digits. ${WRITE_E164}`,
  );
}

function isPossible(number: PhoneNumber): boolean {
  return number.isPossible() && CANONICAL.test(number.number);
}

/** The number as the library understands it, or a sentence saying why it is none. */
function readNumber(raw: string, defaultCountry: string | null): PhoneNumber | string {
  const text = raw.trim();
  if (text.length > LONGEST_SPELLING) return `This is too long for a telephone number. ${WRITE_E164}`;
  if (!TOLERATED.test(text)) {
    return `Only digits, one leading +, spaces and - . ( ) may be used; no extensions, letters, URIs or dialling codes. ${WRITE_E164}`;
  }
  const dialled = text.replaceAll(/[^+\d]/g, "");
  if (text.startsWith("+")) {
    return readInternational(dialled) ?? `No country has this country code, or the number is too short. ${WRITE_E164}`;
  }
  if (defaultCountry === null) {
    const instead = /^(00|011)/.test(dialled) ? "The international prefix is written +, not 00 or 011. " : "";
    return `The country code is missing. ${instead}${WRITE_E164}`;
  }
  return readNational(dialled, defaultCountry);
}

/**
 * The library drops a trunk zero after the country code, so "+44 (0)20 …" is understood; in a malformed number it may
 * find one more each time it reads. Reading until nothing changes makes sure that what is checked is what is dialled.
 */
function readInternational(digits: string): PhoneNumber | undefined {
  let number = parsePhoneNumber(digits, { extract: false });
  for (let reading = 0; number && reading < 15; reading++) {
    const again = parsePhoneNumber(number.number, { extract: false });
    if (again?.number === number.number) return again;
    number = again;
  }
  return undefined;
}

function readNational(digits: string, country: string): PhoneNumber | string {
  if (!isSupportedCountry(country)) {
    return `National numbers cannot be read here: the configured country is unknown. ${WRITE_E164}`;
  }
  const callingCode = getCountryCallingCode(country);
  const number = parsePhoneNumber(digits, { defaultCountry: country, extract: false });
  if (number && number.countryCallingCode !== callingCode) {
    return `The international prefix is written +, not as it is dialled. ${WRITE_E164}`;
  }
  return (
    (number && readInternational(number.number)) ??
    `This is no telephone number of the configured country. ${WRITE_E164}`
  );
}

/** Every digit of whatever script, as 0-9: what a switch might make of it. */
function digitsOf(raw: string): string {
  return raw
    .normalize("NFKC")
    .replaceAll(/\P{Nd}/gu, "")
    .replaceAll(/[^0-9]/gu, asciiDigit);
}

/** A script's ten digits follow one another, zero first, with something else before the zero. */
function asciiDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0;
  for (let value = 0; value < 9; value++) {
    if (!/\p{Nd}/u.test(String.fromCodePoint(point - value - 1))) return String(value);
  }
  return "9";
}

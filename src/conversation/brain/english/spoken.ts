/**
 * How written forms sound: codes and telephone numbers spaced out for a voice, and whole sentences in plain words for
 * the language model of a recogniser.
 */

/** "7492" as "7 4 9 2": a voice reads it sign by sign. */
export function spelledOut(code: string): string {
  return [...code.replace(/\s+/g, "")].map((sign) => (sign === "-" ? "dash" : sign)).join(" ");
}

/** "+12025550142" as "2 0 2, 5 5 5, 0 1 4 2". */
export function phoneAloud(e164: string): string {
  const digits = e164.replace(/\D/g, "");
  if (e164.startsWith("+1") && digits.length === 11) {
    return [digits.slice(1, 4), digits.slice(4, 7), digits.slice(7)].map(spelledOut).join(", ");
  }
  const groups = digits.match(/\d{1,3}/g) ?? [];
  return `plus ${groups.map(spelledOut).join(", ")}`;
}

const ONES =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const ORDINALS: Readonly<Record<string, string>> = {
  one: "first",
  two: "second",
  three: "third",
  five: "fifth",
  eight: "eighth",
  nine: "ninth",
  twelve: "twelfth",
};

export function numberInWords(value: number): string {
  if (value < 20) return ONES[value] ?? "";
  if (value < 100) {
    const unit = value % 10;
    return (TENS[Math.floor(value / 10) - 2] ?? "") + (unit === 0 ? "" : ` ${ONES[unit] ?? ""}`);
  }
  if (value < 1000) {
    const rest = value % 100;
    return `${ONES[Math.floor(value / 100)] ?? ""} hundred${rest === 0 ? "" : ` ${numberInWords(rest)}`}`;
  }
  if (value < 1_000_000) {
    const rest = value % 1000;
    return `${numberInWords(Math.floor(value / 1000))} thousand${rest === 0 ? "" : ` ${numberInWords(rest)}`}`;
  }
  return digitsInWords(String(value));
}

export function digitsInWords(digits: string): string {
  return [...digits].map((digit) => ONES[Number(digit)] ?? digit).join(" ");
}

/** "2018" as "twenty eighteen". */
function yearInWords(year: string): string {
  const [century, rest] = [Number(year.slice(0, 2)), Number(year.slice(2))];
  if (rest === 0) return numberInWords(Number(year));
  return `${numberInWords(century)} ${rest < 10 ? "oh " : ""}${numberInWords(rest)}`;
}

function ordinalInWords(value: number): string {
  const words = numberInWords(value).split(" ");
  const last = words.pop() ?? "";
  const ordinal = ORDINALS[last] ?? (last.endsWith("y") ? `${last.slice(0, -1)}ieth` : `${last}th`);
  return [...words, ordinal].join(" ");
}

/** A sentence as a recogniser would write it down: lower case, numbers in words, no punctuation. */
export function inWords(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[’‘]/g, "'")
    .toLowerCase()
    .replace(/\+?\d[\d\-. ()]{8,}\d/g, (phone) => digitsInWords(phone.replace(/\D/g, "")))
    .replace(/[$£€](\d[\d,]*)(?:\.(\d{2}))?/g, (_, whole: string, cents: string | undefined) => {
      const dollars = `${numberInWords(Number(whole.replaceAll(",", "")))} dollars`;
      return cents === undefined || cents === "00" ? dollars : `${dollars} and ${numberInWords(Number(cents))} cents`;
    })
    .replace(/(\d{1,2}):(\d{2})/g, (_, hour: string, minute: string) => {
      const rest = minute === "00" ? "" : ` ${minute.startsWith("0") ? "oh " : ""}${numberInWords(Number(minute))}`;
      return numberInWords(Number(hour)) + rest;
    })
    .replace(/(\d)\s*([ap])\.?m\b\.?/g, "$1 $2 m")
    .replace(/([a-z])\s*([ap])\.?m\b\.?(?=\s|$)/g, (whole, before: string, half: string) =>
      /(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirty|fifteen|y)$/.test(before)
        ? `${before} ${half} m`
        : whole,
    )
    .replace(/\b(\d{1,2})(st|nd|rd|th)\b/g, (_, day: string) => ordinalInWords(Number(day)))
    .replace(/\b(?:19|20)\d\d\b/g, (year) => yearInWords(year))
    .replace(/\b\d{5,}\b|\b\d{4}\b(?<!00)/g, (digits) => digitsInWords(digits))
    .replace(/\d[\d,]*/g, (number) => ` ${numberInWords(Number(number.replaceAll(",", "")))} `)
    .replace(/&/g, " and ")
    .replace(/[^a-z' ]+/g, " ")
    .replace(/(^|\s)'+|'+(?=\s|$)/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

/** What is written of a value, in words or in signs and in whatever case, is read back as the same value. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clockInWords, clockTime } from "../../src/language/en/clock.ts";
import { dateInWords, MONTHS } from "../../src/language/en/dates.ts";
import type { Found } from "../../src/language/en/found.ts";
import { money, moneyInWords } from "../../src/language/en/money.ts";
import { cardinal, digitByDigit, ordinal, shortOrdinal, yearInWords } from "../../src/language/en/number-words.ts";
import { anyNumber, ordinalNumber, wholeNumber, yearNumber } from "../../src/language/en/numbers.ts";
import { phoneAloud, telephone } from "../../src/language/en/phones.ts";
import { inWords } from "../../src/language/en/plain-words.ts";
import { foundOf, read } from "../../src/language/en/reading.ts";
import { signBySign, spelledOut } from "../../src/language/en/spelling.ts";
import { written } from "../../src/language/en/to-written.ts";
import { tokens } from "../../src/language/en/words.ts";
import { sentences } from "../engines/sentences.ts";

/** The same text with some of its letters in the other case. */
const cased = (text: string): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom(text, text.toUpperCase(), text.toLowerCase()),
    fc
      .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
      .map((upper) => [...text].map((sign, i) => (upper[i] === true ? sign.toUpperCase() : sign)).join("")),
  );

/** The value in each of these texts, whatever their case; `texts` are all the ways in which it is written. */
function readsBack<T>(
  values: fc.Arbitrary<T>,
  texts: (value: T) => string[],
  check: (text: string, value: T) => void,
): void {
  fc.assert(
    fc.property(
      values.chain((value) => fc.tuple(fc.constant(value), fc.constantFrom(...texts(value)).chain(cased))),
      ([value, text]) => {
        check(text, value);
      },
    ),
    { numRuns: 500 },
  );
}

const only = <K extends Found["kind"]>(text: string, kind: K): Extract<Found, { kind: K }> | undefined => {
  const found = foundOf(read(text), kind);
  return found.length === 1 ? found[0] : undefined;
};

describe("numbers read back as they were written", () => {
  it("up to a million, in words and in digits", () => {
    readsBack(
      fc.oneof(fc.nat(1_000_000), fc.nat(1200)),
      (value) => [
        cardinal(value),
        String(value),
        value.toLocaleString("en-US"),
        cardinal(value).replace(/hundred (?!thousand)/, "hundred and "),
      ],
      (text, value) => {
        const run = tokens(text);
        expect(wholeNumber(run, 0)).toMatchObject({ value, next: run.length });
      },
    );
  });

  it("as ordinals", () => {
    readsBack(
      fc.integer({ min: 1, max: 99 }),
      (value) => [ordinal(value), shortOrdinal(value)],
      (text, value) => {
        const run = tokens(text);
        expect(ordinalNumber(run, 0)).toEqual({ value, next: run.length });
      },
    );
  });

  it("as years, which are no times of day", () => {
    readsBack(
      fc.integer({ min: 1900, max: 2099 }),
      (year) => [yearInWords(year), String(year)],
      (text, year) => {
        const run = tokens(text);
        if (year % 100 === 0 && year % 1000 !== 0) expect(wholeNumber(run, 0)?.value).toBe(year);
        else expect(yearNumber(run, 0)).toMatchObject({ value: year, next: run.length });
      },
    );
  });

  it("with a decimal point", () => {
    readsBack(
      fc.tuple(fc.nat(999), fc.integer({ min: 1, max: 9 })),
      ([whole, part]) => [`${cardinal(whole)} point ${digitByDigit(String(part))}`, `${whole}.${part}`],
      (text, [whole, part]) => expect(anyNumber(tokens(text), 0)?.value).toBe(Number(`${whole}.${part}`)),
    );
  });
});

describe("values of an utterance are read back as they were written", () => {
  it("prices", () => {
    readsBack(
      fc.oneof(
        fc.integer({ min: 1, max: 100_000_00 }),
        fc.integer({ min: 1, max: 2000 }).map((dollars) => dollars * 100),
      ),
      (cents) => [money(cents), moneyInWords(cents), ...(cents < 100 ? [] : [`${money(cents).slice(1)} dollars`])],
      (text, cents) => expect(only(`that will be ${text} please`, "price")?.amountCents).toBe(cents),
    );
  });

  it.each([
    ["Oh, for a dog of that size that would be 4275, and then there's the exam.", 42_75],
    ["1895.", 18_95],
    ["we do it for 2350", 23_50],
    ["the rent would be 1450 a month", 1450_00],
    ["that's 2500 all in", 2500_00],
    ["around 3,650 I would say", 3650_00],
    ["about 3650 dollars", 3650_00],
  ])("four digits that answer the question for a price: %s", (said, cents) => {
    expect(foundOf(read(said, "price"), "price").map(({ amountCents }) => amountCents)).toEqual([cents]);
  });

  it("four digits that nobody asked a price for are none", () => {
    expect(foundOf(read("You can reach him at extension 4275."), "price")).toEqual([]);
    expect(foundOf(read("We have been here since 1987.", "price"), "price")).toEqual([]);
  });

  it("ranges of prices", () => {
    readsBack(
      fc.tuple(fc.integer({ min: 2, max: 900 }), fc.integer({ min: 1, max: 500 })),
      ([low, more]) =>
        [
          `$${low}-$${low + more}`,
          `$${low} to $${low + more}`,
          `${cardinal(low)} to ${cardinal(low + more)} dollars`,
          `between ${cardinal(low)} dollars and ${cardinal(low + more)} dollars`,
        ].slice(0, low % 100 === 0 ? 3 : 4),
      (text, [low, more]) => {
        const scaled = only(`it costs ${text}`, "price");
        const alike = (low + more) % 100 === 0 && low < (low + more) / 100;
        expect([scaled?.amountCents, scaled?.upToCents]).toEqual(
          alike && !/\$|dollars and/i.test(text) ? [low * 10_000, (low + more) * 100] : [low * 100, (low + more) * 100],
        );
      },
    );
  });

  it("clock times", () => {
    readsBack(
      fc.record({
        hour: fc.integer({ min: 1, max: 12 }),
        minute: fc.nat(59),
        half: fc.constantFrom("am" as const, "pm" as const),
      }),
      ({ hour, minute, half }) => {
        const time = clockTime(hour, minute, half);
        const spoken = clockInWords(hour, minute);
        return [
          time,
          time.replace(" ", ""),
          time.replace("AM", "a.m.").replace("PM", "p.m."),
          `${spoken} ${half}`,
          `${spoken} ${half.charAt(0)} m`,
          `${spoken} ${half === "am" ? "in the morning" : "in the evening"}`,
          inWords(time),
        ];
      },
      (text, { hour, minute, half }) =>
        expect(only(`we open at ${text}`, "time")).toMatchObject({
          hour: (hour % 12) + (half === "pm" ? 12 : 0),
          minute,
          half,
        }),
    );
  });

  it("dates", () => {
    const days = fc.date({ min: new Date("1995-01-01"), max: new Date("2080-12-31"), noInvalidDate: true });
    readsBack(
      days.map((date) => ({ year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() })),
      ({ year, month, day }) => {
        const name = MONTHS[month - 1] ?? "";
        return [
          dateInWords(month, day, null),
          dateInWords(month, day, year),
          `the ${ordinal(day)} of ${name}`,
          `${name} ${day}, ${year}`,
          `${name} the ${shortOrdinal(day)}`,
          `the ${shortOrdinal(day)} of ${name} ${year}`,
          `${month}/${day}/${year}`,
          `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`,
        ];
      },
      (text, { month, day }) => expect(only(`we can do ${text}.`, "date")).toMatchObject({ month, day }),
    );
  });

  it("telephone numbers", () => {
    const digits = fc.tuple(fc.integer({ min: 201, max: 989 }), fc.integer({ min: 201, max: 989 }), fc.nat(9999));
    readsBack(
      digits
        .map(([area, exchange, line]) => `${area}${exchange}${String(line).padStart(4, "0")}`)
        .filter((number) => number.slice(0, 5) !== number.slice(5)),
      (number) => [
        telephone(number),
        telephone(number).replaceAll("-", "."),
        `(${number.slice(0, 3)}) ${number.slice(3, 6)}-${number.slice(6)}`,
        digitByDigit(number),
        phoneAloud(`+1${number}`),
        inWords(telephone(number)),
      ],
      (text, number) =>
        expect(only(`you can reach us at ${text}`, "digits")).toMatchObject({ text: number, phone: true }),
    );
  });

  it("codes, once something calls for one", () => {
    const sign = fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");
    const codes = fc
      .array(sign, { minLength: 4, maxLength: 8 })
      .map((signs) => signs.join(""))
      .filter((code) => /\d/.test(code) && /[A-Z]/.test(code) && isUnambiguous(code));
    readsBack(
      codes,
      (code) => [code, spelledOut(code), signBySign(code), signBySign(code, ","), inWords(`Code ${code}`).slice(5)],
      (text, code) => expect(only(`your confirmation code is ${text}`, "code")?.text).toBe(code),
    );
  });
});

/**
 * Said sign by sign, these sound like something else: a code that is said twice, "seven a m", a lone last "a", "0" and
 * "O" side by side, and what is a time or an ordinal in one word.
 */
function isUnambiguous(code: string): boolean {
  return !(
    code.slice(0, code.length / 2) === code.slice(code.length / 2) ||
    /^[AI]|[AP]M|[AI]$|O|^\d{1,2}(ST|ND|RD|TH)$/.test(code)
  );
}

describe("written down by a recogniser that punctuates", () => {
  it.each([
    "$42 per person, at 7:30 PM. Code B74K9.",
    "Your table is booked for Friday, June 12, at 7:30 p.m. Is that right?",
    "Call us at (202) 555-0142 or +1 202 555 0119.",
    "It's $40-$50 an hour, 10% off on weekdays.",
    "Dr. Lee can see you on 6/12 at 10:15.",
    "Room 204, B 7 4 K 9, since 1984.",
  ])("%s stays as it is", (text) => {
    expect(written(text, ["Dr. Lee"])).toBe(text);
  });

  it.each([
    ["We have a table at seven thirty PM.", "We have a table at 7:30 PM."],
    ["We open at 7 a. m. and close at ten p.m. on Fridays.", "We open at 7 a.m. and close at 10 PM on Fridays."],
    ["It's 0157, zero one five seven.", "It's 0157, 0157."],
    ["It's forty-two dollars and fifty cents, okay?", "It's $42.50, okay?"],
    ["Your code is B seven four K nine. Anything else?", "Your code is B74K9. Anything else?"],
    ["That's between twelve and eighteen hundred dollars.", "That's between $1,200 and $1,800."],
    ["June twelfth, twenty twenty-six, works.", "June 12th, 2026, works."],
  ])("%s", (heard, text) => {
    expect(written(heard, [])).toBe(text);
  });

  it("is not written down twice: what is written stays as it is", () => {
    const said = fc.tuple(fc.nat(900_00), fc.integer({ min: 1, max: 12 }), fc.nat(59), fc.integer({ min: 1, max: 31 }));
    const sentence = said.chain(([cents, hour, minute, day]) =>
      fc.constantFrom(
        `it costs ${moneyInWords(cents + 1)} per person`,
        `the total is ${cardinal(Math.floor(cents / 100) + 1)} dollars plus tax`,
        `we have a table at ${clockInWords(hour, minute)} p m`,
        `would ${clockInWords(hour, minute)} or ${cardinal(hour)} o'clock be okay`,
        `we are open from ${cardinal(hour)} to ${cardinal(((hour + 4) % 12) + 1)}`,
        `the earliest is friday march ${ordinal(day)} at ${clockInWords(hour, minute)}`,
        `on the ${ordinal(day)} of june twenty twenty six`,
        `your confirmation code is b ${cardinal(day)} k ${cardinal(hour)}`,
        `you can call us at ${digitByDigit(`415555${String(cents).padStart(4, "0").slice(-4)}`)}`,
        `it takes about ${cardinal(minute)} to ${cardinal(minute + 10)} minutes`,
        `we have ${cardinal(day)} seats left on the ${ordinal(day)} floor`,
        `since nineteen eighty four what name is it under`,
      ),
    );
    const utterance = fc.array(sentence, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(" and "));
    fc.assert(
      fc.property(utterance, (heard) => {
        const once = written(heard, []);
        expect(written(once, [])).toBe(once);
      }),
      { numRuns: 1000 },
    );
    for (const { text } of [...sentences("business"), ...sentences("assistant")]) expect(written(text, [])).toBe(text);
  });
});

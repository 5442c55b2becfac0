import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HIDDEN_PHONE, redactConversation, redactText } from "../../src/sharing/redaction/redact.ts";
import type { Known, Utterance } from "../../src/sharing/redaction/redact.ts";
import { colloquial, digitByDigit, RENDERINGS } from "./spoken.ts";
import { cases } from "../support/cases.ts";

const NOTHING: Known = { phones: [], emails: [], codes: [] };

const phone = fc
  .tuple(fc.integer({ min: 1, max: 9 }), fc.stringMatching(/^\d{7,11}$/))
  .map(([first, rest]) => `${first}${rest}`);
const rendering = fc.constantFrom(...Object.keys(RENDERINGS));
const around = fc.constantFrom(
  ["", ""],
  ["You can reach me at ", "."],
  ["My number is ", ", any time after noon."],
  ["Mi número es ", ", gracias."],
  ["Meine Nummer ist ", ", danke."],
  ["Mon numéro est le ", ", merci."],
  ["It's ", " and the price is $45.00."],
  ["We have a table on November 24, 2026 at 7:30 PM, call ", " please"],
  ["Wir öffnen um 19:30 Uhr, Telefon ", "."],
  ["For a party of 12, please text ", " instead"],
);

function render(how: string, digits: string): string {
  return RENDERINGS[how]?.(digits) ?? "";
}

describe("a random telephone number", { timeout: 30_000 }, () => {
  it("is hidden whole in every rendering, and nothing around it is", () => {
    fc.assert(
      fc.property(phone, rendering, around, (digits, how, [before, after]) => {
        const redacted = redactText(`${before}${render(how, digits)}${after}`, NOTHING);
        expect(redacted, how).toBe(`${before}${HIDDEN_PHONE}${after}`);
      }),
      { numRuns: cases(6000) },
    );
  });

  it("is hidden when it is told in two turns, with the other side listening in between", () => {
    const words = fc.constantFrom("en", "es", "de", "fr");
    const listening = fc.constantFrom(
      null,
      "Uh-huh.",
      "Yes.",
      "Okay, go ahead.",
      "Sí.",
      "Ja, weiter.",
      "Oui, et ensuite?",
    );
    fc.assert(
      fc.property(
        phone,
        fc.double({ min: 0.2, max: 0.8, noNaN: true }),
        words,
        listening,
        (digits, share, tongue, reply) => {
          const cut = Math.max(2, Math.min(digits.length - 2, Math.round(digits.length * share)));
          const turns: Utterance[] = [
            { speaker: "business", text: `It's ${digitByDigit(digits.slice(0, cut), tongue)}` },
            ...(reply === null ? [] : [{ speaker: "assistant", text: reply }]),
            { speaker: "business", text: `${digitByDigit(digits.slice(cut), tongue)}.` },
          ];
          const redacted = redactConversation(turns, NOTHING);
          expect(redacted.at(0)).toBe(`It's ${HIDDEN_PHONE}`);
          expect(redacted.at(-1)).toBe(`${HIDDEN_PHONE}.`);
          if (reply !== null) expect(redacted[1]).toBe(reply);
        },
      ),
      { numRuns: cases(2000) },
    );
  });

  it("of the request itself is hidden even where it is called a confirmation number", () => {
    fc.assert(
      fc.property(phone, rendering, (digits, how) => {
        const known = { ...NOTHING, phones: [`+${digits}`], codes: [digits] };
        const redacted = redactText(`Your confirmation number is ${render(how, digits)}`, known);
        expect(redacted, how).toBe(`Your confirmation number is ${HIDDEN_PHONE}`);
      }),
      { numRuns: cases(2000) },
    );
  });
});

describe("a random confirmation code", { timeout: 30_000 }, () => {
  const code = fc.oneof(
    fc.stringMatching(/^[A-Z][0-9][A-Z][0-9]{2}$/),
    fc.stringMatching(/^[A-Z]{2}-?\d{4,8}$/),
    fc.stringMatching(/^\d{4,12}$/),
    fc.stringMatching(/^[A-Z0-9]{6}$/),
  );
  const phrase = fc.constantFrom(
    "Your confirmation number is ",
    "The booking reference is ",
    "Your reservation number is ",
    "Order number: ",
    "Su número de confirmación es ",
    "Die Bestätigungsnummer lautet ",
    "Votre numéro de réservation est ",
  );

  it("survives where it is told as one", () => {
    fc.assert(
      fc.property(code, phrase, fc.constantFrom(".", ", thank you.", ""), (value, before, after) => {
        const text = `${before}${value}${after}`;
        expect(redactText(text, NOTHING)).toBe(text);
      }),
      { numRuns: cases(4000) },
    );
  });

  it("survives when it is spoken digit by digit, and when it is repeated", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{6,10}$/), phrase, (value, before) => {
        const turns = [
          { speaker: "business", text: `${before}${digitByDigit(value, "en")}.` },
          { speaker: "assistant", text: `So that's ${colloquial(value)}, correct?` },
          { speaker: "business", text: `Yes, ${value}.` },
        ];
        expect(redactConversation(turns, NOTHING)).toEqual(turns.map((turn) => turn.text));
      }),
      { numRuns: cases(2000) },
    );
  });

  it("survives anywhere once the outcome names it", () => {
    fc.assert(
      fc.property(code, fc.constantFrom("All set: ", "So that is ", "Notiert: "), (value, before) => {
        const spelled = [...value.replace("-", "")].join(" ");
        for (const text of [`${before}${value}.`, `${before}${spelled}.`]) {
          expect(redactText(text, { ...NOTHING, codes: [value] })).toBe(text);
        }
      }),
      { numRuns: cases(2000) },
    );
  });
});

describe("prices, dates and times at random", { timeout: 30_000 }, () => {
  const price = fc
    .tuple(fc.constantFrom("$", "€", "£"), fc.integer({ min: 1, max: 999_999 }))
    .map(([sign, n]) => `${sign}${n.toLocaleString("en-US")}.${String(n % 100).padStart(2, "0")}`);
  const day = fc.date({ min: new Date("2020-01-01"), max: new Date("2035-12-31"), noInvalidDate: true });
  const date = fc.tuple(day, fc.integer({ min: 0, max: 4 })).map(([when, how]) => {
    const [year = "", month = "", dom = ""] = when.toISOString().slice(0, 10).split("-");
    const name = when.toLocaleString("en-US", { month: "long", timeZone: "UTC" });
    return (
      [
        `${year}-${month}-${dom}`,
        `${dom}.${month}.${year}`,
        `${month}/${dom}/${year}`,
        `${name} ${Number(dom)}, ${year}`,
        `${Number(dom)} ${name} ${year}`,
      ][how] ?? ""
    );
  });
  const time = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map(([h, m]) => `${h}:${String(m).padStart(2, "0")}`);

  it("are kept, side by side too", () => {
    fc.assert(
      fc.property(price, date, time, time, (cost, on, from, to) => {
        const text = `On ${on} from ${from} to ${to} it is ${cost}, that is ${on}, ${from}, ${cost}.`;
        expect(redactText(text, NOTHING)).toBe(text);
      }),
      { numRuns: cases(4000) },
    );
  });
});

describe("whatever is said", { timeout: 30_000 }, () => {
  it("comes back as it was when it holds no digits, no number words and no at", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        if (/\p{N}|@/u.test(text) || /[a-z]/i.test(text)) return;
        expect(redactText(text, NOTHING)).toBe(text);
      }),
    );
  });

  it("gives back one line for each, without failing, however odd", () => {
    const words = fc.constantFrom(
      "five",
      "double",
      "oh",
      "at",
      "dot",
      "com",
      "confirmation",
      "number",
      "is",
      ",",
      "-",
      "vingt",
      "quatre",
      "hundert",
      "@",
      "(",
      "a",
      "b",
    );
    const line = fc.array(
      fc.oneof(words, fc.stringMatching(/^\d{1,4}$/), fc.string({ unit: "binary", maxLength: 3 })),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 4 }), (lines) => {
        const turns = lines.map((parts, index) => ({ speaker: index % 2 === 0 ? "a" : "b", text: parts.join(" ") }));
        expect(redactConversation(turns, { ...NOTHING, phones: ["+14155550142"], emails: ["a@b.com"] })).toHaveLength(
          lines.length,
        );
      }),
      { numRuns: cases(2000) },
    );
  });
});

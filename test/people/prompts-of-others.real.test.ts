/**
 * The words in which a Spanish and a French speaker say digits, numbers, days and months on telephones, as the publisher
 * of their recordings writes them. Their sound is not tried: no recogniser for these languages comes with the appliance.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { readerOf, TONGUES } from "../../src/language/readers.ts";
import { wordsOf } from "../../src/language/tabled/words.ts";
import { fetchTextsOf } from "./kit.ts";

describe.each(["es", "fr"] as const)("prompts in %s", (language) => {
  let texts: ReadonlyMap<string, string>;

  beforeAll(async () => {
    texts = await fetchTextsOf(language);
  }, 240_000);

  function named(pattern: RegExp): (readonly [number: string, text: string])[] {
    return [...texts].flatMap(([name, text]) => {
      const number = pattern.exec(name)?.[1];
      return number === undefined ? [] : [[number, text] as const];
    });
  }

  it("are read as the numbers that they are", () => {
    // The Spanish list names two recordings "0"; the second is ten.
    const numbers = named(/^digits\/(\d+)$/).filter(([number, text]) => !(number === "0" && /diez/i.test(text)));
    expect(numbers.length).toBeGreaterThan(25);
    const { numberIn } = TONGUES[language];
    const wrong = numbers.filter(
      ([number, text]) => numberIn(wordsOf(text).map(({ word }) => word))?.value !== Number(number),
    );
    expect(wrong).toEqual([]);
  });

  it("digit by digit are a telephone number", () => {
    const digits = [..."0123456789"].map((digit) =>
      language === "es" && digit === "0" ? "cero" : texts.get(`digits/${digit}`),
    );
    const said = digits.join(" ");
    expect(readerOf(language).isBorneOut("code", "0123456789", said)).toBe(true);
    expect(readerOf(language).isBorneOut("code", "0123456780", said)).toBe(false);
  });

  it("name the days of the week and the months", () => {
    const { weekdays, months } = TONGUES[language];
    const week = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
    const read = (text: string): string => wordsOf(text)[0]?.word ?? "";
    const days = named(/^digits\/day-(\d)$/);
    expect(days).toHaveLength(7);
    expect(days.filter(([day, text]) => weekdays[read(text)] !== week[Number(day)])).toEqual([]);
    const named12 = named(/^digits\/mon-(\d+)$/);
    expect(named12.filter(([month, text]) => months.indexOf(read(text)) !== Number(month))).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { read } from "../../../src/language/en/reading.ts";
import { CODES, DATES, DIGITS, NAMES, NOISE, PRICES, QUANTITIES, TIMES } from "./brain-extraction-rows.ts";
import type { Row } from "./brain-extraction-rows.ts";

const TABLES: Readonly<Record<string, readonly Row[]>> = {
  prices: PRICES,
  times: TIMES,
  dates: DATES,
  codes: CODES,
  "digit runs": DIGITS,
  quantities: QUANTITIES,
  names: NAMES,
  "noise and nonsense": NOISE,
};

for (const [name, rows] of Object.entries(TABLES)) {
  describe(`finds ${name}`, () => {
    it.each(rows.map(([said, found, asked]) => ({ said, found, asked: asked ?? null })))(
      "in $said",
      ({ said, found, asked }) => {
        const reading = read(said, asked);
        expect(reading.found.map(({ kind, text }) => `${kind} ${text}`).join("; ")).toBe(found);
        for (const { quote } of reading.found) {
          expect(quote).not.toBe("");
          expect(said).toContain(quote);
        }
      },
    );
  });
}

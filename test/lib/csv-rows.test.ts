import fc from "fast-check";
import { parse } from "csv-parse/sync";
import { expect, it } from "vitest";
import { csvRow } from "../../src/lib/csv-rows.ts";

it("writes what another reader of CSV reads back, whatever stands in the cells", () => {
  const cell = fc.string({ unit: "grapheme" }).map((text) => text.replace(/^[=+\-@\t\r\n＝＋－＠]+/, "") || "x");
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1 }), (cells) => {
      expect(parse(csvRow(cells), { bom: false })).toEqual([cells]);
    }),
  );
});

it.each([
  `=HYPERLINK("http://evil.example","x")`,
  "+1+cmd|' /C calc'!A0",
  "-2+3",
  "@SUM(1)",
  "\t=1",
  "\r=1",
  "\n=1",
  "＝1+1",
  "+",
  "-",
])("no spreadsheet takes %j for a formula", (text) => {
  const [cells] = parse(csvRow([text]));
  expect(cells).toEqual([`'${text}`]);
});

it("leaves numbers and telephone numbers as they are, and null empty", () => {
  expect(csvRow([1, -2.5, "+14155550123", "-71.06", null, true])).toBe("1,-2.5,+14155550123,-71.06,,true\r\n");
});

it("writes what is neither text nor number as JSON", () => {
  expect(csvRow([[{ question: "How much?" }]])).toBe(`"[{""question"":""How much?""}]"\r\n`);
});

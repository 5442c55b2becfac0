import { describe, expect, it } from "vitest";
import { overhear, said, tellAll, untold } from "./reveal.ts";
import type { WhisperedLine } from "./whisper.ts";

const START = 1_000_000;

function line(parts: WhisperedLine["parts"], startedAtMs = START): WhisperedLine {
  return { number: "+14155550100", startedAtMs, parts };
}

/** Ten letters in one second: four, two and four. */
const PART = { text: "Open at nine", fromMs: 0, toMs: 1000 };

describe("a whispered line", () => {
  it.each([
    [-1, ""],
    [0, ""],
    [399, ""],
    [400, "Open"],
    [599, "Open"],
    [600, "Open at"],
    [999, "Open at"],
    [1000, "Open at nine"],
    [60_000, "Open at nine"],
  ])("has been said, %i ms after its start, as far as «%s»", (afterMs, words) => {
    expect(said(line([PART]), START + afterMs).join(" ")).toBe(words);
  });

  it("is silent between its parts", () => {
    const codes = line([
      { text: "four two", fromMs: 200, toMs: 900 },
      { text: "seven", fromMs: 1600, toMs: 2000 },
    ]);
    const heardAt = (afterMs: number): string => said(codes, START + afterMs).join(" ");
    expect([200, 600, 900, 1999, 2000].map(heardAt)).toEqual(["", "four", "four two", "four two", "four two seven"]);
  });

  it.each([
    { parts: [] },
    { parts: [{ text: "", fromMs: 0, toMs: 500 }] },
    { parts: [{ text: "  ", fromMs: 0, toMs: 0 }] },
  ])("of %j has no words", ({ parts }) => {
    expect(said(line(parts), START + 5000)).toEqual([]);
  });

  it("keeps its words as they were written", () => {
    expect(said(line([{ text: "  It's  $42.50, sir. ", fromMs: 0, toMs: 10 }]), START + 10)).toEqual([
      "It's",
      "$42.50,",
      "sir.",
    ]);
  });
});

describe("what an ear has overheard", () => {
  it("is told once, the rest of a line after its first half", () => {
    let ear = overhear([], line([PART]));
    expect(untold(ear, START + 700)).toBe("Open at");
    ear = tellAll(ear, START + 700);
    expect(untold(ear, START + 700)).toBe("");
    expect(untold(ear, START + 1000)).toBe("nine");
  });

  it("is of several lines in their order", () => {
    const ear = overhear(overhear([], line([PART])), line([{ text: "or ten", fromMs: 0, toMs: 500 }], START + 2000));
    expect(untold(ear, START + 2600)).toBe("Open at nine or ten");
    expect(untold(tellAll(ear, START + 1500), START + 2600)).toBe("or ten");
  });

  it("is nothing of what was left out, and all of what was not", () => {
    const ear = overhear([], line([PART]));
    const middle = (atMs: number): boolean => atMs > START + 500 && atMs < START + 700;
    expect(untold(ear, START + 1000, middle)).toBe("Open nine");
  });

  it("is no more of a line that was cut short than was said, and nothing twice", () => {
    const whole = tellAll(overhear([], line([PART])), START + 400);
    const cut = overhear(whole, line([{ ...PART, text: "Open at", toMs: 600 }]));
    expect(cut).toHaveLength(1);
    expect(untold(cut, START + 5000)).toBe("at");
    expect(untold(overhear(whole, line([])), START + 5000)).toBe("");
  });
});

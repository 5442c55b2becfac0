import { describe, expect, it } from "vitest";
import { made, QUIET, repeated, signalsIn, throughMulaw } from "./made-tones.ts";
import type { Step } from "./made-tones.ts";

const kinds = (steps: readonly Step[]): string[] => signalsIn(made(steps)).map(({ signal }) => signal.type);

describe("a beep", () => {
  const pitches = [380, 440, 523, 620, 700, 850, 1000, 1200, 1400, 1700, 2000];
  const lengths = [100, 200, 400, 1000, 1900];

  it.each([
    ["a quiet line", -70],
    ["a line that hisses", -38],
  ])("of any pitch and length is heard on %s, once, within a quarter of a second", (_, noiseDbfs) => {
    for (const hz of pitches) {
      for (const ms of lengths) {
        const heard = signalsIn(throughMulaw(made([QUIET, [[hz], ms], QUIET], { noiseDbfs })));
        expect(heard, `${hz} Hz, ${ms} ms`).toMatchObject([{ signal: { type: "beep" } }]);
        expect((heard[0]?.atMs ?? 0) - 1500 - ms).toBeLessThanOrEqual(260);
      }
    }
  });

  it("of two pitches at once, or one after the other, is one", () => {
    expect(kinds([QUIET, [[440, 880], 300], QUIET])).toEqual(["beep"]);
    expect(kinds([QUIET, [[852, 1000], 150], QUIET])).toEqual(["beep"]);
    expect(kinds([QUIET, [[660], 150], [[880], 150], QUIET])).toEqual(["beep"]);
  });

  it("is heard at 16 kHz just as well, and quiet ones too", () => {
    expect(signalsIn(made([QUIET, [[1000], 300], QUIET], { rateHz: 16_000 }), 16_000)).toHaveLength(1);
    expect(signalsIn(made([QUIET, [[1000], 300], QUIET], { dbfs: -40 }))).toHaveLength(1);
  });

  it("is none that lasts too long, or that other sound follows at once", () => {
    expect(kinds([QUIET, [[1000], 4000], QUIET])).toEqual([]);
    expect(signalsIn(made([QUIET, [[1000], 300], [[300, 700, 1150, 1900, 2600], 800], QUIET]))).toEqual([]);
  });

  it("is none of the notes of a tune", () => {
    const notes = [523, 587, 659, 523, 698, 784].map((hz): Step => [[hz], 220]);
    expect(kinds([QUIET, ...notes, QUIET])).toEqual([]);
    const plucked = notes.flatMap((note): Step[] => [note, [[], 300]]);
    expect(kinds([QUIET, ...plucked, QUIET]).filter((kind) => kind === "beep").length).toBeLessThanOrEqual(1);
  });

  it("is none of a held vowel, which wavers", () => {
    const samples = made([QUIET, [[], 1200], QUIET]);
    let phase = 0;
    for (let i = 0; i < 9600; i += 1) {
      const f0 = 400 * (1 + 0.02 * Math.sin((2 * Math.PI * 5 * i) / 8000));
      phase += (2 * Math.PI * f0) / 8000;
      samples[12_000 + i] = 6000 * (Math.sin(phase) + 0.3 * Math.sin(2 * phase));
    }
    expect(signalsIn(samples)).toEqual([]);
  });
});

describe("tones of the network", () => {
  it("that tell of a busy line", () => {
    expect(
      kinds(
        repeated(
          [
            [[480, 620], 500],
            [[], 500],
          ],
          3,
        ),
      ),
    ).toContain("busy");
    expect(
      kinds(
        repeated(
          [
            [[480, 620], 250],
            [[], 250],
          ],
          4,
        ),
      ),
    ).toContain("busy");
    expect(
      kinds(
        repeated(
          [
            [[425], 480],
            [[], 480],
          ],
          3,
        ),
      ),
    ).toContain("busy");
  });

  it("that ring are no beeps, and the European one only a doubtful one", () => {
    expect(
      kinds(
        repeated(
          [
            [[440, 480], 2000],
            [[], 4000],
          ],
          2,
        ),
      ),
    ).toEqual(["ringback", "ringback"]);
    const [first, second] = signalsIn(
      made(
        repeated(
          [
            [[425], 1000],
            [[], 4000],
          ],
          2,
        ),
      ),
    );
    expect(first).toMatchObject({ signal: { type: "beep", doubtful: true } });
    expect(second).toMatchObject({ signal: { type: "ringback" } });
    expect(
      kinds(
        repeated(
          [
            [[400, 450], 400],
            [[], 200],
            [[400, 450], 400],
            [[], 2000],
          ],
          2,
        ),
      ),
    ).not.toContain("beep");
  });

  it("that a fax makes, answering and calling", () => {
    expect(kinds([QUIET, [[2100], 3000], QUIET])).toEqual(["fax"]);
    expect(
      kinds(
        repeated(
          [
            [[1100], 500],
            [[], 3000],
          ],
          2,
        ),
      ).at(-1),
    ).toBe("fax");
  });

  it("that come before an announcement of the network", () => {
    expect(kinds([QUIET, [[985.2], 380], [[1370.6], 276], [[1776.7], 380], QUIET])).toEqual(["intercept"]);
    expect(kinds([QUIET, [[913.8], 276], [[1428.5], 276], [[1776.7], 380], QUIET])).toEqual(["intercept"]);
  });

  it("that are keys", () => {
    const keys: Step[] = [
      [[697, 1209], 100],
      [[], 200],
      [[852, 1477], 100],
    ];
    const heard = signalsIn(made([QUIET, ...keys, QUIET])).map(({ signal }) => signal);
    expect(heard).toEqual([
      { type: "key", digit: "1" },
      { type: "key", digit: "9" },
    ]);
  });
});

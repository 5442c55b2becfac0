import { describe, expect, it } from "vitest";
import { framesOf, hiss, mixedAt, roomNoise } from "./made-sounds.ts";
import { placed } from "./placing.ts";
import { speechSegments, type Segment } from "./segments.ts";

const SECOND = 8000;
const PER_MS = 8;

/** A line of so many seconds with sounds on it. */
function line(
  seconds: number,
  sounds: readonly { readonly fromMs: number; readonly forMs: number; readonly dbfs: number }[],
  background: Int16Array = new Int16Array(seconds * SECOND),
): Int16Array {
  return sounds.reduce<Int16Array>(
    (all, { fromMs, forMs, dbfs }, index) => mixedAt(all, fromMs, hiss(forMs * PER_MS, dbfs, index + 2)),
    background,
  );
}

function near(found: readonly Segment[], expected: readonly Segment[], withinMs: number): void {
  expect(found.length, JSON.stringify(found)).toBe(expected.length);
  for (const [index, { fromMs, toMs }] of found.entries()) {
    expect(Math.abs(fromMs - (expected[index]?.fromMs ?? NaN)), JSON.stringify(found)).toBeLessThanOrEqual(withinMs);
    expect(Math.abs(toMs - (expected[index]?.toMs ?? NaN)), JSON.stringify(found)).toBeLessThanOrEqual(withinMs);
  }
}

const TWO = [
  { fromMs: 1000, forMs: 800, dbfs: -20 },
  { fromMs: 3000, forMs: 500, dbfs: -20 },
] as const;
const TWO_FOUND = [
  { fromMs: 1000, toMs: 1800 },
  { fromMs: 3000, toMs: 3500 },
];

describe("who spoke when", () => {
  it("is exact to the window on a silent line", () => {
    expect(speechSegments(framesOf(line(5, TWO)))).toEqual(TWO_FOUND);
  });

  it("is in the time of the frames", () => {
    expect(speechSegments(framesOf(line(5, TWO), 70_000))[0]).toEqual({ fromMs: 71_000, toMs: 71_800 });
  });

  it.each([-60, -50, -40, -32])("is near with noise at %i dBFS behind speech at -20", (noiseDbfs) => {
    near(speechSegments(framesOf(line(5, TWO, roomNoise(5 * SECOND, noiseDbfs)))), TWO_FOUND, 20);
  });

  it("follows a soft voice as well as a loud one", () => {
    for (const dbfs of [-45, -30, -8]) {
      const soft = TWO.map((sound) => ({ ...sound, dbfs }));
      near(speechSegments(framesOf(line(5, soft, roomNoise(5 * SECOND, dbfs - 25)))), TWO_FOUND, 20);
    }
  });

  it("finds nobody in silence, in steady noise and in no frames at all", () => {
    expect(speechSegments(framesOf(new Int16Array(SECOND)))).toEqual([]);
    for (const seed of [1, 2, 3]) {
      expect(speechSegments(framesOf(roomNoise(120 * SECOND, -30, 8000, seed)))).toEqual([]);
    }
    expect(speechSegments([])).toEqual([]);
  });

  it("finds nobody whose voice drowns in the noise", () => {
    const drowning = TWO.map((sound) => ({ ...sound, dbfs: -17 }));
    expect(speechSegments(framesOf(line(5, drowning, roomNoise(5 * SECOND, -20))))).toEqual([]);
  });

  it("does not take the silence of lost frames for that of the line", () => {
    const frames = framesOf(line(5, TWO, roomNoise(5 * SECOND, -36))).map((frame, index) =>
      index % 4 === 0 ? { ...frame, samples: new Int16Array(frame.samples.length), lost: true } : frame,
    );
    near(speechSegments(frames), TWO_FOUND, 40);
  });

  it.each([
    [190, 1],
    [210, 2],
  ])("takes sounds %i ms apart for %i", (gapMs, count) => {
    const sounds = [
      { fromMs: 1000, forMs: 300, dbfs: -20 },
      { fromMs: 1300 + gapMs, forMs: 300, dbfs: -20 },
    ];
    expect(speechSegments(framesOf(line(4, sounds))).length).toBe(count);
    expect(speechSegments(framesOf(line(4, sounds)), { bridgeMs: 100 }).length).toBe(2);
  });

  it.each([
    [50, 0],
    [60, 1],
  ])("takes a sound of %i ms for %i", (forMs, count) => {
    const sounds = [...TWO, { fromMs: 4200, forMs, dbfs: -20 }];
    expect(speechSegments(framesOf(line(5, sounds))).length).toBe(2 + count);
  });

  it("hears silence in lost frames: a short loss is bridged, a long one parts", () => {
    const frames = framesOf(line(4, [{ fromMs: 1000, forMs: 1600, dbfs: -20 }]));
    const losing = (fromMs: number, toMs: number): Segment[] =>
      speechSegments(
        frames.map((frame) =>
          frame.atMs >= fromMs && frame.atMs < toMs
            ? { ...frame, samples: new Int16Array(frame.samples.length), lost: true }
            : frame,
        ),
      ).slice();
    expect(losing(1500, 1600)).toEqual([{ fromMs: 1000, toMs: 2600 }]);
    expect(losing(1500, 1800)).toEqual([
      { fromMs: 1000, toMs: 1500 },
      { fromMs: 1800, toMs: 2600 },
    ]);
  });

  it("may be asked of what was sent, whatever the line made of it", () => {
    const clean = framesOf(line(5, TWO));
    const noisy = framesOf(line(5, TWO, roomNoise(5 * SECOND, -18)));
    const frames = noisy.map((frame, index) => ({ ...frame, sent: clean[index]?.sent ?? frame.sent, lost: true }));
    expect(speechSegments(frames)).toEqual([]);
    expect(speechSegments(frames, { sound: "sent" })).toEqual(TWO_FOUND);
  });

  it("is little moved by uneven arrival", () => {
    const jitter = [0, 7, 14, 3, 11, 0, 18, 9];
    const frames = framesOf(line(5, TWO)).map((frame, index) => ({
      ...frame,
      atMs: frame.atMs + (jitter[index % jitter.length] ?? 0),
    }));
    near(speechSegments(frames), TWO_FOUND, 20);
  });
});

describe("the place of a frame in time", () => {
  const frame = framesOf(new Int16Array(160))[0]!;
  const at = (...arrivals: number[]): number[] =>
    placed(arrivals.map((atMs) => ({ ...frame, atMs }))).map((p) => p.atMs);

  it("is its arrival when all is even", () => {
    expect(at(100, 120, 140)).toEqual([100, 120, 140]);
  });

  it("is not moved by one that is late, but for a millisecond", () => {
    expect(at(100, 135, 140, 160)).toEqual([100, 121, 140, 160]);
  });

  it("is set right by the first one in time when the first of all was late", () => {
    expect(at(112, 120, 140)).toEqual([112, 120, 140]);
  });

  it("is its arrival after a pause", () => {
    expect(at(100, 120, 500, 520)).toEqual([100, 120, 500, 520]);
  });

  it("follows a delay that stays", () => {
    const late = at(100, ...Array.from({ length: 40 }, (_, i) => 150 + i * 20));
    expect(late.at(-1)).toBe(150 + 39 * 20);
  });

  it("puts a burst one after the other", () => {
    expect(at(100, 160, 160, 160, 180)).toEqual([100, 121, 142, 160, 180]);
  });
});

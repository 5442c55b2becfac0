/** What the soak calls flat. */
import { expect, it } from "vitest";
import type { Figures } from "./figures.ts";
import { judge } from "./judge.ts";

const FLAT: Figures = {
  descriptors: 110,
  threads: 94,
  processes: 5,
  residentMb: 480,
  childrenMb: 130,
  keptMb: 90,
  logMb: 4,
  channels: 0,
  bridges: 0,
};
const looks = (change: (nth: number) => Partial<Figures>, count = 9): readonly Figures[] =>
  Array.from({ length: count }, (_, nth) => ({ ...FLAT, ...change(nth) }));

it("is content with what stays, what goes up and down, and what grows while it warms up", () => {
  expect(judge(looks(() => ({})))).toEqual([]);
  expect(judge(looks((nth) => ({ descriptors: 110 + (nth % 4) * 7, residentMb: 480 + (nth % 3) * 70 })))).toEqual([]);
  expect(judge(looks((nth) => ({ keptMb: 90 + Math.min(nth, 3) * 20 }), 12))).toEqual([]);
});

it.each([
  ["open descriptors", (nth: number) => ({ descriptors: 110 + nth * 3 })],
  ["threads", (nth: number) => ({ threads: 94 + nth * 3 })],
  ["processes", (nth: number) => ({ processes: nth < 5 ? 5 : 6 })],
  ["MB of objects that are kept", (nth: number) => ({ keptMb: 90 + nth * 1.5 })],
  ["MB of memory", (nth: number) => ({ residentMb: 480 + nth * 30 })],
  ["MB of memory of what it has started", (nth: number) => ({ childrenMb: 130 + nth * 15 })],
  ["MB of write-ahead log", (nth: number) => ({ logMb: 4 + nth * 4 })],
])("names %s that grow", (called, change) => {
  expect(judge(looks(change))).toEqual([expect.stringMatching(new RegExp(`^${called} grew from`))]);
});

it("sees a leak also in as few looks as a short soak has", () => {
  expect(judge(looks((nth) => ({ keptMb: 90 + nth * 3 }), 4))).toEqual([expect.stringMatching(/kept grew/)]);
  expect(judge(looks((nth) => ({ keptMb: nth === 0 ? 70 : 90 }), 4))).toEqual([]);
});

it("names a channel or a bridge that is there with nobody on the line, were it once", () => {
  expect(judge(looks((nth) => ({ channels: nth === 4 ? 1 : 0 })))).toEqual([expect.stringContaining("channels")]);
  expect(judge(looks((nth) => ({ bridges: nth === 8 ? 1 : 0 })))).toEqual([expect.stringContaining("bridges")]);
});

import { describe, expect, it } from "vitest";
import { Resting, RESTING_RULES } from "../../../src/conversation/turn/resting.ts";
import type { RestingFrame } from "../../../src/conversation/turn/resting.ts";

type Kind = "speech" | "quiet" | "again";

/** What is passed on, frame by frame, as the number of the frame in which it came. */
function passed(kinds: readonly Kind[], underWay = false): readonly (readonly number[])[] {
  const resting = new Resting();
  return kinds.map((kind, i) => {
    const frame: RestingFrame = {
      samples: new Int16Array(160),
      speech: kind === "quiet" ? 0.02 : 0.9,
      repeats: kind === "again",
      atMs: i,
    };
    return resting.take(frame, underWay).map(({ atMs }) => atMs);
  });
}

const many = (kind: Kind, count: number): Kind[] => Array.from({ length: count }, () => kind);
const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);

describe("what is heard on hold", () => {
  it("is nothing while nobody speaks", () => {
    expect(passed(many("quiet", 500)).flat()).toEqual([]);
  });

  it("of somebody who says a word is all of it, and what was before it, once it is quiet", () => {
    const all = passed([...many("quiet", 100), ...many("speech", 20), ...many("quiet", 30)]);
    const at = all.findIndex((frames) => frames.length > 0);
    expect(at).toBe(120 + RESTING_RULES.silent - 1);
    expect(all[at]).toEqual(range(85, at + 1));
    expect(all.slice(at + 1).flat()).toEqual([]);
  });

  it("of somebody who talks on is kept no longer than a recording takes to be found", () => {
    const all = passed([...many("quiet", 15), ...many("speech", 100)]);
    const at = all.findIndex((frames) => frames.length > 0);
    expect(at).toBeLessThan(RESTING_RULES.most + 15);
    expect(all[at]).toEqual(range(0, at + 1));
  });

  it("once an utterance is under way comes through as it is", () => {
    expect(passed(many("speech", 5), true)).toEqual([[0], [1], [2], [3], [4]]);
  });

  it("is nothing of a recording that was heard before, its beginning neither", () => {
    expect(passed([...many("speech", 60), ...many("again", 300), ...many("quiet", 100)]).flat()).toEqual([]);
  });

  it("is all of what passed for a recording for a moment only", () => {
    const all = passed([...many("speech", 50), ...many("again", 5), ...many("speech", 60), ...many("quiet", 30)]);
    expect(all.flat().slice(0, 115)).toEqual(range(0, 115));
  });

  it("is what a recording goes on to, from before the difference was noticed", () => {
    const all = passed([...many("speech", 60), ...many("again", 100), ...many("speech", 20), ...many("quiet", 30)]);
    const from = 160 - RESTING_RULES.beforeNew;
    expect(all.flat()[0]).toBe(from);
    expect(all.flat()).toEqual(range(from, 180 + RESTING_RULES.silent));
  });

  it("is who speaks when a recording has ended, and not its end", () => {
    const all = passed([
      ...many("speech", 60),
      ...many("again", 100),
      ...many("quiet", 15),
      ...many("speech", 40),
      ...many("quiet", 30),
    ]);
    expect(all.flat()[0]).toBeGreaterThanOrEqual(160);
    expect(all.flat()[0]).toBeLessThanOrEqual(162);
    expect(all.flat()).toContain(175);
    expect(all.flat()).toContain(214);
  });
});

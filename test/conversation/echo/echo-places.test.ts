import { describe, expect, it } from "vitest";
import { HeardPlaces, SentPlaces } from "../../../src/conversation/echo/echo-places.ts";

/** Milliseconds from a place to the next. */
function steps(places: readonly number[]): number[] {
  return places.slice(1).map((place, i) => (place - places[i]!) / 8);
}

describe("where a frame of ours belongs", () => {
  it("follows the one before it, whatever the jitter of the times told", () => {
    const places = new SentPlaces();
    expect(steps([1000, 1022, 1037, 1060, 1083].map((atMs) => places.place(atMs)))).toEqual([20, 20, 20, 20]);
  });

  it("is a whole number of frames later after a pause", () => {
    const places = new SentPlaces();
    expect(steps([1000, 1020, 1743, 1763].map((atMs) => places.place(atMs)))).toEqual([20, 720, 20]);
  });
});

describe("where a frame of theirs belongs", () => {
  it("is a frame later behind one that was lost, and not behind one that was late", () => {
    const lost = new HeardPlaces();
    expect(steps([1000, 1021, 1042, 1083, 1101].map((atMs) => lost.place(atMs)))).toEqual([20, 20, 40, 20]);
    const late = new HeardPlaces();
    expect(steps([1000, 1020, 1052, 1060, 1081].map((atMs) => late.place(atMs)))).toEqual([20, 20, 20, 20]);
  });

  it("comes back when a late one was taken for one behind a loss", () => {
    const places = new HeardPlaces();
    const at = [1000, 1020, 1060, 1061, 1080, 1100].map((atMs) => places.place(atMs) / 8);
    expect(at.at(-1)).toBe(1100);
  });
});

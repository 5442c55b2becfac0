import { expect, it } from "vitest";
import { DeafCount } from "../../src/pbx/hear-afresh.ts";

it("tells sound that is not heard from signs of life and from nothing", () => {
  const count = new DeafCount();
  expect(count.take(700, 0, false)).toBe("nothing");
  expect(count.take(750, 1000, true)).toBe("sound");
  expect(count.take(755, 2000, true)).toBe("signs");
  expect(count.take(755, 3000, true)).toBe("nothing");
  // A new source is counted from nought.
  expect(count.take(40, 4000, true)).toBe("nothing");
  expect(count.take(74, 5000, true)).toBe("sound");
});

it("compares within one silence only", () => {
  const count = new DeafCount();
  count.take(100, 0, false);
  expect(count.take(5000, 60_000, false)).toBe("nothing");
});

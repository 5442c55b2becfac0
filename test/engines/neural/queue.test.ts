import { expect, it } from "vitest";
import { DecodingQueue } from "../../../src/engines/neural/queue.ts";

function drained(queue: DecodingQueue<string>): string[] {
  const jobs: string[] = [];
  for (let job = queue.take(); job !== null; job = queue.take()) jobs.push(job);
  return jobs;
}

it("does what somebody waits for first, then what they may have finished, the newest first", () => {
  const queue = new DecodingQueue<string>();
  queue.add("old segment", "segment");
  queue.add("old pause", "pause");
  queue.add("old final", "final");
  queue.add("new pause", "pause");
  queue.add("new final", "final");
  expect(drained(queue)).toEqual(["new final", "old final", "new pause", "old pause", "old segment"]);
});

it("moves up what was a guess and is needed now", () => {
  const queue = new DecodingQueue<string>();
  queue.add("guess", "pause");
  queue.add("newer guess", "pause");
  queue.promote((job) => job === "guess", "final");
  expect(drained(queue)).toEqual(["guess", "newer guess"]);
});

it("drops what nobody needs any more", () => {
  const queue = new DecodingQueue<string>();
  queue.add("wanted", "final");
  queue.add("gone", "final");
  queue.drop((job) => job === "gone");
  expect(queue.size).toBe(1);
  expect(drained(queue)).toEqual(["wanted"]);
});

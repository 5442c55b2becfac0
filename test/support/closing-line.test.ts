import { expect, it } from "vitest";
import { countTests } from "./closing-line.ts";
import type { FinishedFile } from "./closing-line.ts";

function file(states: readonly string[], errors: number, suiteErrors: readonly number[] = []): FinishedFile {
  const faults = (count: number) => () => Array.from({ length: count }, () => new Error("no"));
  return {
    errors: faults(errors),
    children: {
      allTests: () => states.map((state) => ({ result: () => ({ state }) })),
      allSuites: () => suiteErrors.map((count) => ({ errors: faults(count) })),
    },
  };
}

it("counts tests over all files, and what was skipped as neither", () => {
  expect(countTests([file(["passed", "failed", "skipped"], 0), file(["passed"], 0)], 0)).toEqual({
    passed: 2,
    failed: 1,
  });
});

it("counts a file that cannot be loaded as a failure", () => {
  expect(countTests([file([], 1), file(["passed"], 0)], 0)).toEqual({ passed: 1, failed: 1 });
});

it("counts a failed hook and an error that nobody caught as failures", () => {
  expect(countTests([file(["passed", "skipped"], 0, [1, 0])], 2)).toEqual({ passed: 1, failed: 3 });
});

it("counts a test that never came to an end as failed", () => {
  expect(countTests([file(["pending"], 0)], 0)).toEqual({ passed: 0, failed: 1 });
});

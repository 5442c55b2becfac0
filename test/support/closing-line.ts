/**
 * The last line of a test run: `N passed, N failed`, for people in a hurry and for scripts. A file that cannot be
 * loaded, a hook that fails and an error that nobody caught count as one failure each; what was skipped counts as
 * neither.
 */
import { writeSync } from "node:fs";
import type { Reporter } from "vitest/node";

/** As much of vitest's TestModule as counts here. */
export type FinishedFile = {
  errors(): readonly unknown[];
  readonly children: {
    allTests(): Iterable<{ result(): { readonly state: string } }>;
    allSuites(): Iterable<{ errors(): readonly unknown[] }>;
  };
};

export function countTests(files: readonly FinishedFile[], uncaught: number): { passed: number; failed: number } {
  let passed = 0;
  let failed = uncaught;
  for (const file of files) {
    if (file.errors().length > 0) failed += 1;
    for (const suite of file.children.allSuites()) if (suite.errors().length > 0) failed += 1;
    for (const test of file.children.allTests()) {
      const { state } = test.result();
      if (state === "passed") passed += 1;
      else if (state !== "skipped") failed += 1;
    }
  }
  return { passed, failed };
}

export function closingLine(): Reporter {
  return {
    onTestRunEnd(files, uncaught) {
      const { passed, failed } = countTests(files, uncaught.length);
      // At the very end, after whatever the other reporters still have to say.
      process.once("exit", () => writeSync(1, `${passed} passed, ${failed} failed\n`));
    },
  };
}

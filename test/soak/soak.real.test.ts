/** A short soak: long enough for a leak of one thing a call to show. `npm run bench -- soak` takes an hour. */
import { expect, it } from "vitest";
import { soak } from "./soak.ts";

const MINUTES = 2;

it("carries ten calls at a time with nothing that grows, loses none, and ends clean in the middle of one", async () => {
  const { calls, samples, reasons, wrong } = await soak({ minutes: MINUTES });
  expect(wrong, JSON.stringify({ samples, reasons }, null, 2)).toEqual([]);
  expect(calls).toBeGreaterThan(40);
  expect(samples.length).toBeGreaterThanOrEqual(4);
  // Each way a call can end was tried.
  expect(Object.keys(reasons)).toEqual(expect.arrayContaining(["busy", "no_answer", "hangup_api", "hangup_business"]));
}, 600_000);

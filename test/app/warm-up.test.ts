import { describe, expect, it } from "vitest";
import type { PlanRequest } from "../../src/planning/operations.ts";
import { systemTimers } from "../../src/lib/clock.ts";
import { warmUp } from "../../src/app/warm-up.ts";
import type { WarmUp } from "../../src/app/warm-up.ts";

function start(more: { readonly openingLine?: () => string } = {}): {
  readonly warming: WarmUp;
  readonly used: string[];
  readonly errors: unknown[];
} {
  const used: string[] = [];
  const errors: unknown[] = [];
  const warming = warmUp({
    openingLine: () => {
      used.push("opening");
      return "Hello.";
    },
    planCall: (request: PlanRequest) => {
      used.push(`plan of ${request.brief.phone}`);
      return Promise.reject(new Error("no plan"));
    },
    oftenSaid: ["One moment please."],
    speakAhead: (text) => {
      used.push(`says ${text}`);
      return Promise.resolve();
    },
    timers: systemTimers,
    onError: (error) => errors.push(error),
    ...more,
  });
  return { warming, used, errors };
}

describe("warming up", () => {
  it("uses the rules once each, after whoever started it has gone on, and tells what fails", async () => {
    const { warming, used, errors } = start();
    expect(used).toEqual([]);
    await warming.done;
    expect(used).toEqual(["opening", "plan of +14155550123", "says One moment please."]);
    expect(errors).toEqual([new Error("no plan")]);
  });

  it("goes on after a step that throws", async () => {
    const broken = new Error("no words");
    const { warming, used, errors } = start({
      openingLine: () => {
        throw broken;
      },
    });
    await warming.done;
    expect(used).toEqual(["plan of +14155550123", "says One moment please."]);
    expect(errors[0]).toBe(broken);
  });

  it("does nothing more once it is ended", async () => {
    const { warming, used } = start();
    await warming.end();
    expect(used).toEqual([]);
  });
});

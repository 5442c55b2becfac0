/**
 * What the rules of a call read or build when they are first used (phone metadata, time zones, the words of an opening)
 * is used once in the background when the appliance is ready, so that no first request waits for it. In steps with
 * pauses between: the main thread carries the calls that have come meanwhile.
 */
import type { Brief } from "./calls/brief.ts";
import type { AroundOperations } from "./calls/operations-around.ts";
import type { CheckPolicy } from "./calls/ports-policy.ts";
import type { Timers } from "./calls/ports-time.ts";

const PAUSE_MS = 100;

/** A number kept for fiction; nothing is dialled. */
const BRIEF: Brief = {
  phone: "+14155550123",
  goal: "Ask when they open",
  businessName: null,
  details: null,
  questions: ["When do you open?"],
  onBehalfOf: null,
  callbackNumber: null,
  constraints: null,
  voicemailMessage: null,
  transferTo: null,
  language: "en-US",
};

export type WarmUpParts = {
  readonly checkPolicy: CheckPolicy;
  readonly openingLine: (brief: Brief) => string;
  readonly planCall: AroundOperations["planCall"];
  readonly nowMs: () => number;
  readonly timers: Timers;
  /** A step that failed: whoever asks for the same thing will hear of it too. */
  readonly onError: (error: unknown) => void;
};

export type WarmUp = {
  /** Settles when all is warm or it was ended. Never rejects. */
  readonly done: Promise<void>;
  /** Does no more steps; resolves when none is under way. */
  end(): Promise<void>;
};

export function warmUp(parts: WarmUpParts): WarmUp {
  const ending = new AbortController();
  const { signal } = ending;
  const steps: readonly (() => unknown)[] = [
    () => parts.checkPolicy({ brief: BRIEF, demo: false, nowMs: parts.nowMs() }),
    () => parts.openingLine(BRIEF),
    () => parts.planCall({ brief: BRIEF, refusedNumber: null, unknownFields: [], knownFields: [] }, signal),
  ];

  async function run(): Promise<void> {
    for (const step of steps) {
      await pause(parts.timers, signal);
      if (signal.aborted) return;
      try {
        await step();
      } catch (error) {
        if (!signal.aborted) parts.onError(error);
      }
    }
  }

  const done = run();
  return {
    done,
    async end() {
      ending.abort(new Error("the appliance ends"));
      await done;
    },
  };
}

function pause(timers: Timers, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const cancel = timers.after(PAUSE_MS, resolve);
    signal.addEventListener(
      "abort",
      () => {
        cancel();
        resolve();
      },
      { once: true },
    );
  });
}

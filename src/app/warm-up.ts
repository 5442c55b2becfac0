/**
 * What is read or built when it is first used (phone metadata, time zones, the words of a plan) is used once before
 * somebody waits for it. What every call needs, while the exchanges are starting and the main thread has nothing to do;
 * the rest in the background when the appliance is ready, in steps with pauses, because calls may have come by then.
 */
import type { Brief } from "../calls/brief.ts";
import type { AroundOperations } from "../planning/operations.ts";
import type { CheckPolicy } from "../policy/ports.ts";
import type { Timers } from "../lib/clock.ts";

const PAUSE_MS = 500;

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

/** Takes some ten milliseconds. */
export function warmPolicy(checkPolicy: CheckPolicy, nowMs: number): void {
  checkPolicy({ brief: BRIEF, demo: false, nowMs });
}

export type WarmUpParts = {
  readonly openingLine: (brief: Brief) => string;
  readonly planCall: AroundOperations["planCall"];
  /** Lines that are said in most calls, and a voice to say them ahead. */
  readonly oftenSaid: readonly string[];
  readonly speakAhead: (text: string, signal: AbortSignal) => Promise<void>;
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
    () => parts.openingLine(BRIEF),
    () => parts.planCall({ brief: BRIEF, refusedNumber: null, unknownFields: [], knownFields: [] }, signal),
    ...parts.oftenSaid.map((text) => () => parts.speakAhead(text, signal)),
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

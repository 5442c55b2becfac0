/**
 * Who picks up when the demo number is called: the fictional business, at a second exchange of its own, reached over
 * real SIP and RTP. It lets the telephone ring for a moment, answers, talks, and hangs up when its brain does.
 */
import type { Logger } from "pino";
import type { Timers } from "../lib/clock.ts";
import type { MediaPoint } from "../calls/ports.ts";

/** The exchange at which the calls arrive (`pbx/carrier-exchange.ts`). What is asked for a call that is gone rejects. */
export type Exchange = {
  ring(callId: string): Promise<void>;
  attachMedia(callId: string, media: MediaPoint): Promise<void>;
  answer(callId: string): Promise<void>;
  hangUp(callId: string): Promise<void>;
};

/** The business's end of the conversation. */
export type Callee = {
  /** `onFinished`: it has said its last word. */
  open(callId: string, onFinished: () => void): MediaPoint;
  answered(callId: string): void;
  close(callId: string): void;
};

export type Reception = {
  incoming(call: { readonly callId: string }): void;
  ended(callId: string): void;
};

const RINGS_MS = 1200;

/** `exchange` is asked for each time, because it can only be opened with a reception to tell of its calls. */
export function openReception(exchange: () => Exchange, callee: Callee, timers: Timers, log: Logger): Reception {
  async function pickUp(callId: string): Promise<void> {
    const media = callee.open(callId, () => void exchange().hangUp(callId));
    try {
      await exchange().ring(callId);
      await new Promise<void>((resolve) => {
        timers.after(RINGS_MS, resolve);
      });
      await exchange().attachMedia(callId, media);
      await exchange().answer(callId);
      callee.answered(callId);
    } catch (cause) {
      log.info({ err: cause, callId }, "a demo call ended before it was answered");
      callee.close(callId);
    }
  }

  return {
    incoming: ({ callId }) => void pickUp(callId),
    ended: (callId) => callee.close(callId),
  };
}

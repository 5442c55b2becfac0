/**
 * What belongs to one call of a thread, and where a fault in it ends. What is run `within` a call ends that call when it
 * throws, now or later: its timers and promises remember whose they are, so that the thread's last resort
 * (`callAtFault`) can tell, too. The leg and the ticker are handed to a call in a guise that does so for their events.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Ticker } from "./media/frame-ticker.ts";
import type { MediaLeg } from "./media/media-leg.ts";

export type CallGuard = {
  readonly within: (work: () => void) => void;
  /** Once for each fault. */
  readonly onFault: (cause: unknown) => void;
};

const working = new AsyncLocalStorage<CallGuard>();

export function guardCall(onFault: (cause: unknown) => void): CallGuard {
  const guard: CallGuard = {
    onFault,
    within: (work) =>
      working.run(guard, () => {
        try {
          work();
        } catch (cause) {
          onFault(cause);
        }
      }),
  };
  return guard;
}

/** Of an error that nobody caught, while it is being told: whose it is; null when it is nobody's. */
export function callAtFault(): CallGuard | null {
  return working.getStore() ?? null;
}

export function guardedTicker(ticker: Ticker, { within }: CallGuard): Ticker {
  return {
    add: (onTick) => ticker.add((nowMs) => within(() => onTick(nowMs))),
    stop: () => ticker.stop(),
  };
}

export function guardedLeg(leg: MediaLeg, { within }: CallGuard): MediaLeg {
  const { callId, sampleRateHz, frameSamples, closed } = leg;
  return {
    ...{ callId, sampleRateHz, frameSamples, closed },
    onInbound: (listener) => leg.onInbound((event) => within(() => listener(event))),
    onPlayout: (listener) => leg.onPlayout((event) => within(() => listener(event))),
    sendAudio: (samples) => leg.sendAudio(samples),
    startBuffering: () => leg.startBuffering(),
    stopBuffering: (id) => leg.stopBuffering(id),
    mark: (id) => leg.mark(id),
    flush: () => leg.flush(),
    pause: () => leg.pause(),
    resume: () => leg.resume(),
    status: (withinMs) => leg.status(withinMs),
    silentForMs: () => leg.silentForMs(),
    close: (reason) => leg.close(reason),
  };
}

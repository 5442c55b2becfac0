/**
 * Asterisk's end of a media socket, in this process and in real time: plays a frame of its queue every 20 ms, brings
 * marks back, holds its queue on a pause; and somebody is on the line who hears what is played and speaks.
 */
import type { InboundEvent, MediaLeg, PlayoutEvent } from "../../src/conversation/media/media-leg.ts";

const RATE = 8000;
export const FRAME = RATE / 50;

type Queued = { readonly frame: Int16Array } | { readonly mark: string };

export type ExchangeLeg = MediaLeg & {
  /** One frame of time: what they hear of us goes to `hears`, what it returns is what we hear of them. */
  tick(hears: (ours: Int16Array | null) => Int16Array): void;
};

export function exchangeLeg(callId: string): ExchangeLeg {
  let queue: Queued[] = [];
  let paused = false;
  let inbound: (event: InboundEvent) => void = () => undefined;
  let playout: (event: PlayoutEvent) => void = () => undefined;

  function next(): Int16Array | null {
    while (!paused) {
      const first = queue.shift();
      if (first === undefined) return null;
      if ("frame" in first) return first.frame;
      const { mark } = first;
      setImmediate(() => playout({ type: "mark", id: mark }));
    }
    return null;
  }

  return {
    callId,
    sampleRateHz: RATE,
    frameSamples: FRAME,
    closed: new Promise(() => undefined),
    onInbound: (listener) => void (inbound = listener),
    onPlayout: (listener) => void (playout = listener),
    sendAudio(samples) {
      for (let at = 0; at < samples.length; at += FRAME) queue.push({ frame: samples.slice(at, at + FRAME) });
    },
    startBuffering: () => undefined,
    stopBuffering: () => undefined,
    mark: (mark) => void queue.push({ mark }),
    flush() {
      queue = [];
      paused = false;
    },
    pause: () => void (paused = true),
    resume: () => void (paused = false),
    status: () => Promise.resolve(queue.filter((entry) => "frame" in entry).length),
    silentForMs: () => 0,
    close: () => undefined,
    tick(hears) {
      inbound({ type: "frame", samples: hears(next()) });
    },
  };
}

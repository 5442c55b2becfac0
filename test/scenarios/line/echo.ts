/**
 * The assistant's sound coming back from the callee's end: out of the handset, round its edge and off the walls of a small
 * room, into the microphone. What got lost on the way there was never played, and has no echo.
 */
import type { PacketTime } from "./rtp-path.ts";

/** After the first and loudest way, shorter than a reflection would be told apart; then ever weaker ones. */
const TAPS = [
  { afterMs: 0, gain: 1 },
  { afterMs: 1.4, gain: -0.45 },
  { afterMs: 3.9, gain: 0.32 },
  { afterMs: 7.7, gain: -0.2 },
  { afterMs: 13.1, gain: 0.12 },
] as const;
const LAST_TAP_MS = 13.1;
/** Room for packets that come in a burst. */
const SLACK_MS = 300;

export interface Echo {
  /** The assistant was heard at the other end. */
  heard(samples: Int16Array, packet: PacketTime): void;
  /** Adds to one packet of the callee what came back. */
  addTo(mix: Float32Array, packet: PacketTime): void;
}

/** `gainDb`: the echo's loudness against the assistant's, for sound with a broad spectrum such as speech. */
export function createEcho(options: {
  readonly sampleRateHz: number;
  readonly delayMs: number;
  readonly gainDb: number;
}): Echo {
  const { sampleRateHz, delayMs, gainDb } = options;
  const perMs = sampleRateHz / 1000;
  const unit = Math.sqrt(TAPS.reduce((sum, { gain }) => sum + gain ** 2, 0));
  const taps = TAPS.map(({ afterMs, gain }) => ({
    after: Math.round((delayMs + afterMs) * perMs),
    gain: (gain / unit) * 10 ** (gainDb / 20),
  }));
  const there = createStreamClock(sampleRateHz);
  const back = createStreamClock(sampleRateHz);
  const ring = new Ring((delayMs + LAST_TAP_MS + SLACK_MS) * perMs);
  return {
    heard: (samples, packet) => ring.write(there(packet), samples),
    addTo: (mix, packet) => {
      const at = back(packet);
      for (const { after, gain } of taps) ring.addTo(mix, at - after, gain);
    },
  };
}

/** Samples by their number on an endless axis; the latest are kept, all others are silence. */
class Ring {
  readonly #samples: Float32Array;
  readonly #mask: number;
  #end = 0;

  constructor(least: number) {
    const size = 2 ** Math.ceil(Math.log2(least));
    this.#samples = new Float32Array(size);
    this.#mask = size - 1;
  }

  write(at: number, samples: Int16Array): void {
    const [ring, mask] = [this.#samples, this.#mask];
    for (let n = Math.max(this.#end, at - ring.length); n < at; n += 1) ring[n & mask] = 0;
    for (let i = 0; i < samples.length; i += 1) ring[(at + i) & mask] = samples[i] ?? 0;
    this.#end = Math.max(this.#end, at + samples.length);
  }

  addTo(mix: Float32Array, from: number, gain: number): void {
    const [ring, mask] = [this.#samples, this.#mask];
    const first = Math.max(0, this.#end - ring.length - from);
    const last = Math.min(mix.length, this.#end - from);
    for (let i = first; i < last; i += 1) mix[i] = (mix[i] ?? 0) + gain * (ring[(from + i) & mask] ?? 0);
  }
}

/** A stream may lag behind its own clock by so long, and run ahead of it by so long, before the clock is set anew. */
const LATE_MS = 40;
const EARLY_MS = 5;

/**
 * Where a packet's first sample lies on the axis of both streams: by its arrival at first, then by its timestamp, which
 * knows nothing of the unevenness of timers and so leaves no clicks.
 */
function createStreamClock(sampleRateHz: number): (packet: PacketTime) => number {
  const perMs = sampleRateHz / 1000;
  let set: { readonly timestamp: number; readonly sample: number } | null = null;
  return ({ atMs, timestamp }) => {
    const now = Math.round(atMs * perMs);
    if (set !== null) {
      const due = set.sample + ((timestamp - set.timestamp) | 0);
      if (now - due < LATE_MS * perMs && due - now < EARLY_MS * perMs) return due;
    }
    set = { timestamp, sample: now };
    return now;
  };
}

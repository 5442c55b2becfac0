/** One Asterisk, one telephone and one media listener, and calls between them with a mouth on our end. */
import pino from "pino";
import { listenForMedia, type MediaListener } from "../../src/conversation/media/media-listener.ts";
import type { MediaLeg } from "../../src/conversation/media/media-leg.ts";
import { createMouth, type Clause, type Mouth } from "../../src/conversation/playout/mouth.ts";
import { startTicker } from "../../src/conversation/media/frame-ticker.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { decodeMulaw, encodeMulaw } from "../support/g711.ts";
import { startExchange, type Exchange } from "../bench/rig/exchange.ts";
import { startSipPeer, type SipCall, type SipPeer } from "../support/sip-peer/sip-peer.ts";
import type { CodecName } from "../support/rtp-stream.ts";

const LOGIN = { username: "asterisk", password: "media-secret" };
const log = pino({ level: "silent" });

export type RigCall = {
  readonly callId: string;
  readonly leg: MediaLeg;
  readonly mouth: Mouth;
  readonly phone: SipCall;
  /** What has come in so far, one frame after the other. */
  readonly heard: () => Int16Array;
  readonly keys: () => string;
  readonly hangUp: () => Promise<void>;
};

export type Rig = {
  readonly peer: SipPeer;
  readonly listener: MediaListener;
  readonly exchange: Exchange;
  readonly call: (sampleRateHz?: 8000 | 16000) => Promise<RigCall>;
  readonly close: () => Promise<void>;
};

export async function startRig(
  codecs: readonly string[] = ["ulaw"],
  phoneCodecs: readonly CodecName[] = ["pcmu"],
): Promise<Rig> {
  const peer = await startSipPeer({ codecs: phoneCodecs });
  const listener = await listenForMedia({ host: "127.0.0.1", ...LOGIN, log });
  const media = [{ name: "media_0", port: listener.port }];
  const exchange = await startExchange({ peerPort: peer.port, codecs, media, login: LOGIN });
  const ticker = startTicker();
  let calls = 0;
  return {
    peer,
    listener,
    exchange,
    async call(sampleRateHz = 8000) {
      const callId = `call_${(calls += 1)}`;
      const arriving = listener.expect(callId, AbortSignal.timeout(5000));
      const phoning = peer.nextCall();
      await exchange.call(callId, { listener: "media_0", sampleRateHz });
      const [leg, phone] = [await arriving, await phoning];
      const frames: Int16Array[] = [];
      let keys = "";
      leg.onInbound((event) => {
        if (event.type === "frame") frames.push(event.samples);
        if (event.type === "key") keys += event.digit;
      });
      const mouth = createMouth({ leg, ticker, clock: systemClock, log });
      return {
        callId,
        leg,
        mouth,
        phone,
        heard: () => joined(frames),
        keys: () => keys,
        hangUp: async () => {
          await exchange.hangUp(callId);
          await phone.ended;
        },
      };
    },
    async close() {
      ticker.stop();
      await exchange.close();
      await listener.close();
      await peer.close();
    },
  };
}

export async function* clauses(...given: readonly Clause[]): AsyncGenerator<Clause, void> {
  yield* given;
}

export function joined(parts: readonly Int16Array[]): Int16Array {
  const all = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Loud noise, the same for the same seed, that never crosses zero: each stretch of it is unlike any other. */
export function noise(samples: number, seed: number): Int16Array {
  let state = (seed * 2_654_435_761) >>> 0 || 1;
  return Int16Array.from({ length: samples }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return 1500 + ((state >>> 0) % 20_000);
  });
}

/**
 * What has arrived at the telephone, packet after packet. Not by timestamps: when Asterisk stalls on a busy machine its
 * timestamps jump, though no sample is missing.
 */
export function received(phone: SipCall): Int16Array {
  return joined(phone.packets().map(({ samples }) => samples));
}

/** As it comes out of a mu-law line. */
export function onTheWire(samples: Int16Array): Int16Array {
  return decodeMulaw(encodeMulaw(samples));
}

/** Where `part` begins in `whole`, sample by sample; -1 when it is not there in one piece. */
export function find(whole: Int16Array, part: Int16Array, from = 0): number {
  const bytes = Buffer.from(whole.buffer, whole.byteOffset, whole.byteLength);
  const wanted = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
  for (let at = bytes.indexOf(wanted, from * 2); at >= 0; at = bytes.indexOf(wanted, at + 1)) {
    if (at % 2 === 0) return at / 2;
  }
  return -1;
}

export function isLoud(samples: Int16Array): boolean {
  return samples.some((sample) => Math.abs(sample) > 500);
}

/** Resolves as soon as the condition holds; looks at every packet's pace. */
export async function until(condition: () => boolean, withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`not so within ${withinMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

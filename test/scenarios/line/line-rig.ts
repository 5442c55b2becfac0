/** Two real Asterisks, the appliance's and the carrier's, with the line between them and a voice and an ear at each end. */
import { listenForMedia } from "../../../src/conversation/media/media-listener.ts";
import type { MediaLeg } from "../../../src/conversation/media/media-leg.ts";
import { createMouth, type Mouth } from "../../../src/conversation/playout/mouth.ts";
import { startTicker } from "../../../src/conversation/media/frame-ticker.ts";
import { systemClock } from "../../../src/lib/clock.ts";
import { newId } from "../../../src/lib/ids.ts";
import { openCarrierExchange, type CarrierExchange, type IncomingCall } from "../../../src/pbx/carrier-exchange.ts";
import { startManagedAsterisk, type ManagedAsterisk } from "../../../src/pbx/managed-asterisk.ts";
import {
  installedAsterisk,
  quiet,
  startTestExchange,
  temporaryFolder,
  udpTrunk,
  type TestExchange,
} from "../../support/asterisk.ts";
import type { Impairment } from "./impairment.ts";
import { openLine, type Line, type LineCall } from "./line.ts";

const LOGIN = { username: "asterisk", password: "media-secret" };
const MEDIA = "media_0";
const HOST = "127.0.0.1";

export type End = {
  readonly heard: () => Int16Array;
  readonly keys: () => string;
  readonly say: (samples: Int16Array) => Promise<void>;
};

export type RigCall = {
  readonly callId: string;
  readonly there: IncomingCall;
  readonly wire: LineCall;
  readonly assistant: End;
  readonly callee: End;
};

export type Ringing = { readonly callId: string; readonly there: IncomingCall; readonly wire: LineCall };

export type LineRig = {
  readonly line: Line;
  readonly appliance: TestExchange;
  readonly carrier: CarrierExchange;
  readonly carrierAsterisk: ManagedAsterisk;
  /** The next calls' line. */
  readonly spoil: (impairment: Impairment) => void;
  /** Places a call that is not answered. */
  readonly ring: () => Promise<Ringing>;
  /** Places a call that is answered, with silence flowing from both ends. */
  readonly call: (sampleRateHz?: 8000 | 16000) => Promise<RigCall>;
  readonly close: () => Promise<void>;
};

export async function startLineRig(codecs: readonly string[] = ["ulaw"]): Promise<LineRig> {
  const folder = temporaryFolder();
  const ending = new AbortController();
  const listener = await listenForMedia({ host: HOST, ...LOGIN, log: quiet });
  const mediaListeners = [{ name: MEDIA, port: listener.port }];
  const ticker = startTicker();
  const arrivals = new Waiting<IncomingCall>();
  const seen = new Waiting<LineCall>();
  let impairment: Impairment = {};

  const carrierAsterisk = await startManagedAsterisk(
    {
      role: "carrier",
      installation: installedAsterisk(),
      dir: folder.path,
      sipPort: null,
      rtpPorts: null,
      app: "people",
      mediaLogin: LOGIN,
      mediaListeners,
      log: quiet,
    },
    ending.signal,
  );
  const carrier = await openCarrierExchange(
    { ari: carrierAsterisk.ari, app: "people", log: quiet },
    { incoming: (call) => arrivals.put(call), key: () => {}, ended: () => {} },
    ending.signal,
  );
  const line = await openLine({
    carrier: carrierAsterisk.sip,
    impairment: () => impairment,
    onCall: (call) => seen.put(call),
    log: quiet,
  });
  const appliance = await startTestExchange(udpTrunk(line.port, { codecs }), { mediaLogin: LOGIN, mediaListeners });

  async function place(callId: string, sampleRateHz: 8000 | 16000): Promise<Ringing> {
    appliance.dial("+12025550142", { callId, media: { listener: MEDIA, sampleRateHz } });
    return { callId, there: await arrivals.take(), wire: await seen.take() };
  }

  function end(leg: MediaLeg): End {
    const frames: Int16Array[] = [];
    let keys = "";
    leg.onInbound((event) => {
      if (event.type === "frame") frames.push(event.samples);
      if (event.type === "key") keys += event.digit;
    });
    const mouth: Mouth = createMouth({ leg, ticker, clock: systemClock, log: quiet });
    return {
      heard: () => Int16Array.from(frames.flatMap((frame) => [...frame])),
      keys: () => keys,
      async say(samples) {
        await mouth.speak(one(samples), ending.signal);
      },
    };
  }

  return {
    line,
    appliance,
    carrier,
    carrierAsterisk,
    spoil(next) {
      impairment = next;
    },
    async ring() {
      const callId = newId("call");
      listener.expect(callId, AbortSignal.timeout(10_000)).catch(() => undefined);
      return await place(callId, 8000);
    },
    async call(sampleRateHz = 8000) {
      const callId = newId("call");
      const here = listener.expect(callId, AbortSignal.timeout(10_000));
      const ringing = await place(callId, sampleRateHz);
      const { there } = ringing;
      const yonder = listener.expect(there.callId, AbortSignal.timeout(10_000));
      await carrier.attachMedia(there.callId, { listener: MEDIA, sampleRateHz });
      const callee = end(await yonder);
      await carrier.answer(there.callId);
      await appliance.told.until(callId, "answered");
      return { ...ringing, assistant: end(await here), callee };
    },
    async close() {
      ending.abort();
      await appliance.close();
      await carrier.close();
      await carrierAsterisk.stop();
      await line.close();
      ticker.stop();
      await listener.close();
      folder.remove();
    },
  };
}

async function* one(audio: Int16Array): AsyncGenerator<{ readonly text: string; readonly audio: Int16Array }, void> {
  yield { text: "Something.", audio };
}

/** What comes, for whoever asks for it, in order. */
class Waiting<T> {
  readonly #there: T[] = [];
  readonly #wanted: ((item: T) => void)[] = [];

  put(item: T): void {
    const taker = this.#wanted.shift();
    if (taker === undefined) this.#there.push(item);
    else taker(item);
  }

  async take(): Promise<T> {
    const [item] = this.#there.splice(0, 1);
    if (item !== undefined) return item;
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const late = setTimeout(() => reject(new Error("nobody called within 8 s")), 8000);
    this.#wanted.push(resolve);
    return promise.finally(() => clearTimeout(late));
  }
}

/**
 * The other end of the line: an exchange that takes calls instead of placing them. The fictional business and the
 * callee simulator answer with it. It behaves as its user says, good or bad: rings, answers, refuses, stays silent.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import type { MediaPoint } from "../calls/ports.ts";
import { systemTimers } from "../lib/clock.ts";
import { Ari } from "./ari.ts";
import { parseAriEvent, type AriEvent } from "./ari-events.ts";
import { AriLink } from "./ari-link.ts";
import { Arrival, bridgeId, legId, makeLeg, releaseCall } from "./media-leg.ts";
import type { AriAddress } from "./settings.ts";

export type IncomingCall = {
  /** Names the call from here on; unique within this exchange. */
  readonly callId: string;
  /** What was dialled, as it arrived: `+12025550142`. */
  readonly number: string;
  readonly from: string;
};

export type CarrierEvents = {
  readonly incoming: (call: IncomingCall) => void;
  /** The caller pressed a key. */
  readonly key: (callId: string, key: string) => void;
  /** The call is over, whoever ended it. Told once; nothing after it. */
  readonly ended: (callId: string) => void;
};

/** SIP statuses a call can be refused with, and the Q.850 cause that makes Asterisk send each. */
const REFUSALS = { 403: 21, 404: 1, 480: 19, 486: 17, 502: 27, 503: 34 } as const;
export type RefusalStatus = keyof typeof REFUSALS;

export type CarrierExchangeOptions = {
  readonly ari: AriAddress;
  /** The application named in the carrier's settings. */
  readonly app: string;
  readonly log: Logger;
};

const READY_WITHIN_MS = 10_000;

/** Rejects when the exchange cannot be reached within 10 s. Ends with `close`, or with the signal. */
export async function openCarrierExchange(
  options: CarrierExchangeOptions,
  events: CarrierEvents,
  signal: AbortSignal,
): Promise<CarrierExchange> {
  const exchange = new CarrierExchange(options, events);
  signal.addEventListener("abort", () => void exchange.close(), { once: true });
  const late = new AbortController();
  // Closed by the signal it never opens: nobody waits for that.
  const over = AbortSignal.any([late.signal, signal]);
  const waited = delay(READY_WITHIN_MS, "late", { signal: over }).catch(() => "in time");
  const first = await Promise.race([exchange.open(), waited]);
  late.abort();
  if (first !== "late" && !signal.aborted) return exchange;
  await exchange.close();
  signal.throwIfAborted();
  throw new Error(`the carrier's Asterisk could not be reached within ${READY_WITHIN_MS / 1000} s`);
}

type Held = { readonly leg: Arrival; bridged: boolean };

export class CarrierExchange {
  readonly #events: CarrierEvents;
  readonly #log: Logger;
  readonly #link: AriLink;
  readonly #ari: Ari;
  readonly #calls = new Map<string, Held>();
  #closed: Promise<void> | null = null;

  constructor({ ari, app, log }: CarrierExchangeOptions, events: CarrierEvents) {
    this.#events = events;
    this.#log = log;
    this.#link = new AriLink({ address: ari, app, log });
    this.#ari = new Ari(this.#link, app);
  }

  /** Settles when calls can come in for the first time. */
  open(): Promise<void> {
    const ready = Promise.withResolvers<void>();
    this.#link.open(
      (message) => this.#onMessage(message),
      () => {
        ready.resolve();
        void this.#forgetGone();
      },
      () => undefined,
    );
    return ready.promise;
  }

  close(): Promise<void> {
    this.#closed ??= this.#link.close();
    return this.#closed;
  }

  /** 180. Like all that follows it rejects with an AriError when the call is gone. */
  async ring(callId: string): Promise<void> {
    await this.#ari.ring(callId);
  }

  /** 183: what is sent from now on is heard before the answer. */
  async progress(callId: string): Promise<void> {
    await this.#ari.progress(callId);
  }

  /** 200. */
  async answer(callId: string): Promise<void> {
    await this.#ari.answer(callId);
  }

  /** Refuses a call that was not answered. */
  async reject(callId: string, status: RefusalStatus): Promise<void> {
    await this.#ari.hangUp(callId, REFUSALS[status]);
  }

  /** Brings the call's audio to a media listener, which knows it by its `callId`. Before or after the answer. */
  async attachMedia(callId: string, media: MediaPoint): Promise<void> {
    const call = this.#calls.get(callId);
    if (call === undefined) throw new Error(`there is no call ${callId}`);
    await makeLeg(this.#ari, callId, media, call.leg);
    await this.#ari.addToBridge(bridgeId(callId), [callId, legId(callId)]);
    call.bridged = true;
  }

  async sendDtmf(callId: string, keys: string): Promise<void> {
    await this.#ari.sendDtmf(callId, keys);
  }

  /** Ends a call; `ended` follows. Unknown ones are ignored. */
  async hangUp(callId: string): Promise<void> {
    if (this.#calls.has(callId)) await this.#ari.hangUp(callId).catch(() => undefined);
  }

  #onMessage(message: unknown): void {
    const event = parseAriEvent(message);
    if (event === null || event.type === "Dial" || event.type === "ApplicationReplaced") return;
    const { id } = event.channel;
    if (event.type === "StasisStart" && event.args[0] === "incoming") return this.#begin(event);
    for (const [callId, call] of this.#calls) {
      if (id === legId(callId)) return this.#onLeg(event, callId, call);
    }
    if (!this.#calls.has(id)) return;
    if (event.type === "ChannelDtmfReceived") this.#events.key(id, event.digit);
    // An unanswered call that the caller gives up leaves the application without being destroyed to our knowledge.
    if (event.type === "StasisEnd" || event.type === "ChannelDestroyed") this.#end(id);
  }

  #begin(event: Extract<AriEvent, { type: "StasisStart" }>): void {
    const { id: callId, caller } = event.channel;
    this.#calls.set(callId, { leg: new Arrival(systemTimers), bridged: false });
    this.#events.incoming({ callId, number: event.args[1] ?? "", from: caller?.number ?? "" });
  }

  #onLeg(event: AriEvent, callId: string, call: Held): void {
    if (event.type === "StasisStart") call.leg.arrived();
    if (event.type !== "ChannelDestroyed") return;
    call.leg.failed("nobody took the audio");
    // Whoever spoke for this end has left.
    if (call.bridged) void this.hangUp(callId);
  }

  #end(callId: string): void {
    this.#calls.get(callId)?.leg.failed("the call is over");
    if (!this.#calls.delete(callId)) return;
    releaseCall(this.#ari, callId).catch((error: unknown) => {
      this.#log.debug({ err: error, callId }, "a call could not be cleared away yet");
    });
    this.#events.ended(callId);
  }

  /** After a reconnection: calls whose end was missed. */
  async #forgetGone(): Promise<void> {
    try {
      const there = new Set((await this.#ari.listChannels()).map(({ id }) => id));
      for (const callId of this.#calls.keys()) if (!there.has(callId)) this.#end(callId);
    } catch (error) {
      this.#log.debug({ err: error }, "the carrier could not be looked over");
    }
  }
}

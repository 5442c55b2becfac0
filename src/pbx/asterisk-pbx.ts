/** The telephone exchange of the calls domain (`calls/ports.ts`), on an Asterisk of ours or of somebody else's. */
import type { Logger } from "pino";
import type { DialOrder, Pbx, PbxEvent, PressOrder, TransferFailure, TransferOrder } from "../calls/ports.ts";
import { systemTime, type Time } from "../lib/clock.ts";
import { Ari, type AriRequests } from "./ari.ts";
import { AriLink } from "./ari-link.ts";
import { parseAriEvent, type AriEvent } from "./ari-events.ts";
import { dialString, type NumberFormat } from "./dial-string.ts";
import { legId, MOST_TRANSFERS, transferId } from "./media-leg.ts";
import { OutboundCall, type CallTold } from "./outbound-call.ts";
import { lookAround, strays, type Surroundings } from "./sweep.ts";
import { KEY_TIMING, SIP_T1_MS, timerBMs } from "./settings.ts";
import type { AriAddress, KeyTiming } from "./settings.ts";

export type AsteriskPbxOptions = {
  readonly ari: AriAddress;
  /** The Stasis application; on a shared Asterisk another one for each appliance. */
  readonly app: string;
  /** How to dial over the endpoint `trunk`; null when there is none. */
  readonly trunk: { readonly numberFormat: NumberFormat } | null;
  /** Whether there is an endpoint `demo`. */
  readonly demo: boolean;
  /** Where it is not the usual one (`KEY_TIMING`). */
  readonly keyTiming?: KeyTiming;
  /** What whoever runs Asterisk says about it: null when it runs, else a sentence. */
  readonly exchangeNotReady?: () => string | null;
  /** The same of what calls over the trunk need besides: its registration. */
  readonly trunkNotReady?: () => string | null;
  /** After this long, from the dial on, the exchange ends a call by itself. Longer than any call lasts. */
  readonly limitSeconds?: number;
  /** Where it is not the usual one (`SIP_T1_MS`). */
  readonly sipT1Ms?: number;
  readonly log: Logger;
};

/** A connection to Asterisk that keeps itself open: `AriLink`, and in simulations what stands for both. */
export interface ExchangeLink extends AriRequests {
  open(onMessage: (message: unknown) => void, onUp: () => void, onDown: () => void): void;
  isUp(): boolean;
  close(): Promise<void>;
}

/** From the loss of the connection to the end of all calls, if it does not come back. */
const LOST_AFTER_MS = 1500;
const RESYNC_AGAIN_MS = 1000;
const SWEEP_EVERY_MS = 60_000;
const READY_WITHIN_MS = 10_000;
/** Nobody has said how long calls may last: four hours, the most that can be configured, and what is around a call. */
const LIMIT_SECONDS = 15_000;
const CLOSE_WITHIN_MS = 1500;
/** Ids once dialled, so that none is dialled twice; far more than can be in the world at once. */
const REMEMBERED_IDS = 100_000;

/** Opens the exchange; ends with `close`, or with the signal. Resolves when it is ready, or after 10 s when it is not. */
export async function openAsteriskPbx(options: AsteriskPbxOptions, signal: AbortSignal): Promise<AsteriskPbx> {
  const pbx = new AsteriskPbx(options);
  const ready = pbx.open();
  signal.addEventListener("abort", () => void pbx.close(), { once: true });
  if (signal.aborted) await pbx.close();
  await inTime(ready, READY_WITHIN_MS, systemTime);
  return pbx;
}

export class AsteriskPbx implements Pbx {
  readonly #options: AsteriskPbxOptions;
  readonly #link: ExchangeLink;
  readonly #time: Time;
  readonly #ari: Ari;
  readonly #calls = new Map<string, OutboundCall>();
  /** Both legs of every call, by channel id. */
  readonly #channels = new Map<string, (event: AriEvent) => void>();
  readonly #dialled = new Set<string>();
  readonly #firstReady = Promise.withResolvers<void>();
  /** Settles when the last call is gone after `close`. */
  readonly #idle = Promise.withResolvers<void>();
  #closed: Promise<void> | null = null;
  #listener: (event: PbxEvent) => void = () => undefined;
  #synced = false;
  #startupTime: string | null = null;
  /** Which connection this is: what belongs to an earlier one no longer counts. */
  #connection = 0;
  /** Each ends a wait that is under way. */
  #stopResync: () => void = () => undefined;
  #stopLost: (() => void) | null = null;
  #stopSweeping: () => void = () => undefined;

  constructor(options: AsteriskPbxOptions, link?: ExchangeLink, time: Time = systemTime) {
    this.#options = options;
    this.#link = link ?? new AriLink({ address: options.ari, app: options.app, log: options.log });
    this.#time = time;
    this.#ari = new Ari(this.#link, options.app);
  }

  /** Connects and stays connected. Settles when calls can be placed for the first time. */
  open(): Promise<void> {
    this.#link.open(
      (message) => this.#onMessage(message),
      () => this.#onUp(),
      () => this.#onDown(),
    );
    this.#sweepLater();
    return this.#firstReady.promise;
  }

  /** Hangs up every call that is left, tells so, and disconnects. May be called any number of times. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    this.#stopSweeping();
    this.#stopLost?.();
    this.#stopResync();
    this.#synced = false;
    for (const call of this.#calls.values()) call.hangUp();
    if (this.#calls.size > 0) await inTime(this.#idle.promise, CLOSE_WITHIN_MS, this.#time);
    for (const call of this.#calls.values()) call.exchangeLost();
    await this.#link.close();
    this.#firstReady.resolve();
  }

  onEvent(listener: (event: PbxEvent) => void): void {
    this.#listener = listener;
  }

  notReady(route: DialOrder["route"]): string | null {
    const exchange = this.#exchangeNotReady();
    return exchange ?? (route === "trunk" ? (this.#options.trunkNotReady?.() ?? null) : null);
  }

  #exchangeNotReady(): string | null {
    const exchange = this.#options.exchangeNotReady?.() ?? null;
    if (exchange !== null) return exchange;
    if (!this.#link.isUp()) return "The connection to Asterisk is down; it is being opened again.";
    return this.#synced ? null : "Asterisk is being looked over after a reconnection.";
  }

  dial(order: DialOrder): void {
    if (this.#dialled.has(order.callId)) {
      this.#options.log.warn({ callId: order.callId }, "a second dial for the same call was ignored");
      return;
    }
    this.#remember(order.callId);
    const endpoint = this.#endpoint(order);
    if (endpoint === null || this.#exchangeNotReady() !== null) {
      this.#tell(order.callId, { type: "ended", reason: "trunk_failure", sipStatus: null });
      return;
    }
    const { callId } = order;
    const guarded = (take: (event: AriEvent) => void) => (event: AriEvent) => {
      try {
        take(event);
      } catch (error) {
        this.#options.log.error({ err: error, callId }, "a call failed in the exchange by a fault of ours");
        call.exchangeLost();
      }
    };
    const call = new OutboundCall(order, endpoint, {
      ari: this.#ari,
      keyTiming: this.#options.keyTiming ?? KEY_TIMING,
      limitSeconds: this.#options.limitSeconds ?? LIMIT_SECONDS,
      timerBMs: timerBMs(this.#options.sipT1Ms ?? SIP_T1_MS),
      time: this.#time,
      log: this.#options.log.child({ callId }),
      tell: (event) => this.#tell(callId, event),
      listen: (channelId, take) => this.#channels.set(channelId, guarded(take)),
      released: () => this.#forget(callId),
    });
    this.#calls.set(callId, call);
    this.#channels.set(
      callId,
      guarded((event) => call.onChannelEvent(event)),
    );
    this.#channels.set(
      legId(callId),
      guarded((event) => call.onLegEvent(event)),
    );
    void call.place();
  }

  hangUp(callId: string): void {
    this.#calls.get(callId)?.hangUp();
  }

  press({ callId, pressId, keys }: PressOrder): void {
    void this.#calls.get(callId)?.press(pressId, keys);
  }

  transfer(order: TransferOrder): void {
    this.#calls.get(order.callId)?.transfer(order, this.#endpoint(order));
  }

  connectTransfer(callId: string): void {
    this.#calls.get(callId)?.connectTransfer();
  }

  dropTransfer(callId: string, why: TransferFailure): void {
    this.#calls.get(callId)?.dropTransfer(why);
  }

  checkAudio(callId: string, again: boolean): void {
    void this.#calls.get(callId)?.checkAudio(again);
  }

  #endpoint({ route, number }: Pick<DialOrder, "route" | "number">): string | null {
    const { trunk, demo } = this.#options;
    if (route === "demo") return demo ? dialString(number, "e164", "demo") : null;
    return trunk === null ? null : dialString(number, trunk.numberFormat, "trunk");
  }

  /** Never from within a command: whoever gave it may be in the middle of something. */
  #tell(callId: string, event: CallTold): void {
    queueMicrotask(() => {
      try {
        this.#listener({ ...event, callId });
      } catch (error) {
        this.#options.log.error({ err: error, callId }, "the listener for exchange events failed");
      }
    });
  }

  #remember(callId: string): void {
    this.#dialled.add(callId);
    if (this.#dialled.size <= REMEMBERED_IDS) return;
    for (const oldest of this.#dialled) {
      this.#dialled.delete(oldest);
      return;
    }
  }

  #forget(callId: string): void {
    this.#calls.delete(callId);
    this.#channels.delete(callId);
    this.#channels.delete(legId(callId));
    for (let attempt = 1; attempt <= MOST_TRANSFERS; attempt += 1) this.#channels.delete(transferId(callId, attempt));
    if (this.#closed !== null && this.#calls.size === 0) this.#idle.resolve();
  }

  #onMessage(message: unknown): void {
    const event = parseAriEvent(message);
    if (event === null) return;
    if (event.type === "ApplicationReplaced") {
      this.#options.log.error({ app: this.#options.app }, "another program has taken our application's name");
      return;
    }
    const { id } = event.type === "Dial" ? event.peer : event.channel;
    const take = this.#channels.get(id);
    if (take !== undefined) return take(event);
    // The exchange has made it after all, after we had given up waiting for it.
    if (event.type === "StasisStart") void this.#ari.hangUp(id).catch(() => undefined);
  }

  #onUp(): void {
    this.#stopLost?.();
    this.#stopLost = null;
    void this.#resync();
  }

  #onDown(): void {
    this.#synced = false;
    this.#connection += 1;
    this.#stopResync();
    this.#options.log.warn({ calls: this.#calls.size }, "the connection to asterisk is lost");
    this.#stopLost ??= this.#time.after(LOST_AFTER_MS, () => {
      for (const call of this.#calls.values()) call.exchangeLost();
    });
  }

  /** After each connection: events may have been missed, and calls of an earlier life may be left. */
  async #resync(): Promise<void> {
    const connection = this.#connection;
    try {
      const startupTime = await this.#ari.startupTime();
      const restarted = this.#startupTime !== null && this.#startupTime !== startupTime;
      this.#startupTime = startupTime;
      if (restarted) for (const call of this.#calls.values()) call.exchangeLost();
      const before = [...this.#calls.values()];
      const around = await lookAround(this.#ari);
      for (const call of before) call.seen(around.channelStates);
      await this.#clear(around);
      if (connection !== this.#connection || this.#closed !== null) return;
      this.#synced = true;
      this.#firstReady.resolve();
    } catch (error) {
      if (connection !== this.#connection || this.#closed !== null) return;
      this.#options.log.warn({ err: error }, "asterisk could not be looked over, trying again");
      this.#stopResync = this.#time.after(RESYNC_AGAIN_MS, () => void this.#resync());
    }
  }

  #sweepLater(): void {
    this.#stopSweeping = this.#time.after(SWEEP_EVERY_MS, () => {
      this.#sweepLater();
      void this.#sweep();
    });
  }

  async #sweep(): Promise<void> {
    if (!this.#synced) return;
    try {
      await this.#clear(await lookAround(this.#ari));
    } catch (error) {
      this.#options.log.warn({ err: error }, "asterisk could not be swept");
    }
  }

  async #clear(around: Surroundings): Promise<void> {
    const found = strays(around, new Set(this.#calls.keys()));
    if (found.channelIds.length + found.bridgeIds.length === 0) return;
    this.#options.log.warn({ ...found }, "channels that belong to no call are cleared away");
    await Promise.allSettled([
      ...found.channelIds.map((id) => this.#ari.hangUp(id)),
      ...found.bridgeIds.map((id) => this.#ari.destroyBridge(id)),
    ]);
  }
}

/** Resolves when it has settled, or after so long. */
async function inTime(work: Promise<unknown>, withinMs: number, time: Time): Promise<void> {
  const late = Promise.withResolvers<void>();
  const stop = time.after(withinMs, late.resolve);
  await Promise.race([work, late.promise]);
  stop();
}

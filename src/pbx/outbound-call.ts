/**
 * One call we place. Everything is made ready before the INVITE leaves: channel, media leg and bridge, at the same
 * time, because then the first early media is heard and nobody's phone rings for a call that cannot be held.
 */
import { failpoint } from "../lib/failpoint.ts";
import type { Logger } from "pino";
import type { DialOrder, PbxEvent, TransferFailure, TransferOrder } from "../calls/ports.ts";
import type { Time } from "../lib/clock.ts";
import { isGone, type Ari } from "./ari.ts";
import type { AriEvent } from "./ari-events.ts";
import { advance, newLine, type Line, type LineEvent, type LineMove, type LineTold } from "./line.ts";
import type { KeyTiming } from "./settings.ts";
import { DeafCount, hearAfresh } from "./hear-afresh.ts";
import { lineEventOf, lineEventSeen } from "./channel-events.ts";
import { limitCall, tellLanguage } from "./call-limit.ts";
import { Arrival, bridgeId, legId, makeLeg, MOST_TRANSFERS, releaseCall, transferId } from "./media-leg.ts";
import { Transfer, type TransferTold } from "./transfer.ts";

/** The exchange gives up by itself this much later than we do: for the case that we are gone by then. */
const BACKSTOP_SECONDS = 15;
/** From our order to hang up to the channel's end. */
const CLEARED_WITHIN_MS = 3000;
/** Asterisk presses in its own time, in steps of 20 ms, and tells nobody when it is done. */
const LATE_BY_KEY_MS = 20;
const LATE_MS = 100;
/** How long a call may stay up without its media leg: its conversation is ending it, or is dead. */
const WITHOUT_LEG_MS = 1500;

/** What is told of a call, without its id. */
export type CallTold =
  | LineTold
  | TransferTold
  | Omit<Extract<PbxEvent, { type: "pressed" }>, "callId">
  | Omit<Extract<PbxEvent, { type: "held" }>, "callId">
  | Omit<Extract<PbxEvent, { type: "comfort_noise" }>, "callId">;

export type OutboundCallContext = {
  readonly ari: Ari;
  readonly timerBMs: number;
  /** From the dial on, ringing included. */
  readonly limitSeconds: number;
  readonly keyTiming: KeyTiming;
  readonly time: Time;
  readonly log: Logger;
  readonly tell: (event: CallTold) => void;
  /** Has the events of one more channel brought; until the call is released. */
  readonly listen: (channelId: string, take: (event: AriEvent) => void) => void;
  /** Nothing of the call is left in the exchange, as far as can be known. */
  readonly released: () => void;
};

export class OutboundCall {
  readonly #order: DialOrder;
  readonly #endpoint: string;
  readonly #context: OutboundCallContext;
  readonly #channel: Arrival;
  readonly #leg: Arrival;
  readonly #over = Promise.withResolvers<void>();
  #line: Line;
  /** Each ends a wait that is under way. */
  #stopRinging: (() => void) | null = null;
  #stopClearing: (() => void) | null = null;
  #stopMissingLeg: (() => void) | null = null;
  #transfer: Transfer | null = null;
  #transfers = 0;
  readonly #deaf = new DeafCount();
  #afresh: Promise<void> = Promise.resolve();

  constructor(order: DialOrder, endpoint: string, context: OutboundCallContext) {
    this.#order = order;
    this.#endpoint = endpoint;
    this.#context = context;
    this.#channel = new Arrival(context.time);
    this.#leg = new Arrival(context.time);
    this.#line = newLine(context.timerBMs);
  }

  get callId(): string {
    return this.#order.callId;
  }

  /** Settles when the INVITE has been sent or the call has ended before that. Never rejects. */
  async place(): Promise<void> {
    const { ari, log } = this.#context;
    const { callId, media, ringSeconds } = this.#order;
    const prepared = await Promise.allSettled([this.#makeChannel(), makeLeg(ari, callId, media, this.#leg)]);
    try {
      for (const result of prepared) if (result.status === "rejected") throw result.reason;
      if (this.#line.phase === "preparing") await ari.addToBridge(bridgeId(callId), [callId, legId(callId)]);
      failpoint("line.bridged");
      if (this.#line.phase === "preparing") {
        this.#take({ type: "dialled" });
        await ari.dial(callId, ringSeconds + BACKSTOP_SECONDS);
        failpoint("line.invited");
      }
    } catch (error) {
      log.warn({ err: error }, "the call could not be placed");
      this.#take({ type: "give_up", why: "exchange_failed" });
    }
    // It ended while it was being prepared, and what the exchange has made since would be left behind.
    if (this.#line.dialledAtMs === null) await this.#release();
  }

  async #makeChannel(): Promise<void> {
    const { ari, limitSeconds, log } = this.#context;
    await ari.createChannel(this.callId, this.#endpoint);
    await this.#channel.wait();
    failpoint("line.channel");
    await Promise.all([
      limitCall(ari, this.callId, limitSeconds, log),
      tellLanguage(ari, this.callId, this.#order.language ?? "en", log),
    ]);
  }

  hangUp(): void {
    this.#take({ type: "give_up", why: "hung_up" });
  }

  /** Settles when the keys are out, or cannot be; tells which, unless the call has ended meanwhile. Never rejects. */
  async press(pressId: string, keys: string): Promise<void> {
    const problem = await this.#press(keys);
    this.#tell({ type: "pressed", pressId, problem });
  }

  async #press(keys: string): Promise<string | null> {
    if (!/^[0-9*#A-D]{1,64}$/.test(keys)) return "these are no keys of a telephone";
    if (!this.#isOpen) return "the line is not open";
    const { ari, keyTiming, log } = this.#context;
    try {
      await ari.sendDtmf(this.callId, keys, keyTiming);
    } catch (error) {
      log.warn({ err: error }, "keys could not be pressed");
      return "the exchange refused them";
    }
    const lastsMs = keys.length * (keyTiming.keyMs + keyTiming.gapMs + LATE_BY_KEY_MS) + LATE_MS;
    const out = Promise.withResolvers<void>();
    const stop = this.#context.time.after(lastsMs, out.resolve);
    await Promise.race([out.promise, this.#over.promise]);
    stop();
    return null;
  }

  /** `endpoint`: how to dial it; null when that cannot be. */
  transfer(order: TransferOrder, endpoint: string | null): void {
    const { ari, timerBMs, limitSeconds, time, log, tell, listen } = this.#context;
    if (!this.#isOpen || (this.#transfer !== null && !this.#transfer.isOver)) return;
    if (endpoint === null || this.#transfers >= MOST_TRANSFERS) return tell({ type: "transfer_failed", why: "failed" });
    this.#transfers += 1;
    const channelId = transferId(this.callId, this.#transfers);
    const transfer = new Transfer(order, {
      ari,
      channelId,
      endpoint,
      timerBMs,
      limitSeconds,
      time,
      log,
      tell: (event) => this.#tell(event),
    });
    this.#transfer = transfer;
    listen(channelId, (event) => transfer.onEvent(event));
    void transfer.place();
  }

  connectTransfer(): void {
    void this.#transfer?.connect();
  }

  dropTransfer(why: TransferFailure): void {
    this.#transfer?.drop(why);
  }

  /** Never rejects. */
  async checkAudio(again: boolean): Promise<void> {
    if (!this.#isOpen) return;
    try {
      const packets = await this.#context.ari.packetsReceived(this.callId);
      const comes = this.#deaf.take(packets, this.#context.time.monotonicMs(), again);
      if (comes !== "nothing") this.#tell({ type: "comfort_noise" });
      if (comes === "sound") this.#hearAfresh();
    } catch (error) {
      this.#context.log.debug({ err: error }, "the packets of a call could not be counted");
    }
  }

  /** Whoever is heard from now on may be somebody else than before. One at a time. */
  #hearAfresh(): void {
    this.#afresh = this.#afresh.then(async () => {
      if (!this.#isOpen || this.#transfer !== null) return;
      try {
        await hearAfresh(this.#context.ari, this.callId);
      } catch (error) {
        if (isGone(error)) return;
        this.#context.log.warn({ err: error }, "the call could not be brought back to its audio");
        this.#take({ type: "give_up", why: "media_lost" });
      }
    });
  }

  /** Answered, and not given up. */
  get #isOpen(): boolean {
    return this.#line.phase === "up" && this.#line.gaveUp === null;
  }

  #tell(event: CallTold): void {
    if (this.#line.phase !== "ended") this.#context.tell(event);
  }

  exchangeLost(): void {
    this.#channel.failed("the exchange is gone");
    this.#leg.failed("the exchange is gone");
    this.#take({ type: "exchange_lost" });
  }

  /** What a fresh look at the exchange shows of this call: the channels that are there, with their states. */
  seen(channelStates: ReadonlyMap<string, string>): void {
    if (this.#line.phase !== "dialling" && this.#line.phase !== "up") return;
    const told = lineEventSeen(channelStates.get(this.callId));
    const legThere = channelStates.has(legId(this.callId));
    if (told?.type === "gone") return this.#take(told);
    if (this.#line.gaveUp !== null) return this.#hangUpChannel();
    if (told !== null) this.#take(told);
    this.#transfer?.seen(channelStates);
    if (!legThere) this.#legGone();
  }

  onChannelEvent(event: AriEvent): void {
    if (event.type === "StasisStart") this.#channel.arrived();
    if (event.type === "ChannelDestroyed") this.#channel.failed("the channel is gone");
    if (event.type === "ChannelHold") this.#tell({ type: "held", held: true });
    if (event.type === "ChannelUnhold") {
      this.#hearAfresh();
      this.#tell({ type: "held", held: false });
    }
    const told = lineEventOf(event);
    if (told !== null) this.#take(told);
  }

  onLegEvent(event: AriEvent): void {
    if (event.type === "StasisStart") this.#leg.arrived();
    if (event.type === "ChannelDestroyed" || event.type === "StasisEnd") this.#legGone();
  }

  #legGone(): void {
    this.#leg.failed("the conversation did not take the audio");
    const inCall = this.#line.phase === "dialling" || this.#line.phase === "up";
    if (!inCall || this.#stopMissingLeg !== null || this.#transfer?.isConnected === true) return;
    this.#stopMissingLeg = this.#context.time.after(WITHOUT_LEG_MS, () =>
      this.#take({ type: "give_up", why: "media_lost" }),
    );
  }

  #take(event: LineEvent): void {
    const [line, moves] = advance(this.#line, event, this.#context.time.monotonicMs());
    this.#line = line;
    for (const move of moves) this.#do(move);
  }

  #do(move: LineMove): void {
    switch (move.type) {
      case "tell":
        if (move.event.type === "answered") failpoint("line.answered");
        if (move.event.type === "answered" && this.#line.earlyMedia) this.#hearAfresh();
        return this.#context.tell(move.event);
      case "count_ringing":
        this.#stopRinging = this.#context.time.after(this.#order.ringSeconds * 1000, () =>
          this.#take({ type: "give_up", why: "ring_time_over" }),
        );
        return;
      case "stop_counting":
        this.#stopRinging?.();
        return;
      case "hang_up":
        failpoint("line.hanging_up");
        return this.#hangUpChannel();
      case "release":
        this.#stopClearing?.();
        this.#stopMissingLeg?.();
        this.#over.resolve();
        // While it is being prepared, `place` clears up once the exchange has answered.
        if (this.#line.dialledAtMs !== null) void this.#release();
        return;
    }
  }

  #hangUpChannel(): void {
    const gone: LineEvent = { type: "gone", sipStatus: null, q850: null };
    this.#stopClearing ??= this.#context.time.after(CLEARED_WITHIN_MS, () => this.#take(gone));
    this.#context.ari.hangUp(this.callId).catch((error: unknown) => {
      if (!isGone(error)) this.#context.log.warn({ err: error }, "hanging up failed");
    });
  }

  async #release(): Promise<void> {
    try {
      await Promise.all([this.#transfer?.release(), releaseCall(this.#context.ari, this.callId)]);
    } catch (error) {
      // The sweep finds what is left when the exchange can be reached again.
      this.#context.log.debug({ err: error }, "a call could not be cleared away yet");
    }
    this.#context.released();
  }
}

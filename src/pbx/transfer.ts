/**
 * Somebody else called for a call under way, to be connected with the business. While it rings the business stays in the
 * call's bridge with our conversation; who answers gets our conversation in a bridge of their own, to be told who is on
 * the line; then they come into the call's bridge and our conversation leaves.
 *
 * Its life ends with `release`, which its call calls at its own end: nothing of it outlives the call.
 */
import type { Logger } from "pino";
import type { PbxEvent, TransferFailure, TransferOrder } from "../calls/ports.ts";
import type { EndReason } from "../calls/vocabulary.ts";
import type { Time } from "../lib/clock.ts";
import { isGone, type Ari } from "./ari.ts";
import type { AriEvent } from "./ari-events.ts";
import { lineEventOf, lineEventSeen } from "./channel-events.ts";
import { limitCall } from "./call-limit.ts";
import { advance, newLine, type Line, type LineEvent, type LineMove } from "./line.ts";
import { Arrival, bridgeId, ignoringGone, legId, transferBridgeId } from "./media-leg.ts";

export type TransferTold = PbxEvent extends infer Event
  ? Event extends { readonly type: `transfer_${string}`; readonly callId: string }
    ? Omit<Event, "callId">
    : never
  : never;

export type TransferContext = {
  readonly ari: Ari;
  /** Of the one who is called. */
  readonly channelId: string;
  readonly endpoint: string;
  readonly timerBMs: number;
  /** The exchange's own for this leg. */
  readonly limitSeconds: number;
  readonly time: Time;
  readonly log: Logger;
  readonly tell: (event: TransferTold) => void;
};

/** The exchange gives up by itself this much later than we do. */
const BACKSTOP_SECONDS = 15;

export class Transfer {
  readonly #order: TransferOrder;
  readonly #context: TransferContext;
  readonly #arrival: Arrival;
  #line: Line;
  #stage: "calling" | "briefing" | "connecting" | "connected" | "over" = "calling";
  /** Why it is given up, when it was not the network that did. */
  #dropped: TransferFailure | null = null;
  #stopCounting: () => void = () => undefined;
  #released: Promise<void> | null = null;

  constructor(order: TransferOrder, context: TransferContext) {
    this.#order = order;
    this.#context = context;
    this.#arrival = new Arrival(context.time);
    this.#line = newLine(context.timerBMs);
  }

  /** Our conversation is out of the call, or about to be. */
  get isConnected(): boolean {
    return this.#stage === "connecting" || this.#stage === "connected";
  }

  get isOver(): boolean {
    return this.#stage === "over";
  }

  /** Never rejects. */
  async place(): Promise<void> {
    const { ari, channelId, endpoint, limitSeconds, log } = this.#context;
    try {
      await ari.createChannel(channelId, endpoint);
      await this.#arrival.wait();
      await limitCall(ari, channelId, limitSeconds, log);
      if (this.#line.phase !== "preparing") return;
      this.#take({ type: "dialled" });
      await ari.dial(channelId, this.#order.ringSeconds + BACKSTOP_SECONDS);
    } catch (error) {
      log.warn({ err: error }, "a transfer could not be placed");
      this.#take({ type: "give_up", why: "exchange_failed" });
    } finally {
      // It was given up while it was being made: what the exchange has made since would be left behind.
      if (this.#released !== null) await this.#clear();
    }
  }

  onEvent(event: AriEvent): void {
    if (event.type === "StasisStart") this.#arrival.arrived();
    if (event.type === "ChannelDestroyed") this.#arrival.failed("the channel is gone");
    const told = lineEventOf(event);
    if (told !== null) this.#take(told);
  }

  /** What a fresh look at the exchange shows. */
  seen(channelStates: ReadonlyMap<string, string>): void {
    if (this.#line.phase !== "dialling" && this.#line.phase !== "up") return;
    const told = lineEventSeen(channelStates.get(this.#context.channelId));
    if (told !== null) this.#take(told);
  }

  /** Brings the two together. */
  async connect(): Promise<void> {
    if (this.#stage !== "briefing") return;
    const { ari, channelId, tell, log } = this.#context;
    const { callId } = this.#order;
    this.#stage = "connecting";
    try {
      await ari.addToBridge(bridgeId(callId), [channelId]);
    } catch (error) {
      log.warn({ err: error }, "a transfer could not be connected");
      if (this.#stage === "connecting") this.#stage = "briefing";
      return this.drop("failed");
    }
    if (this.#stage !== "connecting") return;
    this.#stage = "connected";
    tell({ type: "transfer_connected" });
    await this.#clearing([ari.hangUp(legId(callId)), ari.destroyBridge(transferBridgeId(callId))]);
  }

  drop(why: TransferFailure): void {
    if (this.#stage !== "calling" && this.#stage !== "briefing") return;
    this.#dropped = why;
    void this.#fail(why);
  }

  /** The call is over, and this with it. Settles when nothing of it is left, as far as can be known. */
  release(): Promise<void> {
    this.#stopCounting();
    this.#stage = "over";
    this.#released ??= this.#clear();
    return this.#released;
  }

  #take(event: LineEvent): void {
    const [line, moves] = advance(this.#line, event, this.#context.time.monotonicMs());
    this.#line = line;
    for (const move of moves) this.#do(move);
  }

  #do(move: LineMove): void {
    switch (move.type) {
      case "tell":
        if (move.event.type === "answered") void this.#answered();
        if (move.event.type === "ended") this.#ended(move.event.reason);
        return;
      case "count_ringing":
        this.#stopCounting = this.#context.time.after(this.#order.ringSeconds * 1000, () =>
          this.#take({ type: "give_up", why: "ring_time_over" }),
        );
        return;
      case "stop_counting":
        this.#stopCounting();
        return;
      case "hang_up":
        void this.#clearing([this.#context.ari.hangUp(this.#context.channelId)]);
        // Nobody waits for the confirmation: to the call it is over now.
        return this.#take({ type: "gone", sipStatus: null, q850: null });
      case "release":
        return;
    }
  }

  async #answered(): Promise<void> {
    if (this.#stage !== "calling") return;
    const { ari, channelId, tell, log } = this.#context;
    const { callId } = this.#order;
    this.#stage = "briefing";
    try {
      await ari.createBridge(transferBridgeId(callId));
      // One after the other: the first of them must not be alone with nobody when the second cannot be had.
      await ari.addToBridge(transferBridgeId(callId), [channelId]);
      await ari.addToBridge(transferBridgeId(callId), [legId(callId)]);
    } catch (error) {
      log.warn({ err: error }, "a transfer that was answered could not be taken up");
      return this.drop("failed");
    }
    if (this.#stage === "briefing") tell({ type: "transfer_answered" });
    else if (this.#released !== null) await this.#clear();
  }

  #ended(reason: EndReason): void {
    switch (this.#stage) {
      case "connecting":
      case "connected":
        this.#stage = "over";
        return this.#context.tell({ type: "transfer_left" });
      case "calling":
      case "briefing":
        void this.#fail(this.#dropped ?? failureOf(reason));
        return;
      case "over":
    }
  }

  /** Back to the call as it was. */
  async #fail(why: TransferFailure): Promise<void> {
    if (this.#stage === "over") return;
    const { ari, tell, log } = this.#context;
    const { callId } = this.#order;
    const away = this.#stage === "briefing";
    this.#stage = "over";
    this.#stopCounting();
    try {
      if (away) await ari.addToBridge(bridgeId(callId), [legId(callId)]);
    } catch (error) {
      // The call's own watch over its leg ends it, when that is what is wrong.
      if (!isGone(error)) log.warn({ err: error }, "the conversation could not be brought back after a transfer");
    }
    tell({ type: "transfer_failed", why });
    this.#released ??= this.#clear();
    await this.#released;
  }

  async #clear(): Promise<void> {
    const { ari, channelId } = this.#context;
    await this.#clearing([ari.hangUp(channelId), ari.destroyBridge(transferBridgeId(this.#order.callId))]);
  }

  /** What is not there is fine; what cannot be reached now is found by the sweep. */
  async #clearing(requests: readonly Promise<void>[]): Promise<void> {
    const results = await Promise.allSettled(requests.map(ignoringGone));
    for (const result of results) {
      if (result.status === "rejected") {
        this.#context.log.debug({ err: result.reason }, "a transfer could not be cleared away yet");
      }
    }
  }
}

function failureOf(reason: EndReason): TransferFailure {
  if (reason === "busy" || reason === "no_answer") return reason;
  return reason === "rejected" || reason === "invalid_number" ? "refused" : "failed";
}

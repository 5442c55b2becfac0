/**
 * The second leg of a call: Asterisk's WebSocket channel, which carries its audio to where it is heard and spoken, and
 * the bridge between the two. Setting it up is the same for a call we place and one we receive.
 */
import type { MediaPoint } from "../calls/ports.ts";
import type { Timers } from "../lib/clock.ts";
import { isGone, type Ari } from "./ari.ts";

/** Legs and bridges are named after their call, so that whoever finds one knows where it belongs. */
export function legId(callId: string): string {
  return `leg-${callId}`;
}

export function bridgeId(callId: string): string {
  return `bridge-${callId}`;
}

/** So often somebody may be called for one call. */
export const MOST_TRANSFERS = 3;

/** Of the one who is called for a transfer; `attempt` counts from 1. */
export function transferId(callId: string, attempt: number): string {
  return `transfer-${attempt}-${callId}`;
}

export function transferBridgeId(callId: string): string {
  return `transfer-bridge-${callId}`;
}

const CONNECTED_WITHIN_MS = 3000;

/** A channel's arrival in the application. Before that Asterisk refuses to put it into a bridge. */
export class Arrival {
  readonly #settled = Promise.withResolvers<void>();
  readonly #timers: Timers;

  constructor(timers: Timers) {
    this.#timers = timers;
    // Nobody may be waiting yet, or any more.
    this.#settled.promise.catch(() => undefined);
  }

  arrived(): void {
    this.#settled.resolve();
  }

  failed(why: string): void {
    this.#settled.reject(new Error(why));
  }

  async wait(): Promise<void> {
    const why = `not there within ${CONNECTED_WITHIN_MS} ms`;
    const inTime = this.#timers.after(CONNECTED_WITHIN_MS, () => this.failed(why));
    try {
      await this.#settled.promise;
    } finally {
      inTime();
    }
  }
}

/** Asks for leg and bridge and waits until the leg is connected to its listener. */
export async function makeLeg(ari: Ari, callId: string, media: MediaPoint, leg: Arrival): Promise<void> {
  const order = { channelId: legId(callId), call: callId, ...media };
  await Promise.all([ari.createBridge(bridgeId(callId)), ari.externalMedia(order)]);
  await leg.wait();
}

/** Whatever is left of a call in the exchange is ended; what is not there is fine. */
export async function releaseCall(ari: Ari, callId: string): Promise<void> {
  await Promise.all([
    ignoringGone(ari.hangUp(callId)),
    ignoringGone(ari.hangUp(legId(callId))),
    ignoringGone(ari.destroyBridge(bridgeId(callId))),
  ]);
}

export async function ignoringGone(request: Promise<void>): Promise<void> {
  try {
    await request;
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

import type { DialOrder, Pbx, PbxEvent, PressOrder, TransferFailure, TransferOrder } from "../../src/calls/ports.ts";
import type { EndReason } from "../../src/calls/vocabulary.ts";

/** An exchange whose network is the test: it remembers what it was told and tells what the test says. */
export class ScriptedPbx implements Pbx {
  readonly dialled: DialOrder[] = [];
  readonly hungUp: string[] = [];
  readonly pressed: PressOrder[] = [];
  readonly transferred: TransferOrder[] = [];
  /** Why keys cannot be pressed; null: they can. */
  keysProblem: string | null = null;
  /** When set, a hang-up is confirmed by the network with this reason at once. */
  confirmHangUpWith: EndReason | null = "hangup_api";
  reason: string | null = null;
  /** Of the trunk alone. */
  trunkReason: string | null = null;
  #listener: (event: PbxEvent) => void = () => {};
  readonly #answered = new Set<string>();

  dial(order: DialOrder): void {
    if (this.dialled.some(({ callId }) => callId === order.callId)) throw new Error("dialled twice");
    this.dialled.push(order);
  }

  hangUp(callId: string): void {
    this.hungUp.push(callId);
    if (this.confirmHangUpWith === null || !this.dialled.some((order) => order.callId === callId)) return;
    this.ended(callId, this.#answered.has(callId) ? this.confirmHangUpWith : "canceled");
  }

  press(order: PressOrder): void {
    this.pressed.push(order);
    this.#listener({ type: "pressed", callId: order.callId, pressId: order.pressId, problem: this.keysProblem });
  }

  transfer(order: TransferOrder): void {
    this.transferred.push(order);
  }

  connectTransfer(callId: string): void {
    this.#listener({ type: "transfer_connected", callId });
  }

  dropTransfer(callId: string, why: TransferFailure): void {
    this.#listener({ type: "transfer_failed", callId, why });
  }

  checkAudio(): void {}

  /** Tells whatever a test says. */
  tells(event: PbxEvent): void {
    this.#listener(event);
  }

  notReady(route: DialOrder["route"]): string | null {
    return this.reason ?? (route === "trunk" ? this.trunkReason : null);
  }

  onEvent(listener: (event: PbxEvent) => void): void {
    this.#listener = listener;
  }

  ringing(callId: string, earlyMedia = false): void {
    this.#listener({ type: "ringing", callId, earlyMedia });
  }

  answered(callId: string): void {
    this.#answered.add(callId);
    this.#listener({ type: "answered", callId });
  }

  ended(callId: string, reason: EndReason, sipStatus: number | null = null): void {
    this.#listener({ type: "ended", callId, reason, sipStatus });
  }
}

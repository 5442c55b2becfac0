/**
 * The way of everything that has one Call-ID: between which addresses it goes, and for a call its audio. Decides for each
 * message what is sent where; sends nothing itself.
 */
import { header, writeSip, type SipMessage } from "../../support/sip-peer/message.ts";
import type { CallMedia } from "./call-media.ts";
import { otherSide, type Side } from "./impairment.ts";
import { refusalOf, rewriteSdp, streamOf } from "./sdp-rewrite.ts";
import {
  branchOf,
  contactOf,
  isInDialog,
  methodOf,
  passRequest,
  passResponse,
  refuse,
  type Address,
} from "./sip-hop.ts";
import type { WireRecord } from "./wire-record.ts";

/** A call of ours that begins again with the same Call-ID: with a password, or with what the other side wants changed. */
const BEGINS_AGAIN: readonly number[] = [401, 407, 420, 422, 423, 491];

export type Outgoing = { readonly to: Side; readonly text: string };

export class Route {
  /** Null for what is no call: OPTIONS, REGISTER. */
  readonly call: { readonly media: CallMedia; readonly record: WireRecord } | null;
  /** When something last came by. */
  usedAtMs: number;
  /** Ours, by the side that it faces. */
  readonly #own: Readonly<Record<Side, Address>>;
  /** Where the assistant's messages come from, and where the carrier is. */
  readonly remote: Record<Side, Address>;
  readonly #contacts: Record<Side, string | null> = { assistant: null, callee: null };
  readonly #refusedBranches = new Set<string>();
  #answered = false;
  #over: Promise<void> | null = null;

  constructor(
    call: { readonly media: CallMedia; readonly record: WireRecord } | null,
    own: Readonly<Record<Side, Address>>,
    remote: Record<Side, Address>,
    nowMs: number,
  ) {
    this.call = call;
    this.#own = own;
    this.remote = remote;
    this.usedAtMs = nowMs;
  }

  get isOver(): boolean {
    return this.call === null || this.#over !== null;
  }

  /** A message from this side; null when it goes nowhere. */
  take(side: Side, message: SipMessage, nowMs: number): Outgoing | null {
    this.usedAtMs = nowMs;
    const isRequest = message.start.kind === "request";
    const method = methodOf(message);
    if (isRequest && method === "ACK" && this.#refusedBranches.has(branchOf(message))) return null;
    const description = sdpOf(message);
    const problem = description === null ? null : refusalOf(description);
    if (problem !== null && isRequest && method !== "ACK") {
      this.#refusedBranches.add(branchOf(message));
      if (!isInDialog(message)) this.end();
      return { to: side, text: writeSip(refuse(message, 488, "Not Acceptable Here", problem)) };
    }
    this.#contacts[side] = contactOf(message) ?? this.#contacts[side];
    const body = description === null || problem !== null ? message.body : this.#describe(side, description);
    const passed = this.#pass(side, { ...message, body });
    this.#follow(message, method);
    return passed === null ? null : { to: otherSide(side), text: writeSip(passed) };
  }

  /** The call is over, as far as its audio goes; what is left of its messages still goes through. */
  end(): void {
    void this.close();
  }

  close(): Promise<void> {
    this.call?.record.close();
    this.#over ??= this.call?.media.close() ?? Promise.resolve();
    return this.#over;
  }

  #describe(side: Side, description: string): string {
    if (this.call === null) return description;
    const { media } = this.call;
    media.describe(side, streamOf(description));
    return rewriteSdp(description, media.ports[otherSide(side)]);
  }

  #pass(side: Side, message: SipMessage): SipMessage | null {
    const to = otherSide(side);
    if (message.start.kind === "response") return passResponse(message, this.#own[to]);
    const contact = isInDialog(message) ? this.#contacts[to] : null;
    return passRequest(message, {
      self: this.#own[to],
      target: contact === null ? this.remote[to] : { uri: contact },
    });
  }

  #follow(message: SipMessage, method: string): void {
    const { start } = message;
    if (start.kind === "request") {
      if (method === "BYE") this.end();
    } else if (method === "INVITE" && start.status >= 200) {
      if (start.status < 300) {
        this.#answered = true;
        this.call?.media.answered();
      } else if (!this.#answered && !BEGINS_AGAIN.includes(start.status)) this.end();
    }
  }
}

function sdpOf(message: SipMessage): string | null {
  const isSdp = /^application\/sdp\b/i.test(header(message, "content-type"));
  return isSdp && message.body !== "" ? message.body : null;
}

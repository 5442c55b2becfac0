/**
 * The telephone line between the appliance's trunk and the carrier, as a relay that can spoil it and measures on the wire.
 * SIP over UDP passes message by message, with nothing remembered but where a call's two ends are; RTP and RTCP of both
 * directions run through ports of the line, one pair for each side of each call.
 */
import type { Socket } from "node:dgram";
import type { Logger } from "pino";
import { header, parseSip, uriOf, writeSip, type SipMessage } from "../../support/sip-peer/message.ts";
import { openCallMedia } from "./call-media.ts";
import type { Impairment, Side } from "./impairment.ts";
import { bind } from "./media-ports.ts";
import { Route } from "./route.ts";
import { isInDialog, refuse, trimmed, userOf, type Address } from "./sip-hop.ts";
import { WireRecord, type LineCall } from "./wire-record.ts";

export type { Impairment, KeyOnWire, Side, WireFrame } from "./impairment.ts";
export type { LineCall } from "./wire-record.ts";

export type LineOptions = {
  /** Where calls go. */
  readonly carrier: Address;
  /** Asked once for each call, when it begins. */
  readonly impairment: (number: string) => Impairment;
  readonly onCall: (call: LineCall) => void;
  /** Whether a call's frames are kept; default: they are. */
  readonly record?: (number: string) => boolean;
  /** A call with neither a sound nor a word for so long has ended past the line. Default: three minutes. */
  readonly idleMs?: number;
  readonly log: Logger;
};

export type Line = Address & {
  /** Nothing of it is left open: sockets, timers. Calls that are still up hear no more. */
  close(): Promise<void>;
};

const HOST = "127.0.0.1";
const SWEEP_MS = 5000;
/** RFC 3261's timer B: by then nobody repeats anything that belongs to what is over. */
const FORGET_AFTER_MS = 32_000;
const IDLE_MS = 180_000;

export async function openLine(options: LineOptions): Promise<Line> {
  const assistant = await bind(HOST, 0);
  const callee = await bind(HOST, 0);
  const relay = new Relay(options, { assistant, callee });
  return { host: HOST, port: assistant.address().port, close: () => relay.close() };
}

class Relay {
  readonly #options: LineOptions;
  /** By the side that they face. */
  readonly #sockets: Readonly<Record<Side, Socket>>;
  readonly #own: Readonly<Record<Side, Address>>;
  readonly #routes = new Map<string, Route>();
  /** Calls whose ports are being opened, with what came meanwhile. */
  readonly #opening = new Map<string, { readonly waiting: SipMessage[]; readonly done: Promise<void> }>();
  readonly #idleMs: number;
  readonly #sweeping: NodeJS.Timeout;
  #closed: Promise<void> | null = null;

  constructor(options: LineOptions, sockets: Readonly<Record<Side, Socket>>) {
    this.#options = options;
    this.#idleMs = options.idleMs ?? IDLE_MS;
    this.#sockets = sockets;
    const { assistant, callee } = sockets;
    this.#own = {
      assistant: { host: HOST, port: assistant.address().port },
      callee: { host: HOST, port: callee.address().port },
    };
    assistant.on("message", (bytes, from) =>
      this.#receive("assistant", bytes, { host: from.address, port: from.port }),
    );
    callee.on("message", (bytes, from) => this.#receive("callee", bytes, { host: from.address, port: from.port }));
    for (const socket of [assistant, callee]) {
      socket.on("error", (error) => options.log.warn({ err: error }, "the line's SIP socket failed"));
    }
    const sweepMs = Math.min(SWEEP_MS, this.#idleMs / 3);
    this.#sweeping = setInterval(() => this.#sweep(performance.now()), sweepMs);
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    clearInterval(this.#sweeping);
    await Promise.all([...this.#opening.values()].map(({ done }) => done));
    const sockets = Object.values(this.#sockets).map((socket) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      socket.close(() => resolve());
      return promise;
    });
    await Promise.all([...sockets, ...[...this.#routes.values()].map((route) => route.close())]);
    this.#routes.clear();
  }

  #receive(side: Side, bytes: Buffer, from: Address): void {
    if (this.#closed !== null) return;
    const parsed = parseSip(bytes.toString("utf8"));
    if (parsed === null) return;
    const message = trimmed(parsed);
    const id = header(message, "call-id");
    const opening = this.#opening.get(id);
    if (opening !== undefined) {
      opening.waiting.push(message);
      return;
    }
    const route = this.#routes.get(id);
    if (route !== undefined) {
      if (side === "assistant") route.remote.assistant = from;
      this.#pass(route, side, message);
    } else if (message.start.kind === "request") this.#begin(side, message, from, id);
  }

  #begin(side: Side, message: SipMessage, from: Address, id: string): void {
    const { start } = message;
    if (start.kind !== "request" || start.method === "ACK") return;
    // Nobody calls the appliance, and what belongs to a call belongs to one that we know.
    if (side === "callee" || isInDialog(message)) {
      const none = refuse(message, 481, "Call/Transaction Does Not Exist", "the line knows no such call");
      return this.#send(side, from, writeSip(none));
    }
    if (start.method === "INVITE") this.#openCall(message, start.uri, from, id);
    else this.#pass(this.#addRoute(id, null, from), side, message);
  }

  #openCall(invite: SipMessage, requestUri: string, from: Address, id: string): void {
    const { impairment, onCall, record: keeps, log } = this.#options;
    const number = userOf(requestUri);
    const record = new WireRecord(
      { number, from: userOf(uriOf(header(invite, "from"))), sipCallId: id },
      keeps?.(number) ?? true,
    );
    const waiting: SipMessage[] = [invite];
    const done = openCallMedia(HOST, impairment(number), record, log).then(
      (media) => {
        this.#opening.delete(id);
        const route = this.#addRoute(id, { media, record }, from);
        if (this.#closed !== null) return;
        onCall(record);
        for (const message of waiting) this.#pass(route, "assistant", message);
      },
      (error: unknown) => {
        this.#opening.delete(id);
        log.error({ err: error }, "the line has no ports for a call");
        this.#send("assistant", from, writeSip(refuse(invite, 503, "Service Unavailable", "no ports")));
      },
    );
    this.#opening.set(id, { waiting, done });
  }

  #addRoute(id: string, call: Route["call"], from: Address): Route {
    const remote = { assistant: from, callee: this.#options.carrier };
    const route = new Route(call, this.#own, remote, performance.now());
    this.#routes.set(id, route);
    return route;
  }

  #pass(route: Route, side: Side, message: SipMessage): void {
    const outgoing = route.take(side, message, performance.now());
    if (outgoing !== null) this.#send(outgoing.to, route.remote[outgoing.to], outgoing.text);
  }

  #send(side: Side, to: Address, text: string): void {
    if (this.#closed === null) this.#sockets[side].send(text, to.port, to.host, () => {});
  }

  #sweep(nowMs: number): void {
    for (const [id, route] of this.#routes) {
      if (route.isOver) {
        if (nowMs - route.usedAtMs > FORGET_AFTER_MS) this.#routes.delete(id);
      } else if (nowMs - Math.max(route.usedAtMs, route.call?.media.lastPacketAtMs ?? 0) > this.#idleMs) {
        this.#options.log.info({ sipCallId: id }, "a call on the line has been idle too long");
        route.end();
      }
    }
  }
}

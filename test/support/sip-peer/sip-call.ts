/** One call at the peer: a server transaction that follows its script, then a dialog with audio. */
import { randomBytes } from "node:crypto";
import type { Arrival, Codec, Recording, RtpStream } from "../rtp-stream.ts";
import { header, headers, hostOf, REASONS, uriOf, writeSip, type SipMessage } from "./message.ts";
import { parseSdp, writeSdp, type Direction, type Offer } from "./sdp.ts";

export type Script = {
  /** 100 at once, unless false. */
  readonly trying?: boolean;
  /** A 183, or a 180 with `earlyAudio`, carries SDP, and audio flows from then on. */
  readonly progress?: readonly {
    readonly status: 180 | 183;
    readonly afterMs: number;
    readonly earlyAudio?: Int16Array;
  }[];
  /** Counted from the INVITE. `never`: it rings until the caller gives up. Default: 200 at once. */
  readonly final?: { readonly status: number; readonly afterMs: number } | "never";
  /** False: it knows no telephone events. */
  readonly telephoneEvents?: boolean;
  /** `answer`: the 200 crosses the caller's CANCEL. */
  readonly onCancel?: "terminate" | "answer";
};

export type CallEnd = {
  readonly by: "caller" | "peer" | "cancel" | "refused" | "closed";
  /** The Reason header of the BYE or CANCEL, "" without one. */
  readonly reason: string;
  readonly atMs: number;
};

const T1_MS = 500;
const MAX_RETRANSMISSIONS = 6;

export type CallOptions = {
  readonly invite: SipMessage;
  /** When the INVITE came, by performance.now(). */
  readonly invitedAtMs: number;
  readonly from: { readonly host: string; readonly port: number };
  readonly peer: { readonly host: string; readonly port: number };
  readonly script: Script;
  readonly rtp: RtpStream;
  readonly codecs: readonly Codec["name"][];
  readonly send: (text: string, to: { readonly host: string; readonly port: number }) => void;
};

export class SipCall {
  readonly id: string;
  readonly requestUri: string;
  /** The user part of the request URI: the number that was dialled. */
  readonly number: string;
  readonly invite: SipMessage;
  readonly invitedAtMs: number;
  /** The caller has acknowledged our 200. Rejects when the call ends without one. */
  readonly answered: Promise<void>;
  readonly ended: Promise<CallEnd>;
  /** Directions of the SDP offers that came with re-INVITEs. */
  readonly reinvites: Direction[] = [];
  /** Keys that came as INFO requests. */
  readonly infoKeys: { readonly digit: string; readonly durationMs: number }[] = [];
  /** Retransmissions of the INVITE that have come. */
  retransmissions = 0;
  readonly rtp: RtpStream;

  readonly #options: CallOptions;
  readonly #tag = randomBytes(6).toString("hex");
  readonly #offer: Offer | null;
  #codec: Codec | null;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #resolveAnswered: () => void;
  readonly #rejectAnswered: (error: Error) => void;
  readonly #resolveEnded: (end: CallEnd) => void;
  #lastResponse: string | null = null;
  #acknowledged = false;
  #finalStatus: number | null = null;
  #over = false;
  #cseq = 1;
  #sdpVersion = 1;
  #outgoing: ((status: number) => void) | null = null;

  constructor(options: CallOptions) {
    const { invite } = options;
    if (invite.start.kind !== "request") throw new Error("a call begins with a request");
    this.#options = options;
    this.invite = invite;
    this.invitedAtMs = options.invitedAtMs;
    this.id = header(invite, "call-id");
    this.requestUri = invite.start.uri;
    this.number = /^sips?:([^@]*)@/.exec(invite.start.uri)?.[1] ?? "";
    this.rtp = options.rtp;
    const answered = Promise.withResolvers<void>();
    this.answered = answered.promise;
    this.answered.catch(() => {});
    this.#resolveAnswered = answered.resolve;
    this.#rejectAnswered = answered.reject;
    const ended = Promise.withResolvers<CallEnd>();
    this.ended = ended.promise;
    this.#resolveEnded = ended.resolve;
    this.#offer = parseSdp(invite.body);
    this.#codec = this.#offer?.codecs.find(({ name }) => options.codecs.includes(name)) ?? null;
  }

  /** Starts the script. */
  begin(): void {
    const { script } = this.#options;
    if (script.trying !== false) this.#respond(100, "");
    for (const { status, afterMs, earlyAudio } of script.progress ?? []) {
      this.#after(afterMs, () => {
        if (this.#finalStatus !== null) return;
        const withAudio = status === 183 || earlyAudio !== undefined;
        this.#respond(status, withAudio ? this.#startAudio("sendrecv") : "");
        if (earlyAudio !== undefined) void this.rtp.play(earlyAudio);
      });
    }
    const final = script.final ?? { status: 200, afterMs: 0 };
    if (final !== "never") this.#after(final.afterMs, () => this.#finish(final.status));
  }

  header(name: string): string {
    return header(this.invite, name);
  }

  /** Speaks, at once or so long after its first packet; resolves when the last sample has been sent. */
  play(samples: Int16Array, fromMs = 0): Promise<void> {
    return this.rtp.play(samples, fromMs);
  }

  recording(): Recording {
    return this.rtp.recording();
  }

  packets(): readonly Arrival[] {
    return this.rtp.packets();
  }

  press(digits: string): Promise<void> {
    return this.rtp.press(digits);
  }

  /** Presses a key by an INFO request. */
  async pressByInfo(digit: string): Promise<void> {
    const body = `Signal=${digit}\r\nDuration=160\r\n`;
    await this.#request("INFO", body, [["content-type", "application/dtmf-relay"]]);
  }

  /** Hangs up; resolves when the caller has confirmed it. `reason` is a Reason header's value. */
  async hangUp(reason = ""): Promise<void> {
    const confirmed = this.#request("BYE", "", reason === "" ? [] : [["reason", reason]]);
    this.#end({ by: "peer", reason, atMs: performance.now() });
    await confirmed;
  }

  /** Puts the caller on hold: a re-INVITE that says we only send. */
  async hold(direction: "sendonly" | "inactive" = "sendonly"): Promise<void> {
    await this.#reinvite(direction);
  }

  async unhold(): Promise<void> {
    await this.#reinvite("sendrecv");
  }

  /** Wants another of the codecs that were offered, by a re-INVITE. Resolves with the answer's status. */
  async turnTo(name: Codec["name"]): Promise<number> {
    const codec = this.#offer?.codecs.find((offered) => offered.name === name);
    if (codec === undefined) throw new Error(`${name} was not offered`);
    this.#codec = codec;
    const status = await this.#reinvite("sendrecv");
    this.#startAudio("sendrecv");
    return status;
  }

  /** A re-INVITE that leaves the offer to the caller, as some send to see whether the call is still there. */
  async askForOffer(): Promise<number> {
    const status = await this.#request("INVITE", "", []);
    if (status === 200) {
      this.#sendInDialog("ACK", this.#cseq, this.#sdp("sendrecv"), [["content-type", "application/sdp"]]);
    }
    return status;
  }

  /** A message that belongs to this call. */
  receive(message: SipMessage, from: { readonly host: string; readonly port: number }): void {
    const { start } = message;
    if (start.kind === "response") {
      this.#outgoing?.(start.status);
      return;
    }
    switch (start.method) {
      case "INVITE":
        return this.#onInvite(message, from);
      case "ACK":
        this.#acknowledged = true;
        if (this.#finalStatus === 200) this.#resolveAnswered();
        return;
      case "CANCEL":
        this.#options.send(this.#response(message, 200, ""), from);
        if (this.#finalStatus !== null) return;
        if (this.#options.script.onCancel === "answer") this.#finish(200);
        else {
          this.#finish(487);
          this.#end({ by: "cancel", reason: header(message, "reason"), atMs: performance.now() });
        }
        return;
      case "BYE":
        this.#options.send(this.#response(message, 200, ""), from);
        this.#end({ by: "caller", reason: header(message, "reason"), atMs: performance.now() });
        return;
      case "INFO":
        this.#onInfo(message.body);
        this.#options.send(this.#response(message, 200, ""), from);
        return;
      default:
        this.#options.send(this.#response(message, 200, ""), from);
    }
  }

  /** Ends without a word to the other side. */
  close(): void {
    this.#end({ by: "closed", reason: "", atMs: performance.now() });
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #onInvite(message: SipMessage, from: { readonly host: string; readonly port: number }): void {
    if (header(message, "cseq") === header(this.invite, "cseq")) {
      this.retransmissions += 1;
      if (this.#lastResponse !== null) this.#options.send(this.#lastResponse, from);
      return;
    }
    const offered = parseSdp(message.body)?.direction ?? "sendrecv";
    this.reinvites.push(offered);
    const answer: Direction = offered === "sendonly" ? "recvonly" : offered === "inactive" ? "inactive" : "sendrecv";
    this.#options.send(this.#response(message, 200, this.#sdp(answer)), from);
  }

  #onInfo(body: string): void {
    const digit = /^Signal *= *(\S)/im.exec(body)?.[1];
    if (digit !== undefined) {
      this.infoKeys.push({ digit, durationMs: Number(/^Duration *= *(\d+)/im.exec(body)?.[1] ?? 0) });
    }
  }

  #finish(status: number): void {
    if (this.#finalStatus !== null || this.#over) return;
    const usable = status === 200 && this.#codec === null ? 488 : status;
    this.#finalStatus = usable;
    const text = this.#respond(usable, usable === 200 ? this.#startAudio("sendrecv") : "");
    this.#retransmit(text, 0);
    if (usable >= 300 && usable !== 487) this.#end({ by: "refused", reason: "", atMs: performance.now() });
  }

  #retransmit(text: string, count: number): void {
    this.#after(T1_MS * 2 ** count, () => {
      if (this.#acknowledged || count >= MAX_RETRANSMISSIONS) return;
      this.#options.send(text, this.#options.from);
      this.#retransmit(text, count + 1);
    });
  }

  #startAudio(direction: Direction): string {
    if (this.#codec === null || this.#offer === null) return "";
    this.rtp.start(this.#codec, this.#offer.eventPayloadType ?? 101, {
      host: this.#offer.host,
      port: this.#offer.port,
    });
    return this.#sdp(direction);
  }

  #sdp(direction: Direction): string {
    if (this.#codec === null || this.#offer === null) return "";
    return writeSdp({
      host: this.#options.peer.host,
      port: this.rtp.port,
      codec: this.#codec,
      eventPayloadType: this.#options.script.telephoneEvents === false ? null : this.#offer.eventPayloadType,
      direction,
      version: this.#sdpVersion++,
    });
  }

  #respond(status: number, sdp: string): string {
    const text = this.#response(this.invite, status, sdp);
    this.#lastResponse = text;
    this.#options.send(text, this.#options.from);
    return text;
  }

  #response(request: SipMessage, status: number, sdp: string): string {
    const { peer } = this.#options;
    const to = header(request, "to");
    const tagged = status === 100 || to.includes("tag=") ? to : `${to};tag=${this.#tag}`;
    return writeSip({
      start: { kind: "response", status, reason: REASONS[status] ?? "Because" },
      headers: [
        ...headers(request, "via"),
        ...headers(request, "record-route"),
        ["from", header(request, "from")],
        ["to", tagged],
        ["call-id", this.id],
        ["cseq", header(request, "cseq")],
        ["contact", `<sip:peer@${peer.host}:${peer.port}>`],
        ...(sdp === "" ? [] : [["content-type", "application/sdp"] as const]),
      ],
      body: sdp,
    });
  }

  async #reinvite(direction: Direction): Promise<number> {
    const status = await this.#request("INVITE", this.#sdp(direction), [["content-type", "application/sdp"]]);
    if (status === 200) this.#sendInDialog("ACK", this.#cseq, "", []);
    return status;
  }

  /** Sends until there is an answer; resolves with its status, 408 without one. */
  #request(method: string, body: string, extra: readonly (readonly [string, string])[]): Promise<number> {
    this.#cseq += 1;
    const cseq = this.#cseq;
    const { promise, resolve } = Promise.withResolvers<number>();
    let tries = 0;
    const branch = newBranch();
    const attempt = (): void => {
      if (tries > MAX_RETRANSMISSIONS) return resolve(408);
      tries += 1;
      this.#sendInDialog(method, cseq, body, extra, branch);
      timer = setTimeout(attempt, T1_MS);
    };
    let timer: NodeJS.Timeout | undefined;
    this.#outgoing = (status) => {
      if (status < 200) return;
      clearTimeout(timer);
      this.#outgoing = null;
      resolve(status);
    };
    attempt();
    return promise;
  }

  #sendInDialog(
    method: string,
    cseq: number,
    body: string,
    extra: readonly (readonly [string, string])[],
    branch = newBranch(),
  ): void {
    const { peer, send } = this.#options;
    const uri = uriOf(this.header("contact"));
    const to = this.header("to");
    send(
      writeSip({
        start: { kind: "request", method, uri },
        headers: [
          ["via", `SIP/2.0/UDP ${peer.host}:${peer.port};rport;branch=${branch}`],
          ["max-forwards", "70"],
          ["from", `${to};tag=${this.#tag}`],
          ["to", this.header("from")],
          ["call-id", this.id],
          ["cseq", `${cseq} ${method}`],
          ["contact", `<sip:peer@${peer.host}:${peer.port}>`],
          ...extra,
        ],
        body,
      }),
      hostOf(uri),
    );
  }

  #end(end: CallEnd): void {
    if (this.#over) return;
    this.#over = true;
    this.rtp.close();
    this.#rejectAnswered(new Error(`the call ended unanswered (${end.by})`));
    this.#resolveEnded(end);
  }

  #after(ms: number, then: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      then();
    }, ms);
    this.#timers.add(timer);
  }
}

function newBranch(): string {
  return `z9hG4bK${randomBytes(8).toString("hex")}`;
}

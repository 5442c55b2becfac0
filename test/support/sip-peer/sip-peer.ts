/**
 * A telephone behind a trunk, for tests: a SIP user agent over UDP on the loopback address that answers calls by a
 * script and speaks and records real RTP. It never calls anybody.
 *
 *     const peer = await startSipPeer({ script: { progress: [{ status: 180, afterMs: 50 }] } });
 *     const call = await peer.nextCall();
 *     await call.answered;
 *     await call.play(tone);
 *     call.recording().samples;
 *     await peer.close();
 */
import { createSocket } from "node:dgram";
import { RtpStream, type CodecName } from "../rtp-stream.ts";
import { header, parseSip, writeSip, type SipMessage } from "./message.ts";
import { SipCall, type Script } from "./sip-call.ts";

export type { Script, CallEnd } from "./sip-call.ts";
export type { SipCall } from "./sip-call.ts";

export type SipPeerOptions = {
  /** The same for every call, or by the INVITE. Default: 200 at once. */
  readonly script?: Script | ((number: string, invite: SipMessage) => Script);
  /** What it understands; the first of the caller's offer that is among them is taken. Default: pcmu and pcma. */
  readonly codecs?: readonly CodecName[];
  /** False: packets are only told to `call.rtp.onPacket`, for many or long calls. */
  readonly records?: boolean;
  /** Messages that never arrive, on their way in or out: asked for each, retransmissions too. */
  readonly loses?: (message: SipMessage) => boolean;
  readonly host?: string;
  /** 0 (the default): any free port. */
  readonly port?: number;
};

export interface SipPeer {
  readonly host: string;
  readonly port: number;
  /** Calls in the order of their INVITEs; retransmissions are no calls. */
  readonly calls: readonly SipCall[];
  /** The next call that nobody has taken by this method, at once when there is one. */
  nextCall(): Promise<SipCall>;
  /** Every call's script from now on. */
  follow(script: Script): void;
  close(): Promise<void>;
}

export async function startSipPeer(options: SipPeerOptions = {}): Promise<SipPeer> {
  const host = options.host ?? "127.0.0.1";
  const socket = createSocket("udp4");
  const { promise: bound, resolve, reject } = Promise.withResolvers<void>();
  socket.once("error", reject);
  socket.bind(options.port ?? 0, host, resolve);
  await bound;
  socket.off("error", reject);
  socket.on("error", () => {});
  const { port } = socket.address();

  const calls: SipCall[] = [];
  const byId = new Map<string, SipCall>();
  const untaken: SipCall[] = [];
  const waiting: ((call: SipCall) => void)[] = [];
  /** INVITEs whose RTP port is being opened: their retransmissions must not become calls. */
  const opening = new Set<string>();
  let script = options.script ?? {};
  let closed = false;

  const isLost = (message: SipMessage | null): boolean => message !== null && (options.loses?.(message) ?? false);
  const send = (text: string, to: { readonly host: string; readonly port: number }): void => {
    if (closed || isLost(parseSip(text))) return;
    socket.send(text, to.port, to.host, () => {});
  };

  async function onInvite(invite: SipMessage, from: { readonly host: string; readonly port: number }): Promise<void> {
    const id = header(invite, "call-id");
    if (opening.has(id)) return;
    opening.add(id);
    const invitedAtMs = performance.now();
    const rtp = await RtpStream.open(host, options.records ?? true);
    const number = invite.start.kind === "request" ? (/^sips?:([^@]*)@/.exec(invite.start.uri)?.[1] ?? "") : "";
    const call = new SipCall({
      invite,
      invitedAtMs,
      from,
      peer: { host, port },
      script: typeof script === "function" ? script(number, invite) : script,
      rtp,
      codecs: options.codecs ?? ["pcmu", "pcma"],
      send,
    });
    byId.set(id, call);
    opening.delete(id);
    calls.push(call);
    const taker = waiting.shift();
    if (taker === undefined) untaken.push(call);
    else taker(call);
    if (closed) call.close();
    else call.begin();
  }

  socket.on("message", (bytes, { address, port: fromPort }) => {
    const message = parseSip(bytes.toString("utf8"));
    if (message === null || isLost(message)) return;
    const from = { host: address, port: fromPort };
    const call = byId.get(header(message, "call-id"));
    if (call !== undefined) call.receive(message, from);
    else if (message.start.kind === "request" && message.start.method === "INVITE") void onInvite(message, from);
    else if (message.start.kind === "request" && message.start.method !== "ACK") {
      send(outOfCall(message, message.start.method === "OPTIONS" ? 200 : 481), from);
    }
  });

  return {
    host,
    port,
    calls,
    nextCall() {
      const call = untaken.shift();
      if (call !== undefined) return Promise.resolve(call);
      const next = Promise.withResolvers<SipCall>();
      waiting.push(next.resolve);
      return next.promise;
    },
    follow(next) {
      script = next;
    },
    async close() {
      closed = true;
      for (const call of calls) call.close();
      const done = Promise.withResolvers<void>();
      socket.close(() => done.resolve());
      await done.promise;
    },
  };
}

function outOfCall(request: SipMessage, status: number): string {
  const copied = request.headers.filter(([name]) => ["via", "from", "call-id", "cseq"].includes(name));
  return writeSip({
    start: { kind: "response", status, reason: status === 200 ? "OK" : "Call/Transaction Does Not Exist" },
    headers: [...copied, ["to", `${header(request, "to")};tag=peer`]],
    body: "",
  });
}

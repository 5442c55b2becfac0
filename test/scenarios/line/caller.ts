/** The smallest telephone that calls: one INVITE, one socket for audio that its owner fills, and a BYE. */
import { randomBytes } from "node:crypto";
import type { Socket } from "node:dgram";
import { setImmediate } from "node:timers/promises";
import { header, parseSip, uriOf, writeSip, type SipMessage } from "../../support/sip-peer/message.ts";
import { parseSdp, writeSdp } from "../../support/sip-peer/sdp.ts";
import { writeRtp } from "../../support/rtp.ts";
import { bind, openMediaPorts } from "./media-ports.ts";
import type { Address } from "./sip-hop.ts";

const HOST = "127.0.0.1";
const CODEC = { name: "pcmu", payloadType: 0, sampleRateHz: 8000 } as const;

export type Caller = {
  readonly sipCallId: string;
  /** Where our audio goes. */
  readonly rtp: Address;
  readonly onRtp: (listener: (bytes: Buffer) => void) => void;
  /** Sends 20 ms. */
  readonly send: (sequence: number, payload: Uint8Array) => void;
  /** Sends RTCP. */
  readonly report: (bytes: Buffer) => void;
  /** Resolves when the BYE has been answered. */
  readonly hangUp: () => Promise<void>;
  /** Is gone without a word. */
  readonly drop: () => Promise<void>;
};

const ANSWER_WITHIN_MS = 5000;

/** Calls; resolves when it has been answered, rejects with the status when it was refused. `offer` instead of ours. */
export async function call(
  to: Address,
  number: string,
  { offer, twice = false }: { readonly offer?: (port: number) => string; readonly twice?: boolean } = {},
): Promise<Caller> {
  const [sip, rtp] = [await bind(HOST, 0), await openMediaPorts(HOST)];
  const own = `${HOST}:${sip.address().port}`;
  const id = randomBytes(8).toString("hex");
  const remote = { uri: `sip:${number}@${to.host}:${to.port}`, tagged: `<sip:${number}@${HOST}>` };
  let cseq = 0;

  const request = (method: string, body = ""): void => {
    if (method !== "ACK") cseq += 1;
    const text = writeSip({
      start: { kind: "request", method, uri: remote.uri },
      headers: [
        ["via", `SIP/2.0/UDP ${own};rport;branch=z9hG4bK${id}${method}`],
        ["from", `<sip:caller@${HOST}>;tag=${id}`],
        ["to", remote.tagged],
        ["call-id", id],
        ["cseq", `${cseq} ${method}`],
        ["contact", `<sip:caller@${own}>`],
        ["max-forwards", "70"],
        ...(body === "" ? [] : [["content-type", "application/sdp"] as const]),
      ],
      body,
    });
    sip.send(text, to.port, to.host);
  };
  const { port } = rtp;
  const description = {
    host: HOST,
    port,
    codec: CODEC,
    eventPayloadType: 101,
    direction: "sendrecv",
    version: 1,
  } as const;
  const closing = async (): Promise<void> => {
    await Promise.all([closed(sip), rtp.close()]);
  };

  const offered = offer?.(port) ?? writeSdp(description);
  request("INVITE", offered);
  if (twice) {
    cseq -= 1;
    request("INVITE", offered);
  }
  const answer = await final(sip);
  remote.tagged = header(answer, "to");
  request("ACK");
  const status = answer.start.kind === "response" ? answer.start.status : 0;
  const stream = parseSdp(answer.body);
  if (status !== 200 || stream === null) {
    await closing();
    throw new Error(`${status}: ${header(answer, "warning")}`);
  }
  remote.uri = uriOf(header(answer, "contact"));
  rtp.remote = stream;
  // The sockets are connected within this turn of the loop; what is sent before goes nowhere.
  await setImmediate();
  return {
    sipCallId: id,
    rtp: stream,
    onRtp: (listener) => void (rtp.onRtp = listener),
    send: (sequence, payload) => {
      const packet = { payloadType: 0, marker: false, sequence, timestamp: sequence * 160, ssrc: 1, payload };
      rtp.sendRtp(Buffer.from(writeRtp(packet).buffer));
    },
    report: (bytes) => rtp.sendRtcp(bytes),
    drop: closing,
    async hangUp() {
      request("BYE");
      await final(sip);
      await closing();
    },
  };
}

async function final(sip: Socket): Promise<SipMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<SipMessage>();
  const late = setTimeout(() => reject(new Error("no answer")), ANSWER_WITHIN_MS);
  const take = (bytes: Buffer): void => {
    const message = parseSip(bytes.toString());
    if (message?.start.kind === "response" && message.start.status >= 200) resolve(message);
  };
  sip.on("message", take);
  return promise.finally(() => {
    clearTimeout(late);
    sip.off("message", take);
  });
}

async function closed(socket: Socket): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.close(() => resolve());
  await promise;
}

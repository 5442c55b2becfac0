/**
 * The sockets of one side of a call: RTP on an even port, RTCP on the next. Both are connected to the side's own address
 * as soon as it is known, so that strangers are not heard (another call may have used the port a moment ago) and sending
 * needs no look-up.
 */
import { createSocket, type Socket } from "node:dgram";
import type { Address } from "./sip-hop.ts";

const ATTEMPTS = 50;

export class MediaPorts {
  readonly host: string;
  readonly port: number;
  readonly rtcpPort: number;
  onRtp: (bytes: Buffer) => void = () => {};
  onRtcp: (bytes: Buffer) => void = () => {};
  readonly #rtp: Peered;
  readonly #rtcp: Peered;
  #remote: Address | null = null;
  #closed: Promise<void> | null = null;

  constructor(host: string, rtp: Socket, rtcp: Socket) {
    this.host = host;
    this.port = rtp.address().port;
    this.rtcpPort = rtcp.address().port;
    this.#rtp = new Peered(rtp);
    this.#rtcp = new Peered(rtcp);
    rtp.on("message", (bytes) => this.onRtp(bytes));
    rtcp.on("message", (bytes) => this.onRtcp(bytes));
  }

  /** Where the side takes audio. */
  set remote({ host, port }: Address) {
    if (this.#remote?.host === host && this.#remote.port === port) return;
    this.#remote = { host, port };
    this.#rtp.connect({ host, port });
    this.#rtcp.connect({ host, port: port + 1 });
  }

  sendRtp(bytes: Buffer): void {
    this.#rtp.send(bytes);
  }

  sendRtcp(bytes: Buffer): void {
    this.#rtcp.send(bytes);
  }

  close(): Promise<void> {
    this.#closed ??= Promise.all([this.#rtp.close(), this.#rtcp.close()]).then(() => undefined);
    return this.#closed;
  }
}

/** A socket that is connected, and connected anew when the other side moves. */
class Peered {
  readonly #socket: Socket;
  #wanted: Address | null = null;
  #state: "apart" | "connecting" | "connected" | "closed" = "apart";

  constructor(socket: Socket) {
    this.#socket = socket;
    // A side that is gone shows as "connection refused" on the next packet: that is for SIP to tell, not for us.
    socket.on("error", () => {});
  }

  connect(to: Address): void {
    this.#wanted = to;
    if (this.#state === "closed" || this.#state === "connecting") return;
    if (this.#state === "connected") this.#socket.disconnect();
    this.#state = "connecting";
    this.#socket.connect(to.port, to.host, (error?: Error) => {
      if (this.#state !== "connecting") return;
      this.#state = error === undefined ? "connected" : "apart";
      if (this.#wanted !== null && this.#wanted !== to) this.connect(this.#wanted);
    });
  }

  /** What comes before there is somewhere to send it is gone. */
  send(bytes: Buffer): void {
    if (this.#state === "connected") this.#socket.send(bytes);
  }

  close(): Promise<void> {
    this.#state = "closed";
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#socket.close(() => resolve());
    return promise;
  }
}

export async function openMediaPorts(host: string): Promise<MediaPorts> {
  for (let attempt = 1; ; attempt += 1) {
    const rtp = await bind(host, 0);
    const { port } = rtp.address();
    const rtcp = port % 2 === 0 ? await bind(host, port + 1).catch(() => null) : null;
    if (rtcp !== null) return new MediaPorts(host, rtp, rtcp);
    rtp.close();
    if (attempt === ATTEMPTS) throw new Error("no pair of free ports was found for a call's audio");
  }
}

export async function bind(host: string, port: number): Promise<Socket> {
  const socket = createSocket("udp4");
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.once("error", reject);
  socket.bind(port, host, resolve);
  try {
    await promise;
  } catch (error) {
    socket.close();
    throw error;
  }
  socket.off("error", reject);
  return socket;
}

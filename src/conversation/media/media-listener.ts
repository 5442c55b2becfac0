/**
 * Where Asterisk brings the audio of calls to: one WebSocket server per thread that holds conversations. Only sockets
 * of expected calls with the right password are let in; everything else is refused before the upgrade, because a socket
 * that is accepted and not read blocks Asterisk's channel once its buffers are full.
 */
import { timingSafeEqual } from "node:crypto";
import { createServer, STATUS_CODES, type IncomingMessage } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Logger } from "pino";
import { WebSocketServer, type WebSocket } from "ws";
import { reasonOf } from "../../lib/abort.ts";
import { systemClock, type Clock } from "../../lib/clock.ts";
import { SocketLeg, type MediaLeg } from "./media-leg.ts";
import { decodeEvent, rateOfFormat, rateOfFrame } from "./media-protocol.ts";

export type MediaListenerOptions = {
  /** The loopback address, or the address of the container network. */
  readonly host: string;
  /** 0 (the default): any free port. */
  readonly port?: number;
  readonly username: string;
  readonly password: string;
  readonly log: Logger;
  readonly clock?: Clock;
};

export interface MediaListener {
  readonly port: number;
  /**
   * Resolves with the leg when Asterisk dials in with `?call=<callId>`; aborting the signal gives up waiting and
   * rejects with its reason. Once resolved, the leg ends by itself or by its own `close`.
   */
  expect(callId: string, signal: AbortSignal): Promise<MediaLeg>;
  /** Closes every leg and the port. */
  close(): Promise<void>;
}

const SUB_PROTOCOL = "media";
/** The longest that Asterisk sends is MEDIA_START, some 400 bytes; a frame is 640. */
const MAX_INBOUND_BYTES = 8192;
/** From the upgrade to the first message, which tells the sample rate. */
const FIRST_MESSAGE_DEADLINE_MS = 2000;

type Expected = { readonly arrived: (leg: MediaLeg) => void; readonly failed: (why: string) => void };

export async function listenForMedia(options: MediaListenerOptions): Promise<MediaListener> {
  const clock = options.clock ?? systemClock;
  const expected = new Map<string, Expected>();
  const legs = new Set<SocketLeg>();
  const sockets = new Set<WebSocket>();
  const login = Buffer.from(`Basic ${Buffer.from(`${options.username}:${options.password}`).toString("base64")}`);

  const sockServer = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MAX_INBOUND_BYTES,
    handleProtocols: () => SUB_PROTOCOL,
  });
  const server = createServer((_request, response) => {
    response.writeHead(426, { connection: "close", upgrade: "websocket" }).end();
  });

  server.on("upgrade", (request, stream, head) => {
    stream.on("error", () => stream.destroy());
    const verdict = judge(request, login, expected);
    if (typeof verdict === "number") {
      options.log.warn({ status: verdict }, "a media socket was refused");
      refuse(stream, verdict);
      return;
    }
    const { callId, waiting } = verdict;
    expected.delete(callId);
    if (stream instanceof Socket) stream.setNoDelay(true);
    sockServer.handleUpgrade(request, stream, head, (socket) => admit(socket, callId, waiting));
  });

  function admit(socket: WebSocket, callId: string, waiting: Expected): void {
    const log = options.log.child({ callId });
    let leg: SocketLeg | null = null;
    sockets.add(socket);
    const firstMessage = setTimeout(() => socket.terminate(), FIRST_MESSAGE_DEADLINE_MS);
    socket.on("message", (message: Buffer, isBinary: boolean) => {
      if (leg === null) {
        clearTimeout(firstMessage);
        const sampleRateHz = rateOfFirst(message, isBinary);
        if (sampleRateHz === null) {
          waiting.failed("the exchange brought a media format that is not 16-bit linear at 8 or 16 kHz");
          socket.terminate();
          return;
        }
        leg = new SocketLeg({ callId, sampleRateHz, socket, clock, log });
        legs.add(leg);
        waiting.arrived(leg);
      }
      leg.receive(message, isBinary);
    });
    socket.on("error", (error) => log.warn({ err: error }, "a media socket failed"));
    socket.on("close", (code) => {
      clearTimeout(firstMessage);
      sockets.delete(socket);
      if (leg === null) {
        waiting.failed("the exchange closed its media socket before the first message");
        return;
      }
      legs.delete(leg);
      leg.ended(`the exchange closed the media socket (${code})`);
    });
  }

  const { promise: listening, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  server.listen({ host: options.host, port: options.port ?? 0, backlog: 1024 }, resolve);
  await listening;
  server.off("error", reject);
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the media listener has no port");

  return {
    port: address.port,
    expect: (callId, signal) => waitFor(expected, callId, signal),
    close: async () => {
      const { promise: closed, resolve: done } = Promise.withResolvers<void>();
      server.close(() => done());
      for (const leg of legs) leg.ended("the media listener was closed");
      for (const socket of sockets) socket.terminate();
      server.closeAllConnections();
      await closed;
    },
  };
}

function waitFor(expected: Map<string, Expected>, callId: string, signal: AbortSignal): Promise<MediaLeg> {
  if (signal.aborted) return Promise.reject(reasonOf(signal));
  if (expected.has(callId)) return Promise.reject(new Error(`the media leg of ${callId} is already expected`));
  const { promise, resolve, reject } = Promise.withResolvers<MediaLeg>();
  const entry: Expected = {
    arrived: (leg) => {
      signal.removeEventListener("abort", giveUp);
      resolve(leg);
    },
    failed: (why) => {
      signal.removeEventListener("abort", giveUp);
      reject(new Error(why));
    },
  };
  const giveUp = (): void => {
    if (expected.get(callId) === entry) expected.delete(callId);
    reject(reasonOf(signal));
  };
  signal.addEventListener("abort", giveUp, { once: true });
  expected.set(callId, entry);
  return promise;
}

function judge(
  request: IncomingMessage,
  login: Buffer,
  expected: ReadonlyMap<string, Expected>,
): number | { readonly callId: string; readonly waiting: Expected } {
  const url = URL.parse(request.url ?? "", "ws://media");
  if (url === null || url.pathname !== "/media") return 404;
  const offered = Buffer.from(request.headers.authorization ?? "");
  if (offered.length !== login.length || !timingSafeEqual(offered, login)) return 401;
  const protocols = (request.headers["sec-websocket-protocol"] ?? "").split(",").map((name) => name.trim());
  if (!protocols.includes(SUB_PROTOCOL)) return 400;
  const callId = url.searchParams.get("call") ?? "";
  const waiting = expected.get(callId);
  return waiting === undefined ? 403 : { callId, waiting };
}

function refuse(stream: Duplex, status: number): void {
  const login = status === 401 ? 'WWW-Authenticate: Basic realm="media"\r\n' : "";
  stream.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${login}Content-Length: 0\r\nConnection: close\r\n\r\n`);
}

function rateOfFirst(message: Buffer, isBinary: boolean): 8000 | 16000 | null {
  if (isBinary) return rateOfFrame(message.length);
  const event = decodeEvent(message.toString("utf8"));
  return event?.event === "MEDIA_START" ? rateOfFormat(event.format) : null;
}

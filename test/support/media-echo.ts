/** The smallest conversation: a media listener that says back what it hears, and remembers how much that was. */
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocketServer, type WebSocket } from "ws";

export type MediaEcho = {
  readonly port: number;
  readonly login: { readonly username: string; readonly password: string };
  /** Frames of audio heard of a call so far. */
  heard(callId: string): number;
  isConnected(callId: string): boolean;
  /** Keys that were pressed at the other end. */
  keys(callId: string): string;
  /** Says something loud, 200 ms long. */
  say(callId: string, sampleRateHz: 8000 | 16000): void;
  /** Cuts the audio of a call without a word. */
  cut(callId: string): void;
  close(): Promise<void>;
};

export async function startMediaEcho(): Promise<MediaEcho> {
  const login = { username: "media", password: "p;ss [w]ord" };
  const expected = `Basic ${Buffer.from(`${login.username}:${login.password}`).toString("base64")}`;
  const heard = new Map<string, number>();
  const keys = new Map<string, string>();
  const sockets = new Map<string, WebSocket>();
  const server = new WebSocketServer({
    host: "127.0.0.1",
    port: 0,
    perMessageDeflate: false,
    handleProtocols: () => "media",
    verifyClient: ({ req }: { req: IncomingMessage }) => req.headers.authorization === expected,
  });
  server.on("connection", (socket, request) => {
    const callId = new URL(request.url ?? "/", "ws://media").searchParams.get("call") ?? "";
    sockets.set(callId, socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(callId));
    socket.on("message", (data: Buffer, isBinary: boolean) => {
      if (!isBinary) {
        const digit = /"DTMF_END".*"digit": *"(.)"/.exec(data.toString("utf8"))?.[1] ?? "";
        keys.set(callId, (keys.get(callId) ?? "") + digit);
        return;
      }
      heard.set(callId, (heard.get(callId) ?? 0) + 1);
      socket.send(data);
    });
  });
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    login,
    heard: (callId) => heard.get(callId) ?? 0,
    keys: (callId) => keys.get(callId) ?? "",
    isConnected: (callId) => sockets.has(callId),
    say: (callId, sampleRateHz) => {
      const samples = new Int16Array(sampleRateHz / 5).map((_, at) => (at % 40 < 20 ? 9000 : -9000));
      sockets.get(callId)?.send(samples);
    },
    cut: (callId) => sockets.get(callId)?.terminate(),
    close: async () => {
      for (const socket of server.clients) socket.terminate();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

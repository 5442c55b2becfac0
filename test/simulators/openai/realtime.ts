/** Realtime transcription sessions, as OpenAI made them generally available, with turns decided by the client. */
import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import type { WebSocket } from "ws";
import { decodeMulaw } from "../../support/g711.ts";

/** How one commit is answered. */
export type CommitFault = {
  /** Until its words come. */
  readonly delayMs?: number;
  /** Not a word of it. */
  readonly silent?: boolean;
  /** Some words, and then no more. */
  readonly stallAfterWords?: number;
  readonly failed?: { readonly code: string };
  readonly cut?: boolean;
  readonly garbage?: boolean;
};

/** How a session is opened. */
export type SessionFault = {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly silent?: boolean;
  readonly error?: { readonly type?: string; readonly code?: string; readonly param?: string };
  readonly garbage?: boolean;
};

export type Session = {
  readonly url: string;
  readonly authorization: string | undefined;
  /** What it was last updated to. */
  wish: Record<string, unknown> | null;
  /** Bytes of each piece that was committed. */
  readonly committed: Buffer[];
  readonly cleared: number[];
  /** Says this, as if of itself. */
  send(event: object): void;
  end(code?: number): void;
  /** Resolves when the client has read all that was said to it. */
  heardSoFar(): Promise<void>;
  closed: boolean;
};

export type Realtime = {
  readonly sessions: Session[];
  /** For the next ones, in order. */
  readonly sessionFaults: SessionFault[];
  readonly commitFaults: CommitFault[];
  /** Tells words of the piece under way, one for each so many bytes. */
  writesEveryBytes: number | null;
  close(): void;
};

type House = {
  readonly apiKey: string | null;
  wordsFor(sound: Int16Array, sampleRateHz: number): string;
  happened(): void;
};

/** 100 ms of G.711: what a commit has to hold. */
const LEAST_BYTES = 800;

export function serveRealtime(server: Server, house: House): Realtime {
  const sockets = new WebSocketServer({ noServer: true });
  const realtime: Realtime = {
    sessions: [],
    sessionFaults: [],
    commitFaults: [],
    writesEveryBytes: null,
    close() {
      for (const client of sockets.clients) client.terminate();
    },
  };
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const fault = realtime.sessionFaults.shift() ?? {};
    const known = request.url === "/v1/realtime?intent=transcription";
    const allowed = house.apiKey === null || request.headers.authorization === `Bearer ${house.apiKey}`;
    const status = fault.status ?? (known ? (allowed ? null : 401) : 404);
    if (status !== null) {
      const headers = Object.entries(fault.headers ?? {}).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.end(`HTTP/1.1 ${status} No\r\n${headers.join("")}Content-Length: 0\r\nConnection: close\r\n\r\n`);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (opened) => open(opened, request, fault));
  });

  function open(socket: WebSocket, request: IncomingMessage, fault: SessionFault): void {
    const send = (event: object): void => socket.send(JSON.stringify(event));
    const session: Session = {
      url: request.url ?? "",
      authorization: request.headers.authorization,
      wish: null,
      committed: [],
      cleared: [],
      send,
      end: (code = 1000) => socket.close(code),
      closed: false,
      heardSoFar() {
        socket.ping();
        return new Promise((resolve) => socket.once("pong", () => resolve()));
      },
    };
    realtime.sessions.push(session);
    let buffer = Buffer.alloc(0);
    let items = 0;
    let told = 0;
    socket.on("close", () => {
      session.closed = true;
      house.happened();
    });
    send({ type: "session.created", session: { type: "transcription" } });
    house.happened();

    socket.on("message", (data) => {
      const event = JSON.parse(String(data)) as Record<string, unknown>;
      switch (event["type"]) {
        case "session.update":
          update(event["session"] as Record<string, unknown>);
          break;
        case "input_audio_buffer.append":
          buffer = Buffer.concat([buffer, Buffer.from(String(event["audio"]), "base64")]);
          writeAlong();
          break;
        case "input_audio_buffer.clear":
          session.cleared.push(buffer.length);
          buffer = Buffer.alloc(0);
          told = 0;
          send({ type: "input_audio_buffer.cleared" });
          break;
        case "input_audio_buffer.commit":
          commit(event["event_id"]);
          break;
        default:
          send({ type: "error", error: { type: "invalid_request_error", code: "invalid_value", event_id: null } });
      }
      house.happened();
    });

    function update(wish: Record<string, unknown>): void {
      if (fault.silent === true) return;
      if (fault.garbage === true) return socket.send("<html>");
      const wrong = fault.error ?? problemOf(wish);
      if (wrong !== null) {
        return send({ type: "error", error: { type: "invalid_request_error", message: "no: sk-good", ...wrong } });
      }
      session.wish = wish;
      send({ type: "session.updated", session: wish });
    }

    function writeAlong(): void {
      const every = realtime.writesEveryBytes;
      while (every !== null && buffer.length >= (told + 1) * every) {
        told += 1;
        send({ type: DELTA, item_id: `item_${items + 1}`, content_index: 0, delta: ` word${told}` });
      }
    }

    function commit(eventId: unknown): void {
      if (buffer.length < LEAST_BYTES) {
        const error = { type: "invalid_request_error", code: "input_audio_buffer_commit_empty", event_id: eventId };
        return send({ type: "error", error });
      }
      session.committed.push(buffer);
      const sound = buffer;
      buffer = Buffer.alloc(0);
      told = 0;
      items += 1;
      const item = `item_${items}`;
      const previous = items === 1 ? null : `item_${items - 1}`;
      send({ type: "input_audio_buffer.committed", item_id: item, previous_item_id: previous });
      const what = realtime.commitFaults.shift() ?? {};
      if (what.delayMs === undefined) answer(item, what, sound);
      else setTimeout(() => answer(item, what, sound), what.delayMs);
    }

    function answer(item: string, what: CommitFault, sound: Buffer): void {
      if (socket.readyState !== socket.OPEN || what.silent === true) return;
      if (what.cut === true) return socket.terminate();
      if (what.garbage === true) return socket.send("words, words");
      const about = { item_id: item, content_index: 0 };
      if (what.failed !== undefined) {
        const error = { type: "server_error", code: what.failed.code, message: "no: sk-good" };
        return send({ type: "conversation.item.input_audio_transcription.failed", ...about, error });
      }
      const words = house.wordsFor(...heard(sound, session.wish));
      const pieces = words.match(/\S+\s*/g) ?? [];
      for (const delta of pieces.slice(0, what.stallAfterWords)) send({ type: DELTA, ...about, delta });
      if (what.stallAfterWords !== undefined) return;
      send({ type: "conversation.item.input_audio_transcription.completed", ...about, transcript: words });
    }
  }

  return realtime;
}

const DELTA = "conversation.item.input_audio_transcription.delta";

/** What a strict server has against a session. */
function problemOf(wish: Record<string, unknown>): { readonly code: string; readonly param: string } | null {
  const input = ((wish["audio"] ?? {}) as Record<string, unknown>)["input"] as Record<string, unknown> | undefined;
  const format = input?.["format"] as Record<string, unknown> | undefined;
  const transcription = input?.["transcription"] as Record<string, unknown> | undefined;
  if (wish["type"] !== "transcription") return { code: "invalid_value", param: "session.type" };
  const pcm = format?.["type"] === "audio/pcm" && format["rate"] === 24_000;
  if (format?.["type"] !== "audio/pcmu" && !pcm) return { code: "invalid_value", param: "session.audio.input.format" };
  if (transcription?.["model"] === "no-such-model") return { code: "model_not_found", param: "model" };
  if (input?.["turn_detection"] !== null) return { code: "invalid_value", param: "session.audio.input.turn_detection" };
  return null;
}

/** What was committed, as samples. */
function heard(sound: Buffer, wish: Record<string, unknown> | null): [samples: Int16Array, sampleRateHz: number] {
  if (JSON.stringify(wish).includes("audio/pcmu")) return [decodeMulaw(sound), 8000];
  const samples = Int16Array.from({ length: sound.length >> 1 }, (_, at) => sound.readInt16LE(at * 2));
  return [samples, 24_000];
}

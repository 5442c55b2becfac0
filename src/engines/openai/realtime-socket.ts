/**
 * The socket of a realtime transcription session: opened within its deadlines, kept alive, and ended once, with a sentence
 * that says why. On `ws` itself, because the SDK's client knows no other scheme than `wss`.
 */
import { WebSocket } from "ws";
import type { RawData } from "ws";
import { reasonOf } from "../../lib/abort.ts";
import type { EngineFailure } from "../engine-failure.ts";
import { faulty, noSuchProtocol, refused, retryAfterMs } from "./failure.ts";
import type { OpenaiPlace } from "./failure.ts";
import type { Deadlines } from "./deadlines.ts";
import { HttpFault } from "./http-fault.ts";
import { readServerEvent, realtimeUrl } from "./realtime-events.ts";
import type { ServerEvent } from "./realtime-events.ts";

export type RealtimeSocket = {
  send(message: object): void;
  close(): void;
};

export type RealtimeListener = {
  readonly onEvent: (event: ServerEvent) => void;
  /** Nothing follows. Not told after `close`. */
  readonly onLost: (failure: EngineFailure) => void;
};

export type RealtimeSocketOptions = {
  readonly place: OpenaiPlace;
  readonly apiKey: string | null;
  readonly deadlines: Deadlines;
  /** Sent first; the session is open when the server says that it holds. */
  readonly greeting: object;
};

const PING_EVERY_MS = 10_000;
/** A minute of sound that the network did not take: what is said now would be heard too late. */
const BEHIND_MOST_BYTES = 1_000_000;
const LONGEST_MESSAGE_BYTES = 1_000_000;
const ACCEPTED = new Set(["session.updated", "transcription_session.updated"]);

/** Rejects with an `EngineFailure` when no session can be had, or with the signal's reason. */
export function openRealtimeSocket(
  options: RealtimeSocketOptions,
  listener: RealtimeListener,
  signal: AbortSignal,
): Promise<RealtimeSocket> {
  signal.throwIfAborted();
  const { place, apiKey, deadlines } = options;
  const opened = Promise.withResolvers<RealtimeSocket>();
  const socket = new WebSocket(realtimeUrl(place.baseUrl), {
    maxPayload: LONGEST_MESSAGE_BYTES,
    perMessageDeflate: false,
    headers: apiKey === null ? {} : { Authorization: `Bearer ${apiKey}` },
  });
  let state: "opening" | "open" | "over" = "opening";
  let upgraded = false;
  let deadline = setTimeout(() => {
    lose(faulty(new HttpFault("unreachable", { afterMs: deadlines.connectMs }), place));
  }, deadlines.connectMs);
  let pinging: NodeJS.Timeout | null = null;
  let answered = true;
  /** What the server complained about last: it says so before it hangs up. */
  let complaint: EngineFailure | null = null;

  function end(): boolean {
    if (state === "over") return false;
    state = "over";
    clearTimeout(deadline);
    if (pinging !== null) clearInterval(pinging);
    signal.removeEventListener("abort", giveUp);
    socket.terminate();
    return true;
  }

  function lose(failure: EngineFailure): void {
    const wasOpening = state === "opening";
    if (!end()) return;
    if (wasOpening) opened.reject(failure);
    else listener.onLost(failure);
  }

  function giveUp(): void {
    const wasOpening = state === "opening";
    if (end() && wasOpening) opened.reject(reasonOf(signal));
  }

  function send(message: object): void {
    if (socket.readyState !== WebSocket.OPEN) return;
    socket.send(JSON.stringify(message));
    if (socket.bufferedAmount > BEHIND_MOST_BYTES) lose(faulty(new HttpFault("stalled"), place));
  }

  function onEvent(event: ServerEvent): void {
    if (event.type === "error") {
      const { code = null, param = null, type, event_id: ours } = event.error ?? {};
      // Before the session holds, whatever is wrong is wrong with it.
      const status = state === "opening" && type !== "server_error" ? 400 : null;
      const failure = refused({ status, code, param }, place);
      if (state === "opening") return lose(failure);
      if (ours == null) complaint = failure;
    }
    if (state === "opening" && ACCEPTED.has(event.type)) {
      state = "open";
      clearTimeout(deadline);
      pinging = setInterval(ping, PING_EVERY_MS);
      opened.resolve({ send, close: () => void end() });
    }
    if (state === "open") listener.onEvent(event);
  }

  function ping(): void {
    if (!answered) return lose(faulty(new HttpFault("stalled"), place));
    answered = false;
    socket.ping();
  }

  signal.addEventListener("abort", giveUp, { once: true });
  socket.on("open", () => {
    upgraded = true;
    clearTimeout(deadline);
    deadline = setTimeout(() => {
      lose(faulty(new HttpFault("no_answer", { afterMs: deadlines.firstByteMs }), place));
    }, deadlines.firstByteMs);
    send(options.greeting);
  });
  socket.on("message", (data, isBinary) => {
    answered = true;
    const event = isBinary ? null : readServerEvent(textOf(data));
    if (event === null) lose(noSuchProtocol(place));
    else onEvent(event);
  });
  socket.on("pong", () => {
    answered = true;
  });
  socket.on("unexpected-response", (_request, response) => {
    const status = response.statusCode ?? 0;
    const wait = response.headers["retry-after"];
    const headers = wait === undefined ? undefined : new Headers({ "retry-after": wait });
    const none = status >= 200 && status < 300;
    lose(none ? noSuchProtocol(place) : refused({ status, retryAfterMs: retryAfterMs(headers) }, place));
  });
  socket.on("error", (error) => {
    lose(complaint ?? faulty(troubleOf(error, upgraded), place));
  });
  socket.on("close", () => {
    lose(complaint ?? faulty(new HttpFault("cut"), place));
  });
  return opened.promise;
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString("utf8");
  return (Buffer.isBuffer(data) ? data : Buffer.from(data)).toString("utf8");
}

function troubleOf(error: Error, upgraded: boolean): HttpFault {
  const code = "code" in error ? String(error.code) : "";
  if (code.startsWith("HPE_") || code.startsWith("WS_ERR_")) return new HttpFault("garbage", { cause: error });
  if (upgraded) return new HttpFault("cut", { cause: error });
  // What the system and TLS complain about has a code; what is wrong with an answer has none.
  return new HttpFault(code === "" ? "garbage" : "unreachable", { cause: error });
}

/**
 * One socket to Deepgram, under its SDK: the SDK builds the address and writes and reads the messages, we bring the
 * socket (its `transportFactory`). Its own was tried: what a server answers when it refuses is lost in it but for a
 * number within a text, an address or a key that no socket can be made of is a rejection that nobody can catch, binary
 * comes as a Blob whose bytes are there only later, and after a loss it connects again behind our back, to a server that
 * knows nothing of what was said. Here a socket is opened once, and ends once, with a sentence that says why.
 */
import { DeepgramClient } from "@deepgram/sdk";
import type { DeepgramTransport } from "@deepgram/sdk";
import { WebSocket } from "ws";
import type { RawData } from "ws";
import { reasonOf } from "../../lib/abort.ts";
import type { DeepgramAccount } from "./account.ts";
import { closed, DeepgramFailure, foreign, late, misconfigured, refused, unreachable } from "./failure.ts";
import { readRefusal } from "./refusal.ts";

const CONNECT_WITHIN_MS = 2000;
/** Keeps the socket open where the protocol has no message for it, and finds out when nobody is there any more. */
const PING_EVERY_MS = 3000;
const UNANSWERED_MOST = 2;
/** After our goodbye the other side has this long to say its own. */
const GOODBYE_MS = 1000;
/** Nothing that Deepgram sends is nearly as large. */
const MESSAGE_MOST_BYTES = 4 * 1024 * 1024;

/** What the SDK's sockets have in common. */
type SdkSocket = {
  on(event: "message", listener: (message: unknown) => void): void;
  connect(): unknown;
  close(): void;
};

export type LinkListener = {
  /** One message as parsed, or the text as it came when it is not JSON. */
  readonly onMessage: (message: unknown) => void;
  /** Bytes of sound. They share no memory with what follows. */
  readonly onSound: (bytes: Uint8Array) => void;
  /** The socket has ended, and not because of us. Once, and nothing comes after it. */
  readonly onEnd: (failure: DeepgramFailure) => void;
};

export type Link<Socket> = {
  readonly socket: Socket;
  readonly isOpen: boolean;
  /** Written, and not taken by the network yet. */
  readonly waitingBytes: number;
  /** Ends it, after a last message perhaps. Nothing is told after this; twice is harmless. */
  close(farewell?: () => void): void;
};

/**
 * Connects within two seconds, or rejects with a `DeepgramFailure`, or with the signal's reason. The signal ends the link
 * later too. `create` makes the SDK's socket, which must not have been connected.
 */
export async function openLink<Socket extends SdkSocket>(
  account: DeepgramAccount,
  create: (client: DeepgramClient) => Promise<Socket>,
  listener: LinkListener,
  signal: AbortSignal,
): Promise<Link<Socket>> {
  signal.throwIfAborted();
  checkAccount(account);
  const opening = Promise.withResolvers<void>();
  // Whatever happens before anybody waits for it is told by the await below.
  opening.promise.catch(() => undefined);
  let ws: WebSocket | null = null;
  let state: "opening" | "open" | "ended" = "opening";
  let unanswered = 0;
  let pings: NodeJS.Timeout | null = null;

  const end = (failure: Error): void => {
    const before = state;
    if (before === "ended") return;
    state = "ended";
    clearTimeout(deadline);
    if (pings !== null) clearInterval(pings);
    signal.removeEventListener("abort", onAbort);
    if (before === "open" && signal.aborted) return leave(ws);
    ws?.terminate();
    if (before === "opening") opening.reject(failure);
    else if (failure instanceof DeepgramFailure) listener.onEnd(failure);
  };
  const isOver = (): boolean => state === "ended";
  const onAbort = (): void => end(reasonOf(signal));
  const deadline = setTimeout(() => end(late(account, "did not let us in within 2 s")), CONNECT_WITHIN_MS);
  signal.addEventListener("abort", onAbort, { once: true });

  const heard = (): void => void (unanswered = 0);
  const onPing = (): void => {
    if (unanswered >= UNANSWERED_MOST) return end(late(account, "has fallen silent"));
    unanswered += 1;
    ws?.ping();
  };

  function transportTo(url: string, headers: Record<string, string>): DeepgramTransport {
    const made = new WebSocket(url, { headers, perMessageDeflate: false, maxPayload: MESSAGE_MOST_BYTES });
    ws = made;
    made.on("open", () => {
      if (state !== "opening") return;
      state = "open";
      clearTimeout(deadline);
      pings = setInterval(onPing, PING_EVERY_MS);
    });
    made.on("pong", heard);
    made.on("ping", heard);
    made.on("unexpected-response", (_request, response) => {
      void readRefusal(response).then((refusal) => end(refused(account, refusal)));
    });
    made.on("error", (error) => end(failureOf(account, error, state === "opening")));
    made.on("close", (code, reason) => end(closed(account, code, reason.toString("utf8"))));
    return {
      send: (message) => made.send(message),
      onOpen: (tell) =>
        void made.on("open", () => {
          tell();
          opening.resolve();
        }),
      onMessage: (tell) =>
        void made.on("message", (content, isBinary) => {
          heard();
          if (isOver()) return;
          if (isBinary) listener.onSound(new Uint8Array(bytesOf(content)));
          else tell(bytesOf(content).toString("utf8"));
        }),
      // The end is told by us, in one sentence; the SDK only has to know that there is one.
      onError: () => undefined,
      onClose: (tell) => void made.on("close", (code, reason) => tell({ code, reason: reason.toString("utf8") })),
      isOpen: () => made.readyState === WebSocket.OPEN,
      close: () => made.close(1000),
    };
  }

  const socket = await create(clientFor(account, transportTo)).catch((cause: unknown) => {
    end(cause instanceof Error ? cause : new Error(String(cause)));
    throw cause;
  });
  socket.on("message", (message) => {
    if (!isOver()) listener.onMessage(message);
  });
  if (!isOver()) socket.connect();
  await opening.promise;

  return {
    socket,
    get isOpen() {
      return state === "open" && ws?.readyState === WebSocket.OPEN;
    },
    get waitingBytes() {
      return ws?.bufferedAmount ?? 0;
    },
    close(farewell) {
      if (state !== "open") return;
      state = "ended";
      if (pings !== null) clearInterval(pings);
      signal.removeEventListener("abort", onAbort);
      const left = ws;
      if (left?.readyState === WebSocket.OPEN) farewell?.();
      socket.close();
      leave(left);
    },
  };
}

/** With a closing handshake, should the other side still take part in one. */
function leave(ws: WebSocket | null): void {
  if (ws === null) return;
  ws.close(1000);
  setTimeout(() => ws.terminate(), GOODBYE_MS).unref();
}

function clientFor(
  { apiKey, baseUrl }: DeepgramAccount,
  transportTo: (url: string, headers: Record<string, string>) => DeepgramTransport,
): DeepgramClient {
  const production = baseUrl.replace(/\/+$/, "");
  const base = production.replace(/^ws/, "http");
  return new DeepgramClient({
    apiKey,
    environment: { base, production, agent: production, agentRest: base },
    transportFactory: transportTo,
  });
}

/** What no socket can be made of is found here, and named. */
function checkAccount(account: DeepgramAccount): void {
  if (!/^[\x21-\x7e]+$/.test(account.apiKey)) {
    throw misconfigured(account, "api_key", "is empty, or has characters that no key has");
  }
  const address = URL.canParse(account.baseUrl) ? new URL(account.baseUrl) : null;
  const plain = address !== null && /^wss?:$/.test(address.protocol) && /^\/*$/.test(address.pathname);
  if (!plain || address.search !== "" || address.hash !== "") {
    throw misconfigured(account, "base_url", "must be ws:// or wss:// with a host, without a path");
  }
}

function bytesOf(content: RawData): Buffer {
  if (Array.isArray(content)) return Buffer.concat(content);
  return content instanceof ArrayBuffer ? Buffer.from(content) : content;
}

function failureOf(account: DeepgramAccount, error: Error, opening: boolean): DeepgramFailure {
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  // HPE_: no HTTP came back; WS_ERR_: no WebSocket; without a code: the handshake was answered wrongly.
  const misspoken = /^(?:HPE|WS_ERR)_/.test(code) || (opening && code === "");
  return misspoken ? foreign(account, !opening) : unreachable(account, error);
}

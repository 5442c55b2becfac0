/** One client of the simulated Deepgram: what it sends is written down, what it is sent goes through the script's faults. */
import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import type { Script } from "./script.ts";

/** What the test sees of a client. */
export type Seen = {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Text messages, parsed. */
  readonly messages: { readonly type: string; readonly [key: string]: unknown }[];
  /** Bytes of sound it sent. */
  soundBytes: number;
  pings: number;
  /** The close code it left with, null while it is there. */
  closed: number | null;
  readonly script: Script;
};

export type Connection = {
  readonly seen: Seen;
  /** After the script's delay, unless told not to wait. */
  send(content: object | Uint8Array): void;
  close(code?: number, reason?: string): void;
};

export type Protocol = {
  onText(message: { readonly type: string; readonly [key: string]: unknown }): void;
  onSound(bytes: Uint8Array): void;
  onGone(): void;
};

const IDLE_MS = 10_000;

export function connect(
  ws: WebSocket,
  raw: Duplex,
  seen: Seen,
  begin: (connection: Connection) => Protocol,
  onChange: () => void,
): void {
  const { script } = seen;
  let sent = 0;
  let idle: NodeJS.Timeout | null = null;
  if (script.frozen === true) ws.pause();
  if (script.cutAtByte !== undefined) cutAfter(raw, script.cutAtByte);

  function now(content: object | Uint8Array): void {
    if (ws.readyState !== ws.OPEN) return;
    if (script.stallAfter !== undefined && sent >= script.stallAfter) return;
    if (script.garbage?.beforeMessage === sent) ws.send(script.garbage.content);
    ws.send(content instanceof Uint8Array ? content : JSON.stringify(content));
    sent += 1;
    const leave = script.closeAfter;
    if (leave !== undefined && sent >= leave.messages) ws.close(leave.code, leave.reason);
  }

  const connection: Connection = {
    seen,
    send(content) {
      if (script.delayMs === undefined) return now(content);
      setTimeout(() => now(content), script.delayMs);
    },
    close(code, reason) {
      if (script.delayMs === undefined) return ws.close(code, reason);
      setTimeout(() => ws.close(code, reason), script.delayMs);
    },
  };

  function stay(): void {
    if (idle !== null) clearTimeout(idle);
    idle = setTimeout(() => ws.close(1011, "NET-0001: neither sound nor a message in time"), script.idleMs ?? IDLE_MS);
  }

  if (script.garbage?.beforeMessage === -1) ws.send(script.garbage.content);
  const protocol = begin(connection);
  stay();
  ws.on("message", (content: Buffer, isBinary) => {
    stay();
    if (isBinary) {
      seen.soundBytes += content.length;
      protocol.onSound(content);
    } else {
      const message = parsed(content.toString("utf8"));
      if (message === null) ws.close(1008, "DATA-0000: not a message");
      else {
        seen.messages.push(message);
        protocol.onText(message);
      }
    }
    onChange();
  });
  ws.on("ping", () => {
    seen.pings += 1;
    onChange();
  });
  ws.on("error", () => undefined);
  ws.on("close", (code) => {
    if (idle !== null) clearTimeout(idle);
    seen.closed = code;
    protocol.onGone();
    onChange();
  });
}

function parsed(text: string): Seen["messages"][number] | null {
  try {
    const message: unknown = JSON.parse(text);
    if (typeof message !== "object" || message === null || !("type" in message)) return null;
    return { ...message, type: String(message.type) };
  } catch {
    return null;
  }
}

/** The connection is lost in the middle of whatever is being written. */
function cutAfter(raw: Duplex, bytes: number): void {
  let left = bytes;
  const write = raw.write.bind(raw);
  raw.write = (chunk: Uint8Array | string, ...rest: unknown[]): boolean => {
    const content = Buffer.from(chunk);
    const done = rest.find(isCallback);
    if (left <= 0) return false;
    const piece = content.subarray(0, left);
    left -= piece.length;
    const more = write(piece);
    done?.();
    // What was written has to be on its way first.
    if (left <= 0) setImmediate(() => raw.destroy());
    return more;
  };
}

function isCallback(one: unknown): one is () => void {
  return typeof one === "function";
}

/**
 * A door in front of any server: passes every byte on, until it is told how to go wrong. What it does it does to bytes of
 * TCP, so that one list of faults serves all engines, whatever they speak.
 */
import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { AddressInfo, Server, Socket } from "node:net";

export type Fault =
  /** Nobody listens there any more. */
  | { readonly kind: "refused" }
  /** The connection is taken and nothing is ever answered, not even a handshake of TLS. */
  | { readonly kind: "hangs" }
  /** Somebody else answers: SSH, which speaks first. */
  | { readonly kind: "other_protocol" }
  /** Every request, that for a socket too, is answered with this, and with the key it came with in the text. */
  | { readonly kind: "status"; readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  /** Connections stay, and not a byte comes through. */
  | { readonly kind: "silent" }
  /** So many more bytes of the server come through on each connection; then nothing, the end, or noise. */
  | { readonly kind: "stall" | "cut" | "garbage"; readonly afterBytes: number }
  /** A web page in place of any answer. */
  | { readonly kind: "wrong_type" }
  /** The server's bytes come in drops. */
  | { readonly kind: "drip"; readonly bytes: number; readonly everyMs: number };

export type FaultyDoor = {
  readonly port: number;
  /** From now on, for connections that are open as well. */
  begin(fault: Fault): void;
  close(): Promise<void>;
};

type Passage = { readonly near: Socket; readonly far: Socket | null; passed: number; drops: Buffer[] };

const NOISE = Buffer.from(Array.from({ length: 64 }, (_, at) => (at * 73 + 129) % 256));
const PAGE = "<!DOCTYPE html><html><body>Welcome to this router. Please log in.</body></html>";

export async function openFaultyDoor(targetPort: number): Promise<FaultyDoor> {
  const passages = new Set<Passage>();
  let fault: Fault | null = null;
  const server: Server = createServer({ allowHalfOpen: false }, (near) => enter(near));
  const drip = setInterval(() => dripAll(), 20);
  let drippedMs = 0;

  function enter(near: Socket): void {
    near.on("error", () => undefined);
    const alone = fault !== null && !PASSING.has(fault.kind);
    const far = alone ? null : connect(targetPort, "127.0.0.1");
    const passage: Passage = { near, far, passed: 0, drops: [] };
    passages.add(passage);
    near.setNoDelay(true);
    near.on("close", () => {
      passages.delete(passage);
      far?.destroy();
    });
    near.on("data", (chunk) => {
      if (far === null) answerAlone(passage, chunk);
      else if (fault?.kind !== "silent") far.write(chunk);
    });
    if (far === null) return void (fault?.kind === "other_protocol" && near.write("SSH-2.0-OpenSSH_9.2\r\n"));
    far.setNoDelay(true);
    far.on("error", () => near.destroy());
    far.on("data", (chunk) => passOn(passage, chunk));
    far.on("end", () => near.end());
  }

  function passOn(passage: Passage, chunk: Buffer): void {
    const { near } = passage;
    switch (fault?.kind) {
      case "silent":
        return;
      case "drip":
        return void passage.drops.push(chunk);
      case "stall":
      case "cut":
      case "garbage": {
        const left = fault.afterBytes - passage.passed;
        if (left > 0) near.write(chunk.subarray(0, left));
        passage.passed += chunk.length;
        if (passage.passed < fault.afterBytes) return;
        if (fault.kind === "cut") near.destroySoon();
        if (fault.kind === "garbage") near.write(NOISE);
        return;
      }
      default:
        near.write(chunk);
    }
  }

  /** A request for whatever is answered once its head is there. */
  function answerAlone({ near }: Passage, chunk: Buffer): void {
    if (fault?.kind !== "status" && fault?.kind !== "wrong_type") return;
    if (!chunk.includes("\r\n\r\n")) return;
    const [, login = ""] = /^authorization: (.*)$/im.exec(chunk.toString("latin1")) ?? [];
    const message = `No, not with ${login.trim()}.`;
    const error = { error: { message, type: "no", code: null }, err_code: "NO", err_msg: message };
    const [status, type, body] =
      fault.kind === "status" ? [fault.status, "application/json", JSON.stringify(error)] : [200, "text/html", PAGE];
    const headers = Object.entries(fault.kind === "status" ? (fault.headers ?? {}) : {});
    const lines = [
      `HTTP/1.1 ${status} Answer`,
      `Content-Type: ${type}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      "Connection: close",
      ...headers.map(([name, value]) => `${name}: ${value}`),
    ];
    near.end(`${lines.join("\r\n")}\r\n\r\n${body}`);
  }

  function dripAll(): void {
    if (fault?.kind !== "drip") return;
    drippedMs += 20;
    if (drippedMs < fault.everyMs) return;
    drippedMs = 0;
    for (const passage of passages) {
      const all = Buffer.concat(passage.drops);
      passage.drops = all.length > fault.bytes ? [all.subarray(fault.bytes)] : [];
      if (all.length > 0) passage.near.write(all.subarray(0, fault.bytes));
    }
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  return {
    port: (server.address() as AddressInfo).port,
    begin(next) {
      fault = next;
      if (next.kind === "refused") server.close();
      // Who was connected finds out by losing the connection, as when a server is restarted.
      if (!PASSING.has(next.kind)) for (const { near } of passages) near.resetAndDestroy();
    },
    async close() {
      clearInterval(drip);
      for (const { near } of passages) near.destroy();
      if (!server.listening) return;
      server.close();
      await once(server, "close");
    },
  };
}

/** What goes on with the server behind the door. */
const PASSING: ReadonlySet<Fault["kind"]> = new Set(["silent", "stall", "cut", "garbage", "drip"]);

/** A small HTTP client that costs little itself: requests are bytes made once, answers are counted by their length. */
import { connect } from "node:net";
import type { Socket } from "node:net";

/** Calls back with every whole answer's status; understands Content-Length and nothing else. */
function readAnswers(socket: Socket, onAnswer: (status: number) => void): void {
  let kept: Buffer = Buffer.alloc(0);
  socket.on("data", (chunk: Buffer) => {
    kept = kept.length === 0 ? chunk : Buffer.concat([kept, chunk]);
    for (;;) {
      const head = kept.indexOf("\r\n\r\n");
      if (head < 0) return;
      const text = kept.toString("latin1", 0, head);
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
      if (kept.length < head + 4 + length) return;
      kept = kept.subarray(head + 4 + length);
      onAnswer(Number(text.slice(9, 12)));
    }
  });
}

/** One request. */
export function request(method: string, path: string, headers: Record<string, string> = {}, body = ""): Buffer {
  const all: Record<string, string> = { Host: "localhost", ...headers };
  if (body !== "")
    Object.assign(all, { "Content-Type": "application/json", "Content-Length": String(Buffer.byteLength(body)) });
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`);
}

/**
 * Requests a second, each connection sending the next of the list when it has its answer; every answer must have this
 * status.
 */
export async function hammer(
  port: number,
  requests: readonly Buffer[],
  connections: number,
  seconds: number,
  expected: number,
): Promise<number> {
  let count = 0;
  let sent = 0;
  let over = false;
  const next = (): Buffer => requests[sent++ % requests.length] ?? Buffer.alloc(0);
  const startedAt = performance.now();
  await Promise.all(
    Array.from(
      { length: connections },
      () =>
        new Promise<void>((resolve, reject) => {
          const socket = connect(port, "127.0.0.1", () => socket.write(next()));
          socket.setNoDelay(true);
          socket.on("error", reject);
          readAnswers(socket, (status) => {
            if (status !== expected) reject(new Error(`status ${status} instead of ${expected}`));
            count += 1;
            if (!over) return void socket.write(next());
            socket.destroy();
            resolve();
          });
        }),
    ).concat(new Promise<void>((resolve) => setTimeout(() => resolve(void (over = true)), seconds * 1000))),
  );
  return count / ((performance.now() - startedAt) / 1000);
}

/** One request held open; tells when its answer came, on the clock that all processes of a machine share. */
export function hold(
  port: number,
  bytes: Buffer,
): { readonly sent: Promise<void>; readonly answered: Promise<bigint>; end(): void } {
  const socket = connect(port, "127.0.0.1");
  const sent = new Promise<void>((resolve, reject) => {
    socket.once("error", reject);
    socket.once("connect", () => socket.write(bytes, () => resolve()));
  });
  const answered = new Promise<bigint>((resolve, reject) => {
    socket.once("error", reject);
    readAnswers(socket, (status) =>
      status === 200 ? resolve(process.hrtime.bigint()) : reject(new Error(`status ${status}`)),
    );
  });
  return { sent, answered, end: () => socket.destroy() };
}

/**
 * The exchanges of hosted engines with nothing around them: what a program would do that knows the protocol by heart and
 * trusts the server. The baseline of our adapters.
 */
import { WebSocket } from "ws";

export type BareSocket = {
  send(content: string | Uint8Array): void;
  /** Resolves with the first message from now on that is the one. */
  until(isIt: (content: Buffer, binary: boolean) => boolean): Promise<void>;
  close(): void;
};

export async function bareSocket(url: string, headers: Record<string, string>): Promise<BareSocket> {
  const socket = new WebSocket(url, { headers, perMessageDeflate: false });
  let look: (content: Buffer, binary: boolean) => void = () => undefined;
  socket.on("message", (content: Buffer, binary) => look(content, binary));
  await new Promise((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("error", reject);
  });
  return {
    send: (content) => socket.send(content),
    until: (isIt) =>
      new Promise((resolve) => {
        look = (content, binary) => {
          if (isIt(content, binary)) resolve();
        };
      }),
    close: () => socket.close(),
  };
}

/** Posts and resolves with the first piece of the answer's body that is the one; the rest is read and left. */
export async function bareAnswer(
  url: string,
  init: { readonly body: string | FormData; readonly headers?: Record<string, string> },
  isIt: (piece: string) => boolean,
): Promise<void> {
  const response = await fetch(url, { method: "POST", ...init });
  const found = Promise.withResolvers<void>();
  const reading = (async () => {
    for await (const piece of response.body ?? []) {
      if (isIt(Buffer.from(piece as Uint8Array).toString("latin1"))) found.resolve();
    }
  })();
  await Promise.race([found.promise, reading]);
  void reading.catch(() => undefined);
}

export function parsed(content: Buffer): Record<string, unknown> {
  return JSON.parse(content.toString("utf8")) as Record<string, unknown>;
}

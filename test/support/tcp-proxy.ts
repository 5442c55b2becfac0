/** A connection that can be spoiled: stands between two programs, passes everything on until told otherwise. */
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

export type TcpProxy = {
  readonly port: number;
  /** Cuts every connection and refuses new ones until `mend`. */
  cut(): void;
  /** Passes nothing on any more on the connections there are, without a word: they are half open for good. */
  stall(): void;
  /** Passes one byte on every so often, on the connections there are and on new ones, until `mend`. */
  slow(everyMs: number): void;
  mend(): void;
  close(): Promise<void>;
};

type Pipe = { stalled: boolean; readonly to: Socket; readonly waiting: Buffer[] };

/** `target`: a port, or what tells it at each connection. */
export async function startTcpProxy(target: number | (() => number)): Promise<TcpProxy> {
  const pipes = new Map<Socket, Pipe>();
  let isCut = false;
  let dripping: NodeJS.Timeout | null = null;

  function drip(): void {
    for (const pipe of pipes.values()) {
      const next = pipe.waiting.shift();
      if (next === undefined || pipe.stalled) continue;
      pipe.to.write(next.subarray(0, 1));
      if (next.length > 1) pipe.waiting.unshift(next.subarray(1));
    }
  }

  function endDrip(): void {
    clearInterval(dripping ?? undefined);
    dripping = null;
    for (const { to, waiting } of pipes.values()) for (const chunk of waiting.splice(0)) to.write(chunk);
  }

  const server = createServer((near) => {
    if (isCut) {
      near.resetAndDestroy();
      return;
    }
    const far = connect(typeof target === "number" ? target : target(), "127.0.0.1");
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      const pipe: Pipe = { stalled: false, to: other, waiting: [] };
      pipes.set(socket, pipe);
      socket.setNoDelay(true);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        pipes.delete(socket);
        other.destroy();
      });
      socket.on("data", (chunk) => {
        if (pipe.stalled) return;
        if (dripping === null) other.write(chunk);
        else pipe.waiting.push(chunk);
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const dropAll = (): void => {
    for (const socket of pipes.keys()) socket.resetAndDestroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => {
      isCut = true;
      dropAll();
    },
    stall: () => {
      for (const pipe of pipes.values()) pipe.stalled = true;
    },
    slow: (everyMs) => {
      dripping ??= setInterval(drip, everyMs);
    },
    mend: () => {
      isCut = false;
      endDrip();
    },
    close: async () => {
      endDrip();
      dropAll();
      server.close();
      await once(server, "close");
    },
  };
}

/** Finding and checking the ports of an exchange. A port is only known to be free by binding it. */
import { createSocket } from "node:dgram";
import { randomInt } from "node:crypto";
import { createServer } from "node:net";
import { AsteriskStartError } from "./start-error.ts";

export type Protocol = "udp" | "tcp";

/** Below the range the kernel hands out for outgoing connections, so that none of those takes it before we do. */
const FIRST = 12_000;
const LAST = 32_000;

export async function freePort(host: string, protocol: Protocol): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const port = randomInt(FIRST, LAST);
    if ((await bindProblem(host, port, protocol)) === null) return port;
  }
  throw new AsteriskStartError(`no free ${protocol} port could be found on ${host}`, true);
}

/** A stretch of RTP ports for an exchange that nobody configured; it tolerates single ones that are taken. */
export function anyRtpPorts(calls: number): { readonly first: number; readonly last: number } {
  const first = 2 * randomInt(FIRST / 2, (LAST - 4 * calls) / 2);
  return { first, last: first + 4 * calls - 1 };
}

/** Throws the sentence when the port cannot be had. `setting` is what to change. */
export async function demandPort(host: string, port: number, protocol: Protocol, setting: string): Promise<void> {
  const problem = await bindProblem(host, port, protocol);
  if (problem === null) return;
  const what = `the SIP port ${port} (${protocol}) on ${host}`;
  if (problem === "EADDRINUSE") {
    throw new AsteriskStartError(`${what} is in use by another program: stop it or set ${setting} to a free port`);
  }
  if (problem === "EACCES") {
    throw new AsteriskStartError(`${what} may not be opened by this user: set ${setting} to a port above 1023`);
  }
  throw new AsteriskStartError(`${what} cannot be opened (${problem}): check ${setting} and the network`);
}

/** The system's code for why the address cannot be bound, or null when it can. */
async function bindProblem(host: string, port: number, protocol: Protocol): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  if (protocol === "udp") {
    const socket = createSocket(host.includes(":") ? "udp6" : "udp4");
    socket.once("error", (error: NodeJS.ErrnoException) => {
      socket.close();
      resolve(error.code ?? "unknown");
    });
    socket.bind(port, host, () => socket.close(() => resolve(null)));
  } else {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? "unknown"));
    server.listen(port, host, () => server.close(() => resolve(null)));
  }
  return await promise;
}

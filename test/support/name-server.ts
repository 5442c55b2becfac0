/** A DNS server on loopback: knows one name, whose address may change; on command it knows nothing, or says nothing. */
import { createSocket } from "node:dgram";
import { once } from "node:events";

const HEADER = 12;
const TYPE_A = 1;
const NO_SUCH_NAME = 3;

export type NameServer = {
  /** An IPv4 address; `unknown`: there is no such name; `silent`: no answer at all. */
  means(address: string): void;
  close(): void;
};

/** At port 53 of that address, because a resolver's configuration has no place for another port. */
export async function startNameServer(host: string, name: string, address: string): Promise<NameServer> {
  const socket = createSocket("udp4").bind(53, host);
  await once(socket, "listening");
  let now = address;
  socket.on("message", (query, { port, address: asker }) => {
    if (now === "silent") return;
    const { asked, type, end } = questionOf(query);
    const known = asked === name && now !== "unknown";
    const answers = known && type === TYPE_A ? [recordA(now)] : [];
    const header = Buffer.alloc(HEADER);
    query.copy(header, 0, 0, 2);
    // A response, recursion desired and available.
    header.writeUInt16BE(0x8180 | (known ? 0 : NO_SUCH_NAME), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(answers.length, 6);
    socket.send(Buffer.concat([header, query.subarray(HEADER, end), ...answers]), port, asker);
  });
  return {
    means: (address) => {
      now = address;
    },
    close: () => socket.close(),
  };
}

function questionOf(query: Buffer): { readonly asked: string; readonly type: number; readonly end: number } {
  const labels: string[] = [];
  let at = HEADER;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { asked: labels.join(".").toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** Not to be remembered: it has no time to live. */
function recordA(address: string): Buffer {
  const fixed = Buffer.from([0xc0, HEADER, 0, TYPE_A, 0, 1, 0, 0, 0, 0, 0, 4]);
  return Buffer.concat([fixed, Buffer.from(address.split(".").map(Number))]);
}

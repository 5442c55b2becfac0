/** Ports that nobody uses now, for an appliance that lives for one call. */
import { createSocket } from "node:dgram";

/** Below the range from which the kernel hands out ports by itself. */
const FIRST = 16_384;
const LAST = 32_000;
const ATTEMPTS = 50;

/** A free UDP port with a stretch of free ports for audio behind it: Asterisk skips those that are taken meanwhile. */
export async function freeTelephonePorts(stretch: number): Promise<{ readonly sip: number; readonly rtp: string }> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const sip = FIRST + 2 * Math.floor(Math.random() * ((LAST - FIRST - stretch - 2) / 2));
    const first = sip + 2;
    const probes = [sip, first, first + 1, first + stretch - 1];
    const free = await Promise.all(probes.map(isFreeUdpPort));
    if (free.every(Boolean)) return { sip, rtp: `${first}-${first + stretch - 1}` };
  }
  throw new Error(`no free UDP ports were found between ${FIRST} and ${LAST}`);
}

export function isFreeUdpPort(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = createSocket("udp4");
  socket.once("error", () => {
    socket.close();
    resolve(false);
  });
  socket.bind(port, () => socket.close(() => resolve(true)));
  return promise;
}

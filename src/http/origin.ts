/** Whether a page of somebody else's sent a request. What no browser sent says nothing of where it comes from. */
import type { IncomingMessage } from "node:http";
import { hostName } from "./host.ts";

const THIS_MACHINE = ["localhost", "127.0.0.1", "::1"];

/** Pages of this machine, of our own names, and of the very address that is asked may ask; no others. */
export function foreignOrigins(
  publicUrl: string | null,
  allowedHosts: readonly string[],
): (request: IncomingMessage) => boolean {
  const ours = new Set([...THIS_MACHINE, ...allowedHosts.map(hostName)]);
  if (publicUrl !== null) ours.add(hostName(new URL(publicUrl).host));
  return ({ headers: { origin, host } }) => {
    if (origin === undefined) return false;
    const from = URL.canParse(origin) ? new URL(origin).host : "";
    return from === "" || (from !== host && !ours.has(hostName(from)));
  };
}

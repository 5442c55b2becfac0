/**
 * Which names this appliance answers to. A page on another name that was made to resolve to this machine (DNS
 * rebinding) is refused before anything is looked at; addresses cannot be rebound.
 */
import { isIP } from "node:net";
import type { IncomingMessage } from "node:http";

/** The host of a `Host` header or authority: lower case, without port, brackets and the root's dot. */
export function hostName(authority: string): string {
  const bare = authority.startsWith("[")
    ? authority.slice(1, Math.max(1, authority.indexOf("]")))
    : authority.replace(/:\d*$/, "");
  return bare.toLowerCase().replace(/\.$/, "");
}

const REMEMBERED = 100;

/** True when the request was sent to a name of ours. */
export function knownHosts(
  publicUrl: string | null,
  allowedHosts: readonly string[],
): (request: IncomingMessage) => boolean {
  const known = new Set(["localhost", ...allowedHosts.map(hostName)]);
  if (publicUrl !== null) known.add(hostName(new URL(publicUrl).host));
  const asked = new Map<string, boolean>();
  const ours = (authority: string): boolean => {
    const before = asked.get(authority);
    if (before !== undefined) return before;
    const host = hostName(authority);
    const isOurs = known.has(host) || isIP(host) !== 0;
    if (asked.size >= REMEMBERED) asked.clear();
    asked.set(authority, isOurs);
    return isOurs;
  };
  return (request) => {
    if (request.url?.startsWith("/") === true) return isOurs(request);
    const absolute = /^https?:\/\/([^/?#]*)/i.exec(request.url ?? "");
    if (absolute !== null && !ours(absolute[1] ?? "")) return false;
    return isOurs(request);
  };

  function isOurs({ headers: { host } }: IncomingMessage): boolean {
    return host === undefined || host === "" || ours(host);
  }
}

/** Who is asking: keys from the header or the body, and the address that a caller without a key is counted by. */
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import proxyAddr from "proxy-addr";
import type { Caller, KeyHolder, Operations } from "../../calls/operations.ts";
import { Refusal } from "../../calls/refusal.ts";

/** The key in the Authorization header: null without a header, "" when there is one that holds no bearer key. */
export function bearer(request: IncomingMessage): string | null {
  const header = request.headers.authorization;
  if (header === undefined) return null;
  return /^bearer +(\S+) *$/i.exec(header)?.[1] ?? "";
}

export type Credentials = {
  /** Throws `missing_key` or `invalid_key`. */
  required(request: IncomingMessage): KeyHolder;
  /** For POST /v1/calls: header or body, both, or neither. A call's own key places no calls. */
  forPlacing(request: IncomingMessage, accountKey: unknown): Caller;
};

export function credentials(
  operations: Pick<Operations, "authenticate">,
  addressOf: (request: IncomingMessage) => string,
): Credentials {
  const holderOf = (key: string): KeyHolder => {
    const holder = key === "" ? null : operations.authenticate(key);
    if (holder === null) throw new Refusal("invalid_key", "invalid key");
    return holder;
  };
  return {
    required(request) {
      const key = bearer(request);
      if (key === null) throw new Refusal("missing_key", "missing key");
      return holderOf(key);
    },
    forPlacing(request, accountKey) {
      const header = bearer(request);
      const inHeader = header === null ? null : holderOf(header);
      const body = typeof accountKey === "string" ? accountKey.trim() : "";
      const inBody = body === "" ? null : holderOf(body);
      if (inHeader?.kind === "call" || inBody?.kind === "call") throw new Refusal("invalid_key", "a key of one call");
      if (inHeader !== null && inBody !== null && inHeader.keyId !== inBody.keyId) {
        throw new Refusal(
          "conflicting_credentials",
          "account_key and the Authorization header hold two different keys: send only one of them.",
          { param: "account_key" },
        );
      }
      return inHeader ?? inBody ?? { kind: "anonymous", address: addressOf(request) };
    },
  };
}

/** The client's address as free calls are counted by: IPv4 whole, IPv6 by its /64. */
export function countedAddress(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const plain = ipaddr.process(address);
  if (plain.kind() === "ipv4") return plain.toString();
  const network = (plain as ipaddr.IPv6).parts.slice(0, 4);
  return `${network.map((part) => part.toString(16)).join(":")}::/64`;
}

/**
 * Addresses of clients; `X-Forwarded-For` is believed only from the proxies the operator named (addresses and ranges),
 * from the right, as far as it holds addresses.
 */
export function clientAddresses(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const trusts = proxyAddr.compile([...trustedProxies]);
  return (request) => countedAddress(proxyAddr.all(request, trusts).findLast((hop) => isIP(hop) !== 0) ?? "unknown");
}

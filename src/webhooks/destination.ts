/**
 * Where a webhook may lead. Who has a key chooses the address, and the appliance stands where that person does not: so
 * only addresses of the public internet, over https, unless the operator allows more. A name is judged by the addresses
 * that it has at the moment of the try, and the connection goes to one of those, so that no later answer of the name
 * server changes where it leads.
 */
import ipaddr from "ipaddr.js";

export type Address = { readonly address: string; readonly family: 4 | 6 };

export type Allowed = {
  /** Whether the operator names this host, or an address or range it lies in. */
  readonly names: (host: string, address: string | null) => boolean;
};

const LONGEST = 2000;
/** In which IPv6 gives out addresses to the world at all. */
const GLOBAL = ipaddr.IPv6.parseCIDR("2000::/3");

/** `allow`: host names, addresses, and ranges such as 10.0.0.0/8. */
export function allowedBy(allow: readonly string[]): Allowed {
  const ranges = allow.flatMap((entry) => rangeOf(entry));
  const hosts = new Set(allow.filter((entry) => rangeOf(entry).length === 0).map((entry) => entry.toLowerCase()));
  return {
    names: (host, address) =>
      hosts.has(host.toLowerCase()) || (address !== null && ranges.some((range) => sameKind(unmapped(address), range))),
  };
}

/** The host without the brackets of IPv6, nor the dot at its end. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
}

/** What is wrong with an address as it is written, to follow its name; null when nothing is. */
export function urlFault(text: string, allowed: Allowed): string | null {
  if (text.length > LONGEST) return `must have at most ${LONGEST} characters`;
  if (!URL.canParse(text)) return "must be a whole address, such as https://agents.example.com/outdial";
  const url = new URL(text);
  const host = hostOf(url);
  const literal = ipaddr.isValid(host) ? host : null;
  if (url.protocol !== "https:" && url.protocol !== "http:") return "must begin with https://";
  if (url.username !== "" || url.password !== "" || url.hash !== "")
    return "must have no user, no password and no # part";
  if (url.protocol === "http:" && !mayBePlain(host, allowed))
    return "must begin with https://: the operator can allow http to a host of its own with the setting webhooks.allow";
  return literal === null ? null : addressFault(host, literal, allowed);
}

/** What is wrong with where a host leads; null when a connection may be made to it. */
export function addressFault(host: string, address: string, allowed: Allowed): string | null {
  if (allowed.names(host, address) || isPublic(address)) return null;
  return "must lead to a public address: the operator can allow a private one with the setting webhooks.allow";
}

/** Over plain http goes what is the operator's own; a range is decided once the name is known to lead into it. */
function mayBePlain(host: string, allowed: Allowed): boolean {
  return allowed.names(host, ipaddr.isValid(host) ? host : null);
}

function isPublic(text: string): boolean {
  const address = unmapped(text);
  if (address === null || address.range() !== "unicast") return false;
  return address.kind() === "ipv4" || address.match(GLOBAL);
}

/** ::ffff:10.0.0.1 is 10.0.0.1. Null for what is no address. */
function unmapped(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const plain = text.replace(/%.*$/, "");
  return ipaddr.isValid(plain) ? ipaddr.process(plain) : null;
}

type Range = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

function rangeOf(entry: string): readonly Range[] {
  if (ipaddr.isValidCIDR(entry)) return [ipaddr.parseCIDR(entry)];
  const address = unmapped(entry.replace(/^\[|\]$/g, ""));
  return address === null ? [] : [[address, address.kind() === "ipv4" ? 32 : 128]];
}

function sameKind(address: ipaddr.IPv4 | ipaddr.IPv6 | null, [base, bits]: Range): boolean {
  if (address instanceof ipaddr.IPv4 && base instanceof ipaddr.IPv4) return address.match(base, bits);
  return address instanceof ipaddr.IPv6 && base instanceof ipaddr.IPv6 && address.match(base, bits);
}

/** SIP messages (RFC 3261 section 7) as text and back. Header names in lower case; compact forms are spelt out. */

export type SipMessage = {
  /** A request's method and URI, or a response's status. */
  readonly start:
    | { readonly kind: "request"; readonly method: string; readonly uri: string }
    | { readonly kind: "response"; readonly status: number; readonly reason: string };
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
};

const COMPACT: Readonly<Record<string, string>> = {
  v: "via",
  f: "from",
  t: "to",
  i: "call-id",
  m: "contact",
  l: "content-length",
  c: "content-type",
  k: "supported",
};

export function parseSip(text: string): SipMessage | null {
  const split = text.indexOf("\r\n\r\n");
  const head = (split < 0 ? text : text.slice(0, split)).replaceAll(/\r\n[ \t]+/g, " ").split("\r\n");
  const first = head[0] ?? "";
  const response = /^SIP\/2\.0 (\d{3}) ?(.*)$/.exec(first);
  const request = /^([A-Z]+) (\S+) SIP\/2\.0$/.exec(first);
  if (response === null && request === null) return null;
  const headers = head.slice(1).flatMap((line): [string, string][] => {
    const colon = line.indexOf(":");
    if (colon < 1) return [];
    const name = line.slice(0, colon).trim().toLowerCase();
    return [[COMPACT[name] ?? name, line.slice(colon + 1).trim()]];
  });
  const body = split < 0 ? "" : text.slice(split + 4);
  if (response !== null) {
    return { start: { kind: "response", status: Number(response[1]), reason: response[2] ?? "" }, headers, body };
  }
  return { start: { kind: "request", method: request?.[1] ?? "", uri: request?.[2] ?? "" }, headers, body };
}

export function writeSip(message: SipMessage): string {
  const { start } = message;
  const first =
    start.kind === "request" ? `${start.method} ${start.uri} SIP/2.0` : `SIP/2.0 ${start.status} ${start.reason}`;
  const lines = message.headers
    .filter(([name]) => name !== "content-length")
    .map(([name, value]) => `${name}: ${value}`);
  return [first, ...lines, `content-length: ${Buffer.byteLength(message.body)}`, "", message.body].join("\r\n");
}

/** The first header of this name; "" when there is none. */
export function header(message: SipMessage, name: string): string {
  return message.headers.find(([found]) => found === name.toLowerCase())?.[1] ?? "";
}

export function headers(message: SipMessage, name: string): readonly (readonly [string, string])[] {
  return message.headers.filter(([found]) => found === name.toLowerCase());
}

/** The URI of a name-addr such as `"Name" <sip:user@host>;tag=x`. */
export function uriOf(address: string): string {
  return /<([^>]+)>/.exec(address)?.[1] ?? address.split(";")[0] ?? "";
}

/** Host and port of a SIP URI. */
export function hostOf(uri: string): { readonly host: string; readonly port: number } {
  const found = /^sips?:(?:[^@]*@)?([^:;?]+)(?::(\d+))?/.exec(uri);
  return { host: found?.[1] ?? "127.0.0.1", port: Number(found?.[2] ?? 5060) };
}

export const REASONS: Readonly<Record<number, string>> = {
  100: "Trying",
  180: "Ringing",
  183: "Session Progress",
  200: "OK",
  403: "Forbidden",
  404: "Not Found",
  480: "Temporarily Unavailable",
  486: "Busy Here",
  487: "Request Terminated",
  488: "Not Acceptable Here",
  500: "Server Internal Error",
  503: "Service Unavailable",
  603: "Decline",
};

/**
 * One hop of a SIP message through the line, as text transformations without state (RFC 3261 section 16.11): our Via on
 * top of requests, off again from responses, and our own address in place of each side's Contact, so that requests
 * within a dialog come through us as well. That was preferred to Record-Route because it needs no route set in the other
 * side; where a request goes past us all the same, only its view of the call is missing, see `line-call.ts`.
 */
import { header, hostOf, uriOf, type SipMessage } from "../../support/sip-peer/message.ts";

export type Address = { readonly host: string; readonly port: number };

/** Begins every branch of ours: the magic cookie, then the branch of whom we pass on. */
const BRANCH = "z9hG4bK-line-";

export type RequestHop = {
  /** Our address on the side it goes out to. */
  readonly self: Address;
  /** What the request URI becomes: the Contact of the other side within a dialog, else its host and port alone. */
  readonly target: { readonly uri: string } | Address;
};

/** Null when it has been passed on too often to be passed on again. */
export function passRequest(message: SipMessage, { self, target }: RequestHop): SipMessage | null {
  const { start } = message;
  if (start.kind !== "request") return null;
  const hopsLeft = Number(header(message, "max-forwards") || 70);
  if (hopsLeft <= 0) return null;
  const via = `SIP/2.0/UDP ${self.host}:${self.port};rport;branch=${BRANCH}${branchOf(message)}`;
  const passed = message.headers
    .filter(([name]) => name !== "max-forwards")
    .map(([name, value]) => [name, name === "contact" ? withHost(value, self) : value] as const);
  return {
    start: { ...start, uri: "uri" in target ? target.uri : withHost(start.uri, target) },
    headers: [["via", via], ["max-forwards", String(hopsLeft - 1)], ...passed],
    body: message.body,
  };
}

/** Null when it is no response to anything that we passed on. */
export function passResponse(message: SipMessage, self: Address): SipMessage | null {
  const { start } = message;
  if (start.kind !== "response") return null;
  const top = message.headers.findIndex(([name]) => name === "via");
  const [own, ...rest] = splitVia(message.headers[top]?.[1] ?? "");
  if (!branchIn(own).startsWith(BRANCH)) return null;
  // A redirection names somebody else: that is where the caller shall go.
  const contacts = start.status >= 300 && start.status < 400;
  const headers = message.headers.flatMap(([name, value], index): (readonly [string, string])[] => {
    if (index === top) return rest.length === 0 ? [] : [[name, rest.join(", ")]];
    return [[name, name === "contact" && !contacts ? withHost(value, self) : value]];
  });
  return { ...message, headers };
}

/** An answer of our own to a request that we do not pass on. */
export function refuse(request: SipMessage, status: number, reason: string, why: string): SipMessage {
  const copied = request.headers.filter(([name]) => ["via", "from", "call-id", "cseq"].includes(name));
  const to = header(request, "to");
  return {
    start: { kind: "response", status, reason },
    headers: [...copied, ["to", /;\s*tag=/i.test(to) ? to : `${to};tag=line`], ["warning", `399 line "${why}"`]],
    body: "",
  };
}

/** The branch of the topmost Via: the same in a request, its retransmissions, its CANCEL and the ACK of its refusal. */
export function branchOf(message: SipMessage): string {
  return branchIn(splitVia(header(message, "via"))[0]);
}

/** The method that a message is about: a request's own, or the one that a response answers. */
export function methodOf(message: SipMessage): string {
  return message.start.kind === "request" ? message.start.method : (header(message, "cseq").split(/\s+/)[1] ?? "");
}

export function isInDialog(message: SipMessage): boolean {
  return /;\s*tag=/i.test(header(message, "to"));
}

/** The user of a URI without its parameters: for the request URI of an INVITE the number that was dialled. */
export function userOf(uri: string): string {
  const user = /^sips?:([^@;>]*)[^@>]*@/.exec(uri)?.[1] ?? "";
  return user.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Without what follows the body in its datagram (RFC 3261 section 18.3). */
export function trimmed(message: SipMessage): SipMessage {
  const length = header(message, "content-length");
  const bytes = Buffer.from(message.body);
  if (!/^\d+$/.test(length) || Number(length) >= bytes.length) return message;
  return { ...message, body: bytes.subarray(0, Number(length)).toString() };
}

/** Where the sender of this message wants to be reached from now on; null when it does not say. */
export function contactOf(message: SipMessage): string | null {
  const { start } = message;
  const names = start.kind === "request" || start.status < 300;
  const contact = header(message, "contact");
  if (!names || contact === "" || contact === "*" || !["INVITE", "UPDATE"].includes(methodOf(message))) return null;
  const uri = uriOf(contact);
  return hostOf(uri).host === "" ? null : uri;
}

function branchIn(via: string | undefined): string {
  return /;\s*branch=([^;,\s]+)/i.exec(via ?? "")?.[1] ?? "";
}

/** Several hops may share one header line. */
function splitVia(value: string): readonly string[] {
  return value.split(/\s*,\s*(?=SIP\s*\/)/i);
}

/** The first SIP URI in the text with another host and port; user and parameters stay. */
function withHost(text: string, { host, port }: Address): string {
  return text.replace(/(sips?:)((?:[^@<>\s]*)@)?(\[[^\]]+\]|[^:;?>\s]+)(?::\d+)?/, (_, scheme: string, user = "") => {
    return `${scheme}${user}${host}:${port}`;
  });
}

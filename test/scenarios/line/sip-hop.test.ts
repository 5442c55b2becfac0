/** Messages as Asterisk wrote them, but for the line breaks. */
import { describe, expect, it } from "vitest";
import { header, headers, parseSip, writeSip, type SipMessage } from "../../support/sip-peer/message.ts";
import {
  branchOf,
  contactOf,
  isInDialog,
  methodOf,
  passRequest,
  passResponse,
  refuse,
  trimmed,
  userOf,
} from "./sip-hop.ts";

const SELF = { host: "127.0.0.1", port: 34_064 };
const CARRIER = { host: "127.0.0.1", port: 22_709 };
const BRANCH = "z9hG4bKPjcf9973af-930c-4893-a33e-ee873e84c5f8";

const INVITE = `INVITE sip:+12025550142@127.0.0.1:50548 SIP/2.0
Via: SIP/2.0/UDP 127.0.0.1:24329;rport;branch=${BRANCH}
From: <sip:+12025550100@127.0.0.1>;tag=8cc9a831
To: <sip:+12025550142@127.0.0.1>
Contact: <sip:+12025550100@127.0.0.1:24329;ob>;expires=60
Call-ID: 7401fde6-1dc1-4993-b872-43456e67b3f2
CSeq: 11847 INVITE
Max-Forwards: 70
Content-Length:  0

`;
const COMPACT = `INVITE sip:+12025550142@127.0.0.1:50548 SIP/2.0
v: SIP/2.0/UDP 127.0.0.1:24329;branch=${BRANCH}
f: <sip:+12025550100@127.0.0.1>;tag=8cc9a831
t: <sip:+12025550142@127.0.0.1>
m: <sip:+12025550100@127.0.0.1:24329>
i: 7401fde6
CSeq: 11847 INVITE
c: application/sdp
l: 3

v=0`;
const OK = `SIP/2.0 200 OK
Via: SIP/2.0/UDP 127.0.0.1:34064;rport=34064;received=127.0.0.1;branch=z9hG4bK-line-${BRANCH}
Via: SIP/2.0/UDP 127.0.0.1:24329;rport;branch=${BRANCH}
Call-ID: 7401fde6
From: <sip:+12025550100@127.0.0.1>;tag=8cc9a831
To: <sip:+12025550142@127.0.0.1>;tag=91b491c6
CSeq: 11847 INVITE
Contact: <sip:127.0.0.1:22709>
Content-Length:  0

`;

function sip(text: string, change: Readonly<Record<string, string>> = {}): SipMessage {
  const changed = Object.entries(change).reduce((all, [from, to]) => all.replace(from, to), text);
  const message = parseSip(changed.replaceAll("\n", "\r\n"));
  if (message === null) throw new Error(`no SIP: ${changed}`);
  return message;
}

function passed(message: SipMessage | null): SipMessage {
  if (message === null) throw new Error("it was not passed on");
  // As it is on the wire.
  return sip(writeSip(message).replaceAll("\r\n", "\n"));
}

describe("a request on its way", () => {
  const request = passed(passRequest(sip(INVITE), { self: SELF, target: CARRIER }));

  it("goes to the same user at the next host", () => {
    expect(request.start).toEqual({ kind: "request", method: "INVITE", uri: "sip:+12025550142@127.0.0.1:22709" });
  });

  it("carries our Via above the sender's, one hop less, and our Contact with the sender's user and parameters", () => {
    expect(headers(request, "via").map(([, value]) => value)).toEqual([
      `SIP/2.0/UDP 127.0.0.1:34064;rport;branch=z9hG4bK-line-${BRANCH}`,
      `SIP/2.0/UDP 127.0.0.1:24329;rport;branch=${BRANCH}`,
    ]);
    expect(header(request, "max-forwards")).toBe("69");
    expect(header(request, "contact")).toBe("<sip:+12025550100@127.0.0.1:34064;ob>;expires=60");
  });

  it("stays as it was otherwise", () => {
    for (const name of ["from", "to", "call-id", "cseq"]) {
      expect(header(request, name)).toBe(header(sip(INVITE), name));
    }
  });

  it("goes to the other side's Contact within a dialog", () => {
    const target = { uri: "sip:peer@127.0.0.1:9;line=1" };
    expect(passed(passRequest(sip(INVITE), { self: SELF, target })).start).toMatchObject(target);
  });

  it("is the same to a retransmission, and of one branch with its CANCEL and the ACK of its refusal", () => {
    const again = passed(passRequest(sip(INVITE), { self: SELF, target: CARRIER }));
    expect(again).toEqual(request);
    const cancel = sip(INVITE, { "INVITE sip": "CANCEL sip", "11847 INVITE": "11847 CANCEL" });
    const ack = sip(INVITE, { "INVITE sip": "ACK sip", "11847 INVITE": "11847 ACK" });
    for (const other of [cancel, ack]) {
      expect(branchOf(passed(passRequest(other, { self: SELF, target: CARRIER })))).toBe(branchOf(request));
    }
  });

  it("may be written with compact headers", () => {
    const compact = passed(passRequest(trimmed(sip(COMPACT)), { self: SELF, target: CARRIER }));
    expect(headers(compact, "via").length).toBe(2);
    expect(header(compact, "contact")).toBe("<sip:+12025550100@127.0.0.1:34064>");
    expect([header(compact, "content-length"), compact.body]).toEqual(["3", "v=0"]);
  });

  it("ends here when it has gone round in circles", () => {
    const tired = sip(INVITE, { "Max-Forwards: 70": "Max-Forwards: 0" });
    expect(passRequest(tired, { self: SELF, target: CARRIER })).toBeNull();
  });
});

describe("a response on its way back", () => {
  it("loses our Via and has our Contact", () => {
    const response = passed(passResponse(sip(OK), { host: "127.0.0.1", port: 50_548 }));
    expect(headers(response, "via").map(([, value]) => value)).toEqual([
      `SIP/2.0/UDP 127.0.0.1:24329;rport;branch=${BRANCH}`,
    ]);
    expect(header(response, "contact")).toBe("<sip:127.0.0.1:50548>");
  });

  it("loses only ours of several Vias in one line", () => {
    const joined = sip(OK, { "\nVia: SIP/2.0/UDP 127.0.0.1:24329": ", SIP/2.0/UDP 127.0.0.1:24329" });
    expect(header(passed(passResponse(joined, SELF)), "via")).toBe(
      `SIP/2.0/UDP 127.0.0.1:24329;rport;branch=${BRANCH}`,
    );
  });

  it("goes nowhere when it answers nothing that went through us", () => {
    expect(passResponse(sip(OK, { "z9hG4bK-line-": "" }), SELF)).toBeNull();
  });

  it("may redirect to somebody else", () => {
    const moved = sip(OK, { "200 OK": "302 Moved Temporarily", "127.0.0.1:22709": "pbx.example:5062" });
    expect(header(passed(passResponse(moved, SELF)), "contact")).toBe("<sip:pbx.example:5062>");
    expect(contactOf(moved)).toBeNull();
  });
});

it("refuses with a reason, for the sender of the request", () => {
  const refusal = passed(refuse(sip(INVITE), 488, "Not Acceptable Here", "two streams"));
  expect(refusal.start).toMatchObject({ status: 488 });
  expect(branchOf(refusal)).toBe(BRANCH);
  expect(header(refusal, "to")).toBe("<sip:+12025550142@127.0.0.1>;tag=line");
  expect(header(refusal, "warning")).toContain("two streams");
});

it("reads off a message what a route needs", () => {
  expect([methodOf(sip(INVITE)), methodOf(sip(OK))]).toEqual(["INVITE", "INVITE"]);
  expect([isInDialog(sip(INVITE)), isInDialog(sip(OK))]).toEqual([false, true]);
  expect(contactOf(sip(INVITE))).toBe("sip:+12025550100@127.0.0.1:24329;ob");
  expect(contactOf(sip(INVITE, { "INVITE sip": "BYE sip" }))).toBeNull();
});

it.each([
  ["sip:+12025550142@127.0.0.1:5060", "+12025550142"],
  ["sip:%2B12025550142;phone-context=x@host", "+12025550142"],
  ["sip:127.0.0.1:5060", ""],
  ["sip:a%zz@host", "a%zz"],
])("knows who is dialled by %s", (uri, user) => {
  expect(userOf(uri)).toBe(user);
});

it("ignores what follows the body", () => {
  expect(trimmed(sip(`${COMPACT}\nrubbish`)).body).toBe("v=0");
});

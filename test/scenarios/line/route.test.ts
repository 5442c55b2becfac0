/** A whole call's messages through a route, by their order; the sockets of its audio are real. */
import { pino } from "pino";
import { afterEach, describe, expect, it } from "vitest";
import { header, parseSip, writeSip, type SipMessage } from "../../support/sip-peer/message.ts";
import { parseSdp } from "../../support/sip-peer/sdp.ts";
import { openCallMedia, type CallMedia } from "./call-media.ts";
import type { Side } from "./impairment.ts";
import { Route } from "./route.ts";
import { WireRecord } from "./wire-record.ts";

const APPLIANCE = { host: "127.0.0.1", port: 5070 };
const CARRIER = { host: "127.0.0.1", port: 5090 };
const OWN = { assistant: { host: "127.0.0.1", port: 6070 }, callee: { host: "127.0.0.1", port: 6090 } };

const opened: CallMedia[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((media) => media.close()));
});

type Scene = {
  readonly route: Route;
  readonly record: WireRecord;
  readonly media: CallMedia;
  /** What becomes of it, or null; and which way it goes. */
  readonly take: (side: Side, message: SipMessage) => { readonly to: Side; readonly message: SipMessage } | null;
  readonly isClosed: () => Promise<boolean>;
};

async function scene(): Promise<Scene> {
  const record = new WireRecord({ number: "+12025550142", from: "", sipCallId: "c1" }, true);
  const media = await openCallMedia("127.0.0.1", {}, record, pino({ level: "silent" }));
  opened.push(media);
  const route = new Route({ media, record }, OWN, { assistant: APPLIANCE, callee: CARRIER }, 0);
  let closed = false;
  void record.closed.then(() => (closed = true));
  return {
    route,
    record,
    media,
    take(side, message) {
      const outgoing = route.take(side, message, 1);
      return outgoing === null ? null : { to: outgoing.to, message: read(outgoing.text) };
    },
    async isClosed() {
      await Promise.resolve();
      return closed;
    },
  };
}

function read(text: string): SipMessage {
  const message = parseSip(text);
  if (message === null) throw new Error(`no SIP: ${text}`);
  return message;
}

const sdp = (port: number, more = "a=sendrecv\r\n"): string =>
  `v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=x\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\nm=audio ${port} RTP/AVP 0 101\r\n` +
  `a=rtpmap:0 PCMU/8000\r\na=rtpmap:101 telephone-event/8000\r\n${more}`;

type Of = { readonly method: string; readonly branch?: string; readonly tag?: boolean; readonly body?: string };

function request(side: Side, { method, branch = "z9hG4bK1", tag = method !== "INVITE", body = "" }: Of): SipMessage {
  const { port } = side === "assistant" ? APPLIANCE : CARRIER;
  return {
    start: { kind: "request", method, uri: "sip:+12025550142@127.0.0.1:6070" },
    headers: [
      ["via", `SIP/2.0/UDP 127.0.0.1:${port};branch=${branch}`],
      ["from", "<sip:a@x>;tag=1"],
      ["to", tag ? "<sip:b@x>;tag=2" : "<sip:b@x>"],
      ["call-id", "c1"],
      ["cseq", `1 ${method}`],
      ["contact", `<sip:${side}@127.0.0.1:${port}>`],
      ...(body === "" ? [] : [["content-type", "application/sdp"] as const]),
    ],
    body,
  };
}

/** The answer to a request as it came out of the line. */
function response(to: SipMessage | undefined, status: number, body = ""): SipMessage {
  if (to === undefined) throw new Error("nothing came out to be answered");
  return {
    start: { kind: "response", status, reason: "Because" },
    headers: [
      ...to.headers.filter(([name]) => ["via", "from", "call-id", "cseq"].includes(name)),
      ["to", "<sip:b@x>;tag=2"],
      ["contact", "<sip:callee@127.0.0.1:5090>"],
      ...(body === "" ? [] : [["content-type", "application/sdp"] as const]),
    ],
    body,
  };
}

const INVITE = request("assistant", { method: "INVITE", body: sdp(4000) });

describe("a call on the line", () => {
  it("goes to the carrier and back, with the line's own ports in both descriptions", async () => {
    const { take, media } = await scene();
    const invited = take("assistant", INVITE);
    expect(invited?.to).toBe("callee");
    expect(invited?.message.start).toMatchObject({ uri: "sip:+12025550142@127.0.0.1:5090" });
    expect(parseSdp(invited?.message.body ?? "")).toMatchObject({ port: media.ports.callee.port });
    for (const status of [183, 200]) {
      const answered = take("callee", response(invited?.message, status, sdp(5000)));
      expect(answered?.to).toBe("assistant");
      expect(parseSdp(answered?.message.body ?? "")).toMatchObject({ port: media.ports.assistant.port });
      expect(header(answered?.message ?? INVITE, "content-length")).toBe(String(answered?.message.body.length));
    }
  });

  it("has its codec once both have described it", async () => {
    const { take, record } = await scene();
    const invited = take("assistant", INVITE);
    expect(record.sampleRateHz).toBeNull();
    take("callee", response(invited?.message, 200, sdp(5000)));
    expect(record.sampleRateHz).toBe(8000);
  });

  it("sends the ACK, and what follows, to the other side's Contact", async () => {
    const { take } = await scene();
    const invited = take("assistant", INVITE);
    take("callee", response(invited?.message, 200, sdp(5000)));
    const ack = take("assistant", request("assistant", { method: "ACK" }));
    expect(ack?.message.start).toMatchObject({ uri: "sip:callee@127.0.0.1:5090" });
    const update = take("callee", request("callee", { method: "UPDATE", body: sdp(5002, "a=sendonly\r\n") }));
    expect(update?.to).toBe("assistant");
    expect(update?.message.start).toMatchObject({ uri: "sip:assistant@127.0.0.1:5070" });
    expect(parseSdp(update?.message.body ?? "")).toMatchObject({ direction: "sendonly" });
  });

  it("passes a retransmission exactly as the first time", async () => {
    const { take } = await scene();
    const first = take("assistant", INVITE);
    take("callee", response(first?.message, 183, sdp(5000)));
    expect(take("assistant", INVITE)).toEqual(first);
  });

  it.each(["assistant", "callee"] as const)(
    "is over with a BYE of the %s, which still gets its answer",
    async (side) => {
      const { take, isClosed } = await scene();
      const invited = take("assistant", INVITE);
      take("callee", response(invited?.message, 200, sdp(5000)));
      expect(await isClosed()).toBe(false);
      const bye = take(side, request(side, { method: "BYE", branch: "z9hG4bK9" }));
      const other = side === "assistant" ? "callee" : "assistant";
      expect(bye?.to).toBe(other);
      expect(await isClosed()).toBe(true);
      expect(take(other, response(bye?.message, 200))?.to).toBe(side);
    },
  );

  it("is over with its CANCEL's 487, not with the CANCEL, which an answer may cross", async () => {
    const { take, isClosed } = await scene();
    const invited = take("assistant", INVITE);
    const cancel = take("assistant", request("assistant", { method: "CANCEL", tag: false }));
    expect(header(cancel?.message ?? INVITE, "via")).toBe(header(invited?.message ?? INVITE, "via"));
    take("callee", response(cancel?.message, 200));
    expect(await isClosed()).toBe(false);
    take("callee", response(invited?.message, 487));
    expect(await isClosed()).toBe(true);
  });

  it.each([
    [486, true],
    [404, true],
    [302, true],
    [407, false],
    [422, false],
    [180, false],
  ])("after %i is over: %s", async (status, over) => {
    const { take, isClosed } = await scene();
    take("callee", response(take("assistant", INVITE)?.message, status));
    expect(await isClosed()).toBe(over);
  });

  it("survives a re-INVITE that is refused", async () => {
    const { take, isClosed } = await scene();
    take("callee", response(take("assistant", INVITE)?.message, 200, sdp(5000)));
    const again = take("callee", request("callee", { method: "INVITE", tag: true, body: sdp(5002) }));
    take("assistant", response(again?.message, 488));
    expect(await isClosed()).toBe(false);
  });
});

describe("what the line cannot carry", () => {
  const two = sdp(4000, "m=video 4002 RTP/AVP 31\r\n");

  it("is refused to whom it came from; the ACK goes nowhere, and the call is over", async () => {
    const { take, isClosed } = await scene();
    const refused = take("assistant", { ...INVITE, body: two });
    expect(refused?.to).toBe("assistant");
    expect(refused?.message.start).toMatchObject({ status: 488 });
    expect(take("assistant", request("assistant", { method: "ACK" }))).toBeNull();
    expect(await isClosed()).toBe(true);
  });

  it("is refused within a call, which goes on as it was", async () => {
    const { take, isClosed } = await scene();
    take("callee", response(take("assistant", INVITE)?.message, 200, sdp(5000)));
    const refused = take("callee", request("callee", { method: "INVITE", tag: true, branch: "z9hG4bK7", body: two }));
    expect(refused).toMatchObject({ to: "callee", message: { start: { status: 488 } } });
    expect(take("callee", request("callee", { method: "ACK", branch: "z9hG4bK7" }))).toBeNull();
    expect(take("assistant", request("assistant", { method: "ACK", branch: "z9hG4bK3" }))?.to).toBe("callee");
    expect(await isClosed()).toBe(false);
  });
});

it("takes what belongs to no call there and back", () => {
  const route = new Route(null, OWN, { assistant: APPLIANCE, callee: CARRIER }, 0);
  const asked = route.take("assistant", request("assistant", { method: "OPTIONS", tag: false }), 1);
  expect(asked?.to).toBe("callee");
  expect(route.take("callee", response(read(asked?.text ?? ""), 200), 2)?.to).toBe("assistant");
  expect(route.take("callee", read(writeSip(response(INVITE, 200))), 3)).toBeNull();
  expect(route.isOver).toBe(true);
});

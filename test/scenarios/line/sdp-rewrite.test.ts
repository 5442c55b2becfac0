import { describe, expect, it } from "vitest";
import { refusalOf, rewriteSdp, streamOf } from "./sdp-rewrite.ts";

/** As Asterisk offers it. */
const OFFER = `v=0
o=- 392489847 392489847 IN IP4 192.0.2.7
s=Outdial
c=IN IP4 192.0.2.7
t=0 0
m=audio 20962 RTP/AVP 0 118 101
a=rtpmap:0 PCMU/8000
a=rtpmap:118 L16/16000
a=rtpmap:101 telephone-event/8000
a=fmtp:101 0-16
a=ptime:20
a=maxptime:140
a=sendrecv
`;
const VIDEO = "m=video 4000 RTP/AVP 31\nc=IN IP4 192.0.2.8\na=rtcp:4001\n";
const OURS = { host: "127.0.0.1", port: 40_000, rtcpPort: 40_001 };

function lines(text: string): string {
  return text.replaceAll("\n", "\r\n");
}

function rewritten(text: string): string {
  return rewriteSdp(lines(text), OURS).replaceAll("\r\n", "\n");
}

describe("a description of audio", () => {
  it("gets our address and port, and is the same otherwise", () => {
    expect(rewritten(OFFER)).toBe(
      OFFER.replace("c=IN IP4 192.0.2.7", "c=IN IP4 127.0.0.1").replace("audio 20962", "audio 40000"),
    );
  });

  it("may name its address with the stream, or with both", () => {
    const moved = OFFER.replace("c=IN IP4 192.0.2.7\n", "").replace("101\na=", "101\nc=IN IP4 192.0.2.7\na=");
    expect(rewritten(moved)).toContain("m=audio 40000 RTP/AVP 0 118 101\nc=IN IP4 127.0.0.1\n");
    expect(rewritten(`${OFFER}c=IN IP4 192.0.2.9\n`)).not.toContain("192.0.2.9");
  });

  it.each([
    ["a=rtcp:20963", "a=rtcp:40001"],
    ["a=rtcp:20963 IN IP4 192.0.2.7", "a=rtcp:40001 IN IP4 127.0.0.1"],
  ])("takes RTCP along: %s", (theirs, ours) => {
    expect(rewritten(`${OFFER}${theirs}\n`)).toContain(`\n${ours}\n`);
  });

  it.each(["sendonly", "inactive", "recvonly"])("keeps what it says of hold: %s", (direction) => {
    const hold = OFFER.replace("sendrecv", direction);
    expect(rewritten(hold)).toContain(`a=${direction}\n`);
    expect(streamOf(hold)).toMatchObject({ host: "192.0.2.7", port: 20_962, direction });
  });

  it("keeps a hold as of old, which names no address to send to", () => {
    const hold = OFFER.replace("c=IN IP4 192.0.2.7", "c=IN IP4 0.0.0.0");
    expect(rewritten(hold)).toContain("c=IN IP4 0.0.0.0\n");
    expect(streamOf(hold)).toBeNull();
  });

  it("may refuse another stream, whose line stays, and its own", () => {
    const answer = `${OFFER}${VIDEO.replace("4000", "0")}`;
    expect(refusalOf(answer)).toBeNull();
    expect(rewritten(answer)).toContain("m=video 0 RTP/AVP 31\nc=IN IP4 192.0.2.8\na=rtcp:4001\n");
    const none = OFFER.replace("audio 20962", "audio 0");
    expect([refusalOf(none), streamOf(none)]).toEqual([null, null]);
    expect(rewritten(none)).toContain("m=audio 0 RTP/AVP");
  });

  it("tells what it takes", () => {
    expect(streamOf(OFFER)).toMatchObject({
      codecs: [
        { name: "pcmu", payloadType: 0, sampleRateHz: 8000 },
        { name: "l16", payloadType: 118, sampleRateHz: 16_000 },
      ],
      eventPayloadType: 101,
    });
  });
});

it.each([
  ["two streams", `${OFFER}${VIDEO}`, "one stream, not 2"],
  ["two streams of sound", `${OFFER}m=audio 4000 RTP/AVP 0\n`, "one stream, not 2"],
  ["pictures alone", VIDEO, "not video"],
  ["what is encrypted", OFFER.replace("RTP/AVP", "RTP/SAVP"), "not RTP/SAVP"],
  ["layers", OFFER.replace("20962", "20962/2"), "layers"],
])("refuses %s", (_, body, why) => {
  expect(refusalOf(lines(body))).toContain(why);
});

it("carries plain audio, with or without line feeds of SIP", () => {
  expect([refusalOf(OFFER), refusalOf(lines(OFFER)), refusalOf("v=0\r\n")]).toEqual([null, null, null]);
});

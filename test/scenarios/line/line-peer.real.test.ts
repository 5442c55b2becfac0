/** The line in front of the tests' own telephone, which does to a call what no Asterisk would. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listenForMedia, type MediaListener } from "../../../src/conversation/media/media-listener.ts";
import { startExchange, type Exchange } from "../../bench/rig/exchange.ts";
import { until } from "../../sip/media-rig.ts";
import { quiet } from "../../support/asterisk.ts";
import { startSipPeer, type SipPeer } from "../../support/sip-peer/sip-peer.ts";
import { openLine, type Line, type LineCall } from "./line.ts";

const LOGIN = { username: "asterisk", password: "media-secret" };
const MEDIA = "media_0";
const IDLE_MS = 1000;

let peer: SipPeer;
let line: Line;
let listener: MediaListener;
let exchange: Exchange;
let calls: LineCall[];

beforeEach(async () => {
  calls = [];
  peer = await startSipPeer({ codecs: ["pcmu"] });
  line = await openLine({
    carrier: peer,
    impairment: () => ({}),
    onCall: (call) => calls.push(call),
    idleMs: IDLE_MS,
    log: quiet,
  });
  listener = await listenForMedia({ host: "127.0.0.1", ...LOGIN, log: quiet });
  exchange = await startExchange({ peerPort: line.port, media: [{ name: MEDIA, port: listener.port }], login: LOGIN });
});

afterEach(async () => {
  await exchange.close();
  await listener.close();
  await line.close();
  await peer.close();
});

async function answered(callId: string): Promise<LineCall> {
  const leg = listener.expect(callId, AbortSignal.timeout(10_000));
  await exchange.call(callId, { listener: MEDIA, sampleRateHz: 8000 });
  await leg;
  const call = calls.at(-1);
  if (call === undefined) throw new Error("the line saw no call");
  return call;
}

describe("a line in front of a telephone", () => {
  it("passes retransmissions on, as one call", async () => {
    peer.follow({ trying: false, final: { status: 200, afterMs: 700 } });
    await answered("call_slow");
    const phone = await peer.nextCall();
    expect(phone.retransmissions).toBeGreaterThanOrEqual(1);
    expect([calls.length, peer.calls.length]).toEqual([1, 1]);
    await exchange.hangUp("call_slow");
    expect((await phone.ended).by).toBe("caller");
  });

  it("stays in the call when it is held, taken up again and hung up by the telephone", async () => {
    peer.follow({});
    const wire = await answered("call_held");
    const phone = await peer.nextCall();
    await phone.answered;
    await phone.hold();
    await phone.unhold();
    const before = wire.frames("callee").length;
    await until(() => wire.frames("callee").length > before + 25, 3000);
    await phone.hangUp("Q.850;cause=16");
    await wire.closed;
    // The assistant's side of it has gone silent with the call.
    const after = wire.frames("callee").length;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(wire.frames("callee").length).toBe(after);
  });

  it("ends when it has been idle too long, and what is said afterwards still goes through", async () => {
    peer.follow({});
    const wire = await answered("call_past");
    const phone = await peer.nextCall();
    await phone.answered;
    // As when the two had agreed on the end without the line: no more audio.
    phone.rtp.mute(true);
    const before = performance.now();
    await wire.closed;
    expect(performance.now() - before).toBeLessThan(IDLE_MS * 3);
    await exchange.hangUp("call_past");
    expect((await phone.ended).by).toBe("caller");
  });
});

/** The line between two telephones of the tests, without any Asterisk: its sockets, its packets and its end. */
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { pino } from "pino";
import { startSipPeer, type SipCall, type SipPeer } from "../../support/sip-peer/sip-peer.ts";
import { call, type Caller } from "./caller.ts";
import { openLine, type Line, type LineCall, type LineOptions } from "./line.ts";
import type { Side } from "./impairment.ts";
import { bind } from "./media-ports.ts";

let peer: SipPeer;
let line: Line;
let calls: LineCall[];
const NUMBER = "+12025550142";

beforeEach(async () => {
  peer = await startSipPeer({ codecs: ["pcmu"] });
});

afterEach(async () => {
  await line.close();
  await peer.close();
});

async function open(change: Partial<LineOptions> = {}): Promise<void> {
  calls = [];
  line = await openLine({
    carrier: peer,
    impairment: () => ({}),
    onCall: (one) => calls.push(one),
    log: pino({ level: "silent" }),
    ...change,
  });
}

async function inCall(): Promise<{ caller: Caller; phone: SipCall; wire: LineCall }> {
  const caller = await call(line, NUMBER);
  const [phone, wire] = [await peer.nextCall(), calls.at(-1)];
  if (wire === undefined) throw new Error("the line saw no call");
  return { caller, phone, wire };
}

describe("the line", () => {
  it("carries bytes that are no sound at all as they are, both ways", async () => {
    await open();
    const { caller, phone, wire } = await inCall();
    const payload = Uint8Array.from({ length: 160 }, (_, i) => (i * 7) & 0xff);
    const back = new Promise<Buffer>((resolve) => caller.onRtp(resolve));
    caller.send(65_535, payload);
    await expect.poll(() => phone.packets().length).toBe(1);
    expect(phone.packets()[0]).toMatchObject({ sequence: 65_535, timestamp: (65_535 * 160) >>> 0 });
    expect((await back).subarray(12)).toEqual(Buffer.alloc(160, 0xff));
    expect(wire.frames("assistant")[0]?.samples).toEqual(phone.packets()[0]?.samples);
    await caller.hangUp();
    await wire.closed;
  });

  it("tells each frame as it passes, and keeps none when it is told so", async () => {
    await open({ record: () => false });
    const { caller, phone, wire } = await inCall();
    const heard: string[] = [];
    wire.onFrame((side) => heard.push(side));
    caller.send(1, new Uint8Array(160));
    await expect.poll(() => phone.packets().length).toBe(1);
    await expect.poll(() => heard).toContain("callee");
    expect(heard).toContain("assistant");
    expect([wire.frames("assistant"), wire.frames("callee")]).toEqual([[], []]);
    await caller.hangUp();
    await wire.closed;
  });

  it("asks for each call how bad it is", async () => {
    await open({ impairment: (number) => ({ lossPercent: number === NUMBER ? 100 : 0 }) });
    const bad = await inCall();
    const good = await call(line, "+12025550199");
    const phone = await peer.nextCall();
    for (let i = 0; i < 5; i += 1) {
      bad.caller.send(i, new Uint8Array(160));
      good.send(i, new Uint8Array(160));
    }
    await expect.poll(() => phone.packets().length).toBe(5);
    expect(bad.phone.packets()).toEqual([]);
    expect(bad.wire.frames("assistant").map(({ lost }) => lost)).toEqual([true, true, true, true, true]);
    await bad.caller.hangUp();
    await good.hangUp();
  });

  it("loses the same packets of a side for the same seed, and others of the other side", async () => {
    let seed = 1;
    await open({ impairment: () => ({ lossPercent: 50, seed }) });
    const patterns = async (): Promise<Record<Side, string>> => {
      const { caller, wire } = await inCall();
      for (let i = 0; i < 30; i += 1) caller.send(i, new Uint8Array(160));
      await expect.poll(() => wire.frames("callee").length, { timeout: 3000 }).toBeGreaterThanOrEqual(30);
      await caller.hangUp();
      const of = (side: Side): string =>
        wire
          .frames(side)
          .slice(0, 30)
          .map(({ lost }) => (lost ? "x" : "."))
          .join("");
      return { assistant: of("assistant"), callee: of("callee") };
    };
    const first = await patterns();
    expect(await patterns()).toEqual(first);
    expect(first.callee).not.toBe(first.assistant);
    seed = 2;
    expect((await patterns()).assistant).not.toBe(first.assistant);
  });

  it("takes an INVITE that is repeated at once for one call", async () => {
    await open();
    const caller = await call(line, NUMBER, { twice: true });
    const phone = await peer.nextCall();
    await expect.poll(() => phone.retransmissions).toBe(1);
    expect([calls.length, peer.calls.length]).toEqual([1, 1]);
    await caller.hangUp();
  });

  it("hears only the two ends of a call", async () => {
    await open();
    const { caller, phone, wire } = await inCall();
    caller.send(1, new Uint8Array(160));
    await expect.poll(() => phone.packets().length).toBe(1);
    const stranger = await bind("127.0.0.1", 0);
    const forged = Buffer.alloc(172, 0x11);
    forged[0] = 0x80;
    forged[1] = 0;
    stranger.send(forged, caller.rtp.port, caller.rtp.host);
    await delay(60);
    expect(wire.frames("assistant").length).toBe(1);
    stranger.close();
    await caller.hangUp();
  });

  it("refuses more than it can carry, and says why", async () => {
    await open();
    const two = (port: number): string =>
      `v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=x\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\nm=audio ${port} RTP/AVP 0\r\nm=video ${port + 2} RTP/AVP 31\r\n`;
    await expect(call(line, NUMBER, { offer: two })).rejects.toThrow(
      '488: 399 line "the line carries one stream, not 2"',
    );
    expect(peer.calls).toEqual([]);
    await calls[0]?.closed;
  });

  it("passes a refusal on, and its call is closed", async () => {
    peer.follow({ final: { status: 486, afterMs: 0 } });
    await open();
    await expect(call(line, NUMBER)).rejects.toThrow("486");
    await calls[0]?.closed;
  });

  it("gives RTP an even port and RTCP the next, and takes reports along", async () => {
    await open();
    const report = Buffer.from([0x81, 201, 0, 1, 0, 0, 0, 1]);
    for (;;) {
      const { caller, phone } = await inCall();
      expect(caller.rtp.port % 2).toBe(0);
      // The port beside the telephone's may be somebody else's: the next call has another.
      const beside = await bind("127.0.0.1", phone.rtp.port + 1).catch(() => null);
      if (beside !== null) {
        const arrived = once(beside, "message");
        caller.report(report);
        expect((await arrived)[0]).toEqual(report);
        beside.close();
      }
      await caller.hangUp();
      if (beside !== null) return;
    }
  });

  it("leaves nothing open when it is closed in the middle of calls", async () => {
    const count = (what: string): number => process.getActiveResourcesInfo().filter((name) => name === what).length;
    await open();
    const idle = count("Timeout");
    await line.close();
    expect(idle - count("Timeout")).toBe(1);
    await open({ impairment: () => ({ jitterMs: 5000 }) });
    const [first, second] = [await inCall(), await inCall()];
    for (let i = 0; i < 20; i += 1) first.caller.send(i, new Uint8Array(160));
    await delay(50);
    const before = { sockets: count("UDPWrap"), timers: count("Timeout") };
    await line.close();
    await Promise.all([first.wire.closed, second.wire.closed]);
    // Two for SIP, four for each call; a timer for each packet that was held back. The telephones keep theirs.
    await expect.poll(() => before.sockets - count("UDPWrap"), { interval: 5 }).toBe(10);
    expect(before.timers - count("Timeout")).toBeGreaterThanOrEqual(20);
    await line.close();
    await Promise.all([first.caller, second.caller].map((caller) => caller.drop()));
  });
});

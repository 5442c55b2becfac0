/** Audio that changes in the middle of a call, comes late, or arrives badly. */
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contents, startTestExchange, udpTrunk, type TestExchange } from "../support/asterisk.ts";
import { startSipPeer, type Script, type SipCall, type SipPeer } from "../support/sip-peer/sip-peer.ts";

let phone: SipPeer;
let exchange: TestExchange;

beforeAll(async () => {
  phone = await startSipPeer({ codecs: ["pcmu", "pcma"] });
  exchange = await startTestExchange(udpTrunk(phone.port));
});

afterAll(async () => {
  await exchange.close();
  await phone.close();
});

async function answered(script: Script = {}): Promise<{ callId: string; call: SipCall }> {
  phone.follow(script);
  const callId = exchange.dial("+14155550101", { media: { listener: "media_0", sampleRateHz: 8000 } });
  await exchange.told.until(callId, "answered");
  const call = await phone.nextCall();
  await call.answered;
  return { callId, call };
}

/** A third of a second of it comes in, and as much goes out again. */
async function expectSound(callId: string, call: SipCall): Promise<void> {
  const [heard, sent] = [exchange.echo.heard(callId), call.packets().length];
  await expect.poll(() => exchange.echo.heard(callId), { timeout: 5000 }).toBeGreaterThan(heard + 15);
  await expect.poll(() => call.packets().length, { timeout: 5000 }).toBeGreaterThan(sent + 15);
}

async function hangUp(callId: string, call: SipCall): Promise<void> {
  exchange.pbx.hangUp(callId);
  expect(await exchange.told.until(callId, "ended")).toMatchObject({ reason: "hangup_api" });
  expect(await call.ended).toMatchObject({ by: "caller" });
  await expect.poll(() => contents(exchange.asterisk), { timeout: 5000 }).toEqual({ channels: [], bridges: [] });
}

describe("a re-INVITE", { timeout: 20_000 }, () => {
  it("to another codec is followed, there and back", async () => {
    const { callId, call } = await answered();
    expect(call.rtp.codec.name).toBe("pcmu");
    for (const name of ["pcma", "pcmu"] as const) {
      expect(await call.turnTo(name)).toBe(200);
      await expectSound(callId, call);
      expect(call.packets().at(-1)?.payloadType).toBe(call.rtp.codec.payloadType);
    }
    expect(exchange.told.types(callId)).toEqual(["answered"]);
    await hangUp(callId, call);
  });

  it("without an offer gets ours, and the talk goes on", async () => {
    const { callId, call } = await answered();
    expect(await call.askForOffer()).toBe(200);
    await expectSound(callId, call);
    expect(exchange.told.of(callId)).not.toContainEqual(expect.objectContaining({ held: true }));
    await hangUp(callId, call);
  });

  it("without an offer, whose answer has no hold in it any more, is the end of a hold", async () => {
    const { callId, call } = await answered();
    await call.hold("sendonly");
    expect(await exchange.told.until(callId, "held")).toMatchObject({ held: true });
    expect(await call.askForOffer()).toBe(200);
    await expect.poll(() => exchange.told.of(callId).at(-1), { timeout: 3000 }).toMatchObject({ held: false });
    await expectSound(callId, call);
    await hangUp(callId, call);
  });
});

describe("whoever takes the call back from a hold", { timeout: 20_000 }, () => {
  it("is heard, however their packets are numbered", async () => {
    const { callId, call } = await answered();
    await expectSound(callId, call);
    await call.hold("inactive");
    await exchange.told.until(callId, "held");
    call.rtp.restart(-1000);
    await call.unhold();
    await expectSound(callId, call);
    await hangUp(callId, call);
  });
});

describe("audio", { timeout: 20_000 }, () => {
  it("that begins a second after the answer is heard from then on", async () => {
    const { callId, call } = await answered();
    call.rtp.mute(true);
    await delay(1000);
    const before = exchange.echo.heard(callId);
    call.rtp.mute(false);
    await expectSound(callId, call);
    expect(exchange.echo.heard(callId)).toBeGreaterThan(before);
    await hangUp(callId, call);
  });

  it("that comes with the ringing itself (180 with a description) is heard, and the answer follows", async () => {
    const earlyAudio = new Int16Array(2400).map((_, at) => 8000 * Math.sin(at / 3));
    const { callId, call } = await answered({
      progress: [{ status: 180, afterMs: 10, earlyAudio }],
      final: { status: 200, afterMs: 600 },
    });
    expect(exchange.told.types(callId)).toContain("early_media");
    expect(exchange.echo.heard(callId)).toBeGreaterThan(10);
    await expectSound(callId, call);
    await hangUp(callId, call);
  });

  it("of the answer that comes from another source than what was heard before it is heard", async () => {
    const earlyAudio = new Int16Array(2400).map((_, at) => 8000 * Math.sin(at / 3));
    phone.follow({ progress: [{ status: 183, afterMs: 10, earlyAudio }], final: { status: 200, afterMs: 600 } });
    const callId = exchange.dial("+14155550102", { media: { listener: "media_0", sampleRateHz: 8000 } });
    const call = await phone.nextCall();
    await expect.poll(() => exchange.echo.heard(callId), { timeout: 3000 }).toBeGreaterThan(10);
    call.rtp.restart(-1000);
    await exchange.told.until(callId, "answered");
    await expectSound(callId, call);
    await hangUp(callId, call);
  });

  it.each([
    ["ahead of", 1000],
    ["behind", -1000],
  ])("that comes from another source all of a sudden, numbered %s the first, is heard on", async (_where, by) => {
    const { callId, call } = await answered();
    await expectSound(callId, call);
    call.rtp.restart(by);
    // As a conversation does that has heard nothing for a while. (Asterisk counts a new source's packets from nought.)
    await delay(200);
    exchange.pbx.checkAudio(callId, false);
    await delay(500);
    exchange.pbx.checkAudio(callId, true);
    await expectSound(callId, call);
    await hangUp(callId, call);
  });

  it("of which a third is lost and every fifth packet is overtaken keeps the call up, and ends it no other way", async () => {
    const { callId, call } = await answered();
    call.rtp.lose(0.33);
    call.rtp.swap(5);
    await expectSound(callId, call);
    await expectSound(callId, call);
    expect(call.rtp.lost).toBeGreaterThan(3);
    expect(exchange.told.types(callId)).toEqual(["answered"]);
    await hangUp(callId, call);
  });
});

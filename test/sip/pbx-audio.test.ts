import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contents, startTestExchange, udpTrunk, type TestExchange } from "../support/asterisk.ts";
import { startSipPeer, type SipPeer } from "../support/sip-peer/sip-peer.ts";

/** Asterisk's patience with a far end whose audio has stopped: 40 s, here 1 s. */
const IMPATIENT = { "pjsip.conf": "[trunk](+)\nrtp_timeout = 1\n" };

const TONE = new Int16Array(8000).map((_, at) => 8000 * Math.sin(at / 3));

let phone: SipPeer;
let exchange: TestExchange;

beforeAll(async () => {
  phone = await startSipPeer();
  exchange = await startTestExchange(udpTrunk(phone.port), {}, IMPATIENT);
});

afterAll(async () => {
  await exchange.close();
  await phone.close();
});

describe("audio", { timeout: 20_000 }, () => {
  it("is heard before the answer", async () => {
    phone.follow({ progress: [{ status: 183, afterMs: 20, earlyAudio: TONE }], final: "never" });
    const callId = exchange.dial("+14155550101", { media: { listener: "media_0", sampleRateHz: 8000 } });
    await expect.poll(() => exchange.echo.heard(callId), { timeout: 3000 }).toBeGreaterThan(30);
    expect(exchange.told.types(callId)).toEqual(["early_media"]);
    exchange.pbx.hangUp(callId);
    expect(await exchange.told.until(callId, "ended")).toMatchObject({ reason: "canceled" });
  });

  it("that has stopped for longer than Asterisk waits ends the call as the trunk's failure", async () => {
    phone.follow({});
    const callId = exchange.dial("+14155550102");
    await exchange.told.until(callId, "answered");
    const call = phone.calls.at(-1);
    await call?.play(TONE);
    expect(exchange.told.types(callId)).toEqual(["answered"]);
    call?.rtp.mute(true);
    expect(await exchange.told.until(callId, "ended")).toMatchObject({ reason: "trunk_failure", sipStatus: null });
  });
});

describe("a hang-up and an answer at the same time", { timeout: 20_000 }, () => {
  it("end in one verdict, and no call is left at either end", async () => {
    const before = phone.calls.length;
    const callIds: string[] = [];
    for (let step = 0; step < 20; step += 1) {
      phone.follow({ progress: [{ status: 180, afterMs: 5 }], final: { status: 200, afterMs: 60 } });
      const callId = exchange.dial(`+141555502${10 + step}`);
      callIds.push(callId);
      await exchange.told.until(callId, "ringing");
      await delay(40 + step);
      exchange.pbx.hangUp(callId);
    }
    for (const callId of callIds) {
      const { reason } = await exchange.told.until(callId, "ended");
      const types = exchange.told.types(callId);
      expect(types.filter((type) => type === "ended")).toHaveLength(1);
      expect(types.at(-1)).toBe("ended");
      expect(reason).toBe(types.includes("answered") ? "hangup_api" : "canceled");
    }
    const ends = await Promise.all(phone.calls.slice(before).map((call) => call.ended));
    expect(ends).toHaveLength(20);
    for (const end of ends) expect(["caller", "cancel"]).toContain(end.by);
    await expect.poll(() => contents(exchange.asterisk), { timeout: 5000 }).toEqual({ channels: [], bridges: [] });
  });
});

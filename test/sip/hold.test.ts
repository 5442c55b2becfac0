/** Lines on which no audio comes in, and which are alive all the same. */
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestExchange, udpTrunk, type TestExchange } from "../support/asterisk.ts";
import { startSipPeer, type SipCall, type SipPeer } from "../support/sip-peer/sip-peer.ts";

let phone: SipPeer;
let exchange: TestExchange;

beforeAll(async () => {
  phone = await startSipPeer();
  exchange = await startTestExchange(udpTrunk(phone.port));
});

afterAll(async () => {
  await exchange.close();
  await phone.close();
});

async function answered(): Promise<{ callId: string; call: SipCall }> {
  const callId = exchange.dial("+14155550101", { media: { listener: "media_0", sampleRateHz: 8000 } });
  await exchange.told.until(callId, "answered");
  const call = await phone.nextCall();
  await call.answered;
  return { callId, call };
}

describe("a hold", { timeout: 20_000 }, () => {
  it.each(["sendonly", "inactive"] as const)("by a re-INVITE (%s) is told, and so is its end", async (direction) => {
    const { callId, call } = await answered();
    await call.hold(direction);
    expect(await exchange.told.until(callId, "held")).toMatchObject({ held: true });
    await call.unhold();
    await expect.poll(() => exchange.told.of(callId).at(-1), { timeout: 3000 }).toMatchObject({ held: false });
    expect(exchange.told.types(callId)).toEqual(["answered", "held", "held"]);
    const before = exchange.echo.heard(callId);
    await delay(300);
    expect(exchange.echo.heard(callId)).toBeGreaterThan(before + 5);
    exchange.pbx.hangUp(callId);
    await exchange.told.until(callId, "ended");
  });
});

describe("silence", { timeout: 20_000 }, () => {
  it("in which comfort noise comes is told from a line that is dead", async () => {
    const { callId, call } = await answered();
    await delay(300);
    call.rtp.suppressSilence(200);
    await delay(300);
    const before = exchange.echo.heard(callId);
    exchange.pbx.checkAudio(callId, false);
    await delay(700);
    // The conversation hears nothing of it.
    expect(exchange.echo.heard(callId)).toBe(before);
    exchange.pbx.checkAudio(callId, true);
    await exchange.told.until(callId, "comfort_noise");

    call.rtp.suppressSilence(null);
    call.rtp.mute(true);
    await delay(100);
    exchange.pbx.checkAudio(callId, false);
    await delay(700);
    exchange.pbx.checkAudio(callId, true);
    await delay(300);
    expect(exchange.told.types(callId).filter((type) => type === "comfort_noise")).toHaveLength(1);
    exchange.pbx.hangUp(callId);
    await exchange.told.until(callId, "ended");
  });
});

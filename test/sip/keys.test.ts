/** Keys on the wire: ours as the trunk wants them, theirs however they come. */
import { afterEach, describe, expect, it } from "vitest";
import type { TrunkSettings } from "../../src/pbx/settings.ts";
import { startTestExchange, udpTrunk, type TestExchange } from "../support/asterisk.ts";
import type { KeyTiming } from "../../src/pbx/settings.ts";
import { strength } from "../support/tone-strength.ts";
import { startSipPeer, type Script, type SipCall } from "../support/sip-peer/sip-peer.ts";

const endings: (() => unknown)[] = [];

afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

type Rig = { readonly exchange: TestExchange; readonly callId: string; readonly call: SipCall };

/** A call that has been answered by a telephone. */
async function answered(trunk: Partial<TrunkSettings>, script: Script = {}, keyTiming?: KeyTiming): Promise<Rig> {
  const phone = await startSipPeer({ script });
  endings.push(() => phone.close());
  const exchange = await startTestExchange(
    udpTrunk(phone.port, trunk),
    {},
    {},
    keyTiming === undefined ? {} : { keyTiming },
  );
  endings.push(() => exchange.close());
  const callId = exchange.dial("+14155550101", { media: { listener: "media_0", sampleRateHz: 8000 } });
  await exchange.told.until(callId, "answered");
  const call = await phone.nextCall();
  await call.answered;
  return { exchange, callId, call };
}

describe("our keys", { timeout: 20_000 }, () => {
  it("go out as telephone events of 100 ms, with 100 ms between them, and are told when they are out", async () => {
    const { exchange, callId, call } = await answered({});
    const pressedAtMs = performance.now();
    exchange.pbx.press({ callId, pressId: "p1", keys: "1590*#" });
    expect(await exchange.told.until(callId, "pressed")).toMatchObject({ pressId: "p1", problem: null });
    expect(exchange.told.atMs(callId, "pressed") - pressedAtMs).toBeGreaterThanOrEqual(1199);
    await expect.poll(() => call.rtp.heardDigits(), { timeout: 1000 }).toBe("1590*#");
    for (const { durationMs } of call.rtp.heardKeys()) {
      expect(durationMs).toBeGreaterThanOrEqual(80);
      expect(durationMs).toBeLessThan(250);
    }
    const begins = call.rtp.heardKeys().map(({ fromMs }) => fromMs);
    for (const [at, fromMs] of begins.slice(1).entries()) expect(fromMs - (begins[at] ?? 0)).toBeGreaterThan(150);
    expect(call.infoKeys).toEqual([]);
  });

  it("are held for as long as is set", async () => {
    const { exchange, callId, call } = await answered({}, {}, { keyMs: 400, gapMs: 150 });
    exchange.pbx.press({ callId, pressId: "p1", keys: "77" });
    await exchange.told.until(callId, "pressed");
    expect(call.rtp.heardDigits()).toBe("77");
    for (const { durationMs } of call.rtp.heardKeys()) {
      expect(durationMs).toBeGreaterThanOrEqual(360);
      expect(durationMs).toBeLessThan(600);
    }
  });

  it("go out as INFO requests where the trunk wants them so", async () => {
    const { exchange, callId, call } = await answered({ dtmf: "info" });
    exchange.pbx.press({ callId, pressId: "p1", keys: "2#" });
    expect(await exchange.told.until(callId, "pressed")).toMatchObject({ problem: null });
    await expect.poll(() => call.infoKeys.map(({ digit }) => digit), { timeout: 3000 }).toEqual(["2", "#"]);
    for (const { durationMs } of call.infoKeys) expect(durationMs).toBeGreaterThanOrEqual(80);
    expect(call.rtp.heardDigits()).toBe("");
  });

  it.each([
    ["the trunk wants them so", "inband", true],
    ["the far end knows no telephone events", "auto", false],
  ] as const)("go out as tones where %s", async (_when, dtmf, telephoneEvents) => {
    const { exchange, callId, call } = await answered({ dtmf }, { telephoneEvents });
    exchange.pbx.press({ callId, pressId: "p1", keys: "5" });
    await exchange.told.until(callId, "pressed");
    const { samples } = call.recording();
    // 770 and 1336 Hz, and not the 941 of the row below.
    expect(strength(samples, 770)).toBeGreaterThan(20 * strength(samples, 941));
    expect(strength(samples, 1336)).toBeGreaterThan(20 * strength(samples, 941));
    expect(call.rtp.heardDigits()).toBe("");
  });

  it("cannot be pressed on a line that is not open, nor what is no key", async () => {
    const { exchange, callId } = await answered({});
    exchange.pbx.press({ callId, pressId: "p1", keys: "1w2" });
    expect(await exchange.told.until(callId, "pressed")).toMatchObject({ problem: expect.stringContaining("no keys") });
    const ringing = exchange.dial("+14155550102");
    exchange.pbx.press({ callId: ringing, pressId: "p2", keys: "1" });
    expect(await exchange.told.until(ringing, "pressed")).toMatchObject({
      problem: expect.stringContaining("not open"),
    });
  });
});

describe("their keys", { timeout: 20_000 }, () => {
  it("arrive at the conversation, as events and as INFO requests", async () => {
    const { exchange, callId, call } = await answered({});
    await call.press("5*#");
    await expect.poll(() => exchange.echo.keys(callId), { timeout: 3000 }).toBe("5*#");
    await call.pressByInfo("7");
    await expect.poll(() => exchange.echo.keys(callId), { timeout: 3000 }).toBe("5*#7");
  });
});

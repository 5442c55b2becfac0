import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EndReason } from "../../src/calls/vocabulary.ts";
import {
  openCarrierExchange,
  type CarrierExchange,
  type IncomingCall,
  type RefusalStatus,
} from "../../src/pbx/carrier-exchange.ts";
import { startManagedAsterisk, type ManagedAsterisk } from "../../src/pbx/managed-asterisk.ts";
import {
  contents,
  installedAsterisk,
  quiet,
  startTestExchange,
  temporaryFolder,
  type TestExchange,
} from "../support/asterisk.ts";
import { startMediaEcho, type MediaEcho } from "../support/media-echo.ts";

/** The demo route as the product has it: an appliance without a trunk and, on loopback, the business's exchange. */
let asterisk: ManagedAsterisk;
let carrier: CarrierExchange;
let business: MediaEcho;
let appliance: TestExchange;
const folder = temporaryFolder();
const incoming: IncomingCall[] = [];
const keys: string[] = [];
const ended: string[] = [];

const NUMBER = "+12025550142";

beforeAll(async () => {
  business = await startMediaEcho();
  const ending = new AbortController();
  asterisk = await startManagedAsterisk(
    {
      role: "carrier",
      installation: installedAsterisk(),
      dir: folder.path,
      sipPort: null,
      rtpPorts: null,
      app: "business",
      mediaLogin: business.login,
      mediaListeners: [{ name: "business_0", port: business.port }],
      log: quiet,
    },
    ending.signal,
  );
  carrier = await openCarrierExchange(
    { ari: asterisk.ari, app: "business", log: quiet },
    {
      incoming: (call) => incoming.push(call),
      key: (callId, key) => keys.push(`${callId} ${key}`),
      ended: (callId) => ended.push(callId),
    },
    ending.signal,
  );
  appliance = await startTestExchange(null, { demoPeer: asterisk.sip });
});

afterAll(async () => {
  await appliance.close();
  await carrier.close();
  await asterisk.stop();
  await business.close();
  folder.remove();
});

/** Dials the demo number; the call at both ends. */
async function dial(): Promise<{ readonly callId: string; readonly there: IncomingCall }> {
  const before = incoming.length;
  const callId = appliance.dial(NUMBER, { route: "demo" });
  await expect.poll(() => incoming.length, { timeout: 5000 }).toBe(before + 1);
  const there = incoming[before];
  if (there === undefined) throw new Error("no call came in");
  return { callId, there };
}

describe("the demo number", () => {
  it("rings, is answered, carries audio and keys both ways, and is hung up by the business", async () => {
    const { callId, there } = await dial();
    expect(there.number).toBe(NUMBER);
    await carrier.ring(there.callId);
    await appliance.told.until(callId, "ringing");
    await carrier.answer(there.callId);
    await appliance.told.until(callId, "answered");

    await carrier.attachMedia(there.callId, { listener: "business_0", sampleRateHz: 16_000 });
    appliance.pbx.press({ callId, pressId: "p1", keys: "12#" });
    await expect.poll(() => keys, { timeout: 3000 }).toEqual(["1", "2", "#"].map((key) => `${there.callId} ${key}`));
    // Two echoes facing each other are silent until something is said, and never again.
    business.say(there.callId, 16_000);
    await expect.poll(() => appliance.echo.heard(callId), { timeout: 5000 }).toBeGreaterThan(20);
    await expect.poll(() => business.heard(there.callId), { timeout: 5000 }).toBeGreaterThan(20);

    await carrier.hangUp(there.callId);
    expect(await appliance.told.until(callId, "ended")).toMatchObject({ reason: "hangup_business" });
    await expect.poll(() => ended, { timeout: 5000 }).toContain(there.callId);
    expect(appliance.told.types(callId)).toEqual(["ringing", "answered", "pressed", "ended"]);
  });

  it("may be heard before it is answered", async () => {
    const { callId, there } = await dial();
    await carrier.progress(there.callId);
    await carrier.attachMedia(there.callId, { listener: "business_0", sampleRateHz: 8000 });
    expect(await appliance.told.until(callId, "ringing")).toMatchObject({ earlyMedia: true });
    await carrier.answer(there.callId);
    await appliance.told.until(callId, "answered");
    appliance.pbx.hangUp(callId);
    expect(await appliance.told.until(callId, "ended")).toMatchObject({ reason: "hangup_api" });
    await expect.poll(() => ended, { timeout: 5000 }).toContain(there.callId);
  });

  const refusals: readonly (readonly [RefusalStatus, EndReason])[] = [
    [403, "rejected"],
    [404, "invalid_number"],
    [480, "no_answer"],
    [486, "busy"],
    [502, "trunk_failure"],
    [503, "trunk_failure"],
  ];
  it.each(refusals)("may refuse with %i: %s", async (status, reason) => {
    const { callId, there } = await dial();
    await carrier.reject(there.callId, status);
    expect(await appliance.told.until(callId, "ended")).toMatchObject({ reason, sipStatus: status });
    await expect.poll(() => ended, { timeout: 5000 }).toContain(there.callId);
  });

  it("hears that the caller gave up while it rang", async () => {
    const { callId, there } = await dial();
    await carrier.ring(there.callId);
    await appliance.told.until(callId, "ringing");
    appliance.pbx.hangUp(callId);
    expect(await appliance.told.until(callId, "ended")).toMatchObject({ reason: "canceled" });
    await expect.poll(() => ended, { timeout: 5000 }).toContain(there.callId);
    await expect(carrier.answer(there.callId)).rejects.toMatchObject({ name: "AriError", status: 404 });
  });

  it("is told of each end once, and nothing is left at either end", async () => {
    expect(new Set(ended).size).toBe(ended.length);
    expect(ended.toSorted()).toEqual(incoming.map(({ callId }) => callId).toSorted());
    await expect.poll(() => contents(asterisk), { timeout: 5000 }).toEqual({ channels: [], bridges: [] });
    await expect.poll(() => contents(appliance.asterisk), { timeout: 5000 }).toEqual({ channels: [], bridges: [] });
  });

  it("is all there is without a trunk", async () => {
    const callId = appliance.dial("+14155550123", { route: "trunk" });
    expect(await appliance.told.until(callId, "ended")).toMatchObject({ reason: "trunk_failure" });
  });

  it("reaches nobody while the business's exchange is down, and somebody when it is back", async () => {
    process.kill(asterisk.pid() ?? 0, "SIGKILL");
    await expect.poll(() => asterisk.notReady(), { timeout: 5000 }).not.toBeNull();
    await expect.poll(() => asterisk.notReady(), { timeout: 10_000 }).toBeNull();
    await expect
      .poll(
        async () => {
          const before = incoming.length;
          const callId = appliance.dial(NUMBER, { route: "demo", ringSeconds: 1 });
          await appliance.told.until(callId, "ended");
          return incoming.length > before;
        },
        { timeout: 10_000 },
      )
      .toBe(true);
  });
});

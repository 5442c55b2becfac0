/** Calls through the line between two real Asterisks: the appliance's exchange and the carrier's. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openCarrierExchange, type CarrierExchange, type IncomingCall } from "../../../src/pbx/carrier-exchange.ts";
import { startManagedAsterisk, type ManagedAsterisk } from "../../../src/pbx/managed-asterisk.ts";
import {
  installedAsterisk,
  quiet,
  startTestExchange,
  temporaryFolder,
  udpTrunk,
  type TestExchange,
} from "../../support/asterisk.ts";
import { startMediaEcho, type MediaEcho } from "../../support/media-echo.ts";
import type { Impairment } from "./impairment.ts";
import { openLine, type Line, type LineCall } from "./line.ts";

let asterisk: ManagedAsterisk;
let carrier: CarrierExchange;
let business: MediaEcho;
let appliance: TestExchange;
let line: Line;
let impairment: Impairment = {};
const folder = temporaryFolder();
const incoming: IncomingCall[] = [];
const calls: LineCall[] = [];
const keys: string[] = [];

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
      key: (_, key) => keys.push(key),
      ended: () => {},
    },
    ending.signal,
  );
  line = await openLine({
    carrier: asterisk.sip,
    impairment: () => impairment,
    onCall: (call) => calls.push(call),
    log: quiet,
  });
  appliance = await startTestExchange(udpTrunk(line.port, { codecs: ["ulaw"] }));
});

afterAll(async () => {
  await appliance.close();
  await carrier.close();
  await asterisk.stop();
  await business.close();
  await line.close();
  folder.remove();
});

async function dial(): Promise<{ callId: string; there: IncomingCall; call: LineCall }> {
  const before = incoming.length;
  const callId = appliance.dial(NUMBER);
  await expect.poll(() => incoming.length, { timeout: 5000 }).toBe(before + 1);
  const there = incoming[before];
  const call = calls.at(-1);
  if (there === undefined || call === undefined) throw new Error("no call came in");
  return { callId, there, call };
}

describe("a call over the line", () => {
  it("rings, is answered, carries sound and keys both ways, and is hung up by the callee", async () => {
    impairment = {};
    const { callId, there, call } = await dial();
    expect(call).toMatchObject({ number: NUMBER, from: "+12025550100", sampleRateHz: null });
    await carrier.ring(there.callId);
    await appliance.told.until(callId, "ringing");
    await carrier.answer(there.callId);
    await appliance.told.until(callId, "answered");
    await carrier.attachMedia(there.callId, { listener: "business_0", sampleRateHz: 16_000 });
    await appliance.pbx.sendDtmf(callId, "12#");
    await expect.poll(() => keys, { timeout: 3000 }).toEqual(["1", "2", "#"]);
    business.say(there.callId, 16_000);
    await expect.poll(() => appliance.echo.heard(callId), { timeout: 5000 }).toBeGreaterThan(20);
    expect(call.sampleRateHz).toBe(8000);
    expect(call.keys.map(({ digit, side }) => `${side} ${digit}`)).toEqual([
      "assistant 1",
      "assistant 2",
      "assistant #",
    ]);
    await expect.poll(() => call.frames("assistant").length).toBeGreaterThan(20);
    await expect.poll(() => call.frames("callee").length).toBeGreaterThan(20);
    await carrier.hangUp(there.callId);
    expect(await appliance.told.until(callId, "ended")).toMatchObject({ reason: "hangup_business" });
    await call.closed;
  });
});

/** Kamailio as the carrier: nobody here wrote it. */
import { afterEach, describe, expect, it } from "vitest";
import { watchRegistration, type RegistrationWatch } from "../../src/pbx/registration.ts";
import { contents, quiet, startTestExchange, udpTrunk, type TestExchange } from "../support/asterisk.ts";
import { startBaresip } from "../support/baresip.ts";
import { startKamailio, type Kamailio, type KamailioOptions } from "../support/kamailio.ts";
import { startSipPeer, type Script, type SipPeer } from "../support/sip-peer/sip-peer.ts";

const LOGIN = { username: "alice", password: "s3cret word" };

/** How long Asterisk waits before it tries again, else 10 and 60 s. */
const IMPATIENT = {
  "pjsip.conf": "[trunk-registration](+)\nretry_interval = 1\nforbidden_retry_interval = 1\nfatal_retry_interval = 1\n",
};

const endings: (() => unknown)[] = [];

afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

async function startPhone(script: Script = {}): Promise<SipPeer> {
  const phone = await startSipPeer({ script });
  endings.push(() => phone.close());
  return phone;
}

async function startCarrier(options: KamailioOptions): Promise<Kamailio> {
  const carrier = await startKamailio(options);
  endings.push(() => carrier.stop());
  return carrier;
}

/** Asterisk gives a request up after 64 times so long. */
const T1_MS = 25;

async function startExchange(port: number, register: boolean): Promise<TestExchange> {
  const exchange = await startTestExchange(
    udpTrunk(port, { ...LOGIN, register }),
    { sipT1Ms: T1_MS },
    register ? IMPATIENT : {},
  );
  endings.push(() => exchange.close());
  return exchange;
}

function watch(exchange: TestExchange): RegistrationWatch {
  const registration = watchRegistration(exchange.asterisk.runFolder, quiet);
  endings.push(() => registration.stop());
  return registration;
}

/** Rings, is answered, carries audio both ways, and is hung up by us. */
async function expectACall(exchange: TestExchange, phone: SipPeer, number: string): Promise<void> {
  const callId = exchange.dial(number);
  await exchange.told.until(callId, "answered");
  const call = await phone.nextCall();
  await call.answered;
  expect(call.number).toBe(number);
  const before = exchange.echo.heard(callId);
  await expect.poll(() => exchange.echo.heard(callId), { timeout: 3000 }).toBeGreaterThan(before + 10);
  exchange.pbx.hangUp(callId);
  expect(await exchange.told.until(callId, "ended")).toMatchObject({ reason: "hangup_api" });
  expect(await call.ended).toMatchObject({ by: "caller" });
  await expectNothingLeft(exchange);
}

async function expectNothingLeft(exchange: TestExchange): Promise<void> {
  await expect.poll(() => contents(exchange.asterisk), { timeout: 5000 }).toEqual({ channels: [], bridges: [] });
}

describe("a carrier that asks for a password", { timeout: 40_000 }, () => {
  it("is given the digest, and connects the call", async () => {
    const phone = await startPhone();
    const carrier = await startCarrier({ gateways: [phone.port], login: LOGIN });
    const exchange = await startExchange(carrier.port, false);
    await expectACall(exchange, phone, "+14155550101");
    expect(carrier.notes()).toEqual(["INVITE asked", `INVITE to ${phone.port}`]);
  });

  it("and wants another one is the trunk's failure, and nobody's telephone rings", async () => {
    const phone = await startPhone();
    const carrier = await startCarrier({ gateways: [phone.port], login: { ...LOGIN, password: "another" } });
    const exchange = await startExchange(carrier.port, false);
    const callId = exchange.dial("+14155550102");
    expect(await exchange.told.until(callId, "ended")).toMatchObject({ reason: "trunk_failure", sipStatus: 407 });
    expect(phone.calls).toEqual([]);
    await expectNothingLeft(exchange);
  });
});

describe("a registration", { timeout: 60_000 }, () => {
  it("is renewed before it expires, and comes back after the carrier was away and refused it", async () => {
    const phone = await startPhone();
    const options: KamailioOptions = { gateways: [phone.port], login: LOGIN, expiresSeconds: 2, registeredOnly: true };
    let carrier = await startCarrier(options);
    const exchange = await startExchange(carrier.port, true);
    const registration = watch(exchange);
    await registration.registered(5000);
    expect(registration.notReady()).toBeNull();
    const noted = (what: string): number => carrier.notes().filter((note) => note === what).length;
    await expect.poll(() => noted("REGISTER taken"), { timeout: 10_000 }).toBeGreaterThan(1);
    await expectACall(exchange, phone, "+14155550103");

    async function turnsInto(change: Partial<KamailioOptions>): Promise<void> {
      await carrier.kill();
      carrier = await startCarrier({ ...options, port: carrier.port, ...change });
    }
    await carrier.kill();
    await expect.poll(() => registration.notReady(), { timeout: 20_000 }).toMatch(/no longer answers/);
    // It goes on trying, whatever it is refused with. Each time it is asked for the password again.
    await turnsInto({ login: { ...LOGIN, password: "another" } });
    await expect.poll(() => noted("REGISTER asked"), { timeout: 15_000 }).toBeGreaterThan(4);
    expect(registration.notReady()).toMatch(/check trunk\.username/);
    await turnsInto({ refuses: 403 });
    await expect.poll(() => noted("REGISTER refused"), { timeout: 15_000 }).toBeGreaterThan(1);
    expect(registration.notReady()).toMatch(/check trunk\.username/);

    await turnsInto({});
    await expect.poll(() => registration.notReady(), { timeout: 10_000 }).toBeNull();
    expect(noted("REGISTER taken")).toBeGreaterThan(0);
    await expectACall(exchange, phone, "+14155550104");
  });
});

describe("a carrier with two ways to the telephone", { timeout: 40_000 }, () => {
  it("goes the second when the first fails, and it is one call", async () => {
    const broken = await startPhone({ progress: [{ status: 183, afterMs: 20 }], final: { status: 503, afterMs: 300 } });
    const phone = await startPhone({ progress: [{ status: 180, afterMs: 20 }], final: { status: 200, afterMs: 300 } });
    const carrier = await startCarrier({ gateways: [broken.port, phone.port] });
    const exchange = await startExchange(carrier.port, false);
    await expectACall(exchange, phone, "+14155550107");
    expect(carrier.notes()).toEqual([`INVITE to ${broken.port}`, `INVITE to ${phone.port}`]);
  });

  it("both of which fail is the trunk's failure", async () => {
    const first = await startPhone({ final: { status: 500, afterMs: 0 } });
    const second = await startPhone({ final: { status: 503, afterMs: 0 } });
    const carrier = await startCarrier({ gateways: [first.port, second.port] });
    const exchange = await startExchange(carrier.port, false);
    const callId = exchange.dial("+14155550108");
    expect(await exchange.told.until(callId, "ended")).toMatchObject({ reason: "trunk_failure" });
    await expectNothingLeft(exchange);
  });

  it("stays between us and a telephone of other people's making, which holds us, takes us up again and hangs up", async () => {
    const phone = await startBaresip({ number: "+14155550110", codecs: ["PCMU"] });
    endings.push(() => phone.stop());
    const carrier = await startCarrier({ gateways: [phone.port] });
    const exchange = await startExchange(carrier.port, false);
    const callId = exchange.dial("+14155550110");
    await exchange.told.until(callId, "answered");
    await phone.command("hold");
    expect(await exchange.told.until(callId, "held")).toMatchObject({ held: true });
    await phone.command("resume");
    await expect.poll(() => exchange.told.of(callId).at(-1), { timeout: 3000 }).toMatchObject({ held: false });
    await phone.command("hangup");
    expect(await exchange.told.until(callId, "ended")).toMatchObject({ reason: "hangup_business" });
    expect(phone.trace()).toMatch(new RegExp(`^Record-Route: <sip:127\\.0\\.0\\.1:${carrier.port};`, "m"));
    await expectNothingLeft(exchange);
  });

  it("is told CANCEL while the second rings, and both are free again", async () => {
    const first = await startPhone({ final: { status: 503, afterMs: 0 } });
    const second = await startPhone({ progress: [{ status: 180, afterMs: 0 }], final: "never" });
    const carrier = await startCarrier({ gateways: [first.port, second.port] });
    const exchange = await startExchange(carrier.port, false);
    const callId = exchange.dial("+14155550109");
    await exchange.told.until(callId, "ringing");
    exchange.pbx.hangUp(callId);
    expect(await exchange.told.until(callId, "ended")).toMatchObject({ reason: "canceled" });
    expect(await (await second.nextCall()).ended).toMatchObject({ by: "cancel" });
    await expectNothingLeft(exchange);
  });
});

/** baresip as the telephone: nobody here wrote it. */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { TrunkSettings } from "../../src/pbx/settings.ts";
import { contents, startTestExchange, udpTrunk, type TestExchange } from "../support/asterisk.ts";
import { startBaresip, TONE_HZ, type Baresip, type BaresipOptions } from "../support/baresip.ts";
import { strength } from "../support/tone-strength.ts";

const NUMBER = "+14155550101";

const endings: (() => unknown)[] = [];

afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

type Line = { readonly phone: Baresip; readonly exchange: TestExchange };

async function start(
  options: Partial<BaresipOptions>,
  trunk: Partial<TrunkSettings> = {},
  overrides: Readonly<Record<string, string>> = {},
): Promise<Line> {
  const phone = await startBaresip({ number: NUMBER, codecs: ["PCMU"], ...options });
  endings.push(() => phone.stop());
  const exchange = await startTestExchange(udpTrunk(phone.port, trunk), { sipT1Ms: 50 }, overrides);
  endings.push(() => exchange.close());
  return { phone, exchange };
}

async function expectNothingLeft(exchange: TestExchange): Promise<void> {
  await expect.poll(() => contents(exchange.asterisk), { timeout: 5000 }).toEqual({ channels: [], bridges: [] });
}

async function answered({ exchange }: Line, sampleRateHz: 8000 | 16_000 = 8000): Promise<string> {
  const callId = exchange.dial(NUMBER, { media: { listener: "media_0", sampleRateHz } });
  await exchange.told.until(callId, "answered");
  await expectSound(exchange, callId);
  return callId;
}

/** Half a second of it comes in, and goes back. */
async function expectSound(exchange: TestExchange, callId: string): Promise<void> {
  const before = exchange.echo.heard(callId);
  await expect.poll(() => exchange.echo.heard(callId), { timeout: 5000 }).toBeGreaterThan(before + 25);
}

/** It has heard its own tone come back: encoded, carried, decoded, and the same the other way. */
async function expectItsTone(phone: Baresip, sampleRateHz: number): Promise<void> {
  await expect.poll(() => phone.events().at(-1), { timeout: 3000 }).toBe("CALL_CLOSED");
  const heard = phone.heard();
  expect(heard.sampleRateHz).toBe(sampleRateHz);
  const ofTone = (hz: number): number => strength(heard.samples, (hz * 8000) / sampleRateHz) / heard.samples.length;
  expect(ofTone(TONE_HZ)).toBeGreaterThan(1000);
  expect(ofTone(TONE_HZ)).toBeGreaterThan(50 * ofTone(700));
}

/** A certificate for 127.0.0.1 and its key in one file, which Asterisk may read without being us. */
function makeCertificate(): string {
  const folder = mkdtempSync(join(tmpdir(), "outdial-certificate-"));
  endings.push(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755);
  const [certificate, key, both] = ["certificate.pem", "key.pem", "both.pem"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const request = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1"];
  const files = ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate];
  execFileSync("openssl", [...request, ...files], { stdio: "ignore" });
  writeFileSync(both, readFileSync(certificate, "utf8") + readFileSync(key, "utf8"));
  return both;
}

/** The authority that Asterisk trusts, in place of the machine's. */
function trusting(certificate: string): Readonly<Record<string, string>> {
  const file = join(dirname(certificate), "certificate.pem");
  return { "pjsip.conf": `[trunk-transport](+)\nca_list_file = ${file}\n` };
}

describe("a telephone of other people's making", { timeout: 30_000 }, () => {
  it("rings, is answered, talks both ways, and hangs up", async () => {
    const { phone, exchange } = await start({ answers: "manual" });
    const callId = exchange.dial(NUMBER, { media: { listener: "media_0", sampleRateHz: 8000 } });
    await exchange.told.until(callId, "ringing");
    await phone.command("accept");
    await exchange.told.until(callId, "answered");
    await expectSound(exchange, callId);
    await phone.command("hangup");
    expect(await exchange.told.until(callId, "ended")).toMatchObject({ reason: "hangup_business" });
    await expectItsTone(phone, 8000);
    await expectNothingLeft(exchange);
  });

  it("that has nothing but G.722 is heard and hears wide-band", async () => {
    const line = await start({ codecs: ["G722"] }, { codecs: ["ulaw", "g722"] });
    const callId = await answered(line, 16_000);
    line.exchange.pbx.hangUp(callId);
    expect(await line.exchange.told.until(callId, "ended")).toMatchObject({ reason: "hangup_api" });
    await expectItsTone(line.phone, 16_000);
    await expectNothingLeft(line.exchange);
  });

  it("that has none of our codecs is the trunk's failure", async () => {
    const { exchange } = await start({ codecs: ["G722"] }, { codecs: ["ulaw"] });
    const callId = exchange.dial(NUMBER);
    expect(await exchange.told.until(callId, "ended")).toMatchObject({ reason: "trunk_failure", sipStatus: 488 });
    await expectNothingLeft(exchange);
  });

  it("that puts us on hold is told, and so is the end of it", async () => {
    const line = await start({});
    const { phone, exchange } = line;
    const callId = await answered(line);
    await phone.command("hold");
    expect(await exchange.told.until(callId, "held")).toMatchObject({ held: true });
    await phone.command("resume");
    await expect.poll(() => exchange.told.of(callId).at(-1), { timeout: 3000 }).toMatchObject({ held: false });
    await expectSound(exchange, callId);
    exchange.pbx.hangUp(callId);
    expect(await exchange.told.until(callId, "ended")).toMatchObject({ reason: "hangup_api" });
    await expectNothingLeft(exchange);
  });

  it("that vanishes is the trunk's failure, and no channel waits for it", async () => {
    const line = await start({}, {}, { "pjsip.conf": "[trunk](+)\nrtp_timeout = 1\n" });
    const callId = await answered(line);
    await line.phone.kill();
    expect(await line.exchange.told.until(callId, "ended")).toMatchObject({ reason: "trunk_failure", sipStatus: null });
    await expectNothingLeft(line.exchange);
  });
});

describe("a trunk over TLS", { timeout: 30_000 }, () => {
  it("is encrypted, its audio too", async () => {
    const certificate = makeCertificate();
    const line = await start({ certificate }, { transport: "tls" }, trusting(certificate));
    const callId = await answered(line);
    line.exchange.pbx.hangUp(callId);
    expect(await line.exchange.told.until(callId, "ended")).toMatchObject({ reason: "hangup_api" });
    await expectItsTone(line.phone, 8000);
    const trace = line.phone.trace();
    expect(trace).toMatch(/^Via: SIP\/2\.0\/TLS /m);
    expect(trace).toMatch(/^m=audio \d+ RTP\/SAVP /m);
    expect(trace).toMatch(/^a=crypto:\d+ AES_CM_128_HMAC_SHA1_80 inline:/m);
    await expectNothingLeft(line.exchange);
  });

  it("whose certificate nobody vouches for is not dialled over", async () => {
    const { phone, exchange } = await start({ certificate: makeCertificate() }, { transport: "tls" });
    const callId = exchange.dial(NUMBER);
    expect(await exchange.told.until(callId, "ended")).toMatchObject({ reason: "trunk_failure" });
    expect(phone.events()).toEqual([]);
    expect(phone.trace()).not.toContain("INVITE");
    await expectNothingLeft(exchange);
  });
});

/** A call that is passed on: two telephones and one exchange, with an echo in place of our conversation. */
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { contents, startTestExchange, udpTrunk, type TestExchange } from "../support/asterisk.ts";
import { startSipPeer, type Script, type SipCall, type SipPeer } from "../support/sip-peer/sip-peer.ts";
import { strength } from "../support/tone-strength.ts";

const NOTHING = { channels: [], bridges: [] };

let phones: SipPeer;
let exchange: TestExchange;
let person: Script = {};
/** Of the person who is called in this test; the business has the one before it. */
let number = 14_155_550_100;
const running: string[] = [];

beforeAll(async () => {
  phones = await startSipPeer({ script: (dialled) => (dialled === `+${number}` ? person : {}) });
  exchange = await startTestExchange(udpTrunk(phones.port));
});

afterAll(async () => {
  await exchange.close();
  await phones.close();
});

beforeEach(() => {
  number += 2;
  person = { progress: [{ status: 180, afterMs: 50 }], final: { status: 200, afterMs: 300 } };
});

afterEach(() => {
  // What a failing test has left must not fail the next.
  for (const callId of running.splice(0)) exchange.pbx.hangUp(callId);
});

function tone(hz: number, ms: number): Int16Array {
  return new Int16Array(ms * 8).map((_, at) => 8000 * Math.sin((2 * Math.PI * hz * at) / 8000));
}

/** The last so many milliseconds that this telephone heard. */
function lately(call: SipCall, ms: number): Int16Array {
  // By arrival: the stream that this telephone gets is another one, with other timestamps, after the two are connected.
  const packets = call.packets().slice(-ms / 20);
  return Int16Array.from(packets.flatMap(({ samples }) => [...samples]));
}

async function answered(): Promise<{ callId: string; business: SipCall }> {
  const callId = exchange.dial(`+${number - 1}`, { media: { listener: "media_0", sampleRateHz: 8000 } });
  running.push(callId);
  await exchange.told.until(callId, "answered");
  const business = await callTo(number - 1);
  await business.answered;
  return { callId, business };
}

function transfer(callId: string, ringSeconds = 5): void {
  exchange.pbx.transfer({ callId, number: `+${number}`, route: "trunk", ringSeconds });
}

async function callTo(dialled: number): Promise<SipCall> {
  for (;;) {
    const call = await phones.nextCall();
    if (call.number === `+${dialled}`) return call;
  }
}

async function briefed(): Promise<{ callId: string; business: SipCall; other: SipCall }> {
  const { callId, business } = await answered();
  transfer(callId);
  const other = await callTo(number);
  await exchange.told.until(callId, "transfer_answered");
  return { callId, business, other };
}

const isEmpty = async (): Promise<void> =>
  expect.poll(() => contents(exchange.asterisk), { timeout: 5000 }).toEqual(NOTHING);

describe("a transfer", { timeout: 30_000 }, () => {
  it("lets the one who answers hear our conversation alone, then brings the two together", async () => {
    const { callId, business, other } = await briefed();
    // The echo is with them now: they hear themselves, the business nothing.
    void business.play(tone(500, 2500));
    await other.play(tone(900, 2500));
    expect(strength(lately(other, 1000), 900)).toBeGreaterThan(20 * strength(lately(other, 1000), 500));
    expect(strength(lately(business, 1000), 900)).toBeLessThan(strength(lately(other, 1000), 900) / 20);

    exchange.pbx.connectTransfer(callId);
    await exchange.told.until(callId, "transfer_connected");
    void business.play(tone(600, 2500));
    await other.play(tone(1100, 2500));
    await delay(100);
    expect(strength(lately(other, 1000), 600)).toBeGreaterThan(20 * strength(lately(other, 1000), 1100));
    expect(strength(lately(business, 1000), 1100)).toBeGreaterThan(20 * strength(lately(business, 1000), 600));
    await expect.poll(() => exchange.echo.isConnected(callId), { timeout: 3000 }).toBe(false);

    // Well beyond the time that a call may be up without its leg.
    await delay(2000);
    expect(exchange.told.types(callId)).toEqual(["answered", "transfer_answered", "transfer_connected"]);
    await other.hangUp();
    await exchange.told.until(callId, "transfer_left");
    exchange.pbx.hangUp(callId);
    expect(await exchange.told.until(callId, "ended")).toMatchObject({ reason: "hangup_api" });
    await business.ended;
    await isEmpty();
  });

  it.each([
    ["is busy", { final: { status: 486, afterMs: 100 } }, "busy"],
    ["does not answer", { progress: [{ status: 180, afterMs: 50 }], final: "never" }, "no_answer"],
    ["declines", { final: { status: 603, afterMs: 100 } }, "refused"],
    ["cannot be reached", { final: { status: 503, afterMs: 100 } }, "failed"],
  ] as const)("to somebody who %s leaves the call as it was", async (_what, script, why) => {
    person = script;
    const { callId, business } = await answered();
    transfer(callId, 1);
    expect(await exchange.told.until(callId, "transfer_failed")).toMatchObject({ why });
    await business.play(tone(500, 1500));
    await delay(100);
    expect(strength(lately(business, 800), 500)).toBeGreaterThan(10_000);
    expect((await contents(exchange.asterisk)).channels.toSorted()).toEqual([callId, `leg-${callId}`].toSorted());
    exchange.pbx.hangUp(callId);
    await exchange.told.until(callId, "ended");
    await isEmpty();
  });

  it("that is given up after the answer gives the business our conversation back", async () => {
    const { callId, business, other } = await briefed();
    exchange.pbx.dropTransfer(callId, "voicemail");
    expect(await exchange.told.until(callId, "transfer_failed")).toMatchObject({ why: "voicemail" });
    expect((await other.ended).by).toBe("caller");
    await business.play(tone(500, 1500));
    await delay(100);
    expect(strength(lately(business, 800), 500)).toBeGreaterThan(10_000);
    exchange.pbx.hangUp(callId);
    await exchange.told.until(callId, "ended");
    await isEmpty();
  });

  it("can be tried three times, and no more", async () => {
    person = { final: { status: 486, afterMs: 20 } };
    const { callId } = await answered();
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      transfer(callId);
      const failures = (): number => exchange.told.types(callId).filter((type) => type === "transfer_failed").length;
      await expect.poll(failures, { timeout: 3000 }).toBe(attempt);
    }
    expect(exchange.told.of(callId).at(-1)).toMatchObject({ why: "failed" });
    expect(phones.calls.filter((call) => call.number === `+${number}`)).toHaveLength(3);
    exchange.pbx.hangUp(callId);
    await exchange.told.until(callId, "ended");
    await isEmpty();
  });
});

describe("a call that ends while it is being passed on leaves nothing behind", { timeout: 30_000 }, () => {
  it.each([0, 5, 20, 60, 200])("hung up by us %i ms after the transfer was asked for", async (ms) => {
    const { callId, business } = await answered();
    transfer(callId);
    await delay(ms);
    exchange.pbx.hangUp(callId);
    await exchange.told.until(callId, "ended");
    await business.ended;
    await isEmpty();
    expect(exchange.told.types(callId).at(-1)).toBe("ended");
  });

  it("hung up by the business while it rings", async () => {
    person = { progress: [{ status: 180, afterMs: 20 }], final: "never" };
    const { callId, business } = await answered();
    transfer(callId);
    const other = await callTo(number);
    await business.hangUp();
    expect(await exchange.told.until(callId, "ended")).toMatchObject({ reason: "hangup_business" });
    expect((await other.ended).by).toBe("cancel");
    await isEmpty();
  });

  it("hung up by the business while the other one is being told", async () => {
    const { callId, business, other } = await briefed();
    await business.hangUp();
    await exchange.told.until(callId, "ended");
    expect((await other.ended).by).toBe("caller");
    await isEmpty();
  });

  it.each(["the business", "us"])("hung up by %s when the two are connected", async (who) => {
    const { callId, business, other } = await briefed();
    exchange.pbx.connectTransfer(callId);
    await exchange.told.until(callId, "transfer_connected");
    if (who === "us") exchange.pbx.hangUp(callId);
    else await business.hangUp();
    await exchange.told.until(callId, "ended");
    expect((await other.ended).by).toBe("caller");
    await isEmpty();
  });

  it("whose exchange is stopped in the middle of it", async () => {
    const { callId } = await briefed();
    await exchange.pbx.close();
    expect(exchange.told.types(callId).at(-1)).toBe("ended");
    await isEmpty();
  });
});

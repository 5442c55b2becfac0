import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../src/lib/ids.ts";
import { openAsteriskPbx, type AsteriskPbx } from "../../src/pbx/asterisk-pbx.ts";
import { contents, quiet, startTestExchange, Telling, udpTrunk, type TestExchange } from "../support/asterisk.ts";
import { startSipp, type Sipp } from "../support/asterisk-sipp.ts";
import { startTcpProxy, type TcpProxy } from "../support/tcp-proxy.ts";
import { MANNERS, type Manner } from "./scenarios-sipp/carrier.ts";

let nextNumber = 100_000;
function number(manner: Manner): string {
  return `+1${MANNERS[manner]}200${nextNumber++}`;
}

let sipp: Sipp;
let exchange: TestExchange;

beforeAll(async () => {
  sipp = await startSipp([486]);
  exchange = await startTestExchange(udpTrunk(sipp.port));
});

afterAll(async () => {
  await exchange.close();
  await sipp.close();
});

async function expectNothingLeft(): Promise<void> {
  await expect.poll(() => contents(exchange.asterisk), { timeout: 5000 }).toEqual({ channels: [], bridges: [] });
}

describe("the audio of a call", () => {
  it("that breaks while the call is up ends it within 3 s, and the far end hears of it", async () => {
    const dialled = number("answers");
    const callId = exchange.dial(dialled);
    await exchange.told.until(callId, "answered");
    exchange.echo.cut(callId);
    const cutAtMs = performance.now();
    expect(await exchange.told.until(callId, "ended")).toMatchObject({ reason: "trunk_failure" });
    expect(exchange.told.atMs(callId, "ended") - cutAtMs).toBeLessThan(3000);
    await expect.poll(() => sipp.messages(dialled), { timeout: 5000 }).toContain("BYE");
    await expectNothingLeft();
  });

  it("that ends because the call is over is no fault: who hung up is told", async () => {
    const callId = exchange.dial(number("answers"));
    await exchange.told.until(callId, "answered");
    exchange.echo.cut(callId);
    exchange.pbx.hangUp(callId);
    expect(await exchange.told.until(callId, "ended")).toMatchObject({ reason: "hangup_api" });
  });

  it("that nobody takes ends the call before anybody's phone rings", async () => {
    const dialled = number("answers");
    const callId = newId("call");
    const media = { listener: "media_9", sampleRateHz: 16_000 } as const;
    exchange.pbx.dial({ callId, number: dialled, route: "trunk", ringSeconds: 5, media });
    expect(await exchange.told.until(callId, "ended")).toMatchObject({ reason: "trunk_failure" });
    expect(sipp.messages(dialled)).toEqual([]);
    await expectNothingLeft();
  });
});

describe("an ARI connection that drops", () => {
  let proxy: TcpProxy;
  let pbx: AsteriskPbx;
  let told: Telling;

  async function open(): Promise<void> {
    proxy = await startTcpProxy(Number(new URL(exchange.asterisk.ari.url).port));
    const ari = { ...exchange.asterisk.ari, url: `http://127.0.0.1:${proxy.port}` };
    const options = { ari, app: "dropped", trunk: { numberFormat: "e164" }, demo: false, log: quiet } as const;
    pbx = await openAsteriskPbx(options, new AbortController().signal);
    told = new Telling();
    pbx.onEvent((event) => told.take(event));
    expect(pbx.notReady("trunk")).toBeNull();
  }

  function dial(dialled: string): string {
    const callId = newId("call");
    const media = { listener: "media_0", sampleRateHz: 8000 } as const;
    pbx.dial({ callId, number: dialled, route: "trunk", ringSeconds: 20, media });
    return callId;
  }

  it("is opened again; what happened meanwhile is found, and calls that are up stay up", async () => {
    await open();
    const stays = dial(number("answers"));
    await told.until(stays, "answered");
    const leaves = dial(number("answers_and_leaves"));
    await told.until(leaves, "answered");
    const rings = dial(number("rings_on"));
    await told.until(rings, "ringing");
    const canceled = dial(number("rings_on"));
    await told.until(canceled, "ringing");

    proxy.cut();
    await expect.poll(() => pbx.notReady("trunk"), { timeout: 5000 }).not.toBeNull();
    pbx.hangUp(canceled);
    const refused = dial(number("answers"));
    expect(await told.until(refused, "ended")).toMatchObject({ reason: "trunk_failure" });
    // The far end hangs up 300 ms after its answer, while nobody can tell us.
    await expect
      .poll(async () => (await contents(exchange.asterisk)).channels.includes(leaves), { timeout: 5000 })
      .toBe(false);
    proxy.mend();
    await expect.poll(() => pbx.notReady("trunk"), { timeout: 5000 }).toBeNull();

    expect((await told.until(leaves, "ended")).reason).not.toBe("hangup_api");
    expect(await told.until(canceled, "ended")).toMatchObject({ reason: "canceled" });
    expect(told.types(stays)).toEqual(["answered"]);
    expect(told.types(rings)).toEqual(["ringing"]);
    pbx.hangUp(stays);
    pbx.hangUp(rings);
    expect(await told.until(stays, "ended")).toMatchObject({ reason: "hangup_api" });
    expect(await told.until(rings, "ended")).toMatchObject({ reason: "canceled" });
    await expectNothingLeft();
  });

  it("and does not come back ends its calls within 5 s; whoever connects next clears them away", async () => {
    const dialled = number("answers");
    const callId = dial(dialled);
    await told.until(callId, "answered");
    proxy.cut();
    const cutAtMs = performance.now();
    expect(await told.until(callId, "ended")).toMatchObject({ reason: "trunk_failure" });
    expect(told.atMs(callId, "ended") - cutAtMs).toBeLessThan(5000);
    await pbx.close();
    await proxy.close();
    expect((await contents(exchange.asterisk)).channels).toContain(callId);

    await open();
    await expectNothingLeft();
    await expect.poll(() => sipp.messages(dialled), { timeout: 5000 }).toContain("BYE");
    await pbx.close();
    await proxy.close();
  });

  it("and is half open is opened again, and calls that are up stay up", async () => {
    await open();
    const callId = dial(number("answers"));
    await told.until(callId, "answered");
    proxy.stall();
    await expect.poll(() => pbx.notReady("trunk"), { timeout: 8000, interval: 10 }).not.toBeNull();
    await expect.poll(() => pbx.notReady("trunk"), { timeout: 5000 }).toBeNull();
    expect(told.types(callId)).toEqual(["answered"]);
    pbx.hangUp(callId);
    expect(await told.until(callId, "ended")).toMatchObject({ reason: "hangup_api" });
    await pbx.close();
    await proxy.close();
  });

  it("and is as slow as a byte a second ends its calls within 5 s, and serves again once it is not", async () => {
    await open();
    const dialled = number("answers");
    const callId = dial(dialled);
    await told.until(callId, "answered");
    proxy.slow(1000);
    const slowAtMs = performance.now();
    expect(await told.until(callId, "ended")).toMatchObject({ reason: "trunk_failure" });
    expect(told.atMs(callId, "ended") - slowAtMs).toBeLessThan(5000);
    expect(pbx.notReady("trunk")).not.toBeNull();
    proxy.mend();
    await expect.poll(() => pbx.notReady("trunk"), { timeout: 10_000 }).toBeNull();
    await expect.poll(() => sipp.messages(dialled)).toContain("BYE");
    await pbx.close();
    await proxy.close();
    await expectNothingLeft();
  });

  it("is opened again: whoever was called for a transfer, and has left meanwhile, is missed", async () => {
    await open();
    const callId = dial(number("answers"));
    await told.until(callId, "answered");
    const order = { callId, route: "trunk", ringSeconds: 5 } as const;
    pbx.transfer({ ...order, number: number("answers_and_leaves") });
    await told.until(callId, "transfer_answered");
    proxy.cut();
    const transfers = async (): Promise<number> =>
      (await contents(exchange.asterisk)).channels.filter((id) => id.startsWith("transfer-")).length;
    await expect.poll(transfers, { timeout: 5000 }).toBe(0);
    proxy.mend();
    expect(await told.until(callId, "transfer_failed")).toMatchObject({ why: "failed" });
    pbx.hangUp(callId);
    expect(await told.until(callId, "ended")).toMatchObject({ reason: "hangup_api" });
    await expectNothingLeft();
    await pbx.close();
    await proxy.close();
  });
});

describe("an Asterisk that is frozen in mid-call", () => {
  it("ends its calls as the trunk's failure within 5 s, is replaced once they have a BYE, and comes back", async () => {
    const dialled = number("answers");
    const callId = exchange.dial(dialled);
    await exchange.told.until(callId, "answered");
    const pid = exchange.asterisk.pid() ?? 0;
    process.kill(pid, "SIGSTOP");
    const frozenAtMs = performance.now();
    expect(await exchange.told.until(callId, "ended")).toMatchObject({ reason: "trunk_failure" });
    expect(exchange.told.atMs(callId, "ended") - frozenAtMs).toBeLessThan(5000);
    expect(exchange.pbx.notReady("trunk")).not.toBeNull();
    await expect.poll(() => sipp.messages(dialled), { timeout: 10_000 }).toContain("BYE");
    await expect.poll(() => exchange.asterisk.pid() ?? pid, { timeout: 20_000 }).not.toBe(pid);
    await expect.poll(() => exchange.pbx.notReady("trunk"), { timeout: 10_000 }).toBeNull();
    await expectNothingLeft();
  });

  it("for a moment only loses nobody", async () => {
    const callId = exchange.dial(number("answers"));
    await exchange.told.until(callId, "answered");
    process.kill(exchange.asterisk.pid() ?? 0, "SIGSTOP");
    await new Promise((resolve) => setTimeout(resolve, 1200));
    process.kill(exchange.asterisk.pid() ?? 0, "SIGCONT");
    await new Promise((resolve) => setTimeout(resolve, 3000));
    expect(exchange.told.types(callId)).toEqual(["answered"]);
    exchange.pbx.hangUp(callId);
    expect(await exchange.told.until(callId, "ended")).toMatchObject({ reason: "hangup_api" });
  });
});

describe("an Asterisk that is killed in mid-call", () => {
  it("ends its calls as the trunk's failure within 5 s, refuses new ones, and comes back", async () => {
    const answered = exchange.dial(number("answers"));
    const ringing = exchange.dial(number("rings_on"), { ringSeconds: 30 });
    await exchange.told.until(answered, "answered");
    await exchange.told.until(ringing, "ringing");
    process.kill(exchange.asterisk.pid() ?? 0, "SIGKILL");
    const killedAtMs = performance.now();
    await expect.poll(() => exchange.pbx.notReady("trunk"), { timeout: 5000 }).not.toBeNull();
    const refused = exchange.dial(number("answers"));

    for (const callId of [answered, ringing, refused]) {
      expect(await exchange.told.until(callId, "ended")).toMatchObject({ reason: "trunk_failure" });
      expect(exchange.told.atMs(callId, "ended") - killedAtMs).toBeLessThan(5000);
    }
    await expect.poll(() => exchange.pbx.notReady("trunk"), { timeout: 10_000 }).toBeNull();
    const next = exchange.dial(number("answers"));
    await exchange.told.until(next, "answered");
    exchange.pbx.hangUp(next);
    expect(await exchange.told.until(next, "ended")).toMatchObject({ reason: "hangup_api" });
    await expectNothingLeft();
  });
});

describe("closing the exchange", () => {
  it("hangs up what is left, tells so, and the far end gets a BYE", async () => {
    const other = await startTestExchange(udpTrunk(sipp.port));
    const dialled = number("answers");
    const callId = other.dial(dialled);
    await other.told.until(callId, "answered");
    await other.close();
    expect(other.told.types(callId)).toEqual(["answered", "ended"]);
    await expect.poll(() => sipp.messages(dialled), { timeout: 5000 }).toContain("BYE");
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EndReason } from "../../src/calls/vocabulary.ts";
import { contents, startTestExchange, udpTrunk, type TestExchange } from "../support/asterisk.ts";
import { freePort } from "../../src/pbx/ports.ts";
import { startSipp, type Sipp } from "../support/asterisk-sipp.ts";
import { MANNERS, type Manner } from "./scenarios-sipp/carrier.ts";

let nextNumber = 100_000;
function number(manner: Manner, status = 200): string {
  return `+1${MANNERS[manner]}${status}${nextNumber++}`;
}

const VERDICTS: readonly (readonly [status: number, reason: EndReason])[] = [
  [302, "trunk_failure"],
  [403, "rejected"],
  [404, "invalid_number"],
  [408, "no_answer"],
  [410, "invalid_number"],
  [480, "no_answer"],
  [484, "invalid_number"],
  [486, "busy"],
  [487, "trunk_failure"],
  [488, "trunk_failure"],
  [500, "trunk_failure"],
  [503, "trunk_failure"],
  [600, "busy"],
  [603, "rejected"],
  [604, "invalid_number"],
  [607, "rejected"],
  [608, "rejected"],
  // Everything else is between us and the trunk.
  ...[300, 301, 305, 380, 400, 401, 402, 405, 406, 407, 409, 412, 413, 414, 415, 416, 417, 420, 421, 422, 423, 424, 425]
    .concat([428, 429, 430, 433, 436, 437, 438, 439, 440, 469, 470, 481, 482, 483, 485, 489, 491, 493, 494])
    .concat([501, 502, 504, 505, 513, 555, 580, 606])
    .map((status) => [status, "trunk_failure"] as const),
];

let sipp: Sipp;
let exchange: TestExchange;

beforeAll(async () => {
  sipp = await startSipp(VERDICTS.map(([status]) => status));
  exchange = await startTestExchange(udpTrunk(sipp.port), { sipT1Ms: 110 });
}, 30_000);

afterAll(async () => {
  await exchange.close();
  await sipp.close();
});

describe.concurrent("what the network says becomes the contract's end reason", { timeout: 50_000 }, () => {
  for (const [status, reason] of VERDICTS) {
    it(`${status} at once: ${reason}`, async ({ expect }) => {
      const callId = exchange.dial(number("at_once", status));
      const ended = await exchange.told.until(callId, "ended");
      expect(ended).toMatchObject({ reason, sipStatus: status });
      expect(exchange.told.types(callId)).toEqual(["ended"]);
    });
  }

  it("180, then 486: rings, busy", async ({ expect }) => {
    const callId = exchange.dial(number("ringing", 486));
    expect(await exchange.told.until(callId, "ended")).toMatchObject({ reason: "busy", sipStatus: 486 });
    expect(exchange.told.types(callId)).toEqual(["ringing", "ended"]);
  });

  it("180, then 487 that we did not ask for: no answer", async ({ expect }) => {
    const callId = exchange.dial(number("ringing", 487));
    expect(await exchange.told.until(callId, "ended")).toMatchObject({ reason: "no_answer", sipStatus: 487 });
  });

  it("183, then 486: early media, busy", async ({ expect }) => {
    const callId = exchange.dial(number("early_media", 486));
    expect(await exchange.told.until(callId, "ended")).toMatchObject({ reason: "busy", sipStatus: 486 });
    expect(exchange.told.types(callId)).toEqual(["early_media", "ended"]);
  });

  it("183, then 200: early media, answered, and hung up by us", async ({ expect }) => {
    const dialled = number("early_media_and_answers");
    const callId = exchange.dial(dialled);
    await exchange.told.until(callId, "answered");
    exchange.pbx.hangUp(callId);
    expect(await exchange.told.until(callId, "ended")).toMatchObject({ reason: "hangup_api", sipStatus: null });
    expect(exchange.told.types(callId)).toEqual(["early_media", "answered", "ended"]);
    await expect.poll(() => sipp.messages(dialled), { timeout: 5000 }).toContain("BYE");
  });

  it("200, then BYE from the far end: hung up by the business", async ({ expect }) => {
    const callId = exchange.dial(number("answers_and_leaves"));
    expect(await exchange.told.until(callId, "ended")).toMatchObject({ reason: "hangup_business", sipStatus: null });
    expect(exchange.told.types(callId)).toEqual(["answered", "ended"]);
  });

  it("rings until the ring time is over: no answer, and a CANCEL for the network", async ({ expect }) => {
    const dialled = number("rings_on");
    const dialledAtMs = performance.now();
    const callId = exchange.dial(dialled, { ringSeconds: 2 });
    expect(await exchange.told.until(callId, "ended")).toMatchObject({ reason: "no_answer", sipStatus: null });
    const lastedMs = exchange.told.atMs(callId, "ended") - dialledAtMs;
    expect(lastedMs).toBeGreaterThan(2000);
    expect(lastedMs).toBeLessThan(3000);
    await expect.poll(() => sipp.messages(dialled), { timeout: 5000 }).toContain("487 INVITE");
    expect(sipp.messages(dialled)).toContain("CANCEL");
  });

  it("trying, but no ringing until the ring time is over: the trunk failed", async ({ expect }) => {
    const callId = exchange.dial(number("trying_only"), { ringSeconds: 2 });
    expect(await exchange.told.until(callId, "ended")).toMatchObject({ reason: "trunk_failure", sipStatus: null });
    expect(exchange.told.types(callId)).toEqual(["ended"]);
  });

  it("no reply at all until the ring time is over: the trunk failed", async ({ expect }) => {
    const callId = exchange.dial(number("silent"), { ringSeconds: 2 });
    expect(await exchange.told.until(callId, "ended")).toMatchObject({ reason: "trunk_failure" });
  });

  it("no reply at all for 64 times T1: the 408 that Asterisk makes up is no verdict of the network", async ({
    expect,
  }) => {
    const callId = exchange.dial(number("silent"), { ringSeconds: 45 });
    expect(await exchange.told.until(callId, "ended", 12_000)).toMatchObject({
      reason: "trunk_failure",
      sipStatus: 408,
    });
  });

  it("hung up while it rings: canceled, with a CANCEL", async ({ expect }) => {
    const dialled = number("rings_on");
    const callId = exchange.dial(dialled);
    await exchange.told.until(callId, "ringing");
    exchange.pbx.hangUp(callId);
    expect(await exchange.told.until(callId, "ended")).toMatchObject({ reason: "canceled" });
    await expect.poll(() => sipp.messages(dialled).at(-1), { timeout: 5000 }).toBe("ACK");
    expect(sipp.messages(dialled)).toContain("487 INVITE");
  });

  it("a 200 that crosses our CANCEL: acknowledged, BYE, canceled and never answered", async ({ expect }) => {
    const dialled = number("crosses_cancel");
    const callId = exchange.dial(dialled);
    await exchange.told.until(callId, "ringing");
    exchange.pbx.hangUp(callId);
    expect(await exchange.told.until(callId, "ended")).toMatchObject({ reason: "canceled" });
    await expect.poll(() => sipp.messages(dialled), { timeout: 5000 }).toContain("200 BYE");
    expect(sipp.messages(dialled)).toEqual([
      "INVITE", "180 INVITE", "CANCEL", "200 CANCEL", "200 INVITE", "ACK", "BYE", "200 BYE",
    ]); // prettier-ignore
    expect(exchange.told.types(callId)).toEqual(["ringing", "ended"]);
  });

  it("hung up before anything left: canceled, without an INVITE", async ({ expect }) => {
    const dialled = number("answers");
    const callId = exchange.dial(dialled);
    exchange.pbx.hangUp(callId);
    expect(await exchange.told.until(callId, "ended")).toMatchObject({ reason: "canceled" });
    expect(sipp.messages(dialled)).toEqual([]);
  });

  it("dialled twice under one id: one INVITE", async ({ expect }) => {
    const dialled = number("answers");
    const callId = exchange.dial(dialled);
    exchange.dial(dialled, { callId });
    await exchange.told.until(callId, "answered");
    exchange.dial(dialled, { callId });
    exchange.pbx.hangUp(callId);
    await exchange.told.until(callId, "ended");
    exchange.dial(dialled, { callId });
    await expect.poll(() => sipp.messages(dialled), { timeout: 5000 }).toContain("200 BYE");
    expect(sipp.messages(dialled).filter((title) => title === "INVITE")).toHaveLength(1);
    expect(exchange.told.types(callId)).toEqual(["answered", "ended"]);
  });

  it("asks for exactly the number that was ordered, under our caller id", async ({ expect }) => {
    const dialled = number("answers");
    const callId = exchange.dial(dialled);
    await exchange.told.until(callId, "answered");
    exchange.pbx.hangUp(callId);
    const invite = sipp.firstInvite(dialled);
    expect(invite.split("\n")[0]).toBe(`INVITE sip:${dialled}@127.0.0.1:${sipp.port} SIP/2.0`);
    expect(invite).toMatch(/^From: .*<sip:\+12025550100@/m);
    expect(invite).toMatch(/^m=audio \d+ RTP\/AVP 0 8 /m);
  });
});

describe("a trunk at whose port nobody is", () => {
  it("has failed, however short or long the ring time, and a call waits no longer than it must", async () => {
    const nobody = await startTestExchange(udpTrunk(await freePort("127.0.0.1", "udp")), { sipT1Ms: 110 });
    try {
      const short = nobody.dial(number("silent"), { ringSeconds: 2 });
      const long = nobody.dial(number("silent"), { ringSeconds: 45 });
      const atMs = performance.now();
      expect(await nobody.told.until(short, "ended")).toMatchObject({ reason: "trunk_failure" });
      expect(nobody.told.atMs(short, "ended") - atMs).toBeLessThan(4000);
      expect(await nobody.told.until(long, "ended", 12_000)).toMatchObject({ reason: "trunk_failure" });
      expect([nobody.told.types(short), nobody.told.types(long)]).toEqual([["ended"], ["ended"]]);
    } finally {
      await nobody.close();
    }
  });
});

describe("afterwards", () => {
  it("leaves no channel and no bridge behind", async () => {
    await expect.poll(() => contents(exchange.asterisk), { timeout: 5000 }).toEqual({ channels: [], bridges: [] });
  });
});

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Caller } from "../../src/calls/operations.ts";
import { utcDay } from "../../src/calls/placing.ts";
import { Refusal } from "../../src/calls/refusal.ts";
import { briefTo, DEMO_PHONE, SHOP_PHONE } from "../fakes/desk.ts";
import type { Appliance } from "../http/appliance.ts";
import { openAppliance, submit } from "../http/appliance.ts";

const full = expect.objectContaining({ code: "at_capacity" });
const demo = briefTo(DEMO_PHONE);
const shop = briefTo(SHOP_PHONE);

const visitor = (nth: number): Caller => ({ kind: "anonymous", address: `203.0.113.${nth}` });

describe("a machine that is strained", () => {
  const WHY = "The machine is so busy that one more call would hurt those under way.";

  it("refuses new calls beside those under way, which go on; takes them again when it has recovered", async () => {
    const appliance = await openAppliance();
    const { bench } = appliance;
    const { caller } = bench.fund(1000);
    const running = await bench.talk(caller, shop);
    bench.strained = WHY;
    expect(bench.desk.notReady()).toEqual([WHY]);
    expect(() => bench.desk.placeCall(caller, shop, null)).toThrow(full);
    expect(() => bench.desk.placeCall(visitor(1), demo, null)).toThrow(full);
    expect(bench.balance(caller)).toEqual({ balanceCents: 1000 - 100, heldCents: 0 });
    expect(bench.read(running).status).toBe("in_progress");
    bench.strained = null;
    await bench.place(caller, shop);
    expect(bench.desk.notReady()).toEqual([]);
    await appliance.end();
  });

  it("takes one when nobody is on the line, who could be hurt", async () => {
    const appliance = await openAppliance();
    const { bench } = appliance;
    bench.strained = WHY;
    await bench.place(bench.fund(1000).caller, shop);
    expect(bench.desk.notReady()).toEqual([WHY]);
    await appliance.end();
  });
});

describe("a machine that carries four calls", () => {
  let appliance: Appliance;
  beforeEach(async () => {
    appliance = await openAppliance({ seats: 4 });
  });
  afterEach(() => appliance.end());

  const place = (caller: Caller, brief = demo) => appliance.bench.place(caller, brief);
  const refused = (caller: Caller, brief = demo) =>
    expect(() => appliance.bench.desk.placeCall(caller, brief, null)).toThrow(full);
  const end = (callId: string) => appliance.bench.pbx.ended(callId, "busy", 486);

  it("gives two of them to demo calls without a key, whoever asks, and keeps the others for accounts", async () => {
    const { bench } = appliance;
    const first = await place(visitor(1));
    await place(visitor(2));
    refused(visitor(3));
    refused(visitor(1));
    const { caller } = bench.fund(1000);
    await place(caller, demo);
    await place(caller, shop);
    end(first);
    await place(visitor(3));
    expect(bench.pbx.dialled).toHaveLength(5);
  });

  it("refuses the fifth call of accounts before any row or hold, and takes it when one has ended", async () => {
    const { bench } = appliance;
    const { caller } = bench.fund(1000);
    const calls: string[] = [];
    for (let nth = 0; nth < 4; nth++) calls.push(await place(caller, shop));
    expect(bench.desk.notReady()).toEqual(["This appliance carries as many calls as it can."]);
    refused(caller, shop);
    refused(visitor(1));
    expect(bench.balance(caller)).toEqual({ balanceCents: 1000, heldCents: 400 });
    expect(bench.store.calls.unended()).toHaveLength(4);
    expect(bench.store.demoUse.count("203.0.113.1", utcDay(bench.clock.wallMs()))).toBe(0);
    end(calls[0] ?? "");
    expect(bench.desk.notReady()).toEqual([]);
    await place(caller, shop);
    refused(caller, shop);
  });

  it("gives the last seat to one of those who ask for it in the same moment", async () => {
    const { desk, pbx } = appliance.bench;
    const { caller } = appliance.bench.fund(1000);
    const asked = Array.from({ length: 9 }, () =>
      desk
        .shareCommit(() => desk.placeCall(caller, shop, null).kind)
        .catch((error: unknown) => (error instanceof Refusal ? error.code : error)),
    );
    const told = await Promise.all(asked);
    expect(told.filter((word) => word === "calling")).toHaveLength(4);
    expect(told.filter((word) => word === "at_capacity")).toHaveLength(5);
    expect(pbx.dialled.length).toBeLessThanOrEqual(4);
    expect(appliance.bench.store.verify()).toEqual([]);
  });

  it("asks for money first: who could not pay hears 402, not 503", async () => {
    const { caller } = appliance.bench.fund(1000);
    for (let nth = 0; nth < 4; nth++) await place(caller, shop);
    expect(appliance.bench.desk.placeCall(visitor(1), shop, null).kind).toBe("needs_setup");
    expect(appliance.bench.desk.placeCall(appliance.bench.fund(0).caller, shop, null).kind).toBe("needs_setup");
  });

  it("answers 503 with Retry-After, and a setup_code is not used up by it", async () => {
    const { client, base, bench } = appliance;
    const request = { phone: SHOP_PHONE, goal: "Ask when they open" };
    const need = await client.post("/v1/calls", request);
    await submit(await (await fetch(String(need.json["setup_url"]))).text(), base);
    const { caller } = bench.fund(1000);
    const calls: string[] = [];
    for (let nth = 0; nth < 4; nth++) calls.push(await place(caller, shop));

    const approved = { ...request, setup_code: need.json["setup_code"] };
    const answer = await client.post("/v1/calls", approved);
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(answer.json["error"]).toMatchObject({ type: "unavailable", code: "at_capacity", retryable: true });

    end(calls[0] ?? "");
    const placed = await client.post("/v1/calls", approved);
    expect(placed.status).toBe(201);
    expect(placed.json["account_key"]).toMatch(/^svc_/);
  });
});

it("a machine with a single seat still has its demo", async () => {
  const appliance = await openAppliance({ seats: 1 });
  await appliance.bench.place(visitor(1), demo);
  expect(() => appliance.bench.desk.placeCall(visitor(2), demo, null)).toThrow(full);
  await appliance.end();
});

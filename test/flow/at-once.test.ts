import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Caller, PlaceReply } from "../../src/calls/operations.ts";
import { Refusal } from "../../src/calls/refusal.ts";
import { briefTo, SHOP_PHONE, settled } from "../fakes/desk.ts";
import type { Appliance } from "../http/appliance.ts";
import { openAppliance } from "../http/appliance.ts";

const BLOCKED_PHONE = "+14155550199";

describe("calls placed in the same moment", () => {
  let appliance: Appliance;
  beforeEach(async () => {
    appliance = await openAppliance({
      checkPolicy: ({ brief }) =>
        brief.phone === BLOCKED_PHONE ? { code: "blocked_number", message: "Not this one.", details: {} } : null,
    });
  });
  afterEach(() => appliance.end());

  it("are accepted or refused each for itself, and dialled after the one commit that holds them", async () => {
    const { bench } = appliance;
    const [rich, poor] = [bench.fund(1000).caller, bench.fund(100).caller];
    const visitor: Caller = { kind: "anonymous", address: "203.0.113.9" };
    const dialledMeanwhile: number[] = [];
    const place = (caller: Caller, phone = SHOP_PHONE) =>
      bench.desk
        .shareCommit((): PlaceReply => {
          const reply = bench.desk.placeCall(caller, briefTo(phone), null);
          dialledMeanwhile.push(bench.pbx.dialled.length, bench.conversations.opened.length);
          return reply;
        })
        .then(
          (reply) => reply.kind,
          (error: unknown) => (error instanceof Refusal ? error.code : error),
        );
    const crowd = [place(rich), place(poor), place(rich, BLOCKED_PHONE), place(poor), place(visitor), place(rich)];
    expect(await Promise.all(crowd)).toEqual([
      "calling",
      "calling",
      "blocked_number",
      "needs_setup",
      "needs_setup",
      "calling",
    ]);
    await settled();
    expect(new Set(dialledMeanwhile)).toEqual(new Set([0]));
    expect(bench.pbx.dialled).toHaveLength(3);
    expect(bench.balance(rich)).toEqual({ balanceCents: 1000, heldCents: 200 });
    expect(bench.balance(poor)).toEqual({ balanceCents: 100, heldCents: 100 });
    expect(bench.store.verify()).toEqual([]);
  });

  it("over one Idempotency-Key are one call, and every client gets the same bytes", async () => {
    const { bench, base } = appliance;
    const { key, caller } = bench.fund(1000);
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const response = await fetch(`${base}/v1/calls`, {
          method: "POST",
          headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json", "Idempotency-Key": "one" },
          body: JSON.stringify({ phone: SHOP_PHONE, goal: "Book a table" }),
        });
        const replayed = response.headers.get("idempotent-replayed") === "true";
        return { status: response.status, replayed, body: await response.text() };
      }),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${body}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    await settled();
    expect(bench.pbx.dialled).toHaveLength(1);
    expect(bench.balance(caller).heldCents).toBe(100);
  });
});

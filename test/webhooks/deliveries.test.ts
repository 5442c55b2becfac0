import * as fc from "fast-check";
import { createServer } from "node:http";
import type { IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { webhookPayload } from "../../src/http/api/shapes.ts";
import { Refusal } from "../../src/calls/refusal.ts";
import { briefTo } from "../fakes/desk.ts";
import { BROKEN, Outbox, TAKEN, wholeCall } from "./outbox.ts";
import type { Told } from "./outbox.ts";

const DAY_MS = 24 * 3_600_000;

let outbox: Outbox;
beforeEach(() => {
  outbox = new Outbox();
});
afterEach(() => outbox.end());

describe("over HTTP, a receiver", () => {
  it("is told what happens to a call, in order, signed, in the words of the event stream", async () => {
    const taken: { headers: IncomingHttpHeaders; body: string }[] = [];
    const server = createServer((request, response) => {
      let body = "";
      request.on("data", (piece: Buffer) => (body += piece.toString()));
      request.on("end", () => {
        taken.push({ headers: request.headers, body });
        // The first is told that something is wrong, and so comes again before any other.
        response.writeHead(taken.length === 1 ? 503 : 204).end();
      });
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
    const { caller } = outbox.bench.fund(1000);
    const { id, secret } = outbox.add(caller, url);
    outbox.startForReal();
    const callId = await wholeCall(outbox, caller);
    // The first retry is due in five seconds: nobody waits for it here.
    await expect.poll(() => outbox.log(caller, id).some(({ tries }) => tries.length > 0)).toBe(true);
    const first = outbox.log(caller, id).at(-1);
    expect(first).toMatchObject({ event: "call.status", state: "pending", tries: [{ status: 503 }] });
    outbox.operations.resend(caller, id, first?.deliveryId ?? "");
    await expect.poll(() => outbox.log(caller, id).every(({ state }) => state === "delivered")).toBe(true);
    server.close();

    const told = taken.map(({ headers, body }) => new Webhook(secret).verify(body, headers as never) as Told);
    expect(taken[0]?.headers["webhook-id"]).toBe(taken[1]?.headers["webhook-id"]);
    expect(new Set(taken.slice(1).map(({ headers }) => headers["webhook-id"])).size).toBe(taken.length - 1);
    for (const one of told) expect(webhookPayload.safeParse(one).error).toBeUndefined();
    expect(told.every(({ data }) => data.call_id === callId)).toBe(true);
    const types = told.slice(1).map(({ type }) => type);
    expect(types.at(-1)).toBe("call.ended");
    expect(types.filter((type) => type === "call.answered")).toHaveLength(1);
    const question = told.find(({ type }) => type === "call.question");
    expect(question?.data["pending_question"]).toMatchObject({ question: "Inside or outside?" });
    const stream = outbox.bench.desk.readProgress(caller, callId, 0).map(({ kind }) => `call.${kind}`);
    expect(types.filter((type) => type !== "call.answered")).toEqual(stream);
    expect(told.at(-1)?.data).toMatchObject({ status: "ended", transcript: [{ text: "Good evening." }, {}] });
  });
});

describe("an account", () => {
  it("is told only of its own calls, only what it wants, and nobody of a call without an account", async () => {
    const { bench } = outbox;
    const [alice, bob] = [bench.fund(1000).caller, bench.fund(1000).caller];
    const ended = outbox.add(alice, undefined, ["call.ended"]);
    const all = outbox.add(bob);
    const callId = await wholeCall(outbox, alice);
    await bench.place({ kind: "anonymous", address: "203.0.113.7" }, briefTo("+12025550142"));
    expect(outbox.log(alice, ended.id)).toMatchObject([{ event: "call.ended", callId, state: "pending" }]);
    expect(outbox.log(bob, all.id)).toEqual([]);
    for (const caller of [bob, { kind: "call", callId, keyId: "key_1" } as const]) {
      expect(() => outbox.log(caller, ended.id)).toThrow(Refusal);
      expect(() => outbox.operations.remove(caller, ended.id)).toThrow(Refusal);
      expect(() => outbox.operations.rotate(caller, ended.id)).toThrow(Refusal);
      expect(() => outbox.operations.resend(caller, ended.id, "msg_1")).toThrow(Refusal);
    }
  });

  it("may have a few webhooks, and a removed one is forgotten with what it was to be told", async () => {
    const { caller } = outbox.bench.fund(1000);
    const ids = [1, 2, 3, 4, 5].map(() => outbox.add(caller).id);
    expect(() => outbox.add(caller)).toThrow(expect.objectContaining({ code: "webhook_limit" }));
    await wholeCall(outbox, caller);
    outbox.operations.remove(caller, ids[0] ?? "");
    expect(
      outbox.operations
        .list(caller)
        .map(({ webhookId }) => webhookId)
        .toSorted(),
    ).toEqual(ids.slice(1).toSorted());
    expect(() => outbox.add(caller, "https://10.0.0.1/")).toThrow(expect.objectContaining({ code: "invalid_field" }));
    expect(outbox.bench.store.verify()).toEqual([]);
  });

  it("has both secrets sign for a day when it exchanges one", async () => {
    const { caller } = outbox.bench.fund(1000);
    const { id, secret } = outbox.add(caller, undefined, ["call.ended"]);
    const next = outbox.operations.rotate(caller, id);
    const seen: string[] = [];
    outbox.start(async ({ headers }) => {
      seen.push(headers["webhook-signature"] ?? "");
      return TAKEN;
    });
    await wholeCall(outbox, caller);
    await outbox.settle();
    outbox.bench.clock.advance(DAY_MS + 1000);
    await wholeCall(outbox, caller);
    await outbox.settle();
    expect(seen.map((signatures) => signatures.split(" ").length)).toEqual([2, 1]);
    expect(next.secret).not.toBe(secret);
  });
});

describe("a delivery", () => {
  it("that is never taken is tried for a day and then given up, and is sent once more when asked", async () => {
    const { caller } = outbox.bench.fund(1000);
    const { id } = outbox.add(caller, undefined, ["call.ended"]);
    let answer = BROKEN;
    outbox.start(async () => answer);
    await wholeCall(outbox, caller);
    for (let hour = 0; hour < 30; hour += 1) await outbox.pass(3_600_000);
    const [given] = outbox.log(caller, id);
    expect(given).toMatchObject({ state: "failed", dueAtMs: null });
    expect(given?.tries.length).toBeGreaterThan(8);
    expect(outbox.bench.clock.waiting).toBeLessThan(5);
    answer = TAKEN;
    outbox.operations.resend(caller, id, given?.deliveryId ?? "");
    await outbox.settle();
    expect(outbox.log(caller, id)).toMatchObject([{ state: "delivered", deliveryId: given?.deliveryId }]);
  });

  it("waits for those of its call that came before, and for no other call's", async () => {
    const { caller } = outbox.bench.fund(1000);
    outbox.add(caller, undefined, ["call.answered", "call.ended"]);
    const told: Told[] = [];
    let stuck: string | null = null;
    outbox.start(async ({ body }) => {
      const one = JSON.parse(body) as Told;
      stuck ??= one.data.call_id;
      if (one.data.call_id === stuck && one.type === "call.answered" && outbox.bench.clock.monotonicMs() < 1_060_000)
        return BROKEN;
      told.push(one);
      return TAKEN;
    });
    const first = await wholeCall(outbox, caller);
    const second = await wholeCall(outbox, caller);
    await outbox.settle();
    expect(told.map(({ data }) => data.call_id)).toEqual([second, second]);
    for (let minute = 0; minute < 5; minute += 1) await outbox.pass(60_000);
    expect(told.slice(2).map(({ type, data }) => [type, data.call_id])).toEqual([
      ["call.answered", first],
      ["call.ended", first],
    ]);
  });

  it("that fails holds back those behind it, so that a look at what is due need not go through them", async () => {
    const { caller } = outbox.bench.fund(1000);
    outbox.add(caller);
    const answers = [BROKEN];
    outbox.start(async () => answers.shift() ?? TAKEN);
    await wholeCall(outbox, caller);
    await outbox.settle();
    const { default: Database } = await import("better-sqlite3");
    const beside = new Database(`${outbox.bench.folder}/outdial.db`, { readonly: true });
    const due = beside.prepare("SELECT due_at_ms FROM webhook_delivery WHERE state = 'pending'").pluck();
    expect(new Set(due.all())).toEqual(new Set([outbox.bench.clock.wallMs() + 5000]));
    await outbox.pass(5000);
    expect(due.all()).toEqual([]);
    beside.close();
  });

  it("that is answered with 410 ends the webhook", async () => {
    const { caller } = outbox.bench.fund(1000);
    const { id } = outbox.add(caller);
    outbox.start(async () => ({ status: 410, error: "it answered 410", retryAfterMs: null }));
    await wholeCall(outbox, caller);
    await outbox.settle();
    await wholeCall(outbox, caller);
    const log = outbox.log(caller, id);
    expect(log.every(({ state }) => state === "failed")).toBe(true);
    expect(new Set(log.map(({ callId }) => callId)).size).toBe(1);
    expect(outbox.operations.list(caller)[0]?.stoppedAtMs).not.toBeNull();
    expect(outbox.bench.store.verify()).toEqual([]);
  });

  it("to a slow receiver takes four places at most, and the others go on", async () => {
    const { caller } = outbox.bench.fund(1000);
    const slow = outbox.add(caller, "http://127.0.0.1:9/slow", ["call.ended"]);
    const quick = outbox.add(caller, "http://127.0.0.1:9/quick", ["call.ended"]);
    for (let nth = 0; nth < 6; nth += 1) await wholeCall(outbox, caller);
    outbox.start(async ({ url }, signal) => {
      if (url.endsWith("quick")) return TAKEN;
      await delay(1e6, null, { signal, ref: false });
      return TAKEN;
    }, 5);
    await outbox.settle();
    expect(outbox.underWay).toBe(4);
    expect(outbox.log(caller, quick.id).every(({ state }) => state === "delivered")).toBe(true);
    expect(outbox.log(caller, slow.id).every(({ state }) => state === "pending")).toBe(true);
  });

  it("is forgotten a month after it was settled, and the check of everything does not miss it", async () => {
    const { caller } = outbox.bench.fund(1000);
    const { id } = outbox.add(caller, undefined, ["call.ended"]);
    outbox.start(async () => TAKEN);
    await wholeCall(outbox, caller);
    await outbox.settle();
    for (let day = 0; day < 31; day += 1) await outbox.pass(DAY_MS);
    expect(outbox.log(caller, id)).toEqual([]);
    expect(outbox.bench.store.verify()).toEqual([]);
  });

  it("whose outbox row is missing is found by the check of everything", async () => {
    const { caller } = outbox.bench.fund(1000);
    outbox.add(caller, undefined, ["call.ended"]);
    const { default: Database } = await import("better-sqlite3");
    const beside = new Database(`${outbox.bench.folder}/outdial.db`);
    await wholeCall(outbox, caller);
    expect(outbox.bench.store.verify()).toEqual([]);
    beside.exec("DELETE FROM webhook_delivery");
    beside.close();
    expect(outbox.bench.store.verify()).toEqual([expect.stringContaining("not in the outbox")]);
  });

  it("is not tried again and again while the database cannot be written", async () => {
    const { caller } = outbox.bench.fund(1000);
    const { id } = outbox.add(caller, undefined, ["call.ended"]);
    await wholeCall(outbox, caller);
    const { store } = outbox.bench;
    let [made, fails] = [0, true];
    const full = new Refusal("database_unavailable", "full");
    const shareCommit = store.shareCommit.bind(store);
    Object.assign(store, { shareCommit: (work: () => unknown) => (fails ? Promise.reject(full) : shareCommit(work)) });
    outbox.start(async () => {
      made += 1;
      return TAKEN;
    });
    for (let nth = 0; nth < 9; nth += 1) await outbox.pass(1000);
    expect(made).toBe(1);
    fails = false;
    await outbox.pass(10_000);
    expect(outbox.log(caller, id)).toMatchObject([{ state: "delivered" }]);
  });
});

it("whatever receivers answer and whenever the process dies, each is told everything at least once and in order", async () => {
  type Script = { readonly answers: readonly ("take" | "fail" | "die after")[]; readonly calls: number };
  const script: fc.Arbitrary<Script> = fc.record({
    answers: fc.array(fc.constantFrom("take" as const, "fail" as const, "die after" as const), { maxLength: 12 }),
    calls: fc.integer({ min: 1, max: 2 }),
  });
  await fc.assert(
    fc.asyncProperty(script, async ({ answers, calls }) => {
      const tried = new Outbox();
      const left = [...answers];
      const told: { readonly id: string; readonly body: Told }[] = [];
      let dies = false;
      const begin = (): void =>
        tried.start(async ({ headers, body }, signal) => {
          const what = left.shift() ?? "take";
          if (what === "fail") return BROKEN;
          told.push({ id: headers["webhook-id"] ?? "", body: JSON.parse(body) as Told });
          if (what === "take") return TAKEN;
          dies = true;
          // It has arrived, and nobody lives to note it.
          await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error)));
          return TAKEN;
        });
      try {
        const { caller } = tried.bench.fund(1000);
        tried.add(caller);
        begin();
        const callIds: string[] = [];
        for (let nth = 0; nth < calls; nth += 1) callIds.push(await wholeCall(tried, caller));
        for (let round = 0; round < 60; round += 1) {
          await tried.pass(left.length > 0 ? 600_000 : 3_600_000);
          if (!dies) continue;
          dies = false;
          await tried.restart();
          begin();
        }
        for (const callId of callIds) {
          const seen = told.filter(({ body }) => body.data.call_id === callId);
          const firsts = seen.filter(({ id }, index) => seen.findIndex((one) => one.id === id) === index);
          const steps = tried.bench.desk.readProgress(caller, callId, 0).map(({ kind }) => `call.${kind}`);
          const types = firsts.map(({ body }) => body.type).filter((type) => type !== "call.answered");
          expect(types).toEqual(steps);
          // What comes twice comes at once again: nothing was told in between.
          for (const { id } of firsts) {
            const places = seen.flatMap((one, index) => (one.id === id ? [index] : []));
            expect((places.at(-1) ?? 0) - (places[0] ?? 0)).toBe(places.length - 1);
          }
        }
        expect(tried.bench.store.verify()).toEqual([]);
      } finally {
        await tried.end();
      }
    }),
    { numRuns: 15 },
  );
}, 60_000);

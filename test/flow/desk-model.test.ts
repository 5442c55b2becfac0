/**
 * Thousands of random steps on one desk: calls that ring, talk, ask and end in every way, accounts that run dry and are
 * reloaded, requests that are repeated, disks that fill, and processes that die between any two steps and on either
 * side of a commit. After every step the books balance and nothing that was once told is taken back.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CallRecord, KeyHolder } from "../../src/calls/operations.ts";
import { costOf, PRICES } from "../../src/billing/pricing.ts";
import { Refusal } from "../../src/calls/refusal.ts";
import { CALL_STATUSES } from "../../src/calls/vocabulary.ts";
import { briefTo, DEMO_PHONE, DeskBench, ProcessDied, settled, SHOP_PHONE } from "../fakes/desk.ts";
import { cases } from "../support/cases.ts";

const which = fc.nat(9);
const ENDINGS = ["completed", "no_response", "no_media", "provider_failure", "voicemail"] as const;
const LINE_ENDINGS = ["hangup_business", "busy", "no_answer", "trunk_failure", "canceled"] as const;

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("place" as const),
      who: fc.nat(2),
      demo: fc.boolean(),
      key: fc.option(fc.nat(3)),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("ring" as const), which }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constant("answer" as const), which }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("introduce" as const), which }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("say" as const), which }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("live" as const), which }) },
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constant("wait" as const), seconds: fc.constantFrom(1, 5, 20, 65, 130, 300) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("finish" as const), which, reason: fc.constantFrom(...ENDINGS) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("line ends" as const), which, reason: fc.constantFrom(...LINE_ENDINGS) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("hang up" as const), which }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("ask" as const), which }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("reply" as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("top up" as const), who: fc.nat(2), attempt: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("switch" as const), who: fc.nat(2), on: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("disk" as const), full: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("confirm" as const), on: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("die" as const),
      at: fc.constantFrom(null, "before commit" as const, "after commit" as const),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

class World {
  readonly bench = new DeskBench();
  readonly accounts: (KeyHolder & { kind: "account" })[];
  readonly calls: string[] = [];
  readonly told = new Map<string, CallRecord>();
  readonly replies = new Map<string, string>();
  readonly dialled = new Set<string>();
  #asked = 0;

  constructor() {
    this.accounts = [this.bench.fund(150), this.bench.fund(1000), this.bench.fund(2500)].map(({ caller }) => caller);
    const reloaded = this.accounts[1];
    if (reloaded !== undefined)
      this.bench.store.accounts.saveCard(reloaded.accountId, { customer: "house", method: "house" });
  }

  async take(one: Step): Promise<void> {
    const { bench } = this;
    try {
      await this.#do(one);
    } catch (error) {
      if (error instanceof ProcessDied) return this.#restart();
      if (!(error instanceof Refusal)) throw error;
    }
    if (bench.dies !== null && one.do !== "die") await this.#restart();
    await settled();
    this.#check();
  }

  async #do(one: Step): Promise<unknown> {
    const { bench } = this;
    const { desk, pbx, conversations, clock } = bench;
    const callId = "which" in one ? this.calls.at(-1 - one.which) : undefined;
    if ("which" in one && callId === undefined) return;
    const id = callId ?? "";
    const offsetMs = this.#talkMs(id);
    switch (one.do) {
      case "place":
        return this.#place(one.who, one.demo, one.key);
      case "ring":
        return pbx.dialled.some((order) => order.callId === id) && pbx.ringing(id);
      case "answer":
        return pbx.dialled.some((order) => order.callId === id) && pbx.answered(id);
      case "introduce":
        return conversations.tell(id, "introduced", {});
      case "say":
        return conversations.tell(id, "heard", { text: "Hello.", atMs: offsetMs });
      case "live":
        return conversations.tell(id, "alive", { atMs: offsetMs });
      case "wait":
        return clock.advance(one.seconds * 1000);
      case "finish":
        return conversations.answeredCalls.includes(id) && conversations.finish(id, one.reason);
      case "line ends":
        return pbx.dialled.some((order) => order.callId === id) && pbx.ended(id, one.reason);
      case "hang up":
        return desk.hangUp(this.#owner(id), id);
      case "ask":
        return conversations.tell(id, "asked", { questionId: `q_${(this.#asked += 1)}`, question: "Which one?" });
      case "reply":
        return desk.answerQuestion(this.#owner(id), id, "This one.");
      case "top up":
        return desk.topUp(this.#account(one.who).accountId, `attempt-${one.attempt}`, new AbortController().signal);
      case "switch":
        return desk.setAutoReload(this.#account(one.who), one.on);
      case "disk":
        return (bench.diskFull = one.full);
      case "confirm":
        return (pbx.confirmHangUpWith = one.on ? "hangup_api" : null);
      case "die":
        if (one.at === null) return this.#restart();
        return (bench.dies = one.at);
    }
  }

  #place(who: number, demo: boolean, key: number | null): void {
    const { desk } = this.bench;
    const caller = this.#account(who);
    const brief = briefTo(demo ? DEMO_PHONE : SHOP_PHONE);
    const run = () => {
      const reply = desk.placeCall(caller, brief, null);
      return { status: reply.kind === "calling" ? 201 : 402, body: JSON.stringify(reply) };
    };
    const note = (body: string): void => {
      const { callId } = JSON.parse(body);
      if (typeof callId === "string" && !this.calls.includes(callId)) this.calls.push(callId);
    };
    if (key === null) return note(run().body);
    const name = `${who}/${demo}/${key}`;
    const once = { caller, path: "/v1/calls", key: name, fingerprint: name, setupCode: null };
    const reply = desk.idempotent(once, run);
    const before = this.replies.get(name);
    if (before !== undefined) expect(reply).toEqual({ status: 201, body: before, replayed: true });
    if (reply.status === 201) this.replies.set(name, reply.body);
    note(reply.body);
  }

  async #restart(): Promise<void> {
    for (const { callId } of this.bench.pbx.dialled) this.dialled.add(callId);
    await this.bench.restart();
    for (const callId of this.calls) expect(this.bench.read(callId).status).toBe("ended");
    this.#check();
  }

  /** What holds after every step, whatever has happened. */
  #check(): void {
    const { bench } = this;
    expect(bench.store.verify()).toEqual([]);
    for (const { accountId } of this.accounts) {
      const { balanceCents, heldCents } = bench.store.ledger.balance(accountId);
      expect(heldCents).toBeGreaterThanOrEqual(0);
      expect(balanceCents).toBeGreaterThanOrEqual(heldCents);
    }
    for (const { callId } of bench.pbx.dialled) expect(this.dialled.has(callId)).toBe(false);
    for (const callId of this.calls) this.#checkCall(bench.read(callId), this.told.get(callId));
  }

  #checkCall(now: CallRecord, before: CallRecord | undefined): void {
    if (now.status === "ended") {
      expect(now.outcome).not.toBeNull();
      expect(now.pendingQuestion).toBeNull();
      if (now.answeredAtMs === null) expect([now.durationS, now.costCents]).toEqual([0, 0]);
      else if (now.demo) expect(now.costCents).toBe(0);
      else expect([0, costOf(PRICES, now.durationS)]).toContain(now.costCents);
    }
    this.told.set(now.callId, now);
    if (before === undefined) return;
    expect(CALL_STATUSES.indexOf(now.status)).toBeGreaterThanOrEqual(CALL_STATUSES.indexOf(before.status));
    expect(now.transcript.slice(0, before.transcript.length)).toEqual(before.transcript);
    expect(now.version).toBeGreaterThanOrEqual(before.version);
    if (before.status === "ended") expect(now).toEqual(before);
    else if (now.version === before.version) expect({ ...now, durationS: 0 }).toEqual({ ...before, durationS: 0 });
  }

  #account(who: number): KeyHolder & { kind: "account" } {
    const account = this.accounts[who];
    if (account === undefined) throw new Error("no such account");
    return account;
  }

  #owner(callId: string): KeyHolder {
    const accountId = this.bench.read(callId).accountId;
    return this.accounts.find((account) => account.accountId === accountId) ?? this.#account(0);
  }

  #talkMs(callId: string): number {
    return callId === "" ? 0 : this.bench.read(callId).durationS * 1000;
  }
}

describe("the desk under any sequence of steps", () => {
  it(
    "keeps its books balanced and takes nothing back, across crashes on either side of a commit",
    { timeout: 120_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 120, size: "max" }), async (steps) => {
          const world = new World();
          try {
            for (const one of steps) await world.take(one);
            await world.take({ do: "die", at: null });
            await world.take({ do: "die", at: null });
          } finally {
            await world.bench.end();
          }
        }),
        { numRuns: cases(40) },
      );
    },
  );
});

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { KeyHolder } from "../../src/calls/operations.ts";
import { END_REASONS, type EndReason } from "../../src/calls/vocabulary.ts";
import { DeskBench, settled } from "../fakes/desk.ts";

type Story = (bench: DeskBench, callId: string) => unknown;

/** How each reason comes about, from the call being dialled; and what it then costs. */
const STORIES: Record<EndReason, { readonly story: Story; readonly cost: number; readonly answered: boolean }> = {
  completed: { story: talkThen((b, id) => b.conversations.finish(id, "completed")), cost: 100, answered: true },
  hangup_business: { story: talkThen((b, id) => b.pbx.ended(id, "hangup_business")), cost: 100, answered: true },
  no_response: { story: talkThen((b, id) => b.conversations.finish(id, "no_response")), cost: 100, answered: true },
  voicemail: { story: talkThen((b, id) => b.conversations.finish(id, "voicemail")), cost: 100, answered: true },
  hangup_api: { story: talkThen((b, id) => b.desk.hangUp(caller, id)), cost: 100, answered: true },
  max_duration: { story: talkThen((b) => b.clock.advance(1_800_000)), cost: 725, answered: true },
  insufficient_funds: { story: spendAllThenTalk, cost: 100, answered: true },
  no_media: { story: answerThen((b, id) => b.conversations.finish(id, "no_media")), cost: 0, answered: true },
  provider_failure: {
    story: talkThen((b, id) => b.conversations.finish(id, "provider_failure")),
    cost: 100,
    answered: true,
  },
  trunk_failure: { story: talkThen((b, id) => b.pbx.ended(id, "trunk_failure")), cost: 100, answered: true },
  service_restart: { story: talkThen((b) => b.restart()), cost: 100, answered: true },
  no_answer: { story: ringThen((b, id) => b.pbx.ended(id, "no_answer", 480)), cost: 0, answered: false },
  busy: { story: ringThen((b, id) => b.pbx.ended(id, "busy", 486)), cost: 0, answered: false },
  rejected: { story: (b, id) => b.pbx.ended(id, "rejected", 603), cost: 0, answered: false },
  invalid_number: { story: (b, id) => b.pbx.ended(id, "invalid_number", 404), cost: 0, answered: false },
  canceled: { story: ringThen((b, id) => b.desk.hangUp(caller, id)), cost: 0, answered: false },
};

let caller: KeyHolder;

function answerThen(then: Story): Story {
  return (bench, callId) => {
    bench.pbx.ringing(callId);
    bench.pbx.answered(callId);
    return then(bench, callId);
  };
}

function talkThen(then: Story): Story {
  return answerThen((bench, callId) => {
    bench.conversations.tell(callId, "introduced", {});
    return then(bench, callId);
  });
}

function ringThen(then: Story): Story {
  return (bench, callId) => {
    bench.pbx.ringing(callId);
    return then(bench, callId);
  };
}

/** The rest of the balance goes to other calls, so that no further minute can be reserved. */
async function spendAllThenTalk(bench: DeskBench, callId: string): Promise<void> {
  for (let other = 0; other < 9; other += 1) await bench.talk(caller);
  await talkThen((b) => b.clock.advance(270_000))(bench, callId);
}

describe("a call that ended", () => {
  let bench: DeskBench;
  beforeEach(() => {
    bench = new DeskBench();
    caller = bench.fund(1000).caller;
  });
  afterEach(() => bench.end());

  it.each(END_REASONS)("says %s, with an outcome, its price and nothing reserved", async (reason) => {
    const { story, cost, answered } = STORIES[reason];
    const callId = await bench.place(caller);
    await story(bench, callId);
    await settled();
    const call = bench.read(callId);
    expect(call).toMatchObject({
      status: "ended",
      endReason: reason,
      costCents: cost,
      lineState: null,
      pendingQuestion: null,
    });
    expect(call.answeredAtMs !== null).toBe(answered);
    expect(call.answeredBy).toBe(answered ? "unknown" : null);
    expect(call.outcome).toMatchObject({
      success: false,
      confirmationNumber: null,
      priceQuoted: null,
      appointmentTime: null,
    });
    expect(call.outcome?.summary).not.toBe("");
    expect(bench.store.calls.read(callId)?.reservedCents).toBe(0);
    expect(bench.store.verify()).toEqual([]);
  });

  it("is provider_failure, undialled and free, when no conversation can be opened", async () => {
    bench.conversations.opens = new Error("no speech engine");
    const callId = await bench.place(caller);
    expect(bench.read(callId)).toMatchObject({ status: "ended", endReason: "provider_failure", costCents: 0 });
    expect(bench.pbx.dialled).toEqual([]);
    expect(bench.balance(caller)).toEqual({ balanceCents: 1000, heldCents: 0 });
  });

  it("is provider_failure when a conversation never gets ready", async () => {
    bench.conversations.opens = null;
    const callId = await bench.place(caller);
    bench.clock.advance(20_000);
    expect(bench.read(callId)).toMatchObject({ status: "ended", endReason: "provider_failure" });
    expect(bench.conversations.closed).toEqual([callId]);
  });

  it.each(["provider_failure", "trunk_failure", "no_media"] as const)(
    "is free when it was answered but our fault (%s) came before the first full sentence",
    async (reason) => {
      const callId = await bench.place(caller);
      bench.pbx.answered(callId);
      expect(bench.balance(caller)).toEqual({ balanceCents: 900, heldCents: 0 });
      bench.clock.advance(9_000);
      bench.conversations.finish(callId, reason);
      expect(bench.read(callId)).toMatchObject({ endReason: reason, costCents: 0, durationS: 9 });
      expect(bench.balance(caller)).toEqual({ balanceCents: 1000, heldCents: 0 });
      expect(
        bench.desk.readAccountPage(caller.kind === "account" ? caller.accountId : "", null).ledger[0],
      ).toMatchObject({
        code: "refund",
        balanceChangeCents: 100,
      });
      expect(bench.store.verify()).toEqual([]);
    },
  );

  it("is billed to the last sign of life when its conversation's thread died or hangs", async () => {
    const callId = await bench.talk(caller);
    bench.clock.advance(299_000);
    bench.conversations.tell(callId, "alive", { atMs: 299_000 });
    bench.clock.advance(9_000);
    expect(bench.balance(caller).balanceCents).toBe(875);
    bench.conversations.tell(callId, "lost", {});
    expect(bench.pbx.hungUp).toEqual([callId]);
    bench.conversations.finish(callId, "provider_failure");
    expect(bench.read(callId)).toMatchObject({ endReason: "provider_failure", durationS: 299, costCents: 100 });
    expect(bench.balance(caller)).toEqual({ balanceCents: 900, heldCents: 0 });
    expect(bench.store.verify()).toEqual([]);
  });

  it("leaves no timer behind but the desk's own", async () => {
    const before = bench.clock.waiting;
    const callId = await bench.talk(caller);
    expect(bench.clock.waiting).toBeGreaterThan(before);
    bench.conversations.tell(callId, "asked", { questionId: "q_1", question: "Inside or outside?" });
    bench.conversations.finish(callId, "completed");
    expect(bench.clock.waiting).toBe(before);
  });
});

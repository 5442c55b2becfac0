/** Keys, holds and transfers as the desk has them: who is told what, and what the call comes to. */
import { afterEach, describe, expect, it } from "vitest";
import type { KeyHolder } from "../../src/calls/operations.ts";
import type { PbxEvent } from "../../src/calls/ports.ts";
import { briefTo, DEMO_PHONE, DeskBench, SHOP_PHONE } from "../fakes/desk.ts";

const PERSON = "+14155550177";

let bench: DeskBench;
let caller: KeyHolder;
let callId: string;

afterEach(() => bench.end());

async function begin(options: ConstructorParameters<typeof DeskBench>[0] = {}, brief = {}): Promise<void> {
  bench = new DeskBench(options);
  caller = bench.fund(1000).caller;
  callId = await bench.talk(caller, briefTo(SHOP_PHONE, { transferTo: PERSON, ...brief }));
}

const news = () => bench.conversations.lineNews.map(({ news: each }) => each);
const system = (): string[] =>
  bench
    .read(callId)
    .transcript.filter(({ role }) => role === "system")
    .map(({ text }) => text);
const pbx = (type: "transfer_answered" | "transfer_connected" | "transfer_left"): void =>
  bench.pbx.tells({ type, callId });
const ask = (): void => bench.conversations.tell(callId, "transfer_asked", {});

function connect(): void {
  ask();
  pbx("transfer_answered");
  bench.conversations.tell(callId, "transfer_briefed", { by: "human" });
  bench.conversations.finish(callId, "completed");
}

describe("keys", () => {
  it("are pressed by the exchange, and what came of it is told to the conversation", async () => {
    await begin();
    bench.conversations.tell(callId, "press", { pressId: "p1", keys: "12#" });
    expect(bench.pbx.pressed).toMatchObject([{ callId, pressId: "p1", keys: "12#" }]);
    bench.pbx.keysProblem = "the line is not open";
    bench.conversations.tell(callId, "press", { pressId: "p2", keys: "1" });
    expect(news()).toMatchObject([
      { type: "pressed", pressId: "p1", problem: null },
      { type: "pressed", pressId: "p2", problem: "the line is not open" },
    ]);
  });
});

describe("what the exchange knows of the line", () => {
  it("is told to the conversation", async () => {
    await begin();
    bench.pbx.tells({ type: "held", callId, held: true });
    bench.pbx.tells({ type: "comfort_noise", callId });
    expect(news()).toMatchObject([{ type: "held", held: true }, { type: "comfort_noise" }]);
  });
});

describe("a transfer", () => {
  it("dials the number of the request, connects, and leaves a call that goes on and is charged as one", async () => {
    await begin();
    bench.conversations.tell(callId, "heard", { text: "Can I speak to the customer?", atMs: 100 });
    ask();
    expect(bench.pbx.transferred).toEqual([{ callId, number: PERSON, route: "trunk", ringSeconds: 45 }]);
    pbx("transfer_answered");
    bench.conversations.tell(callId, "transfer_briefed", { by: "human" });
    expect(news()).toMatchObject([{ type: "transfer_answered" }, { type: "transfer_connected" }]);
    bench.conversations.findings.set(callId, {
      questions: [],
      errands: [],
      confirmationNumber: null,
      priceQuoted: null,
      appointmentTime: null,
      summary: "They wanted to speak to the customer.",
      nextSteps: "",
    });
    bench.conversations.tell(callId, "parted", { reason: "completed", finishesWithinMs: 5000 });
    bench.conversations.finish(callId, "completed");
    expect(bench.read(callId)).toMatchObject({ status: "in_progress" });
    expect(bench.pbx.hungUp).toEqual([]);

    bench.clock.advance(400_000);
    expect(bench.read(callId)).toMatchObject({ status: "in_progress" });
    bench.pbx.ended(callId, "hangup_business");
    const record = bench.read(callId);
    expect(record).toMatchObject({ status: "ended", endReason: "completed", durationS: 400, costCents: 150 });
    expect(record.outcome?.summary).toBe(
      "They wanted to speak to the customer. The business was then connected with the number for transfers.",
    );
    expect(record.outcome?.success).toBe(false);
    expect(system()).toEqual([
      "Calling the number for transfers.",
      "Connected with the number for transfers; the assistant has left the call.",
    ]);
    expect(bench.balance(caller)).toEqual({ balanceCents: 850, heldCents: 0 });
  });

  it("ends with the one who was connected", async () => {
    await begin();
    connect();
    pbx("transfer_left");
    expect(bench.pbx.hungUp).toEqual([callId]);
    expect(bench.read(callId)).toMatchObject({ status: "ended", endReason: "completed" });
  });

  it("ends when it is hung up over the API, and at the longest duration, at once", async () => {
    await begin({ settings: { maxCallSeconds: 100 } });
    connect();
    bench.clock.advance(99_000);
    expect(bench.read(callId).status).toBe("in_progress");
    bench.clock.advance(1000);
    expect(bench.read(callId)).toMatchObject({ status: "ended", endReason: "max_duration", durationS: 100 });
    const next = await bench.talk(caller, briefTo(SHOP_PHONE, { transferTo: PERSON }));
    callId = next;
    connect();
    bench.desk.hangUp(caller, next);
    expect(bench.read(next)).toMatchObject({ status: "ended", endReason: "hangup_api" });
  });

  it("ends at the boundary of what is paid for", async () => {
    bench = new DeskBench();
    caller = bench.fund(100).caller;
    callId = await bench.talk(caller, briefTo(SHOP_PHONE, { transferTo: PERSON }));
    connect();
    bench.clock.advance(299_000);
    expect(bench.read(callId).status).toBe("in_progress");
    bench.clock.advance(1000);
    expect(bench.read(callId)).toMatchObject({ status: "ended", endReason: "insufficient_funds", costCents: 100 });
  });

  it("is billed to the last moment at which we were there, when the process dies in it", async () => {
    await begin();
    connect();
    bench.clock.advance(400_000);
    await bench.restart();
    const record = bench.read(callId);
    expect(record).toMatchObject({ status: "ended", endReason: "service_restart", costCents: 150 });
    expect(record.durationS).toBeGreaterThan(390);
  });

  it.each([
    ["busy", "it is busy"],
    ["no_answer", "nobody answered"],
    ["voicemail", "a machine answered"],
  ] as const)("that fails (%s) goes back to the conversation, which may try again", async (why, words) => {
    await begin();
    ask();
    bench.pbx.tells({ type: "transfer_failed", callId, why });
    expect(news()).toMatchObject([{ type: "transfer_failed", why }]);
    expect(system().at(-1)).toBe(`Not connected with the number for transfers: ${words}.`);
    ask();
    expect(bench.pbx.transferred).toHaveLength(2);
  });

  it("to a machine is given up", async () => {
    await begin();
    ask();
    pbx("transfer_answered");
    bench.conversations.tell(callId, "transfer_briefed", { by: "machine" });
    expect(news().at(-1)).toMatchObject({ type: "transfer_failed", why: "voicemail" });
  });

  it("in which nothing happens any more is given up", async () => {
    await begin();
    ask();
    bench.clock.advance(50_000);
    expect(news().at(-1)).toMatchObject({ type: "transfer_failed", why: "no_answer" });
    ask();
    pbx("transfer_answered");
    bench.clock.advance(25_000);
    expect(news().at(-1)).toMatchObject({ type: "transfer_failed" });
  });

  it("is asked for once at a time, and never without a number", async () => {
    await begin({}, { transferTo: null });
    ask();
    expect(bench.pbx.transferred).toEqual([]);
    expect(news()).toMatchObject([{ type: "transfer_failed", why: "refused" }]);
    await bench.end();
    await begin();
    ask();
    ask();
    expect(bench.pbx.transferred).toHaveLength(1);
  });

  it("is refused when its owner objected meanwhile", async () => {
    await begin();
    bench.store.atomically(() => bench.store.doNotCall.add(PERSON, bench.clock.wallMs()));
    ask();
    expect(bench.pbx.transferred).toEqual([]);
    expect(news()).toMatchObject([{ type: "transfer_failed", why: "refused" }]);
    expect(system()).toEqual(["Not connected with the number for transfers: its owner asked not to be called."]);
  });

  it("is refused when policy refuses the number now", async () => {
    let quiet = false;
    await begin({
      checkPolicy: ({ brief }) =>
        quiet && brief.phone === PERSON ? { code: "quiet_hours", message: "It is night.", details: {} } : null,
    });
    quiet = true;
    ask();
    expect(bench.pbx.transferred).toEqual([]);
    expect(system().at(-1)).toMatch(/quiet_hours/);
  });

  it("from the demo number reaches the demo number alone", async () => {
    bench = new DeskBench();
    caller = bench.fund(0).caller;
    callId = await bench.talk(caller, briefTo(DEMO_PHONE, { transferTo: PERSON }));
    ask();
    expect(bench.pbx.transferred).toEqual([]);
    expect(news()).toMatchObject([{ type: "transfer_failed", why: "refused" }]);
    callId = await bench.talk(caller, briefTo(DEMO_PHONE, { transferTo: DEMO_PHONE }));
    ask();
    expect(bench.pbx.transferred).toMatchObject([{ callId, number: DEMO_PHONE, route: "demo" }]);
  });

  it("is given up for a goodbye that is due while it rings, and ends the call when nobody would hear one", async () => {
    await begin({ settings: { maxCallSeconds: 100 } });
    bench.clock.advance(99_000);
    ask();
    bench.clock.advance(1000);
    expect(news().at(-1)).toMatchObject({ type: "transfer_failed" });
    expect(bench.conversations.wrapUps).toMatchObject([{ callId, reason: "max_duration" }]);
    callId = await bench.talk(caller, briefTo(SHOP_PHONE, { transferTo: PERSON }));
    bench.clock.advance(99_000);
    ask();
    pbx("transfer_answered");
    bench.clock.advance(1000);
    expect(bench.read(callId)).toMatchObject({ status: "ended", endReason: "max_duration" });
  });

  it.each<PbxEvent["type"]>(["transfer_answered", "transfer_connected", "transfer_failed"])(
    "that nobody asked for is none: %s",
    async (type) => {
      await begin();
      bench.pbx.tells({ type, callId, why: "busy" } as PbxEvent);
      expect(news()).toEqual([]);
      expect(system()).toEqual([]);
    },
  );
});

describe("a transfer among the calls of the day", () => {
  const limits = {
    callsPerNumberPerDay: 2,
    concurrentCallsPerAccount: 20,
    callsPerAccountPerDay: 200,
    callsPerMinute: 60,
  };

  it("counts for its number like a call of its own", async () => {
    await begin({ settings: { limits } });
    for (let attempt = 0; attempt < 3; attempt += 1) {
      ask();
      if (bench.pbx.transferred.length > attempt) bench.pbx.tells({ type: "transfer_failed", callId, why: "busy" });
    }
    expect(bench.pbx.transferred).toHaveLength(2);
    expect(system().at(-1)).toBe("Not connected with the number for transfers: it has been called too often today.");
    await expect(bench.talk(caller, briefTo(PERSON))).rejects.toThrow(/2 times today/);
  });

  it("counts for its account, and is refused when that has placed all it may", async () => {
    await begin({ settings: { limits: { ...limits, callsPerAccountPerDay: 2 } } });
    ask();
    bench.pbx.tells({ type: "transfer_failed", callId, why: "busy" });
    ask();
    expect(bench.pbx.transferred).toHaveLength(1);
    expect(system().at(-1)).toMatch(/too many calls today/);
    await expect(bench.talk(caller, briefTo("+14155550199"))).rejects.toThrow(/2 calls today/);
  });
});

describe("a transfer in which the process dies", () => {
  const heard = (): void =>
    bench.conversations.tell(callId, "heard", { text: "Can I speak to the customer?", atMs: 100 });

  it("while it rings was none, and the outcome says so", async () => {
    await begin();
    heard();
    ask();
    await bench.restart();
    const { outcome, endReason } = bench.read(callId);
    expect(endReason).toBe("service_restart");
    expect(outcome?.success).toBe(false);
    expect(outcome?.summary).toMatch(/While the number for transfers was being called the service was restarted/);
  });

  it("after they were connected says that they were", async () => {
    await begin();
    heard();
    connect();
    pbx("transfer_connected");
    bench.clock.advance(10_000);
    await bench.restart();
    expect(bench.read(callId).outcome?.summary).toMatch(
      /then connected with the number for transfers\. Then the service was restarted/,
    );
  });
});

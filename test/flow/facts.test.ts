/** What is told, counted and logged of calls: once for each, whatever happens to them. */
import { afterEach, describe, expect, it } from "vitest";
import type { CallFact } from "../../src/calls/call-facts.ts";
import { createMetrics } from "../../src/http/metrics.ts";
import { briefTo, DEMO_PHONE, DeskBench, SHOP_PHONE } from "../fakes/desk.ts";
import type { BenchOptions } from "../fakes/desk.ts";

const LATENCY = { totalMs: 730, endpointingMs: 500, recogniserMs: 10, brainMs: 20, voiceMs: 190, playoutMs: 10 };

const benches: DeskBench[] = [];
afterEach(async () => {
  await Promise.all(benches.splice(0).map((bench) => bench.end()));
});

function open(options: BenchOptions = {}) {
  const told: CallFact[] = [];
  const metrics = createMetrics();
  const bench = new DeskBench({
    ...options,
    onFact(fact) {
      told.push(fact);
      metrics.count(fact);
    },
  });
  benches.push(bench);
  const scrape = async (): Promise<string> => {
    metrics.ask(() => ({
      store: bench.store.figures(),
      writesWaiting: bench.desk.writesWaiting(),
      asterisk: true,
      trunks: { trunk: false },
      ready: true,
    }));
    return (await metrics.read(bench.desk.seats(), 2)).text;
  };
  return { bench, told, scrape };
}

const kinds = (told: readonly CallFact[]): readonly string[] => told.map(({ type }) => type);

describe("what is told of a call", () => {
  it("is its whole life in order, with the figures of its turns, and nothing that was said", async () => {
    const { bench, told } = open();
    const { caller } = bench.fund(500);
    const callId = await bench.talk(caller, briefTo(SHOP_PHONE, { goal: "Ask about the secret cake" }));
    bench.conversations.tell(callId, "line_state", { state: "human" });
    bench.conversations.tell(callId, "answered_by", { by: "human" });
    bench.conversations.tell(callId, "heard", { text: "Cakes, hello?", atMs: 900 });
    bench.conversations.tell(callId, "spoke", { text: "Hello.", cutOff: null, atMs: 1630, latency: LATENCY });
    bench.conversations.tell(callId, "spoke", { text: "And", cutOff: "more", atMs: 3000, latency: null });
    bench.conversations.tell(callId, "asked", { questionId: "q_1", question: "Which cake?" });
    bench.desk.answerQuestion(caller, callId, "The chocolate one");
    bench.conversations.finish(callId, "completed");
    bench.pbx.ended(callId, "hangup_api", null);
    expect(kinds(told)).toEqual([
      ...["placed", "dialled", "answered", "line_state", "answered_by", "heard", "spoke", "spoke", "asked"],
      ...["question_closed", "hanging_up", "ended"],
    ]);
    expect(told.filter(({ type }) => type === "spoke")).toMatchObject([
      { opening: true, cutOff: false, latency: LATENCY },
      { opening: false, cutOff: true, latency: null },
    ]);
    expect(told.at(-1)).toMatchObject({ reason: "completed", answered: true, route: "trunk", chargedCents: 100 });
    const logged = bench.logged.filter(({ fields }) => String(fields["event"]).startsWith("call."));
    expect(logged.map(({ fields }) => fields["event"])).toEqual(kinds(told).map((type) => `call.${type}`));
    const everything = JSON.stringify([told, logged]);
    for (const personal of [SHOP_PHONE, "cake", "Cakes", "hello", "chocolate", "Hello"])
      expect(everything).not.toContain(personal);
  });

  it("says once that it has ended, also when a crash has left it and the next start ends it", async () => {
    const { bench, told } = open();
    const { caller } = bench.fund(500);
    await bench.talk(caller);
    await bench.restart();
    await bench.restart();
    const ended = told.filter(({ type }) => type === "ended");
    expect(ended).toMatchObject([{ reason: "service_restart", answered: true }]);
  });

  it("is told by the next start alone when the process dies before an end is on the disk", async () => {
    const { bench, told } = open();
    const callId = await bench.talk(bench.fund(500).caller);
    bench.dies = "before commit";
    bench.conversations.finish(callId, "completed");
    bench.pbx.ended(callId, "hangup_api", null);
    expect(kinds(told)).not.toContain("ended");
    await bench.restart();
    expect(told.filter(({ type }) => type === "ended")).toMatchObject([{ reason: "service_restart" }]);
  });

  it("waits for the disk: an end that could not be written yet is not told", async () => {
    const { bench, told, scrape } = open();
    const callId = await bench.talk(bench.fund(500).caller);
    bench.diskFull = true;
    bench.conversations.finish(callId, "completed");
    bench.pbx.ended(callId, "hangup_api", null);
    expect(kinds(told)).not.toContain("ended");
    expect(await scrape()).toContain("\noutdial_writes_waiting 1\n");
    bench.diskFull = false;
    bench.clock.advance(1000);
    expect(kinds(told).filter((type) => type === "ended")).toHaveLength(1);
    expect(await scrape()).toContain("\noutdial_writes_waiting 0\n");
  });

  it("that fails whoever counts ends no call", async () => {
    const bench = new DeskBench({
      onFact() {
        throw new Error("a mistake of the one who counts");
      },
    });
    benches.push(bench);
    const callId = await bench.talk(bench.fund(500).caller);
    expect(bench.read(callId).status).toBe("in_progress");
    expect(bench.logged.map(({ message }) => message)).toContain("a fact about a call could not be taken note of");
  });
});

describe("the figures of calls", () => {
  it("are counters by route and reason, histograms of turns, and what is held now", async () => {
    const { bench, scrape } = open({ seats: 4 });
    const { caller } = bench.fund(500);
    const callId = await bench.talk(caller);
    bench.conversations.tell(callId, "spoke", { text: "Hello.", cutOff: null, atMs: 1630, latency: LATENCY });
    const busy = await bench.place(caller);
    await bench.place({ kind: "anonymous", address: "203.0.113.1" }, briefTo(DEMO_PHONE));
    const during = await scrape();
    for (const line of [
      'outdial_calls{state="queued"} 2',
      'outdial_calls{state="in_progress"} 1',
      "outdial_held_usd 1",
      "outdial_seats 4",
      "outdial_seats_used 3",
      "outdial_seats_free 1",
      "outdial_long_polls 2",
      'outdial_trunk_ready{trunk="trunk"} 0',
      "outdial_asterisk_connected 1",
      'outdial_turn_seconds_bucket{le="0.75"} 1',
      "outdial_turn_seconds_sum 0.73",
      'outdial_turn_stage_seconds_sum{stage="voice"} 0.19',
      "outdial_opening_delay_seconds_sum 1.63",
    ])
      expect(during).toContain(`\n${line}\n`);
    bench.pbx.ended(busy, "busy", 486);
    bench.conversations.finish(callId, "completed");
    bench.pbx.ended(callId, "hangup_api", null);
    const after = await scrape();
    for (const line of [
      'outdial_calls_placed_total{route="trunk"} 2',
      'outdial_calls_placed_total{route="demo"} 1',
      'outdial_calls_ended_total{route="trunk",end_reason="busy"} 1',
      'outdial_calls_ended_total{route="trunk",end_reason="completed"} 1',
      'outdial_calls_ended_total{route="demo",end_reason="completed"} 0',
      "outdial_charged_usd_total 1",
      "outdial_held_usd 0",
      "outdial_call_talk_seconds_count 1",
    ])
      expect(after).toContain(`\n${line}\n`);
    expect(after).toMatch(/^outdial_database_bytes [1-9]/m);
  });

  it("count what was refused for lack of money apart from what was refused otherwise", async () => {
    const { bench, scrape } = open({ seats: 1 });
    const poor = bench.fund(50).caller;
    bench.desk.placeCall(poor, briefTo(SHOP_PHONE), null);
    bench.desk.placeCall({ kind: "anonymous", address: "203.0.113.1" }, briefTo(SHOP_PHONE), null);
    await bench.place(bench.fund(500).caller);
    expect(() => bench.desk.placeCall(bench.fund(500).caller, briefTo(SHOP_PHONE), null)).toThrow(/carries/);
    const text = await scrape();
    for (const [code, count] of [
      ["insufficient_funds", 1],
      ["no_key", 1],
      ["at_capacity", 1],
      ["pbx_unavailable", 0],
    ])
      expect(text).toContain(`\noutdial_calls_refused_total{code="${code}"} ${count}\n`);
  });
});

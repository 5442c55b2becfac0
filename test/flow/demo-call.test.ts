import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Caller, KeyHolder } from "../../src/calls/operations.ts";
import { doneBy, NO_FINDINGS } from "../fakes/conversations.ts";
import { briefTo, DEMO_PHONE, DeskBench, settled } from "../fakes/desk.ts";

const visitor: Caller = { kind: "anonymous", address: "203.0.113.9" };

describe("a demo call without a key", () => {
  let bench: DeskBench;
  beforeEach(() => void (bench = new DeskBench()));
  afterEach(() => bench.end());

  it("goes from the request to the record, line by line, and costs nothing", async () => {
    const { desk, pbx, conversations, clock } = bench;
    const brief = briefTo(DEMO_PHONE, { questions: ["What does it cost?", "__proto__"] });
    const placed = desk.placeCall(visitor, brief, null);
    if (placed.kind !== "calling" || placed.callKey === null) throw new Error("expected a call with its own key");
    const holder = desk.authenticate(placed.callKey);
    expect(holder).toMatchObject({ kind: "call", callId: placed.callId });
    const read = () => desk.readCall(holder as KeyHolder, placed.callId);
    expect(read()).toMatchObject({ status: "queued", durationS: 0, costCents: 0, demo: true, version: 1 });

    await settled();
    expect(pbx.dialled).toEqual([
      {
        callId: placed.callId,
        language: "en",
        number: DEMO_PHONE,
        route: "demo",
        ringSeconds: 45,
        media: { listener: "media_0", sampleRateHz: 8000 },
      },
    ]);
    pbx.ringing(placed.callId);
    expect(read()).toMatchObject({ status: "ringing", lineState: "ringing" });
    pbx.answered(placed.callId);
    expect(conversations.answeredCalls).toEqual([placed.callId]);
    conversations.tell(placed.callId, "heard", { text: "Bella Vista, good evening.", atMs: 800 });
    conversations.tell(placed.callId, "spoke", {
      text: "Hello, this is Ada.",
      cutOff: null,
      atMs: 2000,
      latency: null,
    });
    conversations.tell(placed.callId, "answered_by", { by: "human" });
    clock.advance(42_500);
    expect(read()).toMatchObject({ status: "in_progress", durationS: 42, answeredBy: "human" });
    conversations.tell(placed.callId, "heard", {
      text: "That is forty five dollars. Your table is booked.",
      atMs: 40_000,
    });
    conversations.findings.set(placed.callId, {
      ...NO_FINDINGS,
      questions: [
        { question: "What does it cost?", status: "answered", answer: "45 dollars", quote: "forty five  Dollars" },
        { question: "__proto__", status: "answered", answer: "yes", quote: "booked" },
      ],
      errands: doneBy("your table is booked"),
      priceQuoted: { value: "45 dollars", quotes: ["forty five dollars"] },
      summary: "A table for two is booked.",
      nextSteps: "Be there at eight.",
    });
    conversations.finish(placed.callId, "completed");

    expect(pbx.hungUp).toEqual([placed.callId]);
    const ended = read();
    expect(ended).toMatchObject({
      status: "ended",
      endReason: "completed",
      durationS: 42,
      costCents: 0,
      lineState: null,
      outcome: {
        success: true,
        summary: "A table for two is booked.",
        confirmationNumber: null,
        priceQuoted: "45 dollars",
        appointmentTime: null,
        nextSteps: "Be there at eight.",
      },
    });
    expect(ended.transcript.map(({ seq, role }) => [seq, role])).toEqual([
      [1, "business"],
      [2, "assistant"],
      [3, "business"],
    ]);
    expect(ended.questions.map(({ status, seq }) => [status, seq])).toEqual([
      ["answered", 3],
      ["answered", 3],
    ]);
    expect(bench.store.verify()).toEqual([]);
  });
});

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CallRecord } from "../../src/calls/operations.ts";
import { renderCall } from "../../src/http/api/render.ts";
import type { OpenDoor } from "./http-under-test.ts";
import { openDoor } from "./http-under-test.ts";
import { ALICE, BRIEF, CALL_ID, QUEUED, ScriptedOperations } from "./scripted-operations.ts";

let operations: ScriptedOperations;
let api: OpenDoor;
beforeEach(async () => {
  operations = new ScriptedOperations();
  api = await openDoor({ operations });
});
afterEach(() => api.server.close());

const ENDED: CallRecord = {
  ...QUEUED,
  brief: { ...BRIEF, businessName: "Barbers", questions: [" Price? ", "__proto__"] },
  status: "ended",
  answeredAtMs: 1_772_000_006_480,
  endedAtMs: 1_772_000_047_900,
  answeredBy: "human",
  endReason: "completed",
  transcript: [
    { seq: 1, role: "business", text: "Barbers.", cutOff: null, atMs: 1_772_000_007_000, offsetMs: 800, latency: null },
    {
      seq: 2,
      role: "assistant",
      text: "Hello, I",
      cutOff: "would like",
      atMs: 1_772_000_009_000,
      offsetMs: 2_514.6,
      latency: { totalMs: 640, endpointingMs: 320, recogniserMs: 70, brainMs: 60, voiceMs: 110, playoutMs: 80 },
    },
  ],
  questions: [
    { question: " Price? ", status: "answered", answer: "thirty", quote: "thirty dollars", seq: 1 },
    { question: "__proto__", status: "answered", answer: "yes", quote: "yes", seq: 1 },
    { question: "later", status: "not_asked", answer: null, quote: null, seq: null },
  ],
  usage: {
    hearing: [{ engine: "deepgram nova-3", seconds: 12.34, failures: 1 }],
    thinking: [
      {
        engine: "openai big",
        requests: 3,
        promptTokens: 900,
        completionTokens: 60,
        discardedTokens: 310,
        estimated: true,
        failures: 0,
      },
    ],
    speaking: [{ engine: "openai tts", characters: 120, cachedCharacters: 30, discardedCharacters: 12, failures: 0 }],
  },
  outcome: {
    success: true,
    summary: "Booked.",
    confirmationNumber: "4471",
    priceQuoted: null,
    appointmentTime: null,
    nextSteps: "Be there.",
  },
  durationS: 41,
  costCents: 125,
  latencyMs: { p50: 640, p95: 910 },
  version: 17,
};

describe("a placed call", () => {
  it("has status, id and what to do next, and keys only when there are some", async () => {
    const plain = await api.client.post("/v1/calls", { phone: "+12025550142", goal: "x" });
    expect(plain.status).toBe(201);
    expect(Object.keys(plain.json)).toEqual(["status", "call_id", "next_action"]);
    expect(plain.json).toMatchObject({ status: "calling", call_id: CALL_ID });
    operations.place = () => ({ kind: "calling", callId: CALL_ID, accountKey: "svc_new", callKey: null });
    const first = await api.client.post("/v1/calls", { phone: "+12025550142", goal: "x" });
    expect(Object.keys(first.json)).toEqual(["status", "call_id", "account_key", "next_action"]);
    operations.place = () => ({ kind: "calling", callId: CALL_ID, accountKey: null, callKey: "svc_one" });
    const demo = await api.client.post("/v1/calls", { phone: "+12025550142", goal: "x" });
    expect(Object.keys(demo.json)).toEqual(["status", "call_id", "call_key", "next_action"]);
  });
});

describe("needs_setup", () => {
  it.each(["no_key", "demo_limit"] as const)(
    "for %s is exactly the specification's four fields and next_action",
    async (because) => {
      operations.place = () => ({ kind: "needs_setup", setupUrl: "http://x/setup/a", setupCode: "code", because });
      const answer = await api.client.post("/v1/calls", { phone: "+12025550142", goal: "x" });
      expect(answer.status).toBe(402);
      expect(Object.keys(answer.json)).toEqual([
        "status",
        "setup_url",
        "setup_code",
        "message_for_user",
        "next_action",
      ]);
      expect(answer.json).toMatchObject({ status: "needs_setup", setup_url: "http://x/setup/a", setup_code: "code" });
      expect(answer.json["message_for_user"]).toMatch(/http:\/\/x\/setup\/a\b/);
      expect(answer.json["message_for_user"]).toMatch(/10(\.00)? USD/);
    },
  );

  it("for too little money has an error beside them", async () => {
    operations.place = () => ({
      kind: "needs_setup",
      setupUrl: "http://x/setup/a",
      setupCode: "code",
      because: "insufficient_funds",
    });
    const answer = await api.client.post("/v1/calls", { phone: "+12025550142", goal: "x" }, ALICE);
    expect(answer.status).toBe(402);
    expect(answer.json).toMatchObject({
      status: "needs_setup",
      setup_url: "http://x/setup/a",
      setup_code: "code",
      error: { type: "payment_required", code: "insufficient_funds", request_id: answer.headers.get("x-request-id") },
    });
  });
});

describe("a call", () => {
  it("that has just been accepted has every key, most of them null", async () => {
    const answer = await api.client.get(`/v1/calls/${CALL_ID}`, ALICE);
    expect(Object.keys(answer.json)).toEqual([
      ...["status", "transcript", "pending_question", "answers", "outcome", "duration_s", "cost_usd"],
      ...["call_id", "phone", "goal", "business_name", "created_at", "answered_at", "ended_at", "answered_by"],
      ...["end_reason", "line_state", "questions", "latency_ms", "share_url", "usage", "version", "next_action"],
    ]);
    expect(answer.json).toMatchObject({
      status: "queued",
      transcript: [],
      pending_question: null,
      answers: {},
      outcome: null,
      duration_s: 0,
      cost_usd: 0,
      created_at: "2026-02-25T06:13:20.000Z",
      version: 1,
    });
  });

  it("that has ended tells everything", async () => {
    operations.calls.set(CALL_ID, ENDED);
    const { json, text } = await api.client.get(`/v1/calls/${CALL_ID}`, ALICE);
    expect(json["transcript"]).toEqual([
      { seq: 1, role: "business", text: "Barbers.", at: "2026-02-25T06:13:27.000Z", offset_s: 0.8 },
      {
        seq: 2,
        role: "assistant",
        text: "Hello, I",
        at: "2026-02-25T06:13:29.000Z",
        offset_s: 2.515,
        cut_off: "would like",
        latency_ms: { total: 640, endpointing: 320, recogniser: 70, brain: 60, voice: 110, playout: 80 },
      },
    ]);
    expect(json["usage"]).toEqual({
      hearing: [{ engine: "deepgram nova-3", seconds: 12.34, failures: 1 }],
      thinking: [
        {
          engine: "openai big",
          requests: 3,
          prompt_tokens: 900,
          completion_tokens: 60,
          discarded_tokens: 310,
          estimated: true,
          failures: 0,
        },
      ],
      speaking: [
        { engine: "openai tts", characters: 120, cached_characters: 30, discarded_characters: 12, failures: 0 },
      ],
    });
    expect(json["outcome"]).toEqual({
      success: true,
      summary: "Booked.",
      confirmation_number: "4471",
      price_quoted: null,
      appointment_time: null,
      next_steps: "Be there.",
    });
    expect(json).toMatchObject({
      duration_s: 41,
      cost_usd: 1.25,
      end_reason: "completed",
      latency_ms: { p50: 640, p95: 910 },
    });
    expect(text).toContain('"answers":{" Price? ":"thirty","__proto__":"yes"}');
  });

  it("shows the question that is pending", async () => {
    operations.change({
      status: "in_progress",
      pendingQuestion: {
        id: "q_1",
        question: "Which day?",
        askedAtMs: 1_772_000_000_000,
        expiresAtMs: 1_772_000_060_000,
      },
    });
    const { json } = await api.client.get(`/v1/calls/${CALL_ID}`, ALICE);
    expect(json["pending_question"]).toEqual({
      id: "q_1",
      question: "Which day?",
      asked_at: "2026-02-25T06:13:20.000Z",
      expires_at: "2026-02-25T06:14:20.000Z",
      seconds_left: 0,
    });
    expect(json["next_action"]).toContain(`/v1/calls/${CALL_ID}/answer`);
  });

  it.each([0, 25, 100, 125, 150, 175, 1475, 725])("costs whole cents: %i", (costCents) => {
    const rendered = JSON.stringify(renderCall({ ...QUEUED, costCents }, 0).cost_usd);
    expect(Number(rendered) * 100).toBe(costCents);
    expect(rendered).toMatch(/^\d+(\.\d{1,2})?$/);
  });
});

describe("the list of calls", () => {
  it("has a summary of each and the next cursor", async () => {
    operations.list = () => ({
      calls: [
        { ...ENDED, success: true },
        { ...QUEUED, success: null },
      ],
      nextCursor: "more",
    });
    const { json } = await api.client.get("/v1/calls", ALICE);
    expect(json["next_cursor"]).toBe("more");
    expect(json["calls"]?.[0]).toEqual({
      call_id: CALL_ID,
      status: "ended",
      phone: "+12025550142",
      business_name: "Barbers",
      goal: "Book a haircut",
      created_at: "2026-02-25T06:13:20.000Z",
      answered_at: "2026-02-25T06:13:26.480Z",
      ended_at: "2026-02-25T06:14:07.900Z",
      end_reason: "completed",
      duration_s: 41,
      cost_usd: 1.25,
      success: true,
    });
    expect(json["calls"]?.[1]).toMatchObject({ status: "queued", success: null, ended_at: null });
  });
});

describe("small answers", () => {
  it("to an answer and to a hang-up", async () => {
    const answered = await api.client.post(`/v1/calls/${CALL_ID}/answer`, { answer: "Friday" }, ALICE);
    expect(answered.json).toEqual({ ok: true, call_id: CALL_ID, question_id: "q_1" });
    const hungUp = await api.client.post(`/v1/calls/${CALL_ID}/hangup`, {}, ALICE);
    expect(hungUp.json).toEqual({ ok: true, call_id: CALL_ID, status: "queued" });
    operations.hang = () => ({ status: "ended", alreadyEnded: true });
    const again = await api.client.post(`/v1/calls/${CALL_ID}/hangup`, {}, ALICE);
    expect(again.json).toEqual({ ok: true, call_id: CALL_ID, status: "ended", already_ended: true });
  });

  it("to the account", async () => {
    const { json } = await api.client.get("/v1/account", ALICE);
    expect(json).toEqual({
      account_id: "acct_alice",
      balance_usd: 8.75,
      held_usd: 1,
      available_usd: 7.75,
      currency: "USD",
      auto_reload: true,
      auto_reload_threshold_usd: 2,
      auto_reload_amount_usd: 10,
      top_up_url: "http://127.0.0.1/top-up/x",
      created_at: "2026-02-25T06:13:20.000Z",
    });
  });

  it("to the prices", async () => {
    const { json } = await api.client.get("/v1/pricing");
    expect(json).toEqual({
      currency: "USD",
      answered_call_usd: 1,
      included_minutes: 5,
      extra_minute_usd: 0.25,
      unanswered_call_usd: 0,
      minute_rounding: "started_minute",
      initial_top_up_usd: 10,
      auto_reload_threshold_usd: 2,
      auto_reload_amount_usd: 10,
      demo: { phone: "+12025550142", calls_per_day: 5 },
    });
  });
});

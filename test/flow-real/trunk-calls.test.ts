/**
 * Whole calls over the trunk: the program as it is run, a real Asterisk, and a SIP telephone at the other end that
 * behaves as each test says. Everything is asked over HTTP, as a client would.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runAppliance } from "../support/running-appliance.ts";
import type { Json, RunningAppliance } from "../support/running-appliance.ts";
import { spoken } from "../support/spoken.ts";
import { startSipPeer } from "../support/sip-peer/sip-peer.ts";
import type { Script, SipCall, SipPeer } from "../support/sip-peer/sip-peer.ts";

/** What each number does when it is called. */
const SCRIPTS: Readonly<Record<string, Script>> = {
  "+14155550101": { progress: [{ status: 180, afterMs: 50 }], final: { status: 486, afterMs: 150 } },
  "+14155550102": { final: { status: 404, afterMs: 50 } },
  "+14155550103": { progress: [{ status: 180, afterMs: 50 }], final: { status: 603, afterMs: 150 } },
  "+14155550104": { final: { status: 503, afterMs: 50 } },
  "+14155550105": { progress: [{ status: 180, afterMs: 50 }], final: "never" },
};
const GOAL = "Ask when they open";

let peer: SipPeer;
let appliance: RunningAppliance;
let key: string;
let first: SipCall;

function body(phone: string, more: Json = {}): Json {
  return { phone, goal: GOAL, questions: ["When do you open?"], ...more };
}

async function place(phone: string): Promise<string> {
  const placed = await appliance.request("POST", "/v1/calls", { key, body: body(phone) });
  expect(placed.status, JSON.stringify(placed.body)).toBe(201);
  return String(placed.body["call_id"]);
}

/** The peer's end of a call to this number. */
async function callTo(phone: string): Promise<SipCall> {
  for (;;) {
    const call = await peer.nextCall();
    if (call.number === phone) return call;
  }
}

async function balance(): Promise<Json> {
  return (await appliance.request("GET", "/v1/account", { key })).body;
}

beforeAll(async () => {
  peer = await startSipPeer({ script: (number) => SCRIPTS[number] ?? { final: { status: 200, afterMs: 200 } } });
  appliance = await runAppliance({
    trunk: { host: peer.host, port: peer.port, codecs: ["ulaw"] },
    assistant: { ring_seconds: 4 },
    policy: { allowed_countries: "all" },
  });
  // The account is opened by its first call: one that nobody takes, so that the balance stays whole.
  const opened = await appliance.openAccount(body("+14155550101"));
  key = opened.key;
  first = await peer.nextCall();
  expect((await appliance.untilEnded(opened.callId, key))["end_reason"]).toBe("busy");
});

afterAll(async () => {
  const code = await appliance?.stop();
  await peer?.close();
  expect(code, appliance?.log()).toBe(0);
});

describe("a call over the trunk", () => {
  it("dials the number in E.164 at the trunk's address", () => {
    expect(first.requestUri).toBe(`sip:+14155550101@${peer.host}:${peer.port}`);
  });

  it.concurrent.each([
    ["+14155550102", "invalid_number"],
    ["+14155550103", "rejected"],
    ["+14155550104", "trunk_failure"],
    ["+14155550105", "no_answer"],
  ])("to %s ends as %s, unanswered and free", async (phone, reason) => {
    const callId = await place(phone);
    const ended = await appliance.untilEnded(callId, key, 20_000);
    expect(ended).toMatchObject({ end_reason: reason, answered_at: null, duration_s: 0, cost_usd: 0, transcript: [] });
    expect(ended["outcome"]).toMatchObject({ success: false });
  });

  it("that is hung up while it rings is canceled at the other end too", async () => {
    const callId = await place("+14155550105");
    const call = await callTo("+14155550105");
    const hungUp = await appliance.request("POST", `/v1/calls/${callId}/hangup`, { key });
    expect(hungUp.status).toBe(200);
    expect((await call.ended).by).toBe("cancel");
    expect(await appliance.untilEnded(callId, key)).toMatchObject({ end_reason: "canceled", cost_usd: 0 });
  });

  it("is talked on: they are heard, asked, quoted, and their hang-up ends it", async () => {
    const callId = await place("+14155550110");
    const call = await callTo("+14155550110");
    await call.answered;
    await call.play(spoken("Hello, this is the front desk. How can I help you?"));
    const now = async (): Promise<Json> => (await appliance.request("GET", `/v1/calls/${callId}?wait=1`, { key })).body;
    const assistantLines = (record: Json): string[] =>
      (record["transcript"] as { role: string; text: string }[])
        .filter(({ role }) => role === "assistant")
        .map(({ text }) => text);
    /** What the assistant says after its first `heard` utterances. */
    const nextFromAssistant = async (heard: number): Promise<{ record: Json; lines: string[] }> => {
      for (;;) {
        const record = await now();
        const lines = assistantLines(record);
        if (lines.length > heard) return { record, lines };
        expect(record["status"], JSON.stringify(record)).not.toBe("ended");
      }
    };
    let { record, lines } = await nextFromAssistant(0);
    expect(lines[0]).toMatch(/automated assistant/);
    expect(record).toMatchObject({ status: "in_progress", answered_by: "human", line_state: "human", cost_usd: 1 });
    if (!/When do you open/.test(lines.join(" "))) {
      await call.play(spoken("Sure."));
      ({ record, lines } = await nextFromAssistant(lines.length));
    }
    // Asked once more when it did not understand: a person says it again too.
    for (let attempt = 0; attempt < 3 && /When do you open/.test(lines.at(-1) ?? ""); attempt += 1) {
      await call.play(spoken("We open at nine in the morning."));
      ({ record, lines } = await nextFromAssistant(lines.length));
    }
    await call.hangUp();
    const ended = await appliance.untilEnded(callId, key);
    expect(ended["answers"], JSON.stringify(ended["transcript"])).toHaveProperty("When do you open?");
    expect(ended["cost_usd"]).toBe(1);
    expect(["hangup_business", "completed"]).toContain(ended["end_reason"]);
    expect(ended["latency_ms"]).not.toBeNull();
  });

  it.concurrent("on which nothing is ever heard is no_media within 12 s, and free", async () => {
    const callId = await place("+14155550111");
    const call = await callTo("+14155550111");
    await call.answered;
    call.rtp.mute(true);
    const ended = await appliance.untilEnded(callId, key, 25_000);
    expect(ended).toMatchObject({ end_reason: "no_media", cost_usd: 0 });
    expect(Number(ended["duration_s"])).toBeLessThanOrEqual(12);
    await call.ended;
  });

  it.concurrent("on which nobody speaks is no_response within 45 s, and charged", async () => {
    const callId = await place("+14155550112");
    const ended = await appliance.untilEnded(callId, key, 60_000);
    expect(ended).toMatchObject({ end_reason: "no_response", cost_usd: 1, answered_by: "unknown" });
    expect(Number(ended["duration_s"])).toBeLessThanOrEqual(45);
  });

  it("leaves the books as they must be: three answered calls, one of them without sound", async () => {
    expect(await balance()).toMatchObject({ balance_usd: 8, held_usd: 0, available_usd: 8 });
  });
});

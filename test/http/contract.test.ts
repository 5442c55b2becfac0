/** The rows of contract sections 3 to 8 that need a desk behind the api: a real desk, a real file, a real socket. */
import { connect } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createPolicy } from "../../src/policy/policy.ts";
import { doneBy } from "../fakes/conversations.ts";
import type { Findings } from "../../src/calls/ports.ts";
import { DEMO_PHONE, SETTINGS as DESK_SETTINGS, SHOP_PHONE, settled } from "../fakes/desk.ts";
import type { Appliance } from "./appliance.ts";
import { openAppliance, submit } from "./appliance.ts";
import type { Answer } from "./http-under-test.ts";

const SHOP = { phone: SHOP_PHONE, goal: "Book a table for two" };
const DEMO = { phone: DEMO_PHONE, goal: "Ask what a haircut costs", questions: ["How much is it?"] };
const POLICY = {
  allowedCountries: "low_risk",
  blockedNumbers: ["+14155550199"],
  ownNumbers: ["+14155550100"],
  callerId: "+14155550101",
  quietHours: null,
  defaultCountry: null,
} as const;

let appliance: Appliance;
beforeEach(async () => {
  appliance = await openAppliance({ checkPolicy: createPolicy(POLICY) });
});
afterEach(() => appliance.end());

const codeOf = (answer: Answer): string => `${answer.status} ${String(answer.json["error"]?.["code"])}`;
const place = (body: object, key?: string, headers?: Record<string, string>): Promise<Answer> =>
  appliance.client.post("/v1/calls", body, key, headers);
const read = (callId: string, key: string): Promise<Answer> => appliance.client.get(`/v1/calls/${callId}`, key);

async function placed(body: object, key?: string): Promise<{ callId: string; key: string }> {
  const answer = await place(body, key);
  expect(answer.text).toContain('"calling"');
  await settled();
  return { callId: String(answer.json["call_id"]), key: key ?? String(answer.json["call_key"]) };
}

async function talking(body: object, key?: string): Promise<{ callId: string; key: string }> {
  const call = await placed(body, key);
  appliance.bench.pbx.ringing(call.callId);
  appliance.bench.pbx.answered(call.callId);
  appliance.bench.conversations.tell(call.callId, "introduced", {});
  return call;
}

async function restartWith(options: Parameters<typeof openAppliance>[0]): Promise<void> {
  await appliance.end();
  appliance = await openAppliance(options);
}

describe("without a key", () => {
  it("the demo number is called, with a key for that call alone", async () => {
    const { callId, key } = await placed(DEMO);
    expect(appliance.bench.pbx.dialled).toMatchObject([{ callId, route: "demo", number: DEMO_PHONE }]);
    expect((await read(callId, key)).json).toMatchObject({ status: "queued", cost_usd: 0, phone: DEMO_PHONE });
    const other = await placed(DEMO);
    expect(codeOf(await read(other.callId, key))).toBe("404 call_not_found");
    expect((await appliance.client.get("/v1/account", key)).status).toBe(401);
    appliance.bench.clock.advance(25 * 60 * 60 * 1000);
    expect((await read(callId, key)).status).toBe(401);
  });

  it("five demo calls a day are free, and the sixth is 402", async () => {
    for (let call = 0; call < 5; call++) await placed(DEMO);
    const sixth = await place(DEMO);
    expect(sixth.status).toBe(402);
    expect(Object.keys(sixth.json)).toEqual(["status", "setup_url", "setup_code", "message_for_user", "next_action"]);
    appliance.bench.clock.advance(24 * 60 * 60 * 1000);
    await placed(DEMO);
  });

  it.each([true, false])(
    "any other number is 402, with a trunk or without (%s), and is never dialled",
    async (trunk) => {
      await restartWith({ settings: { trunkConfigured: trunk } });
      const answer = await place(SHOP);
      expect(answer.status).toBe(402);
      expect(answer.json).toMatchObject({ status: "needs_setup" });
      expect(answer.json["message_for_user"]).toContain(String(answer.json["setup_url"]));
      expect(answer.json["message_for_user"]).toMatch(/10(\.00)? USD/);
      expect(appliance.bench.pbx.dialled).toEqual([]);
    },
  );
});

describe("blocked by policy", () => {
  it.each([
    ["911", {}, "emergency_number"],
    ["+19005550123", {}, "premium_number"],
    ["+8816123456789", {}, "premium_number"],
    ["+5355512345", {}, "destination_not_allowed"],
    ["+14155550199", {}, "blocked_number"],
    ["+14155550100", {}, "own_number"],
    ["+14155550101", {}, "own_number"],
    [SHOP_PHONE, { transfer_to: "+19005550123" }, "premium_number"],
    [SHOP_PHONE, { transfer_to: "+14155550199" }, "blocked_number"],
    [SHOP_PHONE, { goal: "Threaten to kill the owner unless he pays" }, "goal_not_allowed"],
  ])("%s %j is 403 %s, with a key and without, and never asks for money", async (phone, more, code) => {
    const { key } = appliance.bench.fund(0);
    for (const answer of [await place({ ...SHOP, phone, ...more }), await place({ ...SHOP, phone, ...more }, key)]) {
      expect(codeOf(answer)).toBe(`403 ${code}`);
      expect(answer.json).toMatchObject({ status: "blocked", error: { type: "blocked" } });
      expect(Object.keys(answer.json)).toEqual(["status", "error"]);
    }
    expect(appliance.bench.pbx.dialled).toEqual([]);
  });

  it("a number called ten times today is 403 too_many_calls", async () => {
    const { key } = appliance.bench.fund(5000);
    for (let call = 0; call < 10; call++) {
      const { callId } = await placed(SHOP, key);
      appliance.bench.pbx.ended(callId, "busy", 486);
    }
    expect(codeOf(await place(SHOP, key))).toBe("403 too_many_calls");
  });
});

describe("too much", () => {
  it.each([
    [{ callsPerMinute: 2 }, "rate_limited"],
    [{ concurrentCallsPerAccount: 2 }, "too_many_concurrent_calls"],
    [{ callsPerAccountPerDay: 2 }, "daily_call_limit"],
  ])("%j is 429 %s with Retry-After, before money is asked for", async (limit, code) => {
    await restartWith({ settings: { limits: { ...DESK_SETTINGS.limits, ...limit } } });
    const { key } = appliance.bench.fund(200);
    await placed(SHOP, key);
    await placed(SHOP, key);
    const answer = await place(SHOP, key);
    expect(codeOf(answer)).toBe(`429 ${code}`);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(answer.json["error"]).toMatchObject({ type: "rate_limit", retryable: true });
  });
});

describe("too much without a key", () => {
  const PLAN = ["POST", "/v1/calls/plan"] as const;
  const asked = (method: string, path: string, key?: string): Promise<Answer> =>
    appliance.client.ask(method, path, {
      ...(method === "POST" ? { body: SHOP } : {}),
      ...(key === undefined ? {} : { key }),
    });

  it.each([PLAN, ["GET", "/v1/businesses?query=pizza"], ["POST", "/v1/calls"]] as const)(
    "%s %s is 429 with Retry-After, while a key still places calls",
    async (method, path) => {
      // Five minutes' worth: ten requests.
      await restartWith({ settings: { keyless: { perAddress: 2, inAll: 100 } } });
      const { key } = appliance.bench.fund(1000);
      for (let nth = 0; nth < 10; nth++) expect((await asked(...PLAN)).status).toBe(200);
      const answer = await asked(method, path);
      expect(codeOf(answer)).toBe("429 rate_limited");
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
      expect((await asked("POST", "/v1/calls", key)).status).toBe(201);
      expect((await asked("GET", "/v1/pricing")).status).toBe(200);
      appliance.bench.clock.advance(30_000);
      expect((await asked(method, path)).status).toBe(path === "/v1/calls" ? 402 : 200);
    },
  );

  it("comes after what is wrong with the request, and before it asks for money", async () => {
    await restartWith({
      settings: { keyless: { perAddress: 1, inAll: 100 } },
      checkPolicy: ({ brief }) =>
        brief.goal === "blocked" ? { code: "blocked_number", message: "Not this one.", details: {} } : null,
    });
    for (let nth = 0; nth < 5; nth++) expect((await place(SHOP)).status).toBe(402);
    expect((await place(SHOP)).status).toBe(429);
    expect((await place({ ...SHOP, goal: "" })).status).toBe(400);
    expect((await place({ ...SHOP, goal: "blocked" })).status).toBe(403);
    expect((await place(SHOP, "svc_wrong")).status).toBe(401);
  });
});

describe("money", () => {
  it("too little is 402 with the four fields and insufficient_funds", async () => {
    const { key } = appliance.bench.fund(99);
    const answer = await place(SHOP, key);
    expect(codeOf(answer)).toBe("402 insufficient_funds");
    expect(Object.keys(answer.json)).toEqual([
      ...["status", "setup_url", "setup_code", "message_for_user", "next_action", "error"],
    ]);
  });

  it.each([
    [150, 2, 1],
    [1000, 11, 10],
  ])("%i cents and %i calls at once: %i accepted", async (cents, calls, accepted) => {
    const { key } = appliance.bench.fund(cents);
    const answers = await Promise.all(
      Array.from({ length: calls }, (_, index) => place({ ...SHOP, phone: `+141555501${10 + index}` }, key)),
    );
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([...Array<number>(accepted).fill(201), ...Array<number>(calls - accepted).fill(402)]);
    const account = await appliance.client.get("/v1/account", key);
    expect(account.json["held_usd"]).toBe(accepted);
    expect(account.json["available_usd"]).toBe((cents - accepted * 100) / 100);
  });

  it.each([
    [0.4, 0, 1],
    [1, 1, 1],
    [300, 300, 1],
    [300.999, 300, 1],
    [301, 301, 1.25],
    [360, 360, 1.25],
    [361, 361, 1.5],
    [420, 420, 1.5],
    [3600, 3600, 14.75],
  ])("a talk of %d s lasts %i s and costs %d", async (seconds, duration, cost) => {
    await restartWith({ settings: { maxCallSeconds: 5000 } });
    const { key } = appliance.bench.fund(5000);
    const { callId } = await talking(SHOP, key);
    appliance.bench.clock.advance(seconds * 1000);
    appliance.bench.pbx.ended(callId, "hangup_business");
    const { json } = await read(callId, key);
    expect(json).toMatchObject({ status: "ended", duration_s: duration, cost_usd: cost });
    expect((await appliance.client.get("/v1/account", key)).json).toMatchObject({
      balance_usd: 50 - cost,
      held_usd: 0,
    });
  });

  it.each(["no_answer", "busy", "rejected", "invalid_number", "trunk_failure"] as const)(
    "%s is free",
    async (reason) => {
      const { key } = appliance.bench.fund(500);
      const { callId } = await placed(SHOP, key);
      appliance.bench.pbx.ringing(callId, true);
      appliance.bench.pbx.ended(callId, reason);
      expect((await read(callId, key)).json).toMatchObject({
        status: "ended",
        end_reason: reason,
        duration_s: 0,
        cost_usd: 0,
      });
      expect((await appliance.client.get("/v1/account", key)).json).toMatchObject({ balance_usd: 5, held_usd: 0 });
    },
  );
});

describe("not possible now", () => {
  it.each([
    ["PBX down", "pbx_unavailable", () => void (appliance.bench.pbx.reason = "Asterisk is not running.")],
    [
      "threads or engines down",
      "engines_unavailable",
      () => void (appliance.bench.conversations.reason = "The embedded voice is being started."),
    ],
    ["draining", "draining", () => void appliance.bench.desk.drain()],
  ])("%s: 503 %s with Retry-After, before any row or hold", async (_name, code, breakIt) => {
    const { key } = appliance.bench.fund(500);
    breakIt();
    for (const answer of [await place(SHOP, key), await place(DEMO)]) {
      expect(codeOf(answer)).toBe(`503 ${code}`);
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect((await appliance.client.get("/v1/calls", key)).json["calls"]).toEqual([]);
    expect((await appliance.client.get("/v1/account", key)).json["held_usd"]).toBe(0);
    expect((await appliance.client.get("/readyz")).status).toBe(503);
    expect((await appliance.client.get("/healthz")).status).toBe(200);
  });

  it("no trunk: 503 trunk_not_configured for a call that is paid for", async () => {
    await restartWith({ settings: { trunkConfigured: false } });
    const { key } = appliance.bench.fund(500);
    expect(codeOf(await place(SHOP, key))).toBe("503 trunk_not_configured");
    expect((await appliance.client.get("/v1/account", key)).json["held_usd"]).toBe(0);
    await placed(DEMO, key);
  });

  it("policy comes before all of it, money before readiness", async () => {
    appliance.bench.pbx.reason = "Asterisk is not running.";
    const { key } = appliance.bench.fund(0);
    expect(codeOf(await place({ ...SHOP, phone: "+14155550199" }, key))).toBe("403 blocked_number");
    expect((await place(SHOP, key)).status).toBe(402);
    expect((await place(SHOP)).status).toBe(402);
  });
});

describe("a set-up code", () => {
  const confirm = async (setupUrl: unknown): Promise<Response> =>
    submit(await (await fetch(String(setupUrl))).text(), appliance.base);

  it("works once, after the person has confirmed", async () => {
    const need = await place(SHOP);
    const request = { ...SHOP, setup_code: need.json["setup_code"] };
    const early = await place(request);
    expect([early.status, early.json["setup_code"], early.json["setup_url"]]).toEqual([
      402,
      need.json["setup_code"],
      need.json["setup_url"],
    ]);
    expect((await confirm(need.json["setup_url"])).status).toBe(200);
    const first = await place(request);
    expect(first.status).toBe(201);
    expect(first.json["account_key"]).toMatch(/^svc_/);
    expect(codeOf(await place(request))).toBe("409 setup_code_used");
    await placed(SHOP, String(first.json["account_key"]));
  });

  it("is for the call that was approved, and for no other", async () => {
    const need = await place(SHOP);
    await confirm(need.json["setup_url"]);
    const code = need.json["setup_code"];
    for (const change of [{ goal: "another" }, { phone: "+14155550111" }, { questions: ["?"] }, { details: "more" }]) {
      expect(codeOf(await place({ ...SHOP, ...change, setup_code: code }))).toBe("400 setup_code_mismatch");
    }
    expect((await place({ ...SHOP, unknown_field: 1, details: "", setup_code: code })).status).toBe(201);
  });

  it("that is unknown or expired gets a fresh 402", async () => {
    const need = await place(SHOP);
    const unknown = await place({ ...SHOP, setup_code: "nonsense" });
    expect(unknown.status).toBe(402);
    expect(unknown.json["setup_code"]).not.toBe("nonsense");
    appliance.bench.clock.advance(25 * 60 * 60 * 1000);
    const expired = await place({ ...SHOP, setup_code: need.json["setup_code"] });
    expect(expired.status).toBe(402);
    expect(expired.json["setup_code"]).not.toBe(need.json["setup_code"]);
  });

  it("is not used up by a 503", async () => {
    const need = await place(SHOP);
    await confirm(need.json["setup_url"]);
    appliance.bench.pbx.reason = "Asterisk is not running.";
    const request = { ...SHOP, setup_code: need.json["setup_code"] };
    expect((await place(request)).status).toBe(503);
    appliance.bench.pbx.reason = null;
    expect((await place(request)).status).toBe(201);
  });

  it("sent twice at the same instant places one call", async () => {
    const need = await place(SHOP);
    await confirm(need.json["setup_url"]);
    const request = { ...SHOP, setup_code: need.json["setup_code"] };
    const answers = await Promise.all(Array.from({ length: 5 }, () => place(request)));
    expect(answers.map(codeOf).toSorted()).toEqual(["201 undefined", ...Array<string>(4).fill("409 setup_code_used")]);
  });
});

describe("Idempotency-Key", () => {
  const once = { "Idempotency-Key": "b1d7" };

  it("replays a placed call byte for byte, also two at the same instant and after a restart", async () => {
    const { key } = appliance.bench.fund(500);
    const answers = await Promise.all(Array.from({ length: 4 }, () => place(SHOP, key, once)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get("idempotent-replayed") === "true")).toHaveLength(3);
    expect((await appliance.client.get("/v1/calls", key)).json["calls"]).toHaveLength(1);
    appliance.bench.clock.advance(23 * 60 * 60 * 1000);
    expect((await place(SHOP, key, once)).text).toBe(answers[0]?.text);
    appliance.bench.clock.advance(2 * 60 * 60 * 1000);
    expect((await place(SHOP, key, once)).text).not.toBe(answers[0]?.text);
  });

  it("works through the whole first call with one and the same key, account_key included", async () => {
    const need = await place(SHOP, undefined, once);
    await submit(await (await fetch(String(need.json["setup_url"]))).text(), appliance.base);
    const request = { ...SHOP, setup_code: need.json["setup_code"] };
    const first = await place(request, undefined, once);
    const again = await place(request, undefined, once);
    expect([first.status, again.text]).toEqual([201, first.text]);
    expect(again.json["account_key"]).toMatch(/^svc_/);
    expect(codeOf(await place({ ...request, setup_code: "guess" }, undefined, once))).toMatch(/^4(22|02)/);
  });

  it("finds the call again when the process died between accepting it and answering", async () => {
    const { key } = appliance.bench.fund(500);
    const body = JSON.stringify(SHOP);
    const head = `POST /v1/calls HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nIdempotency-Key: b1d7\r\n`;
    const socket = connect(appliance.port, "127.0.0.1", () => {
      const bytes = `${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
      socket.write(bytes, () => socket.destroy());
    });
    const listed = async (): Promise<Answer> => appliance.client.get("/v1/calls", key);
    const callsIn = (answer: Answer): { call_id: string }[] => answer.json["calls"] as unknown as { call_id: string }[];
    let calls = callsIn(await listed());
    while (calls.length === 0) calls = callsIn(await listed());

    await appliance.restart();
    const again = await place(SHOP, key, once);
    expect([again.status, again.json["call_id"]]).toEqual([201, calls[0]?.call_id]);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(callsIn(await listed())).toHaveLength(1);
    expect((await appliance.client.get("/v1/account", key)).json).toMatchObject({ balance_usd: 5, held_usd: 0 });
  });

  it("with another body is 422", async () => {
    const { key } = appliance.bench.fund(500);
    await place(SHOP, key, once);
    expect(codeOf(await place({ ...SHOP, goal: "x" }, key, once))).toBe("422 idempotency_key_reused");
  });
});

describe("answering", () => {
  const answer = (callId: string, key: string, text = "Friday"): Promise<Answer> =>
    appliance.client.post(`/v1/calls/${callId}/answer`, { answer: text }, key);

  it("works while a question is pending, once, and not after", async () => {
    const { callId, key } = await talking(DEMO);
    expect(codeOf(await answer(callId, key))).toBe("409 no_pending_question");
    appliance.bench.conversations.tell(callId, "asked", { questionId: "q_1", question: "Which day?" });
    const shown = (await read(callId, key)).json["pending_question"];
    expect(shown).toMatchObject({
      question: "Which day?",
      asked_at: "2026-03-02T10:00:00.000Z",
      expires_at: "2026-03-02T10:01:00.000Z",
    });
    const answers = await Promise.all([answer(callId, key, "Friday"), answer(callId, key, "Monday")]);
    expect(answers.map(codeOf).toSorted()).toEqual(["200 undefined", "409 question_already_answered"]);
    expect(answers.find(({ status }) => status === 200)?.json).toEqual({
      ok: true,
      call_id: callId,
      question_id: shown?.["id"],
    });
    expect(appliance.bench.conversations.answers).toHaveLength(1);
    expect((await read(callId, key)).json["pending_question"]).toBeNull();
  });

  it("is told how long there is, also when the business waits longer", async () => {
    const { callId, key } = await talking(DEMO);
    const { bench } = appliance;
    const left = async () => (await read(callId, key)).json["pending_question"]?.["seconds_left"];
    bench.conversations.tell(callId, "asked", { questionId: "q_1", question: "Which day?" });
    expect(await left()).toBe(60);
    bench.clock.advance(40_500);
    expect(await left()).toBe(19);
    bench.conversations.tell(callId, "ask_prolonged", { questionId: "q_1", byMs: 60_000 });
    expect(await left()).toBe(79);
    expect((await read(callId, key)).json["pending_question"]).toMatchObject({
      expires_at: "2026-03-02T10:02:00.000Z",
    });
    bench.clock.advance(79_400);
    expect(await left()).toBe(0);
    expect(codeOf(await answer(callId, key))).toBe("200 undefined");
  });

  it("too late is 409 question_expired, after the end 409 call_ended", async () => {
    const { callId, key } = await talking(DEMO);
    appliance.bench.conversations.tell(callId, "asked", { questionId: "q_1", question: "Which day?" });
    appliance.bench.conversations.tell(callId, "ask_expired", { questionId: "q_1" });
    expect(codeOf(await answer(callId, key))).toBe("409 question_expired");
    appliance.bench.pbx.ended(callId, "hangup_business");
    expect(codeOf(await answer(callId, key))).toBe("409 call_ended");
  });
});

describe("hanging up", () => {
  const hangUp = (callId: string, key: string): Promise<Answer> =>
    appliance.client.ask("POST", `/v1/calls/${callId}/hangup`, { key });

  it("before the answer is canceled, after it hangup_api, and again already_ended", async () => {
    for (const [begin, reason] of [
      [placed, "canceled"],
      [talking, "hangup_api"],
    ] as const) {
      const { callId, key } = await begin(DEMO);
      expect((await hangUp(callId, key)).json).toMatchObject({ ok: true, call_id: callId });
      await settled();
      expect((await read(callId, key)).json).toMatchObject({ status: "ended", end_reason: reason });
      expect((await hangUp(callId, key)).json).toEqual({
        ok: true,
        call_id: callId,
        status: "ended",
        already_ended: true,
      });
    }
  });

  it("a queued call never dials", async () => {
    appliance.bench.conversations.opens = null;
    const { callId, key } = await placed(DEMO);
    await hangUp(callId, key);
    expect((await read(callId, key)).json).toMatchObject({ status: "ended", end_reason: "canceled", cost_usd: 0 });
    expect(appliance.bench.pbx.dialled).toEqual([]);
  });
});

describe("the event stream", () => {
  type Told = { readonly id: string; readonly event: string; readonly data: string };
  const streamed = async (callId: string, key: string, after?: string): Promise<Told[]> => {
    const headers = { Authorization: `Bearer ${key}`, ...(after === undefined ? {} : { "Last-Event-ID": after }) };
    const text = await (await fetch(`${appliance.base}/v1/calls/${callId}/events`, { headers })).text();
    return [...text.matchAll(/^id: (.*)\nevent: (.*)\ndata: (.*)$/gm)].map(([, id = "", event = "", data = ""]) => ({
      ...{ id, event, data },
    }));
  };

  it("tells each event under one id: live, from every id on, and after the end, also after a restart", async () => {
    const { callId, key } = await placed(DEMO);
    const { pbx, conversations } = appliance.bench;
    const live = streamed(callId, key);
    await appliance.client.get("/v1/pricing");
    pbx.ringing(callId);
    pbx.answered(callId);
    conversations.tell(callId, "line_state", { state: "human" });
    conversations.tell(callId, "heard", { text: "Good morning.", atMs: 300 });
    conversations.tell(callId, "asked", { questionId: "q_1", question: "Which day?" });
    await appliance.client.post(`/v1/calls/${callId}/answer`, { answer: "Friday" }, key);
    conversations.tell(callId, "heard", { text: "Goodbye.", atMs: 2_000 });
    pbx.ended(callId, "hangup_business");
    const all = await live;
    expect(all.map((event) => appliance.client.described.eventFault(event))).toEqual(all.map(() => null));
    expect(all.map(({ event }) => event)).toEqual([
      ...[
        "status",
        "status",
        "status",
        "status",
        "transcript",
        "question",
        // The answer, in the transcript from the moment in which it is acknowledged.
        "transcript",
        "question",
        "transcript",
        "status",
        "ended",
      ],
    ]);
    for (const again of [false, true]) {
      if (again) await appliance.restart();
      expect(await streamed(callId, key)).toEqual(all);
      for (const [index, { id }] of all.entries())
        expect(await streamed(callId, key, id)).toEqual(all.slice(index + 1));
    }
  });
});

describe("a call from beginning to end", () => {
  it("is seen going forward by a long-poll, and ends with everything the contract shows", async () => {
    const question = " How much is it? ";
    const { callId, key } = await placed({ ...DEMO, questions: [question, "__proto__"] });
    const { pbx, conversations, clock } = appliance.bench;
    const next = (): Promise<Answer> => appliance.client.get(`/v1/calls/${callId}?wait=50`, key);

    const ringing = next();
    await appliance.client.get("/v1/pricing");
    pbx.ringing(callId);
    expect((await ringing).json).toMatchObject({ status: "ringing", line_state: "ringing" });
    const answered = next();
    await appliance.client.get("/v1/pricing");
    pbx.answered(callId);
    expect((await answered).json["status"]).toBe("in_progress");

    conversations.tell(callId, "introduced", {});
    conversations.tell(callId, "answered_by", { by: "human" });
    clock.advance(2_000);
    conversations.tell(callId, "spoke", {
      text: "Hello, I am an assistant.",
      cutOff: "and I",
      atMs: 1_500,
      latency: null,
    });
    conversations.tell(callId, "heard", { text: "A cut is thirty dollars. See you on Friday.", atMs: 2_000 });
    const findings: Findings = {
      questions: [
        { question, status: "answered", answer: "thirty dollars", quote: "thirty dollars" },
        { question: "__proto__", status: "answered", answer: "Friday", quote: "on Friday" },
      ],
      confirmationNumber: null,
      errands: doneBy("A cut is thirty dollars"),
      priceQuoted: { value: "thirty dollars", quotes: ["A cut is thirty dollars"] },
      appointmentTime: null,
      summary: "A cut costs thirty dollars.",
      nextSteps: "None.",
    };
    conversations.findings.set(callId, findings);
    const ended = next();
    await appliance.client.get("/v1/pricing");
    clock.advance(9_000);
    conversations.finish(callId, "completed");
    await settled();
    const { json, text } = await ended;
    expect(json).toMatchObject({
      status: "ended",
      end_reason: "completed",
      answered_by: "human",
      line_state: null,
      duration_s: 11,
      cost_usd: 0,
      outcome: { success: true, price_quoted: "thirty dollars", confirmation_number: null },
    });
    expect(json["transcript"]).toMatchObject([
      { seq: 1, role: "assistant", text: "Hello, I am an assistant.", offset_s: 1.5, cut_off: "and I" },
      { seq: 2, role: "business", offset_s: 2 },
    ]);
    expect(text).toContain(`"answers":{" How much is it? ":"thirty dollars","__proto__":"Friday"}`);
    expect((await next()).text).toBe(text);
  });
});

describe("the list of calls", () => {
  it("is the account's own, newest first, page by page, by status", async () => {
    const { key } = appliance.bench.fund(5000);
    const stranger = appliance.bench.fund(500).key;
    await placed(SHOP, stranger);
    const ids: string[] = [];
    for (let call = 0; call < 5; call++) {
      appliance.bench.clock.advance(1000);
      const { callId } = await placed(SHOP, key);
      if (call < 2) appliance.bench.pbx.ended(callId, "busy", 486);
      ids.unshift(callId);
    }
    const idsOf = (answer: Answer): string[] =>
      (answer.json["calls"] as unknown as { call_id: string }[]).map(({ call_id: id }) => id);
    expect(idsOf(await appliance.client.get("/v1/calls", key))).toEqual(ids);
    const first = await appliance.client.get("/v1/calls?limit=3", key);
    const second = await appliance.client.get(`/v1/calls?limit=3&cursor=${String(first.json["next_cursor"])}`, key);
    expect([...idsOf(first), ...idsOf(second)]).toEqual(ids);
    expect(second.json["next_cursor"]).toBeNull();
    expect(idsOf(await appliance.client.get("/v1/calls?status=ended", key))).toEqual(ids.slice(3));
    expect(codeOf(await appliance.client.get("/v1/calls?cursor=nonsense", key))).toBe("400 invalid_field");
    expect(codeOf(await read(ids[0] ?? "", stranger))).toBe("404 call_not_found");
  });
});

describe("the account", () => {
  it("turns auto-reload off and on", async () => {
    const { key } = appliance.bench.fund(500);
    for (const on of [false, true]) {
      const answer = await appliance.client.ask("PATCH", "/v1/account", { key, body: { auto_reload: on } });
      expect(answer.json).toMatchObject({ auto_reload: on, balance_usd: 5, currency: "USD" });
      expect((await appliance.client.get("/v1/account", key)).json["auto_reload"]).toBe(on);
    }
  });

  it("is closed at once to a key that is revoked, in mid-wait too", async () => {
    const { key, caller } = appliance.bench.fund(500);
    const { callId } = await placed(SHOP, key);
    const waiting = appliance.client.get(`/v1/calls/${callId}?wait=50`, key);
    await appliance.client.get("/v1/pricing");
    appliance.bench.desk.revokeKey(caller.accountId, caller.keyId);
    appliance.bench.pbx.ringing(callId);
    expect(codeOf(await waiting)).toBe("401 invalid_key");
    expect(codeOf(await appliance.client.get("/v1/account", key))).toBe("401 invalid_key");
    expect(codeOf(await place(SHOP, key))).toBe("401 invalid_key");
  });
});

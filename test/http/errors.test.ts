import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RefusalCode } from "../../src/calls/refusal.ts";
import { REFUSAL_CODES, Refusal } from "../../src/calls/refusal.ts";
import { ERROR_RULES, errorAnswer } from "../../src/http/api/errors.ts";
import type { OpenDoor } from "./http-under-test.ts";
import { openDoor } from "./http-under-test.ts";
import { ALICE, ALICE_SECOND, BOB, CALL_ID, CALL_KEY, ScriptedOperations } from "./scripted-operations.ts";

const GOOD = { phone: "+12025550142", goal: "Book a haircut" };

let operations: ScriptedOperations;
let api: OpenDoor;
beforeEach(async () => {
  operations = new ScriptedOperations();
  api = await openDoor({ operations });
});
afterEach(() => api.server.close());

const withoutId = (text: string): string => text.replace(/"request_id":"[^"]+"/, "");

describe("the table of refusals", () => {
  const expected: Record<RefusalCode, number> = {
    invalid_json: 400,
    invalid_field: 400,
    too_complex: 400,
    invalid_phone: 400,
    unsupported_language: 400,
    setup_code_mismatch: 400,
    conflicting_credentials: 400,
    missing_key: 401,
    invalid_key: 401,
    insufficient_funds: 402,
    emergency_number: 403,
    premium_number: 403,
    destination_not_allowed: 403,
    blocked_number: 403,
    own_number: 403,
    do_not_call: 403,
    too_many_calls: 403,
    quiet_hours: 403,
    goal_not_allowed: 403,
    account_suspended: 403,
    call_not_found: 404,
    webhook_not_found: 404,
    not_found: 404,
    method_not_allowed: 405,
    no_pending_question: 409,
    question_already_answered: 409,
    question_expired: 409,
    call_ended: 409,
    call_not_ended: 409,
    setup_code_used: 409,
    webhook_limit: 409,
    idempotency_key_in_flight: 409,
    body_too_large: 413,
    unsupported_media_type: 415,
    unknown_host: 421,
    idempotency_key_reused: 422,
    rate_limited: 429,
    too_many_waits: 429,
    too_many_concurrent_calls: 429,
    daily_call_limit: 429,
    internal: 500,
    trunk_not_configured: 503,
    pbx_unavailable: 503,
    engines_unavailable: 503,
    database_unavailable: 503,
    directory_unavailable: 503,
    draining: 503,
    at_capacity: 503,
  };

  const elsewhere: readonly RefusalCode[] = [
    "insufficient_funds",
    "call_not_found",
    "webhook_not_found",
    "not_found",
    "method_not_allowed",
  ];
  it.each(REFUSAL_CODES.filter((code) => !elsewhere.includes(code)))("answers %s in the one shape", async (code) => {
    operations.place = () => {
      throw new Refusal(code, "do this next", { hint: "a hint", retryAfterSeconds: 1.2 });
    };
    const answer = await api.client.ask("POST", "/v1/calls", { body: GOOD });
    expect(answer.status).toBe(expected[code]);
    expect(answer.json["error"]?.["code"]).toBe(code);
  });

  it.each(REFUSAL_CODES)("shapes %s", (code) => {
    const answer = errorAnswer(new Refusal(code, "do this next"), "req_1", "http://127.0.0.1:8080");
    expect(Object.keys(answer.body.error).slice(0, 3)).toEqual(["type", "code", "message"]);
    expect(answer.body.error).toMatchObject({ code, request_id: "req_1" });
    expect(answer.body.status).toBe(expected[code] === 403 ? "blocked" : undefined);
    if (expected[code] === 429 || expected[code] === 503)
      expect(Number(answer.headers["Retry-After"])).toBeGreaterThan(0);
    expect(answer.headers["WWW-Authenticate"]).toBe(expected[code] === 401 ? "Bearer" : undefined);
    expect(answer.body.error.retryable).toBe(answer.headers["Retry-After"] !== undefined);
  });

  it("types 405, 413, 415 and 421 as invalid requests and both idempotency codes as idempotency", () => {
    const typeOf = (code: RefusalCode): string => ERROR_RULES[code].type;
    const invalid = ["method_not_allowed", "body_too_large", "unsupported_media_type", "unknown_host"] as const;
    expect(invalid.map(typeOf)).toEqual(invalid.map(() => "invalid_request"));
    expect(typeOf("idempotency_key_reused")).toBe("idempotency");
    expect(typeOf("idempotency_key_in_flight")).toBe("idempotency");
  });
});

describe("keys", () => {
  const needing = [
    ["GET", "/v1/calls"],
    ["GET", `/v1/calls/${CALL_ID}`],
    ["GET", `/v1/calls/${CALL_ID}/events`],
    ["POST", `/v1/calls/${CALL_ID}/answer`],
    ["POST", `/v1/calls/${CALL_ID}/hangup`],
    ["GET", "/v1/account"],
    ["PATCH", "/v1/account"],
  ] as const;
  const bodyFor = (path: string): object =>
    path.endsWith("answer") ? { answer: "yes" } : path.endsWith("account") ? { auto_reload: true } : {};

  it.each(needing)("%s %s without a key is 401 missing_key", async (method, path) => {
    const body = method === "GET" ? {} : { body: bodyFor(path) };
    const answer = await api.client.ask(method, path, body);
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    expect(answer.json["error"]).toMatchObject({ type: "authentication", code: "missing_key", retryable: false });
  });

  it.each(needing)("%s %s answers malformed, unknown and foreign schemes with the same bytes", async (method, path) => {
    const body = method === "GET" ? {} : { body: bodyFor(path) };
    const texts = new Set<string>();
    for (const header of [
      "Bearer svc_unknown",
      "Bearer",
      "Bearer a b",
      "Basic c3ZjX2FsaWNl",
      "svc_alice",
      "Bearer \u00e4",
    ]) {
      const answer = await api.client.ask(method, path, { ...body, headers: { Authorization: header } });
      expect(answer.status).toBe(401);
      expect(answer.headers.get("www-authenticate")).toBe("Bearer");
      expect(answer.json["error"]?.["code"]).toBe("invalid_key");
      texts.add(withoutId(answer.text));
    }
    expect(texts.size).toBe(1);
  });

  it("takes the bearer scheme in any case", async () => {
    const answer = await api.client.get("/v1/calls", undefined, { Authorization: `bEARER ${ALICE}` });
    expect(answer.status).toBe(200);
  });

  it("never takes a bad key on POST /v1/calls for no key, in the header or in the body", async () => {
    for (const [body, key] of [
      [GOOD, "svc_unknown"],
      [{ ...GOOD, account_key: "svc_unknown" }, undefined],
      [{ ...GOOD, account_key: "svc_unknown" }, ALICE],
      [{ ...GOOD, account_key: ALICE }, "svc_unknown"],
      [GOOD, CALL_KEY],
    ] as const) {
      const answer = await api.client.post("/v1/calls", body, key);
      expect(answer.status).toBe(401);
      expect(answer.json["error"]?.["code"]).toBe("invalid_key");
    }
    expect(operations.placed).toHaveLength(0);
  });

  it("takes the key from the body, and both when they are the same", async () => {
    await api.client.post("/v1/calls", { ...GOOD, account_key: ALICE });
    await api.client.post("/v1/calls", { ...GOOD, account_key: ALICE }, ALICE);
    expect(operations.placed.map(({ caller }) => caller)).toEqual(Array(2).fill(operations.keys.get(ALICE)));
  });

  it.each([ALICE_SECOND, BOB])("refuses two valid keys that differ (%s)", async (other) => {
    const answer = await api.client.post("/v1/calls", { ...GOOD, account_key: other }, ALICE);
    expect(answer.status).toBe(400);
    expect(answer.json["error"]?.["code"]).toBe("conflicting_credentials");
  });

  it("answers 400 to an account_key that is not a string", async () => {
    const answer = await api.client.post("/v1/calls", { ...GOOD, account_key: 5 });
    expect(answer.status).toBe(400);
    expect(answer.json["error"]).toMatchObject({ code: "invalid_field", param: "account_key" });
  });

  it.each([null, ""])("takes account_key %j for absent", async (absent) => {
    expect((await api.client.post("/v1/calls", { ...GOOD, account_key: absent })).status).toBe(201);
    expect(operations.placed[0]?.caller).toEqual({ kind: "anonymous", address: "127.0.0.1" });
  });

  it("ignores a bad key where none is needed", async () => {
    expect((await api.client.get("/v1/pricing", "svc_unknown")).status).toBe(200);
  });

  it("opens no account to the key of one call", async () => {
    expect((await api.client.get("/v1/account", CALL_KEY)).status).toBe(401);
    expect((await api.client.get(`/v1/calls/${CALL_ID}`, CALL_KEY)).status).toBe(200);
  });
});

describe("calls that are not there", () => {
  it.each([
    ["GET", ""],
    ["GET", "/events"],
    ["POST", "/answer"],
    ["POST", "/hangup"],
  ])("%s …%s cannot tell an unknown call from another account's or a malformed id", async (method, tail) => {
    const ids = [
      "call_0000000000000000000009",
      CALL_ID,
      "nonsense",
      "%00",
      "%E0%A4%A",
      "call_%2F..%2Fx",
      "a".repeat(3000),
    ];
    const texts = new Set<string>();
    for (const id of ids) {
      const body = method === "GET" ? {} : { body: { answer: "yes" } };
      const answer = await api.client.ask(method, `/v1/calls/${id}${tail}`, { key: BOB, ...body });
      expect(answer.status).toBe(404);
      expect(answer.json["error"]?.["code"]).toBe("call_not_found");
      texts.add(withoutId(answer.text));
    }
    expect(texts.size).toBe(1);
  });
});

describe("paths and methods", () => {
  it.each(["/v1", "/v1/", "/v1/nothing", "/v1/calls/", "/V1/calls", "/v1/calls/x/y/z", "/v2/calls"])(
    "answers 404 to %s",
    async (path) => {
      const answer = await api.client.get(path, ALICE);
      expect(answer.status).toBe(404);
      expect(answer.json["error"]).toMatchObject({ type: "not_found", code: "not_found" });
    },
  );

  it.each([
    ["DELETE", "/v1/calls", "GET, HEAD, OPTIONS, POST"],
    ["PUT", `/v1/calls/${CALL_ID}`, "GET, HEAD, OPTIONS"],
    ["GET", `/v1/calls/${CALL_ID}/answer`, "OPTIONS, POST"],
    ["GET", `/v1/calls/${CALL_ID}/hangup`, "OPTIONS, POST"],
    ["POST", "/v1/account", "GET, HEAD, OPTIONS, PATCH"],
    ["POST", "/v1/pricing", "GET, HEAD, OPTIONS"],
    ["POST", "/healthz", "GET, HEAD, OPTIONS"],
  ])("answers 405 to %s %s and says what is allowed", async (method, path, allowed) => {
    const answer = await api.client.ask(method, path, { key: ALICE });
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")?.split(", ").toSorted().join(", ")).toBe(allowed);
    expect(answer.json["error"]).toMatchObject({ type: "invalid_request", code: "method_not_allowed" });
    const options = await api.client.ask("OPTIONS", path);
    expect(options.status).toBe(204);
    expect(options.headers.get("allow")).toBe(answer.headers.get("allow"));
  });

  it.each(["/v1/pricing", "/healthz", "/openapi.json", "/v1/account", `/v1/calls/${CALL_ID}`])(
    "answers HEAD %s with GET's headers and no body",
    async (path) => {
      const [head, get] = [await api.client.ask("HEAD", path, { key: ALICE }), await api.client.get(path, ALICE)];
      expect(head.status).toBe(200);
      expect(head.text).toBe("");
      expect(head.headers.get("content-length")).toBe(String(Buffer.byteLength(get.text)));
      expect(head.headers.get("content-type")).toBe("application/json");
    },
  );
});

describe("a bug", () => {
  it("is told in the same shape and leaves no trace of itself", async () => {
    operations.place = () => {
      throw new TypeError("secret detail at /some/path.ts:12");
    };
    const answer = await api.client.post("/v1/calls", GOOD);
    expect(answer.status).toBe(500);
    expect(answer.json["error"]).toMatchObject({ type: "internal", code: "internal", retryable: false });
    expect(answer.text).not.toMatch(/secret|path\.ts|TypeError/);
  });
});

describe("the order of the checks on POST /v1/calls", () => {
  it("looks at syntax before keys, keys before fields, fields before policy", async () => {
    const ask = async (raw: string, key: string, type = "application/json"): Promise<number> =>
      (await api.client.ask("POST", "/v1/calls", { raw, key, headers: { "Content-Type": type } })).status;
    expect(await ask("x".repeat(70_000), "svc_unknown", "text/plain")).toBe(413);
    expect(await ask("{}", "svc_unknown", "text/plain")).toBe(415);
    expect(await ask("{", "svc_unknown")).toBe(400);
    expect(await ask("{}", "svc_unknown")).toBe(401);
    expect(await ask(JSON.stringify({ phone: "911" }), ALICE)).toBe(400);
    expect(await ask(JSON.stringify({ phone: "911", goal: "help" }), ALICE)).toBe(403);
    expect(operations.placed).toHaveLength(0);
  });
});

describe("health", () => {
  it("lives, and is ready or says why not", async () => {
    expect((await api.client.get("/healthz")).status).toBe(200);
    const ready = await api.client.get("/readyz");
    expect(ready.status).toBe(200);
    expect(ready.json).toEqual({ ready: true, reasons: [], seats: { total: 8, used: 3, free: 5 }, engines: null });
    operations.reasons = ["Asterisk is not running"];
    const answer = await api.client.get("/readyz");
    expect(answer.status).toBe(503);
    expect(answer.json["reasons"]).toEqual(["Asterisk is not running"]);
    expect((await api.client.get("/healthz")).status).toBe(200);
  });

  it("tells the seats as Prometheus reads them", async () => {
    const answer = await fetch(`${api.base}/metrics`);
    expect(answer.headers.get("content-type")).toContain("text/plain; version=0.0.4");
    expect((await answer.text()).split("\n").filter((line) => /^outdial_(seats|long_polls)/.test(line))).toEqual([
      "outdial_seats_used 3",
      "outdial_seats 8",
      "outdial_seats_free 5",
      "outdial_long_polls 0",
    ]);
  });
});

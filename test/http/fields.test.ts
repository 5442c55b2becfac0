import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Brief } from "../../src/calls/brief.ts";
import type { OpenDoor } from "./http-under-test.ts";
import { SETTINGS, openDoor } from "./http-under-test.ts";
import { ALICE, CALL_ID, ScriptedOperations } from "./scripted-operations.ts";

const GOOD = { phone: "+12025550142", goal: "Book a haircut" };

const operations = new ScriptedOperations();
let api: OpenDoor;
beforeAll(async () => {
  api = await openDoor({ operations });
});
afterAll(() => api.server.close());
beforeEach(() => void operations.placed.splice(0));

async function briefOf(body: object): Promise<Brief> {
  const answer = await api.client.post("/v1/calls", { ...GOOD, ...body });
  expect(answer.text).toContain("calling");
  const brief = operations.placed.at(-1)?.brief;
  if (brief === undefined) throw new Error("nothing was placed");
  return brief;
}

async function refusedOf(body: object): Promise<{ code: string; params: string[]; codes: string[] }> {
  const answer = await api.client.post("/v1/calls", { ...GOOD, ...body });
  expect(answer.status).toBe(400);
  const errors = answer.json["error"]?.["errors"] as unknown as { param: string; code: string }[];
  return {
    code: String(answer.json["error"]?.["code"]),
    params: errors.map(({ param }) => param),
    codes: errors.map(({ code }) => code),
  };
}

describe("strings", () => {
  it("are trimmed, composed and given line feeds", async () => {
    const brief = await briefOf({ goal: "  caf\u0065\u0301\r\nand\ttea \n", details: " x\r\n" });
    expect(brief.goal).toBe("caf\u00e9\nand\ttea");
    expect(brief.details).toBe("x");
  });

  it.each(["\u0000", "\u0007", "\u000b", "\u001b", "\r", "\u007f", "\u0085", "\u009f"])(
    "may not hold %j",
    async (control) => {
      expect(await refusedOf({ goal: `a${control}b` })).toEqual({
        code: "invalid_field",
        params: ["goal"],
        codes: ["control_character"],
      });
      expect((await refusedOf({ details: `${control}b` })).params).toEqual(["details"]);
      expect((await refusedOf({ questions: [`a${control}`] })).params).toEqual(["questions[0]"]);
    },
  );

  it("must be Unicode: half a surrogate pair is not", async () => {
    const raw = '{"phone":"+12025550142","goal":"half \\ud83d"}';
    const answer = await api.client.ask("POST", "/v1/calls", { raw, headers: { "Content-Type": "application/json" } });
    expect(answer.status).toBe(400);
  });

  const optional = {
    business_name: "businessName",
    details: "details",
    on_behalf_of: "onBehalfOf",
    constraints: "constraints",
    voicemail_message: "voicemailMessage",
    callback_number: "callbackNumber",
    transfer_to: "transferTo",
  } as const;
  it.each(Object.entries(optional))("%s may be null, empty or blank, and is then absent", async (field, key) => {
    for (const absent of [null, "", "  \n"]) expect((await briefOf({ [field]: absent }))[key]).toBeNull();
    expect((await briefOf({}))[key]).toBeNull();
  });

  it.each(Object.keys(optional))("%s must be a string", async (field) => {
    for (const wrong of [5, true, [], {}]) {
      const refused = await refusedOf({ [field]: wrong });
      expect(refused).toEqual({ code: "invalid_field", params: [field], codes: ["wrong_type"] });
    }
  });

  it.each([
    ["goal", 2000],
    ["details", 4000],
    ["constraints", 4000],
    ["voicemail_message", 1000],
    ["business_name", 200],
    ["on_behalf_of", 200],
  ])("%s may have %i characters after trimming, counted as people count, and no more", async (field, most) => {
    await briefOf({ [field]: `  ${"x".repeat(most)} ` });
    await briefOf({ [field]: "\u{1f600}".repeat(most) });
    expect(await refusedOf({ [field]: "x".repeat(most + 1) })).toMatchObject({ params: [field], codes: ["too_long"] });
  });

  it("that composing makes longer may be as long as they were sent", async () => {
    const { goal } = await briefOf({ goal: "\u0958".repeat(2000) });
    expect(goal).toBe("\u0915\u093c".repeat(2000));
  });

  it.each(["phone", "goal"])("%s is required", async (field) => {
    for (const [wrong, code] of [
      [undefined, "required"],
      [null, "wrong_type"],
      [5, "wrong_type"],
    ] as const) {
      expect(await refusedOf({ [field]: wrong })).toEqual({ code: "invalid_field", params: [field], codes: [code] });
    }
    expect((await refusedOf({ [field]: " \n " })).params).toEqual([field]);
  });

  it("are told about all at once, in the order of the specification", async () => {
    const refused = await refusedOf({ phone: "no", goal: "", details: 1, questions: "x", language: "tlh" });
    expect(refused.params).toEqual(["phone", "goal", "details", "questions", "language"]);
    expect(refused.code).toBe("invalid_phone");
  });

  it("of unknown names are ignored", async () => {
    await briefOf({ nonsense: { a: [1] }, constructor: 1, toString: "x" });
  });
});

describe("control characters", () => {
  it.each([
    ["callback_number", "\r"],
    ["transfer_to", "\f"],
    ["phone", "+12025550142\v"],
    ["language", "\r"],
    ["language", "en-US\f"],
  ])("are no space: %s may not be %j", async (field, value) => {
    expect((await refusedOf({ [field]: value })).params).toEqual([field]);
  });
});

describe("questions", () => {
  it("are kept exactly as they were sent", async () => {
    const questions = [" How much? ", "cafe\u0301\r\n", "__proto__", "constructor"];
    expect((await briefOf({ questions })).questions).toEqual(questions);
  });

  it.each([null, []])("may be %j", async (questions) => {
    expect((await briefOf({ questions })).questions).toEqual([]);
  });

  it("are at most 20 of 1 to 300 characters, each once after trimming", async () => {
    const twenty = Array.from({ length: 20 }, (_, index) => `${index}`.padEnd(300, "?"));
    expect((await briefOf({ questions: twenty })).questions).toHaveLength(20);
    expect(await refusedOf({ questions: [...twenty, "one more"] })).toMatchObject({
      params: ["questions"],
      codes: ["too_many"],
    });
    expect(await refusedOf({ questions: ["x".repeat(301)] })).toMatchObject({ params: ["questions[0]"] });
    expect(await refusedOf({ questions: ["ok", " "] })).toMatchObject({ params: ["questions[1]"], codes: ["blank"] });
    expect(await refusedOf({ questions: ["a", " a "] })).toMatchObject({
      params: ["questions[1]"],
      codes: ["duplicate"],
    });
    expect(await refusedOf({ questions: ["\u00e9", "e\u0301"] })).toMatchObject({ codes: ["duplicate"] });
    expect(await refusedOf({ questions: ["a", 5, null] })).toMatchObject({ params: ["questions[1]", "questions[2]"] });
    expect(await refusedOf({ questions: "a" })).toMatchObject({ params: ["questions"], codes: ["wrong_type"] });
  });
});

describe("numbers", () => {
  it.each(["+12025550142", "+1 202 555 0142", "+1 (202) 555-0142", "+1.202.555.0142", " +12025550142 "])(
    "%s is dialled as +12025550142",
    async (phone) => {
      expect((await briefOf({ phone })).phone).toBe("+12025550142");
    },
  );

  it.each([
    "",
    "abc",
    "2025550142",
    "+1202555014",
    "+120255501423",
    "+99912345678",
    "+12025550142 ext 5",
    "+12025550142;ext=5",
    "+12025550142,,5",
    "tel:+12025550142",
    "sip:+12025550142@example.org",
    "+1202555O142",
    "+1 202\n555 0142",
  ])("%j is invalid_phone", async (phone) => {
    expect(await refusedOf({ phone })).toEqual({ code: "invalid_phone", params: ["phone"], codes: ["invalid_phone"] });
  });

  it.each(["911", "+1 911", "112", "999"])(
    "%s is an emergency, told after every mistake in other fields",
    async (phone) => {
      const blocked = await api.client.post("/v1/calls", { ...GOOD, phone });
      expect(blocked.status).toBe(403);
      expect(blocked.json).toMatchObject({ status: "blocked", error: { code: "emergency_number", type: "blocked" } });
      expect((await refusedOf({ phone, goal: 5 })).params).toEqual(["goal"]);
    },
  );

  it("of premium ranges are blocked, as phone and as transfer_to", async () => {
    for (const body of [{ phone: "+19005550123" }, { transfer_to: "+19005550123" }]) {
      const blocked = await api.client.post("/v1/calls", { ...GOOD, ...body });
      expect(blocked.status).toBe(403);
      expect(blocked.json).toMatchObject({ status: "blocked", error: { code: "premium_number" } });
      expect(blocked.json["error"]?.["param"]).toBe(Object.keys(body)[0]);
    }
    expect(operations.placed).toHaveLength(0);
  });

  it("that are only told to the business are checked for their form", async () => {
    expect((await briefOf({ callback_number: "+1 (202) 555-0199" })).callbackNumber).toBe("+12025550199");
    expect((await briefOf({ callback_number: "+19005550123" })).callbackNumber).toBe("+19005550123");
    expect(await refusedOf({ callback_number: "call me" })).toMatchObject({
      code: "invalid_phone",
      params: ["callback_number"],
    });
    expect((await briefOf({ transfer_to: "+1 202 555 0177" })).transferTo).toBe("+12025550177");
  });

  it("in national form need a configured country", async () => {
    const german = await openDoor({ operations, settings: { ...SETTINGS, defaultCountry: "US" } });
    await german.client.post("/v1/calls", { ...GOOD, phone: "(202) 555-0142" });
    expect(operations.placed.at(-1)?.brief.phone).toBe("+12025550142");
    await german.server.close();
  });
});

describe("language", () => {
  it.each([undefined, null, "", "en-US", "EN-us", "en"])("%j is en-US", async (language) => {
    expect((await briefOf({ language })).language).toBe("en-US");
  });

  it.each([
    ["en-gb", "en-GB"],
    ["es", "es"],
    ["es-mx", "es-MX"],
    ["ES-419", "es-419"],
    ["fr-CA", "fr-CA"],
    ["spa", "es"],
    ["fr-Latn-FR-u-nu-latn", "fr-FR"],
  ])("%s is taken as %s where the engines know its language", async (language, tag) => {
    const languages = ["en-US", "es", "fr"] as const;
    const abroad = await openDoor({ operations, settings: { ...SETTINGS, languages } });
    expect((await abroad.client.post("/v1/calls", { ...GOOD, language })).status).toBe(201);
    expect(operations.placed.at(-1)?.brief.language).toBe(tag);
    const german = await abroad.client.post("/v1/calls", { ...GOOD, language: "de" });
    expect(german.json["error"]?.["message"]).toMatch(/supported are: en-US, es, fr\b/);
    await abroad.server.close();
  });

  it.each(["tlh", "english", "x", "de-DE", "en_US", "en-Cyrl", "es"])(
    "%s is unsupported, and the answer lists what is supported",
    async (language) => {
      const answer = await api.client.post("/v1/calls", { ...GOOD, language });
      expect(answer.status).toBe(400);
      expect(answer.json["error"]).toMatchObject({ code: "unsupported_language", param: "language" });
      const planned = await api.client.post("/v1/calls/plan", { ...GOOD, language });
      expect([planned.status, planned.json["error"]?.["code"]]).toEqual([400, "unsupported_language"]);
      expect(answer.json["error"]?.["message"]).toContain("en-US");
    },
  );
});

describe("setup_code", () => {
  it("is handed on, and absent when null or empty", async () => {
    await api.client.post("/v1/calls", { ...GOOD, setup_code: " abc " });
    await api.client.post("/v1/calls", { ...GOOD, setup_code: "" });
    expect(operations.placed.map(({ setupCode }) => setupCode)).toEqual(["abc", null]);
    expect((await refusedOf({ setup_code: 5 })).params).toEqual(["setup_code"]);
  });
});

describe("the answer to a question", () => {
  it("is 1 to 2,000 characters", async () => {
    const ask = async (body: unknown): Promise<number> =>
      (await api.client.ask("POST", `/v1/calls/${CALL_ID}/answer`, { key: ALICE, body })).status;
    expect(await ask({ answer: "x".repeat(2000) })).toBe(200);
    for (const wrong of [
      {},
      { answer: "" },
      { answer: " " },
      { answer: null },
      { answer: 5 },
      { answer: "x".repeat(2001) },
      [],
    ]) {
      expect(await ask(wrong)).toBe(400);
    }
  });
});

describe("auto_reload", () => {
  it("is true or false", async () => {
    for (const on of [false, true]) {
      const answer = await api.client.ask("PATCH", "/v1/account", { key: ALICE, body: { auto_reload: on } });
      expect(answer.status).toBe(200);
      expect(answer.json["auto_reload"]).toBe(on);
    }
    for (const wrong of [{}, { auto_reload: null }, { auto_reload: "true" }, { auto_reload: 1 }, []]) {
      const answer = await api.client.ask("PATCH", "/v1/account", { key: ALICE, body: wrong });
      expect(answer.status).toBe(400);
    }
  });
});

describe("queries", () => {
  const get = async (query: string): Promise<number> => (await api.client.get(`/v1/calls?${query}`, ALICE)).status;
  const wait = async (query: string): Promise<number> =>
    (await api.client.get(`/v1/calls/${CALL_ID}?${query}`, ALICE)).status;

  it.each([
    "wait=51",
    "wait=-1",
    "wait=1.5",
    "wait=",
    "wait=x",
    "wait=1&wait=1",
    "wait=+1",
    "wait=1e1",
    "wait=0x1",
    "wait=99999999999999999999",
    "wait=%D9%A1",
    "wait=1%20",
  ])("%s is 400", async (query) => {
    expect(await wait(query)).toBe(400);
  });

  it.each(["wait=0", "wait=00", "other=1"])("%s is fine", async (query) => expect(await wait(query)).toBe(200));

  it.each([
    "limit=0",
    "limit=101",
    "limit=x",
    "limit=",
    "limit=1&limit=2",
    "status=gone",
    "status=",
    "status=ended&status=ended",
    "cursor=",
    "cursor=abc",
    "cursor=call_a%20",
    "cursor=call_a&cursor=call_b",
  ])("%s is 400", async (query) => {
    expect(await get(query)).toBe(400);
  });

  it("hands limit, cursor and status on, 20 at a time unless told", async () => {
    operations.listed.splice(0);
    expect(await get("limit=100&cursor=call_abc&status=in_progress")).toBe(200);
    expect(await get("")).toBe(200);
    expect(operations.listed).toEqual([
      { limit: 100, cursor: "call_abc", status: "in_progress" },
      { limit: 20, cursor: null, status: null },
    ]);
  });
});

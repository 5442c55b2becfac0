import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PRICES } from "../../src/billing/pricing.ts";
import { TOOLS } from "../../src/mcp/tools.ts";
import { DEMO_PHONE, SHOP_PHONE } from "../fakes/desk.ts";
import { submit } from "../http/appliance.ts";
import type { Loose } from "../http/http-under-test.ts";
import { openScene, type McpScene } from "./scene.ts";

let scene: McpScene;
let key: string;
beforeEach(async () => {
  scene = await openScene({
    around: {
      directory: {
        search: async () => [
          {
            name: "Trattoria Sole",
            phone: SHOP_PHONE,
            address: "1 Harbor Street",
            openNow: true,
            hoursToday: null,
            rating: null,
            timezone: null,
            distanceMetres: null,
            attribution: null,
          },
        ],
        atNumber: () => null,
      },
    },
  });
  key = scene.appliance.bench.fund(1000).key;
});
afterEach(() => scene.end());

const TO_SHOP = { phone: SHOP_PHONE, goal: "Book a table for two", questions: ["How much?"] };
const TO_DEMO = { ...TO_SHOP, phone: DEMO_PHONE };

const without = (json: Loose, ...names: readonly string[]): Loose =>
  Object.fromEntries(Object.entries(json).filter(([name]) => !names.includes(name)));

const reversed = (args: object): Record<string, unknown> => Object.fromEntries(Object.entries(args).toReversed());

describe("the tools with a key", () => {
  it("place a call, follow it, answer its question, and hang up, with the bodies of REST", async () => {
    const { appliance } = scene;
    const { bench } = appliance;
    const agent = await scene.agent(key);
    const placed = await agent.call("place_call", TO_SHOP);
    expect(placed.json).toMatchObject({ status: "calling" });
    const callId = String(placed.json["call_id"]);
    expect(placed.json["next_action"]).toContain(`get_call with call_id ${callId} and wait 50`);

    bench.pbx.answered(callId);
    bench.conversations.tell(callId, "introduced", {});
    bench.conversations.tell(callId, "asked", { questionId: "q_1", question: "Inside or outside?" });
    const asked = await agent.call("get_call", { call_id: callId });
    const rest = await appliance.client.get(`/v1/calls/${callId}`, key);
    expect(without(asked.json, "next_action")).toEqual(without(rest.json, "next_action"));
    expect(asked.json["next_action"]).toContain("answer_question");
    expect(asked.text).toMatch(/They ask: “Inside or outside\?” \((60|59) s left to answer\)/);

    const answered = await agent.call("answer_question", { call_id: callId, answer: "Outside" });
    expect(answered.json).toMatchObject({ ok: true, call_id: callId, question_id: "q_1" });
    expect(bench.conversations.answers).toEqual([{ callId, questionId: "q_1", text: "Outside" }]);
    expect(answered.json["next_action"]).toContain("get_call");

    const hungUp = await agent.call("hang_up", { call_id: callId });
    expect(hungUp.json).toMatchObject({ ok: true, call_id: callId });
    const ended = await agent.call("get_call", { call_id: callId, wait: 50 });
    expect(ended.json).toMatchObject({ status: "ended", end_reason: "hangup_api", cost_usd: 1 });
    expect(ended.json["next_action"]).toContain("without reaching its goal");
  });

  it("share a call that has ended, and take the page down", async () => {
    const { bench, client } = scene.appliance;
    const agent = await scene.agent(key);
    const callId = String((await agent.call("place_call", TO_SHOP)).json["call_id"]);
    const early = await agent.call("share_call", { call_id: callId, public: true });
    expect(early).toMatchObject({ isError: true, json: { error: { code: "call_not_ended" } } });
    bench.pbx.ended(callId, "busy");
    const shared = await agent.call("share_call", { call_id: callId, public: true });
    const url = String(shared.json["url"]);
    expect((await client.get(new URL(url).pathname)).status).toBe(200);
    expect(shared.json["next_action"]).toContain("Give your user the url");
    const withdrawn = await agent.call("share_call", { call_id: callId, public: false });
    expect(withdrawn.json["next_action"]).toContain("no longer");
    expect((await client.get(new URL(url).pathname)).status).toBe(410);
  });

  it("list calls page by page and read the account", async () => {
    const agent = await scene.agent(key);
    const ids: string[] = [];
    for (let count = 0; count < 3; count++) {
      ids.unshift(String((await agent.call("place_call", TO_SHOP)).json["call_id"]));
    }
    const first = await agent.call("list_calls", { limit: 2 });
    expect(first.json["calls"]).toMatchObject([{ call_id: ids[0] }, { call_id: ids[1] }]);
    const second = await agent.call("list_calls", { limit: 2, cursor: String(first.json["next_cursor"]) });
    expect(second.json["calls"]).toMatchObject([{ call_id: ids[2] }]);
    expect((await agent.call("list_calls", { status: "ended" })).json["calls"]).toEqual([]);
    expect((await agent.call("account")).json).toMatchObject({ balance_usd: 10, available_usd: 7 });
  });

  it("tell a person who has too little money how to go on", async () => {
    const agent = await scene.agent(scene.appliance.bench.fund(50).key);
    const refused = await agent.call("place_call", TO_SHOP);
    expect(refused).toMatchObject({
      isError: false,
      json: { status: "needs_setup", error: { code: "insufficient_funds" } },
    });
    expect(refused.json["next_action"]).toMatch(/balance is too small.*setup_code/);
    expect((await agent.call("account")).json["next_action"]).toContain("top_up_url");
  });

  it("dial once for the same idempotency_key, in whatever order the arguments come", async () => {
    const agent = await scene.agent(key);
    const first = await agent.call("place_call", { ...TO_SHOP, idempotency_key: "one" });
    const again = await agent.call("place_call", reversed({ ...TO_SHOP, idempotency_key: "one" }));
    expect(again.json["call_id"]).toBe(first.json["call_id"]);
    expect(scene.appliance.bench.pbx.dialled).toHaveLength(1);
    const other = await agent.call("place_call", { ...TO_SHOP, goal: "Another", idempotency_key: "one" });
    expect(other).toMatchObject({ isError: true, json: { error: { code: "idempotency_key_reused" } } });
    for (const wrong of [5, "", "ü"]) {
      const refused = await agent.call("place_call", { ...TO_SHOP, idempotency_key: wrong });
      expect(refused.json["error"]).toMatchObject({ code: "invalid_field", param: "Idempotency-Key" });
    }
  });
});

describe("the tools without a key", () => {
  it("plan, find and tell the prices", async () => {
    const agent = await scene.agent();
    const plan = await agent.call("plan_call", TO_SHOP);
    expect(plan.json).toMatchObject({ opening_line: "Hello. Book a table for two", callable: true });
    expect(plan.json["next_action"]).toContain("place_call");
    const found = await agent.call("find_business", { query: "italian", near: "Harbor" });
    expect(found.json["businesses"]).toMatchObject([{ name: "Trattoria Sole", open_now: true, rating: null }]);
    expect(found.text).toContain(`Trattoria Sole, ${SHOP_PHONE}, 1 Harbor Street`);
    expect((await agent.call("pricing")).json).toMatchObject({
      answered_call_usd: 1,
      demo: { phone: DEMO_PHONE, calls_per_day: 5 },
    });
  });

  it("call the demo number, and go on with the call_key that it returned", async () => {
    const { bench } = scene.appliance;
    const agent = await scene.agent();
    const placed = await agent.call("place_call", TO_DEMO);
    const [callId, callKey] = [String(placed.json["call_id"]), String(placed.json["call_key"])];
    expect(placed.json["next_action"]).toContain("call_key");
    expect(placed.json["next_action"]).not.toContain(callKey);

    const refused = await agent.call("get_call", { call_id: callId });
    expect(refused).toMatchObject({ isError: true, json: { error: { code: "missing_key" } } });
    expect(refused.json["next_action"]).toContain("call_key");

    bench.pbx.answered(callId);
    bench.conversations.tell(callId, "introduced", {});
    bench.conversations.tell(callId, "asked", { questionId: "q_1", question: "Which day?" });
    const mine = { call_id: callId, call_key: callKey };
    const read = await agent.call("get_call", mine);
    expect(read.json).toMatchObject({ status: "in_progress", pending_question: { id: "q_1" } });
    expect((await agent.call("answer_question", { ...mine, answer: "Friday" })).json["ok"]).toBe(true);
    expect((await agent.call("hang_up", mine)).json["ok"]).toBe(true);
    expect((await agent.call("share_call", { ...mine, public: true })).json["ok"]).toBe(true);
  });

  it("ask for a set-up before any other call, and return the account's key once it is done", async () => {
    const { base, client } = scene.appliance;
    const agent = await scene.agent();
    const needed = await agent.call("place_call", TO_SHOP);
    expect(needed).toMatchObject({ isError: false, json: { status: "needs_setup" } });
    expect(needed.text).toContain("10.00 USD");
    expect(needed.json["next_action"]).toContain("setup_code");
    const setupCode = String(needed.json["setup_code"]);
    const path = new URL(String(needed.json["setup_url"])).pathname;
    await submit((await client.get(path)).text, `${base}${path}`);
    const placed = await agent.call("place_call", { ...TO_SHOP, setup_code: setupCode });
    const accountKey = String(placed.json["account_key"]);
    expect(accountKey).toMatch(/^svc_/);
    expect(placed.json["next_action"]).toContain("account_key");
    const callId = String(placed.json["call_id"]);
    expect((await agent.call("get_call", { call_id: callId, account_key: accountKey })).isError).toBe(false);
    expect((await agent.call("account", { account_key: accountKey })).json).toMatchObject({ balance_usd: 10 });
    expect((await agent.call("list_calls", { account_key: accountKey })).json["calls"]).toHaveLength(1);
    expect((await agent.call("place_call", { ...TO_SHOP, account_key: accountKey })).json["status"]).toBe("calling");
  });

  it("count free demo calls by the address of the client, together with those over REST", async () => {
    const agent = await scene.agent();
    for (let count = 0; count < 4; count++) {
      expect((await agent.call("place_call", TO_DEMO)).json["status"]).toBe("calling");
    }
    expect((await scene.appliance.client.post("/v1/calls", TO_DEMO)).status).toBe(201);
    expect((await agent.call("place_call", TO_DEMO)).json["status"]).toBe("needs_setup");
  });
});

describe("a refusal", () => {
  it("is a result with the error of REST, and what to do about it", async () => {
    const agent = await scene.agent(key);
    const refusals: readonly (readonly [string, Record<string, unknown>, string, string])[] = [
      ["place_call", { phone: "nonsense", goal: "x" }, "invalid_phone", "Correct the arguments"],
      ["place_call", {}, "required", "Correct the arguments"],
      ["place_call", { ...TO_SHOP, phone: "112" }, "emergency_number", "not allowed"],
      ["place_call", { ...TO_SHOP, account_key: "svc_nobody" }, "invalid_key", "Use another key"],
      ["get_call", { call_id: "call_0" }, "call_not_found", "list_calls"],
      ["get_call", {}, "call_not_found", "list_calls"],
      ["get_call", { call_id: "../account" }, "call_not_found", "list_calls"],
      ["get_call", { call_id: "call_0", wait: 51 }, "out_of_range", "Correct the arguments"],
      ["get_call", { call_id: "call_0", wait: 1.5 }, "out_of_range", "Correct the arguments"],
      ["get_call", { call_id: "call_0", call_key: "svc_nobody" }, "invalid_key", "Use another key"],
      ["get_call", { call_id: "call_0", call_key: 7 }, "invalid_key", "Use another key"],
      ["answer_question", { call_id: "call_0", answer: " " }, "blank", "Correct the arguments"],
      ["find_business", {}, "required", "Correct the arguments"],
      ["list_calls", { limit: 1000 }, "out_of_range", "Correct the arguments"],
      ["share_call", { call_id: "call_0", public: "yes" }, "wrong_type", "Correct the arguments"],
    ];
    for (const [name, args, code, next] of refusals) {
      const refused = await agent.call(name, args);
      const error = refused.json["error"];
      expect(refused.isError, name).toBe(true);
      expect([error?.["code"], error?.["errors"]?.[0]?.["code"]], `${name} ${JSON.stringify(args)}`).toContain(code);
      expect(refused.json["next_action"], `${name} ${JSON.stringify(args)}`).toContain(next);
      expect(error?.["request_id"]).toMatch(/^req_/);
      expect(refused.text).toContain(String(error?.["message"]));
    }
  });

  it("says when to try again", async () => {
    scene.appliance.bench.pbx.reason = "Asterisk is restarting";
    const agent = await scene.agent(key);
    const refused = await agent.call("place_call", TO_SHOP);
    expect(refused).toMatchObject({ isError: true, json: { error: { code: "pbx_unavailable", retryable: true } } });
    expect(refused.json["next_action"]).toMatch(/^Wait \d+ seconds/);
  });

  it("of an answer when nothing is asked sends the agent back to the call", async () => {
    const agent = await scene.agent(key);
    const callId = String((await agent.call("place_call", TO_SHOP)).json["call_id"]);
    const refused = await agent.call("answer_question", { call_id: callId, answer: "Yes" });
    expect(refused).toMatchObject({ isError: true, json: { error: { code: "no_pending_question" } } });
    expect(refused.json["next_action"]).toContain("get_call");
  });

  it("of a tool that does not exist names those that do", async () => {
    const agent = await scene.agent(key);
    await expect(agent.call("send_fax")).rejects.toThrow(/no tool of this name.*place_call/);
  });
});

describe("the list of tools", () => {
  it("has the ten names and, for each, the fields of its operation", async () => {
    const agent = await scene.agent();
    const { tools } = await agent.client.listTools();
    const document = (await scene.appliance.client.get("/openapi.json")).json;
    expect(tools.map(({ name }) => name).sort()).toEqual(
      [
        ...["place_call", "list_calls", "get_call", "answer_question", "hang_up"],
        ...["share_call", "plan_call", "find_business", "account", "pricing"],
      ].sort(),
    );
    const camel = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    for (const tool of tools) {
      const { path = "", method = "" } = TOOLS.find(({ name }) => name === tool.name) ?? {};
      const operation = document["paths"]?.[path]?.[method.toLowerCase()];
      // The specification gives sharing no operation id.
      expect(operation?.["operationId"] ?? "shareCall").toBe(camel(tool.name));
      const reference = String(operation?.["requestBody"]?.["content"]?.["application/json"]?.["schema"]?.["$ref"]);
      const body = document["components"]?.["schemas"]?.[reference.split("/").at(-1) ?? ""]?.["properties"] ?? {};
      const parameters = Object.values(operation?.["parameters"] ?? {}).filter((one) => String(one["in"]) !== "header");
      const fields = [...Object.keys(body), ...parameters.map((one) => String(one["name"]).replace(/^id$/, "call_id"))];
      const own = ["call_key", "account_key", "idempotency_key"].filter((name) => !fields.includes(name));
      const offered = Object.keys(tool.inputSchema.properties ?? {});
      expect(offered.filter((name) => !own.includes(name)).sort(), tool.name).toEqual(fields.sort());
    }
  });

  it("says which tool costs money, and what each does to the world", async () => {
    const { tools } = await (await scene.agent()).client.listTools();
    expect(tools.filter(({ description }) => description?.includes("COSTS MONEY")).map(({ name }) => name)).toEqual([
      "place_call",
    ]);
    const placing = tools.find(({ name }) => name === "place_call");
    expect(placing?.description).toContain(`${(PRICES.answeredCents / 100).toFixed(2)} USD`);
    expect(placing?.description).toContain(DEMO_PHONE);
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint).map(({ name }) => name)).toEqual([
      ...["list_calls", "get_call", "plan_call", "find_business", "account", "pricing"],
    ]);
    expect(tools.filter(({ annotations }) => annotations?.destructiveHint).map(({ name }) => name)).toEqual([
      ...["place_call", "hang_up"],
    ]);
  });

  it("has schemas that stand alone and cost little", async () => {
    const { tools } = await (await scene.agent()).client.listTools();
    const text = JSON.stringify(tools.map(({ name, description, inputSchema }) => [name, description, inputSchema]));
    expect(text).not.toContain("$ref");
    expect(text).not.toContain("\\\\u");
    expect(text.length).toBeLessThan(12_000);
    expect(JSON.stringify(tools.map(({ outputSchema }) => outputSchema))).not.toContain("$ref");
  });

  it("comes with how to use it, and a prompt to begin with", async () => {
    const { client } = await scene.agent();
    expect(client.getInstructions()).toMatch(/get_call with wait 50, again and again/);
    expect(client.getInstructions()).toContain(DEMO_PHONE);
    const [prompt] = (await client.listPrompts()).prompts;
    const { messages } = await client.getPrompt({
      name: prompt?.name ?? "",
      arguments: { who: "a barber", goal: "a cut" },
    });
    expect(JSON.stringify(messages)).toContain("a barber");
  });
});

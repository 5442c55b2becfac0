/** Who is let in at /mcp, and how many: what holds before any tool is asked for. */
import { request } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DEMO_PHONE } from "../fakes/desk.ts";
import type { Answer, Ask } from "../http/http-under-test.ts";
import { openScene, type McpScene } from "./scene.ts";

const LIMITS = { perHolder: 2, inAll: 3, idleMs: 60_000, lifeMs: 600_000 };
const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
};
const LIST = { jsonrpc: "2.0", id: 2, method: "tools/list" };
const ACCEPT = { Accept: "application/json, text/event-stream" };

let scene: McpScene;
let alice: string;
let bob: string;
beforeEach(async () => {
  scene = await openScene({}, {}, LIMITS);
  [alice, bob] = [scene.appliance.bench.fund(1000).key, scene.appliance.bench.fund(1000).key];
});
afterEach(() => scene.end());

async function send(ask: Ask & { readonly method?: string }): Promise<Answer> {
  const { method = "POST", headers, ...rest } = ask;
  return scene.appliance.client.ask(method, "/mcp", { ...rest, headers: { ...ACCEPT, ...headers } });
}

const inSession = (id: string): Record<string, string> => ({ "Mcp-Session-Id": id });

async function begin(key?: string): Promise<string> {
  const answer = await send({ body: INITIALIZE, ...(key === undefined ? {} : { key }) });
  expect(answer.status).toBe(200);
  return answer.headers.get("mcp-session-id") ?? "";
}

describe("the door", () => {
  it("refuses a bad key with 401, also in a session whose key was revoked", async () => {
    const refused = await send({ body: INITIALIZE, key: "svc_nobody" });
    expect(refused.status).toBe(401);
    expect(refused.headers.get("www-authenticate")).toBe("Bearer");
    expect(refused.json["error"]).toMatchObject({ code: "invalid_key" });

    const { bench } = scene.appliance;
    const carol = bench.fund(0);
    const id = await begin(carol.key);
    bench.store.keys.revoke(carol.caller.accountId, carol.caller.keyId, bench.clock.wallMs());
    expect((await send({ body: LIST, key: carol.key, headers: inSession(id) })).status).toBe(401);
  });

  it("lets one who has no key begin", async () => {
    const id = await begin();
    expect((await send({ body: LIST, headers: inSession(id) })).text).toContain("place_call");
  });

  it("keeps a session to the key that began it", async () => {
    const id = await begin(alice);
    expect((await send({ body: LIST, key: alice, headers: inSession(id) })).status).toBe(200);
    for (const key of [{ key: bob }, {}]) {
      const refused = await send({ body: LIST, headers: inSession(id), ...key });
      expect(refused.status).toBe(404);
      expect(refused.json["error"]?.["message"]).toContain("initialize again");
    }
    expect((await send({ method: "DELETE", key: bob, headers: inSession(id) })).status).toBe(404);
    expect(scene.endpoint().size()).toBe(1);
    expect((await send({ method: "DELETE", key: alice, headers: inSession(id) })).status).toBe(200);
    expect(scene.endpoint().size()).toBe(0);
  });

  it("refuses another host name and pages of other sites", async () => {
    const port = scene.appliance.port;
    const status = await new Promise<number>((resolve, reject) => {
      const headers = { Host: "evil.example", "Content-Type": "application/json", ...ACCEPT };
      const asked = request({ port, path: "/mcp", method: "POST", headers }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      asked.once("error", reject);
      asked.end(JSON.stringify(INITIALIZE));
    });
    expect(status).toBe(421);
    for (const origin of [
      "https://evil.example",
      "null",
      "http://203.0.113.9:8080",
      "https://localhost.evil.example",
    ]) {
      const refused = await send({ body: INITIALIZE, headers: { Origin: origin } });
      expect([refused.status, refused.json["error"]?.["code"]], origin).toEqual([403, "forbidden_origin"]);
    }
    for (const origin of ["http://localhost:6274", scene.appliance.base, "https://agents.example"]) {
      const answer = await send({ body: INITIALIZE, headers: { Origin: origin } });
      expect(answer.status, origin).toBe(200);
      await send({ method: "DELETE", headers: inSession(answer.headers.get("mcp-session-id") ?? "") });
    }
  });

  it("refuses what is too large, too complex, not JSON, or no message", async () => {
    const big = await send({ body: { ...INITIALIZE, padding: "x".repeat(65 * 1024) } });
    expect([big.status, big.json["error"]?.["code"]]).toEqual([413, "body_too_large"]);
    let deep: object = {};
    for (let depth = 0; depth < 20; depth++) deep = { deep };
    expect((await send({ body: { ...INITIALIZE, deep } })).json["error"]).toMatchObject({ code: "too_complex" });
    expect((await send({ raw: "{", headers: { "Content-Type": "application/json" } })).status).toBe(400);
    expect((await send({ raw: "{}", headers: { "Content-Type": "text/plain" } })).status).toBe(415);
    expect((await send({ body: { hello: 1 } })).status).toBe(400);
    expect((await send({ body: { hello: 1 }, headers: inSession(await begin()) })).status).toBe(400);
  });

  it("says what it is to a browser, and what is missing to a client that did not initialize", async () => {
    const seen = await send({ method: "GET", headers: { Accept: "text/html" } });
    expect(seen.status).toBe(406);
    expect(seen.json["error"]?.["message"]).toContain("MCP clients");
    const early = await send({ body: LIST });
    expect([early.status, early.json["error"]?.["message"]]).toEqual([400, expect.stringContaining("initialize")]);
    expect((await send({ body: LIST, headers: inSession("unknown") })).status).toBe(404);
    const put = await send({ method: "PUT", body: {} });
    expect([put.status, put.headers.get("allow")]).toEqual([405, "HEAD, GET, POST, DELETE, OPTIONS"]);
  });

  it("answers a protocol version that it does not know with one that it does", async () => {
    const future = { ...INITIALIZE, params: { ...INITIALIZE.params, protocolVersion: "2099-01-01" } };
    expect((await send({ body: future })).text).toContain('"protocolVersion":"2025-11-25"');
    const headers = { ...inSession(await begin()), "Mcp-Protocol-Version": "2099-01-01" };
    expect((await send({ body: LIST, headers })).status).toBe(400);
  });

  it("writes no key to the log, and none into an error", async () => {
    const agent = await scene.agent();
    const placed = await agent.call("place_call", { phone: DEMO_PHONE, goal: "Book" });
    const callKey = String(placed.json["call_key"]);
    const refused = await agent.call("get_call", { call_id: "call_0", call_key: callKey });
    expect(JSON.stringify(refused)).not.toContain(callKey);
    // An answer to a question that nobody asked.
    const id = await begin();
    const answer = { jsonrpc: "2.0", id: 77, result: { action: "accept", content: { answer: callKey } } };
    expect((await send({ body: answer, headers: inSession(id) })).status).toBe(202);
    expect(scene.logged).toContainEqual([{ error: "Error" }, "agent tools: a message was refused"]);
    expect(JSON.stringify([scene.logged, scene.appliance.bench.logged])).not.toContain(callKey);
  });
});

it("lets nobody without a key begin again and again", async () => {
  const busy = await openScene({ settings: { keyless: { perAddress: 1, inAll: 100 } } });
  const initialize = (key?: string) =>
    busy.appliance.client.ask("POST", "/mcp", {
      body: INITIALIZE,
      headers: ACCEPT,
      ...(key === undefined ? {} : { key }),
    });
  // Five minutes' worth may come at once.
  for (let count = 0; count < 5; count++) expect((await initialize()).status).toBe(200);
  const refused = await initialize();
  expect([refused.status, refused.json["error"]?.["code"]]).toEqual([429, "rate_limited"]);
  expect((await initialize(busy.appliance.bench.fund(0).key)).status).toBe(200);
  await busy.end();
});

it("counts those who come through a trusted proxy by the address that it names", async () => {
  const behind = await openScene({}, { trustedProxies: ["127.0.0.1"] });
  const ask = (from: string, body: object, session?: string): Promise<Answer> =>
    behind.appliance.client.ask("POST", "/mcp", {
      body,
      headers: { ...ACCEPT, "X-Forwarded-For": from, ...(session === undefined ? {} : inSession(session)) },
    });
  const statuses: string[] = [];
  for (const from of ["192.0.2.1", "192.0.2.2"]) {
    const session = (await ask(from, INITIALIZE)).headers.get("mcp-session-id") ?? "";
    for (let count = 0; count < 6; count++) {
      const params = { name: "place_call", arguments: { phone: DEMO_PHONE, goal: "Book" } };
      const { text } = await ask(from, { jsonrpc: "2.0", id: count + 5, method: "tools/call", params }, session);
      statuses.push(/"status":"(\w+)"/.exec(text)?.[1] ?? text);
    }
    expect((await ask("192.0.2.3", LIST, session)).status).toBe(404);
  }
  const five = Array.from({ length: 5 }, () => "calling");
  expect(statuses).toEqual([...five, "needs_setup", ...five, "needs_setup"]);
  await behind.end();
});

describe("sessions", () => {
  it("of one holder make room for a new one by ending the oldest that is idle", async () => {
    const ids = [await begin(alice), await begin(alice), await begin(alice)];
    expect(scene.endpoint().size()).toBe(2);
    const statuses = [];
    for (const id of ids) statuses.push((await send({ body: LIST, key: alice, headers: inSession(id) })).status);
    expect(statuses).toEqual([404, 200, 200]);
  });

  it("in use are not ended for a new one, which is refused for the moment", async () => {
    const streams = [new AbortController(), new AbortController()];
    for (const { signal } of streams) {
      const headers = { ...ACCEPT, ...inSession(await begin(alice)), Authorization: `Bearer ${alice}` };
      expect((await fetch(scene.url, { headers, signal })).status).toBe(200);
    }
    const refused = await send({ body: INITIALIZE, key: alice });
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
    expect((await send({ body: INITIALIZE, key: bob })).status).toBe(200);
    for (const stream of streams) stream.abort();
  });

  it("beyond what there may be in all end the one that was idle longest", async () => {
    const first = await begin(alice);
    for (const key of [alice, bob, bob]) await begin(key);
    expect(scene.endpoint().size()).toBe(3);
    expect((await send({ body: LIST, key: alice, headers: inSession(first) })).status).toBe(404);
  });

  it("end when they were idle for too long, or are too old", async () => {
    const id = await begin(alice);
    scene.later(50_000);
    expect((await send({ body: LIST, key: alice, headers: inSession(id) })).status).toBe(200);
    scene.later(50_000);
    expect((await send({ body: LIST, key: alice, headers: inSession(id) })).status).toBe(200);
    scene.later(60_000);
    expect((await send({ body: LIST, key: alice, headers: inSession(id) })).status).toBe(404);
    const other = await begin(alice);
    for (let minute = 0; minute < 11; minute++) {
      scene.later(55_000);
      await send({ body: LIST, key: alice, headers: inSession(other) });
    }
    expect(scene.endpoint().size()).toBe(0);
  });

  it("end with the appliance, streams included", async () => {
    const headers = { ...ACCEPT, ...inSession(await begin(alice)), Authorization: `Bearer ${alice}` };
    const stream = await fetch(scene.url, { headers });
    await scene.appliance.server.close();
    await stream.text();
    expect(scene.endpoint().size()).toBe(0);
  });
});

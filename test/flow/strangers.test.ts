import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { newId } from "../../src/lib/ids.ts";
import type { Appliance } from "../http/appliance.ts";
import { openAppliance } from "../http/appliance.ts";

/** What may be asked of one call. */
const REQUESTS = [
  ["GET", "", null],
  ["GET", "?wait=1", null],
  ["GET", "/events", null],
  ["POST", "/hangup", {}],
  ["POST", "/answer", { answer: "At eight" }],
  ["POST", "/share", { public: true }],
] as const;

describe("another account's call", () => {
  let appliance: Appliance;
  beforeEach(async () => {
    appliance = await openAppliance();
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await appliance.end();
  });

  /** The text of every statement that is executed meanwhile, with how often rows were asked for. */
  async function executed(during: () => Promise<unknown>): Promise<readonly string[]> {
    const sources: string[] = [];
    const memory = new Database(":memory:");
    const statement: object = Object.getPrototypeOf(memory.prepare("SELECT 1"));
    const spies = ["run", "get", "all", "iterate"].map((name) => {
      const real = Reflect.get(statement, name) as (...bound: unknown[]) => unknown;
      return vi.spyOn(statement as Record<string, () => unknown>, name).mockImplementation(function (
        this: Database.Statement,
        ...bound: unknown[]
      ) {
        sources.push(this.source);
        return real.apply(this, bound);
      });
    });
    await during();
    for (const spy of spies) spy.mockRestore();
    memory.close();
    return sources;
  }

  const ask = async (key: string, callId: string, [method, path, body]: (typeof REQUESTS)[number]) => {
    const response = await fetch(`${appliance.base}/v1/calls/${callId}${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      ...(body === null ? {} : { body: JSON.stringify(body) }),
    });
    const told = await response.text();
    return { status: response.status, body: told.replace(/"request_id":"[^"]*"/, "") };
  };

  it("is answered by the very statements that one which does not exist is", async () => {
    const { bench } = appliance;
    const [owner, stranger] = [bench.fund(1000), bench.fund(1000)];
    const running = await bench.talk(owner.caller);
    const over = await bench.place(owner.caller);
    bench.desk.hangUp(owner.caller, over);
    bench.pbx.ended(over, "canceled");
    // Their owner has just read them: what is remembered of that must not show either.
    for (const callId of [running, over]) expect(bench.desk.readCall(owner.caller, callId).callId).toBe(callId);
    await ask(stranger.key, newId("call"), REQUESTS[0]);

    for (const request of REQUESTS) {
      const answers: unknown[] = [];
      const statements: (readonly string[])[] = [];
      for (const callId of [newId("call"), running, over, newId("call")]) {
        statements.push(await executed(async () => answers.push(await ask(stranger.key, callId, request))));
      }
      const [answer, ...otherAnswers] = answers;
      const [ofNone, ...ofOthers] = statements;
      expect(answer).toMatchObject({ status: 404 });
      for (const one of otherAnswers) expect(one).toEqual(answer);
      expect(ofNone?.length, request.join(" ")).toBeGreaterThan(0);
      for (const one of ofOthers) expect(one, request.join(" ")).toEqual(ofNone);
    }
  });

  it("is not even looked at: the statement stays within the caller's own calls", async () => {
    const { bench } = appliance;
    const stranger = bench.fund(1000);
    const statements = await executed(() => ask(stranger.key, newId("call"), REQUESTS[0]));
    const ofCalls = statements.filter((sql) => /\bcall\b/.test(sql));
    expect(ofCalls).toHaveLength(1);
    const file = new Database(`${bench.folder}/outdial.db`, { readonly: true });
    const plan = file.prepare(`EXPLAIN QUERY PLAN ${ofCalls[0]}`).all("acct_x", "call_x");
    file.close();
    expect(plan).toHaveLength(1);
    expect(plan[0]).toMatchObject({
      detail: "SEARCH call USING COVERING INDEX call_of_holder (account_id=? AND call_id=?)",
    });
  });
});

import { setImmediate } from "node:timers/promises";
import type { ElicitResult } from "@modelcontextprotocol/sdk/types.js";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SHOP_PHONE } from "../fakes/desk.ts";
import type { Agent, Person } from "./scene.ts";
import { openScene, type McpScene } from "./scene.ts";

const QUESTION = { questionId: "q_1", question: "Inside or outside?" };

let scene: McpScene;
let key: string;
beforeEach(async () => {
  scene = await openScene();
  key = scene.appliance.bench.fund(1000).key;
});
afterEach(() => scene.end());

async function placed(agent: Agent): Promise<string> {
  const { json } = await agent.call("place_call", { phone: SHOP_PHONE, goal: "Book", business_name: "Sole" });
  return String(json["call_id"]);
}

async function running(agent: Agent): Promise<string> {
  const callId = await placed(agent);
  scene.appliance.bench.pbx.answered(callId);
  scene.appliance.bench.conversations.tell(callId, "introduced", {});
  return callId;
}

const ask = (callId: string, question = QUESTION): void =>
  scene.appliance.bench.conversations.tell(callId, "asked", question);
const heard = (callId: string, text: string): void =>
  scene.appliance.bench.conversations.tell(callId, "heard", { text, atMs: 0 });

/** Resolves when so many requests wait behind the REST interface. */
async function waiting(count: number): Promise<void> {
  while (scene.appliance.server.waiting() !== count) await setImmediate();
}

async function until(true_: () => boolean): Promise<void> {
  while (!true_()) await setImmediate();
}

describe("get_call with wait", () => {
  it("returns when the status changes", async () => {
    const agent = await scene.agent(key);
    const callId = await placed(agent);
    const reading = agent.call("get_call", { call_id: callId, wait: 50 });
    await waiting(1);
    scene.appliance.bench.pbx.ringing(callId);
    expect((await reading).json["status"]).toBe("ringing");
  });

  it("tells each status and line once, while it waits, to a client that wants to be told", async () => {
    const agent = await scene.agent(key);
    const callId = await running(agent);
    const told: string[] = [];
    const numbers: number[] = [];
    const follow = () =>
      agent.call(
        "get_call",
        { call_id: callId, wait: 50 },
        {
          onprogress: ({ message = "", progress }) => {
            told.push(message);
            numbers.push(progress);
          },
        },
      );
    const first = follow();
    await until(() => told.length > 0);
    heard(callId, "Trattoria Sole, hello?");
    await until(() => told.some((line) => line.includes("hello")));
    ask(callId);
    await first;
    expect(told.filter((line) => line === "business: Trattoria Sole, hello?")).toHaveLength(1);
    expect(told.some((line) => line.startsWith("Status: in_progress"))).toBe(true);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));

    heard(callId, "Are you there?");
    const before = told.length;
    const second = follow();
    await until(() => told.includes("business: Are you there?"));
    scene.appliance.bench.conversations.finish(callId, "completed");
    await second;
    expect(told.slice(before).filter((line) => line.includes("hello"))).toEqual([]);
    expect(told.at(-1)).toBe("Status: ended");
  });

  it("says nothing in between to a client that does not want to be told", async () => {
    const agent = await scene.agent(key);
    let notified = 0;
    agent.client.fallbackNotificationHandler = async () => void (notified += 1);
    const callId = await running(agent);
    const reading = agent.call("get_call", { call_id: callId, wait: 50 });
    await waiting(1);
    heard(callId, "Hello?");
    ask(callId);
    await reading;
    expect(notified).toBe(0);
  });

  it("frees its place when the client cancels, and when the client is gone", async () => {
    const agent = await scene.agent(key);
    const callId = await placed(agent);
    const canceled = new AbortController();
    const reading = agent.call("get_call", { call_id: callId, wait: 50 }, { signal: canceled.signal });
    await waiting(1);
    canceled.abort("enough");
    await expect(reading).rejects.toThrow("enough");
    await waiting(0);

    const other = agent.call("get_call", { call_id: callId, wait: 50 });
    await waiting(1);
    await agent.end();
    await expect(other).rejects.toThrow(/closed/i);
    await waiting(0);
  });

  it("is refused beyond the waits that a key may have, like any other", async () => {
    const agent = await scene.agent(key);
    const callId = await placed(agent);
    const all = Array.from({ length: 20 }, () => agent.call("get_call", { call_id: callId, wait: 50 }));
    await waiting(20);
    const refused = await agent.call("get_call", { call_id: callId, wait: 50 });
    expect(refused).toMatchObject({ isError: true, json: { error: { code: "too_many_waits" } } });
    expect(refused.json["next_action"]).toMatch(/^Wait 5 seconds/);
    scene.appliance.bench.pbx.ringing(callId);
    await Promise.all(all);
  });

  it("is answered with what is known when the appliance closes", async () => {
    const agent = await scene.agent(key);
    const callId = await placed(agent);
    const reading = agent.call("get_call", { call_id: callId, wait: 50 });
    await waiting(1);
    await scene.appliance.server.close();
    expect((await reading).json["status"]).toBe("queued");
    expect(scene.endpoint().size()).toBe(0);
  });
});

describe("a question, where the client can put it to its person", () => {
  /** A person whose answer comes when the test gives it. */
  function thinking() {
    const answer = Promise.withResolvers<ElicitResult>();
    const seen: { message: string; signal: AbortSignal }[] = [];
    const person: Person = ({ message }, signal) => {
      seen.push({ message, signal });
      return answer.promise;
    };
    return { person, seen, answer };
  }
  const accept = (answer: string): ElicitResult => ({ action: "accept", content: { answer } });

  it("is put there, and the answer delivered", async () => {
    const messages: string[] = [];
    const agent = await scene.agent(key, ({ message }) => {
      messages.push(message);
      return accept("Outside, please.");
    });
    const callId = await running(agent);
    const reading = agent.call("get_call", { call_id: callId, wait: 50 });
    await waiting(1);
    ask(callId);
    const read = await reading;
    expect(messages).toEqual(["On the call to Sole they ask: “Inside or outside?” What you answer is said to them."]);
    expect(scene.appliance.bench.conversations.answers).toEqual([
      { callId, questionId: "q_1", text: "Outside, please." },
    ]);
    expect(read.json["pending_question"]).toBeNull();
    expect(read.text).toContain("the answer was delivered");
    expect(read.json["next_action"]).toContain("get_call");
  });

  it.each(["decline", "cancel"] as const)("stays pending when they %s, and is put to them once", async (action) => {
    let times = 0;
    const agent = await scene.agent(key, () => {
      times += 1;
      return { action };
    });
    const callId = await running(agent);
    ask(callId);
    for (let reading = 0; reading < 2; reading++) {
      const read = await agent.call("get_call", { call_id: callId });
      expect(read.json["pending_question"]).toMatchObject({ id: "q_1" });
      expect(read.json["next_action"]).toContain("answer_question");
    }
    expect(times).toBe(1);
    expect((await agent.call("answer_question", { call_id: callId, answer: "Inside" })).isError).toBe(false);
  });

  it("is put with the next request when it comes too late in this one for a person to answer", async () => {
    let times = 0;
    const agent = await scene.agent(key, () => {
      times += 1;
      return accept("Outside");
    });
    const callId = await running(agent);
    const reading = agent.call("get_call", { call_id: callId, wait: 50 });
    await waiting(1);
    scene.later(50_000);
    ask(callId);
    const read = await reading;
    expect([times, read.json["pending_question"]?.["id"]]).toEqual([0, "q_1"]);
    expect((await agent.call("get_call", { call_id: callId, wait: 50 })).json["pending_question"]).toBeNull();
    expect(times).toBe(1);
  });

  it("stays pending when the answer is none that may be given", async () => {
    const agent = await scene.agent(key, () => accept(" "));
    const callId = await running(agent);
    ask(callId);
    const read = await agent.call("get_call", { call_id: callId });
    expect(read.text).toMatch(/not delivered: `answer` must not be blank/);
    expect(read.json["pending_question"]).toMatchObject({ id: "q_1" });
    expect(scene.appliance.bench.conversations.answers).toEqual([]);
  });

  it.each<readonly [string, (callId: string) => void | Promise<void>]>([
    ["it expires", (callId: string) => scene.appliance.bench.conversations.tell(callId, "ask_expired", QUESTION)],
    ["the call ends", (callId: string) => scene.appliance.bench.conversations.finish(callId, "hangup_business")],
    ["another gives the answer", (callId: string) => answerOverRest(callId)],
    ["another is asked", (callId: string) => ask(callId, { questionId: "q_2", question: "Smoking?" })],
  ])("is taken back when %s", async (_, happen) => {
    const { person, seen } = thinking();
    const agent = await scene.agent(key, person);
    const callId = await running(agent);
    ask(callId);
    const reading = agent.call("get_call", { call_id: callId });
    await until(() => seen.length === 1);
    await happen(callId);
    const read = await reading;
    expect(read.isError).toBe(false);
    expect(read.json["pending_question"]?.["id"]).not.toBe("q_1");
    await until(() => seen[0]?.signal.aborted === true);
  });

  async function answerOverRest(callId: string): Promise<void> {
    await scene.appliance.client.post(`/v1/calls/${callId}/answer`, { answer: "Inside" }, key);
  }

  it("does not keep the appliance from closing", async () => {
    const { person, seen } = thinking();
    const agent = await scene.agent(key, person);
    const callId = await running(agent);
    ask(callId);
    const reading = agent.call("get_call", { call_id: callId });
    await until(() => seen.length === 1);
    await scene.appliance.server.close();
    expect((await reading).json["pending_question"]).toMatchObject({ id: "q_1" });
  });

  it("is not put anywhere where the client cannot", async () => {
    const agent = await scene.agent(key);
    const callId = await running(agent);
    ask(callId);
    const read = await agent.call("get_call", { call_id: callId });
    expect(read.json["pending_question"]).toMatchObject({ id: "q_1" });
  });
});

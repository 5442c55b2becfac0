import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { KeyHolder, PendingQuestion } from "../../src/calls/operations.ts";
import { LongPolls, isNews } from "../../src/http/api/long-poll.ts";
import type { Answer, OpenDoor } from "./http-under-test.ts";
import { openDoor } from "./http-under-test.ts";
import { ALICE, ALICE_SECOND, CALL_ID, CALL_KEY, QUEUED, ScriptedOperations } from "./scripted-operations.ts";

const PATH = `/v1/calls/${CALL_ID}`;
const question = (id: string): PendingQuestion => ({ id, question: "Which day?", askedAtMs: 1, expiresAtMs: 2 });

let operations: ScriptedOperations;
let api: OpenDoor;
beforeEach(async () => {
  operations = new ScriptedOperations();
  api = await openDoor({ operations });
});
afterEach(() => api.server.close());

const wait = (seconds: number, key = ALICE, signal?: AbortSignal): Promise<Answer> =>
  api.client.ask("GET", `${PATH}?wait=${seconds}`, { key, ...(signal === undefined ? {} : { signal }) });

/** Resolves when so many requests watch the call; the socket decides when, so it is looked at after every turn. */
async function watched(count: number): Promise<void> {
  while ((operations.watchers.get(CALL_ID)?.size ?? 0) !== count) await setImmediate();
}

/** Twenty requests, all of them waiting. */
async function twenty<Result>(ask: () => Promise<Result>): Promise<Promise<Result>[]> {
  const before = operations.reads;
  const all = Array.from({ length: 20 }, ask);
  while (operations.reads < before + 20) await setImmediate();
  return all;
}

async function waitingFor<Result>(
  request: Promise<Result>,
): Promise<{ done: () => boolean; request: Promise<Result> }> {
  let done = false;
  const settled = request.finally(() => (done = true));
  await watched(1);
  return { done: () => done, request: settled };
}

describe("a long-poll", () => {
  it("returns at once without wait or with wait=0", async () => {
    expect((await api.client.get(PATH, ALICE)).json["status"]).toBe("queued");
    expect((await wait(0)).json["status"]).toBe("queued");
  });

  it("returns at once when the call has ended", async () => {
    operations.change({ status: "ended" });
    expect((await wait(50)).json["status"]).toBe("ended");
  });

  it("returns the whole call when the status changes", async () => {
    const waiting = await waitingFor(wait(50));
    operations.change({ status: "ringing" });
    const answer = await waiting.request;
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ status: "ringing", version: 2, call_id: CALL_ID });
  });

  it("does not return for a line of the transcript", async () => {
    const waiting = await waitingFor(wait(50));
    operations.change({
      transcript: [{ seq: 1, role: "business", text: "Hi", cutOff: null, atMs: 1, offsetMs: 0, latency: null }],
    });
    operations.change({ lineState: "hold" });
    await setImmediate();
    expect(waiting.done()).toBe(false);
    operations.change({ status: "in_progress" });
    expect((await waiting.request).json["version"]).toBe(4);
  });

  it("returns for a question, gives it once to each key, and then waits for the next one", async () => {
    const waiting = await waitingFor(wait(50));
    operations.change({ status: "queued", pendingQuestion: question("q_1") });
    expect((await waiting.request).json["pending_question"]?.["id"]).toBe("q_1");

    const other = await wait(50, ALICE_SECOND);
    expect(other.json["pending_question"]?.["id"]).toBe("q_1");
    expect((await wait(50, CALL_KEY)).json["pending_question"]?.["id"]).toBe("q_1");

    const second = await waitingFor(wait(50));
    operations.change({ pendingQuestion: null });
    await setImmediate();
    expect(second.done()).toBe(false);
    operations.change({ pendingQuestion: question("q_2") });
    expect((await second.request).json["pending_question"]?.["id"]).toBe("q_2");
  });

  it("counts a question as given by any answer that showed it", async () => {
    operations.change({ pendingQuestion: question("q_1") });
    expect((await api.client.get(PATH, ALICE)).json["pending_question"]?.["id"]).toBe("q_1");
    const waiting = await waitingFor(wait(50));
    operations.change({ status: "ended", pendingQuestion: null });
    expect((await waiting.request).json["status"]).toBe("ended");
  });

  it("does not count a question as given by an answer without a body", async () => {
    operations.change({ pendingQuestion: question("q_1") });
    expect((await api.client.ask("HEAD", PATH, { key: ALICE })).status).toBe(200);
    expect((await wait(50)).json["pending_question"]?.["id"]).toBe("q_1");
  });

  it("returns the whole call with 200 when the time is over", async () => {
    const startedAt = performance.now();
    const answer = await wait(1);
    expect(answer.status).toBe(200);
    expect(answer.json["status"]).toBe("queued");
    expect(performance.now() - startedAt).toBeGreaterThan(990);
    expect(operations.watchers.size).toBe(0);
  });

  it("that its client leaves frees its place at once", async () => {
    for (let round = 0; round < 3; round++) {
      const left = new AbortController();
      const all = await twenty(() => wait(50, ALICE, left.signal).catch(() => "left"));
      expect((await wait(1)).status).toBe(429);
      left.abort();
      expect(await Promise.all(all)).toEqual(Array(20).fill("left"));
      await watched(0);
    }
  });

  it("is refused with 429 when 20 wait with the same key, and not with another", async () => {
    const all = await twenty(() => wait(50));
    const refused = await wait(1);
    expect(refused.status).toBe(429);
    expect(refused.json["error"]).toMatchObject({ type: "rate_limit", code: "too_many_waits", retryable: true });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await wait(0)).status).toBe(200);
    const before = operations.reads;
    const other = wait(50, ALICE_SECOND);
    while (operations.reads === before) await setImmediate();
    operations.change({ status: "ended" });
    const answers = await Promise.all([...all, other]);
    expect(answers.map(({ status }) => status)).toEqual(Array(21).fill(200));
    expect(operations.watchers.size).toBe(0);
  });

  it("ends with 401 when its key is revoked meanwhile", async () => {
    const waiting = await waitingFor(wait(50));
    operations.keys.delete(ALICE);
    operations.change({ status: "ringing" });
    expect((await waiting.request).status).toBe(401);
  });

  it("is answered when the server closes", async () => {
    const waiting = await waitingFor(wait(50));
    await api.server.close();
    expect((await waiting.request).json["status"]).toBe("queued");
  });

  it("is not needed for HEAD, which waits the same way and has no body", async () => {
    const head = api.client.ask("HEAD", `${PATH}?wait=50`, { key: ALICE });
    await watched(1);
    operations.change({ status: "ringing" });
    expect((await head).status).toBe(200);
  });
});

describe("1,000 in all", () => {
  const holder = (index: number): KeyHolder => ({ kind: "account", accountId: "acct_alice", keyId: `key_${index}` });

  it("may wait, one more may not, and everybody is woken by one read", async () => {
    let reads = 0;
    let looked = 0;
    const longPolls = new LongPolls({
      authenticate: () => {
        looked += 1;
        return holder(0);
      },
      readCall: (caller, callId) => {
        reads += 1;
        return operations.readCall(caller, callId);
      },
      watch: (callId, listener) => operations.watch(callId, listener),
    });
    const never = new AbortController().signal;
    const all = Array.from({ length: 1000 }, (_, index) =>
      longPolls.next({ caller: holder(index % 50), key: `key ${index % 50}` }, CALL_ID, 50, never),
    );
    expect(longPolls.size).toBe(1000);
    await expect(longPolls.next({ caller: holder(99), key: "key 99" }, CALL_ID, 50, never)).rejects.toMatchObject({
      code: "too_many_waits",
    });
    reads = 0;
    operations.change({ status: "ringing" });
    const calls = await Promise.all(all);
    expect(new Set(calls).size).toBe(1);
    expect([reads, looked]).toEqual([1, 50]);
    expect(longPolls.size).toBe(0);
    expect(operations.watchers.size).toBe(0);
  });
});

describe("news", () => {
  it.each([
    ["queued", null, { status: "queued", questionId: null }, false],
    ["queued", null, { status: "ringing", questionId: null }, true],
    ["in_progress", null, { status: "in_progress", questionId: "q_1" }, true],
    ["in_progress", "q_1", { status: "in_progress", questionId: "q_1" }, false],
    ["in_progress", "q_1", { status: "in_progress", questionId: "q_2" }, true],
    ["in_progress", "q_1", { status: "in_progress", questionId: null }, false],
    ["ended", null, { status: "ended", questionId: null }, true],
  ] as const)("since %s, given %s: %j is %s", (since, given, now, expected) => {
    expect(isNews(since, given, now)).toBe(expected);
    expect(QUEUED.status).toBe("queued");
  });
});

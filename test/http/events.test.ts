import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PendingQuestion, TranscriptEntry } from "../../src/calls/operations.ts";
import { lastSeen } from "../../src/http/api/progress.ts";
import type { Loose, OpenDoor } from "./http-under-test.ts";
import { openDoor } from "./http-under-test.ts";
import { ALICE, BOB, CALL_ID, ScriptedOperations } from "./scripted-operations.ts";

const line = (seq: number): TranscriptEntry => ({
  seq,
  role: "business",
  text: `line ${seq}\nwith a break`,
  cutOff: null,
  atMs: 1_772_000_000_000 + seq,
  offsetMs: seq * 100,
  latency: null,
});
const QUESTION: PendingQuestion = { id: "q_1", question: "Which day?", askedAtMs: 1, expiresAtMs: 2 };

type Event = { readonly id: string; readonly name: string; readonly data: Loose };

/** A client that understands the event stream format, and nothing of what is in it. */
class Stream {
  readonly response: Response;
  readonly #left = new AbortController();
  readonly #reader: ReadableStreamDefaultReader<string> | undefined;
  #buffer = "";

  private constructor(response: Response, left: AbortController) {
    this.response = response;
    this.#left = left;
    this.#reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  }

  static async open(base: string, key: string, lastEventId?: string): Promise<Stream> {
    const left = new AbortController();
    const response = await fetch(`${base}/v1/calls/${CALL_ID}/events`, {
      signal: left.signal,
      headers: {
        Authorization: `Bearer ${key}`,
        ...(lastEventId === undefined ? {} : { "Last-Event-ID": lastEventId }),
      },
    });
    return new Stream(response, left);
  }

  /** The next event; null at the end of the stream. */
  async next(): Promise<Event | null> {
    for (;;) {
      const end = this.#buffer.indexOf("\n\n");
      if (end >= 0) {
        const block = this.#buffer.slice(0, end);
        this.#buffer = this.#buffer.slice(end + 2);
        const field = (name: string): string => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1] ?? "";
        if (field("event") !== "") return { id: field("id"), name: field("event"), data: JSON.parse(field("data")) };
        continue;
      }
      const chunk = await this.#reader?.read();
      if (chunk === undefined || chunk.done) return null;
      this.#buffer += chunk.value;
    }
  }

  /** The next bytes as they come. */
  async raw(): Promise<string | undefined> {
    return (await this.#reader?.read())?.value;
  }

  async rest(): Promise<Event[]> {
    const events: Event[] = [];
    for (let event = await this.next(); event !== null; event = await this.next()) events.push(event);
    return events;
  }

  leave(): void {
    this.#left.abort();
  }
}

let operations: ScriptedOperations;
let api: OpenDoor;
beforeEach(async () => {
  operations = new ScriptedOperations();
  api = await openDoor({ operations });
});
afterEach(() => api.server.close());

function liveCall(): void {
  operations.change({ status: "ringing", lineState: "ringing" });
  operations.change({ status: "in_progress", lineState: "human", transcript: [line(1)] });
  operations.change({ transcript: [line(1), line(2)], pendingQuestion: QUESTION });
  operations.change({ pendingQuestion: null });
  operations.change({ transcript: [line(1), line(2), line(3)] });
  operations.change({ status: "ended", lineState: null, endReason: "completed" });
}

describe("the event stream", () => {
  it("tells status, transcript, question and ended as they happen, and ends", async () => {
    const stream = await Stream.open(api.base, ALICE);
    expect(stream.response.status).toBe(200);
    expect(stream.response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(stream.response.headers.get("x-request-id")).toMatch(/^req_/);
    expect((await stream.next())?.data).toEqual({ status: "queued", line_state: null, version: 1 });
    liveCall();
    const events = await stream.rest();
    expect(events.map(({ name }) => name)).toEqual([
      ...["status", "status", "transcript", "transcript", "question", "question", "transcript", "status", "ended"],
    ]);
    expect(events[0]?.data).toEqual({ status: "ringing", line_state: "ringing", version: 2 });
    expect(events[2]?.data).toEqual({
      entry: { seq: 1, role: "business", text: "line 1\nwith a break", at: "2026-02-25T06:13:20.001Z", offset_s: 0.1 },
    });
    expect(events[4]?.data["pending_question"]).toMatchObject({ id: "q_1", question: "Which day?" });
    expect(events[5]?.data).toEqual({ pending_question: null });
    expect(events[8]?.data).toEqual((await api.client.get(`/v1/calls/${CALL_ID}`, ALICE)).json);
    expect(operations.watchers.size).toBe(0);
  });

  it("begins with everything that has happened, as it was told when it happened", async () => {
    const live = await Stream.open(api.base, ALICE);
    const first = await live.next();
    liveCall();
    const all = [first, ...(await live.rest())];
    expect(await (await Stream.open(api.base, ALICE)).rest()).toEqual(all);
    expect(all.map((event) => event?.id)).toEqual(Array.from(all, (_, index) => String(index + 1)));
  });

  it("resumes after any event with exactly those that follow, each with the id it has", async () => {
    liveCall();
    const all = await (await Stream.open(api.base, ALICE)).rest();
    for (const [index, event] of all.entries()) {
      const resumed = await Stream.open(api.base, ALICE, event.id);
      expect(await resumed.rest()).toEqual(all.slice(index + 1));
      expect(resumed.response.status).toBe(event.name === "ended" ? 204 : 200);
    }
  });

  it.each(["3.in_progress.human..", "nonsense", "99"])("begins at the beginning for the id %s", async (id) => {
    liveCall();
    const all = await (await Stream.open(api.base, ALICE)).rest();
    expect(await (await Stream.open(api.base, ALICE, id)).rest()).toEqual(all);
  });

  it("is found by nobody else, and by nobody without a key", async () => {
    expect((await Stream.open(api.base, BOB)).response.status).toBe(404);
    expect((await Stream.open(api.base, "svc_unknown")).response.status).toBe(401);
  });

  it("that its client leaves is forgotten at once", async () => {
    for (let round = 0; round < 30; round++) {
      const stream = await Stream.open(api.base, ALICE);
      await stream.next();
      expect(operations.watchers.size).toBe(1);
      stream.leave();
      while (operations.watchers.size > 0) await setImmediate();
    }
  });

  it("may be open 20 times a key", async () => {
    const streams = await Promise.all(Array.from({ length: 20 }, () => Stream.open(api.base, ALICE)));
    expect(streams.map(({ response }) => response.status)).toEqual(Array(20).fill(200));
    expect((await Stream.open(api.base, ALICE)).response.status).toBe(429);
    streams[0]?.leave();
    while ((operations.watchers.get(CALL_ID)?.size ?? 0) > 19) await setImmediate();
    expect((await Stream.open(api.base, ALICE)).response.status).toBe(200);
  });

  it("ends when its key is revoked and when the server closes", async () => {
    const revoked = await Stream.open(api.base, ALICE);
    await revoked.next();
    operations.keys.delete(ALICE);
    operations.change({ status: "ringing" });
    expect(await revoked.rest()).toEqual([]);

    const closed = await Stream.open(api.base, "svc_alice_second");
    await closed.next();
    await closed.next();
    await api.server.close();
    expect(await closed.rest()).toEqual([]);
  });

  it("says every 15 s that it is still there", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      const stream = await Stream.open(api.base, ALICE);
      await stream.next();
      vi.advanceTimersByTime(15_000);
      expect(await stream.raw()).toBe(": still here\n\n");
    } finally {
      vi.useRealTimers();
    }
  });

  it("answers HEAD without a stream", async () => {
    const answer = await api.client.ask("HEAD", `/v1/calls/${CALL_ID}/events`, { key: ALICE });
    expect(answer.status).toBe(200);
    expect(operations.watchers.size).toBe(0);
  });
});

describe("an event id", () => {
  it("is the number of the event", () => expect(["1", "17"].map(lastSeen)).toEqual([1, 17]));

  it.each([undefined, "", "nonsense", "0", "-1", "1.5", "017", "9999999999", "1\n"])(
    "of another form has seen nothing: %j",
    (id) => expect(lastSeen(id)).toBe(0),
  );
});

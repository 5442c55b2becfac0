/** What a call has used, and what was noted until its end, as the store keeps them. */
import Database from "better-sqlite3";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CallUsage } from "../../src/calls/usage.ts";
import { sharedCopy } from "../../src/sharing/shared-call.ts";
import { DeskBench } from "../fakes/desk.ts";
import { NO_FINDINGS } from "../fakes/conversations.ts";

const USAGE: CallUsage = {
  hearing: [{ engine: "deepgram nova-3", seconds: 12.34, failures: 0 }],
  thinking: [],
  speaking: [{ engine: "openai tts", characters: 12, cachedCharacters: 0, discardedCharacters: 3, failures: 1 }],
};

describe("what a call has used", () => {
  let bench: DeskBench;
  let callId: string;
  let added: CallUsage[];
  beforeEach(async () => {
    added = [];
    bench = new DeskBench({ onUsage: (usage) => added.push(usage) });
    callId = await bench.talk(bench.fund(500).caller);
  });
  afterEach(() => bench.end());

  it("is shown once the call has ended, by this process and the next, and on no shared page", async () => {
    bench.conversations.tell(callId, "usage", { usage: USAGE });
    expect(bench.read(callId).usage).toBeNull();
    bench.conversations.finish(callId, "completed");
    expect(bench.read(callId)).toMatchObject({ status: "ended", usage: USAGE });
    await bench.restart();
    expect(bench.read(callId).usage).toEqual(USAGE);
    expect(JSON.stringify(sharedCopy(bench.read(callId)))).not.toContain("nova-3");
    expect(added).toEqual([USAGE]);
  });

  it("is taken a moment after the end too, and once", () => {
    bench.conversations.finish(callId, "completed");
    const { version } = bench.read(callId);
    bench.conversations.tell(callId, "usage", { usage: USAGE });
    bench.conversations.tell(callId, "usage", { usage: { ...USAGE, hearing: [] } });
    expect(bench.read(callId)).toMatchObject({ usage: USAGE, version });
  });

  it("of a conversation that was lost is not known", () => {
    bench.conversations.tell(callId, "lost", {});
    bench.conversations.finish(callId, "provider_failure");
    expect(bench.read(callId)).toMatchObject({ status: "ended", usage: null });
  });

  it("cannot be changed in the file", () => {
    bench.conversations.tell(callId, "usage", { usage: USAGE });
    const db = new Database(join(bench.folder, "outdial.db"), { fileMustExist: true });
    expect(() => db.prepare("UPDATE call SET usage = '{}'").run()).toThrow(/told once/);
    db.close();
  });
});

describe("a conversation that has parted", () => {
  const SUMMARY = { ...NO_FINDINGS, summary: "They are open until ten.", nextSteps: "Go there." };

  it("lets the line go at once, and the call ends with what is told after that", async () => {
    const bench = new DeskBench();
    const callId = await bench.talk(bench.fund(500).caller);
    const { conversations, clock } = bench;
    conversations.tell(callId, "heard", { text: "We are open until ten.", atMs: 1000 });
    clock.advance(30_000);
    const wallMs = clock.wallMs();
    conversations.tell(callId, "parted", { reason: "completed", finishesWithinMs: 7000 });
    expect(bench.pbx.hungUp).toEqual([callId]);
    expect(conversations.closed).toEqual([]);
    conversations.tell(callId, "findings", { findings: { ...SUMMARY, summary: "They are open." } });
    clock.advance(6000);
    expect(bench.read(callId)).toMatchObject({ status: "in_progress", durationS: 30 });
    conversations.findings.set(callId, SUMMARY);
    conversations.finish(callId, "completed");
    expect(bench.read(callId)).toMatchObject({
      status: "ended",
      endReason: "completed",
      endedAtMs: wallMs,
      durationS: 30,
      costCents: 100,
      outcome: { summary: SUMMARY.summary },
    });
    await bench.end();
  });

  it.each([
    ["does not finish in its time", (bench: DeskBench) => bench.clock.advance(7100)],
    [
      "is lost",
      ({ conversations }: DeskBench) => {
        const [{ callId } = { callId: "" }] = conversations.opened;
        conversations.findings.set(callId, NO_FINDINGS);
        conversations.tell(callId, "lost", {});
        conversations.finish(callId, "provider_failure");
      },
    ],
  ])("and then %s ends with what it had told, for the reason it gave", async (_, happens) => {
    const bench = new DeskBench();
    const callId = await bench.talk(bench.fund(500).caller);
    bench.conversations.tell(callId, "heard", { text: "We are open until ten.", atMs: 1000 });
    bench.conversations.tell(callId, "parted", { reason: "completed", finishesWithinMs: 7000 });
    bench.conversations.tell(callId, "findings", { findings: SUMMARY });
    happens(bench);
    expect(bench.read(callId)).toMatchObject({
      status: "ended",
      endReason: "completed",
      outcome: { summary: SUMMARY.summary },
    });
    expect(bench.clock.waiting).toBeLessThan(3);
    await bench.end();
  });

  it("has more time than one that says nothing, but not as much as it likes", async () => {
    const bench = new DeskBench();
    const callId = await bench.talk(bench.fund(500).caller);
    bench.conversations.tell(callId, "parted", { reason: "completed", finishesWithinMs: 3_600_000 });
    bench.clock.advance(9900);
    expect(bench.read(callId).status).toBe("in_progress");
    bench.clock.advance(200);
    expect(bench.read(callId).status).toBe("ended");
    await bench.end();
  });
});

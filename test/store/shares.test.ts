import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SharedCall } from "../../src/sharing/shared-call.ts";
import { DeskBench } from "../fakes/desk.ts";

const TOKEN = "a".repeat(27);
const COPY: SharedCall = {
  language: "en-US",
  businessName: null,
  goal: "A goal that only the copy holds: tangerine",
  startedAtMs: 0,
  durationS: 0,
  answeredBy: null,
  endReason: "busy",
  outcome: {
    success: false,
    summary: "",
    confirmationNumber: null,
    priceQuoted: null,
    appointmentTime: null,
    nextSteps: "",
  },
  questions: [{ question: "q", status: "not_asked", answer: null, quote: null, seq: null }],
  transcript: [{ seq: 1, role: "system", text: "t", cutOff: false, offsetMs: 0.5 }],
};

describe("shares", () => {
  let bench: DeskBench;
  let callId: string;
  beforeEach(async () => {
    bench = new DeskBench();
    callId = await bench.place(bench.fund(500).caller);
    bench.pbx.ended(callId, "busy", 486);
  });
  afterEach(() => bench.end());
  const version = (): number => bench.store.calls.read(callId)?.version ?? 0;

  it("are read as they were published, also by the next process", async () => {
    bench.store.shares.publish(callId, TOKEN, COPY, 1);
    expect(bench.store.shares.read(TOKEN)).toEqual(COPY);
    expect(bench.store.shares.latest(callId)).toEqual({ token: TOKEN, published: true });
    await bench.restart();
    expect(bench.store.shares.read(TOKEN)).toEqual(COPY);
    expect(bench.store.shares.read("b".repeat(27))).toBeNull();
  });

  it("leave nothing of the copy on the disk once withdrawn", async () => {
    bench.store.shares.publish(callId, TOKEN, COPY, 1);
    expect(bench.files()).toContain("tangerine");
    bench.store.shares.withdraw(TOKEN, 2);
    expect(bench.store.shares.read(TOKEN)).toBe("withdrawn");
    expect(bench.store.shares.latest(callId)).toEqual({ token: TOKEN, published: false });
    await bench.restart();
    expect(bench.files()).not.toContain("tangerine");
    expect(bench.store.shares.read(TOKEN)).toBe("withdrawn");
  });

  it("show in the call's version when they come and go, a reserved one does not", () => {
    const before = version();
    bench.store.shares.reserve(callId, "c".repeat(27), 1);
    expect(version()).toBe(before);
    bench.store.shares.publish(callId, TOKEN, COPY, 1);
    expect(version()).toBe(before + 1);
    bench.store.shares.withdraw(TOKEN, 2);
    expect(version()).toBe(before + 2);
  });

  it("are at most one at a time, of ended calls, and never come back: in SQL itself", async () => {
    const { shares } = bench.store;
    shares.publish(callId, TOKEN, COPY, 1);
    expect(() => shares.publish(callId, "d".repeat(27), COPY, 1)).toThrow(/UNIQUE/);
    shares.withdraw(TOKEN, 2);
    expect(() => shares.withdraw(TOKEN, 3)).toThrow(/stays withdrawn/);
    expect(() => shares.publish(callId, TOKEN, COPY, 3)).toThrow(/UNIQUE/);
    shares.publish(callId, "d".repeat(27), COPY, 3);
    const running = await bench.place(bench.fund(500).caller);
    expect(() => shares.publish(running, "e".repeat(27), COPY, 1)).toThrow(/only an ended call/);
    expect(bench.store.verify()).toEqual([]);
  });
});

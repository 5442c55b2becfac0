import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { advance, isWaived, QUEUED, type Call, type CallEvent, type Ended } from "../../src/calls/call.ts";
import { CALL_STATUSES, END_REASONS, LINE_STATES, type EndReason } from "../../src/calls/vocabulary.ts";

const after = (...events: readonly CallEvent[]): Call => events.reduce(advance, QUEUED as Call);
const answered: CallEvent = { type: "answered", atMs: 1_000 };
const ringing: CallEvent = { type: "ringing", earlyMedia: false };
const stop = (reason: EndReason, atMs: number): CallEvent => ({ type: "stop", reason, atMs });
const ended = (reason: EndReason, atMs: number): CallEvent => ({ type: "ended", reason, atMs });

const anyEvent: fc.Arbitrary<CallEvent> = fc.oneof(
  fc.boolean().map((earlyMedia): CallEvent => ({ type: "ringing", earlyMedia })),
  fc.nat(10_000).map((atMs): CallEvent => ({ type: "answered", atMs })),
  fc.constantFrom(...LINE_STATES).map((state): CallEvent => ({ type: "line_state", state })),
  fc.constantFrom("human", "machine", "unknown").map((by): CallEvent => ({ type: "answered_by", by })),
  fc.constant<CallEvent>({ type: "introduced" }),
  fc.nat(10_000).map((talkMs): CallEvent => ({ type: "alive", talkMs })),
  fc
    .record({ reason: fc.constantFrom(...END_REASONS), atMs: fc.nat(10_000) })
    .map((e): CallEvent => ({ type: "stop", ...e })),
  fc
    .record({ reason: fc.constantFrom(...END_REASONS), atMs: fc.nat(10_000) })
    .map((e): CallEvent => ({ type: "ended", ...e })),
);

describe("the life of a call", () => {
  it("only goes forward, ends once, and is the same object when nothing changed", () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 30 }), (events) => {
        let call: Call = QUEUED;
        for (const event of events) {
          const next = advance(call, event);
          expect(CALL_STATUSES.indexOf(next.status)).toBeGreaterThanOrEqual(CALL_STATUSES.indexOf(call.status));
          if (call.status === "ended") expect(next).toBe(call);
          if (next !== call) expect(next).not.toEqual(call);
          call = next;
        }
        if (call.status === "ended") {
          expect(call.talkMs).toBeGreaterThanOrEqual(0);
          if (!call.answered) expect([call.talkMs, call.answeredBy]).toEqual([0, null]);
        }
      }),
    );
  });

  it("may skip steps", () => {
    expect(after(answered).status).toBe("in_progress");
    expect(after(ended("busy", 5))).toMatchObject({ status: "ended", reason: "busy", answered: false });
  });

  it("counts early media as ringing, and does not fall back from it", () => {
    expect(after(ringing, { type: "ringing", earlyMedia: true }, ringing)).toMatchObject({
      status: "ringing",
      lineState: "early_media",
    });
  });

  it("stays unanswered when the answer crosses our hang-up", () => {
    const call = after(ringing, stop("hangup_api", 900), answered, ended("canceled", 1_200));
    expect(call).toMatchObject({ reason: "canceled", answered: false, talkMs: 0 });
  });

  it.each<[string, CallEvent[], EndReason]>([
    ["a hang-up on request before the answer", [ringing, stop("hangup_api", 1), ended("canceled", 2)], "canceled"],
    ["a busy line that crosses our hang-up", [ringing, stop("hangup_api", 1), ended("busy", 2)], "busy"],
    [
      "engines that die while it rings",
      [ringing, stop("provider_failure", 1), ended("canceled", 2)],
      "provider_failure",
    ],
    [
      "a hang-up on request after the answer",
      [answered, stop("hangup_api", 2_000), ended("hangup_api", 2_010)],
      "hangup_api",
    ],
    ["a finished conversation", [answered, stop("completed", 2_000), ended("hangup_api", 2_010)], "completed"],
    [
      "a business that hangs up as we do",
      [answered, stop("completed", 2_000), ended("hangup_business", 2_010)],
      "completed",
    ],
    ["a business that hangs up first", [answered, ended("hangup_business", 2_000)], "hangup_business"],
    ["a trunk that breaks", [answered, ended("trunk_failure", 2_000)], "trunk_failure"],
  ])("tells the reason of %s", (_, events, reason) => {
    expect(after(...events)).toMatchObject({ status: "ended", reason });
  });

  it("counts the talk from the answer to our own hang-up, not to its confirmation", () => {
    const call = after(answered, stop("completed", 43_500), ended("hangup_api", 44_900));
    expect(call).toMatchObject({ talkMs: 42_500 });
  });

  it("stops at the last sign of life when the assistant is lost, and before the answer at once", () => {
    const alive: CallEvent = { type: "alive", talkMs: 30_000 };
    const lost: CallEvent = { type: "lost", atMs: 50_000 };
    expect(after(answered, alive, lost, ended("hangup_api", 50_100))).toMatchObject({
      reason: "provider_failure",
      talkMs: 30_000,
    });
    expect(after(answered, stop("completed", 2_000), lost, ended("hangup_api", 50_100))).toMatchObject({
      reason: "completed",
      talkMs: 1_000,
    });
    expect(after(ringing, lost, answered, ended("canceled", 50_100))).toMatchObject({
      reason: "provider_failure",
      answered: false,
    });
  });

  it("is a human for good once a person took part, and unknown when nobody could tell", () => {
    const by = (who: "human" | "machine" | "unknown"): CallEvent => ({ type: "answered_by", by: who });
    expect(after(answered, by("machine"), by("human"), by("machine"))).toMatchObject({ answeredBy: "human" });
    expect(after(answered, by("machine"), by("unknown"))).toMatchObject({ answeredBy: "machine" });
    expect(after(answered, ended("hangup_business", 2_000))).toMatchObject({ answeredBy: "unknown" });
  });
});

describe("a call that costs nothing although it was answered", () => {
  const end = (reason: EndReason, introduced: boolean): Ended => ({
    status: "ended",
    reason,
    answered: true,
    answeredBy: "unknown",
    metMenu: false,
    transferred: false,
    introduced,
    talkMs: 5_000,
  });

  it("is one that failed by our fault before the first full sentence, and no other", () => {
    for (const reason of ["no_media", "provider_failure", "trunk_failure", "service_restart"] as const) {
      expect([isWaived(end(reason, false)), isWaived(end(reason, true))]).toEqual([true, false]);
    }
  });

  it("is not one that the other side or the caller ended", () => {
    for (const reason of ["completed", "hangup_business", "hangup_api", "no_response", "voicemail"] as const) {
      expect(isWaived(end(reason, false))).toBe(false);
    }
  });
});

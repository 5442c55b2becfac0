import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { advance, newLine, type LineEvent, type LineMove } from "../../src/pbx/line.ts";

/** Runs the events, 100 ms apart, and lists what was told and done. */
function run(events: readonly LineEvent[]): readonly string[] {
  let line = newLine(33_280);
  let nowMs = 1000;
  const done: string[] = [];
  for (const event of events) {
    const [next, moves] = advance(line, event, (nowMs += 100));
    line = next;
    done.push(...moves.map(nameOf));
  }
  return done;
}

function nameOf(move: LineMove): string {
  if (move.type !== "tell") return move.type;
  const { event } = move;
  if (event.type === "ended") return `ended ${event.reason}`;
  return event.type === "ringing" && event.earlyMedia ? "early media" : event.type;
}

const dialled: LineEvent = { type: "dialled" };
const ringing: LineEvent = { type: "ringing" };
const progress: LineEvent = { type: "progress" };
const answered: LineEvent = { type: "answered" };
const hungUp: LineEvent = { type: "give_up", why: "hung_up" };
const gone: LineEvent = { type: "gone", sipStatus: null, q850: 16 };

describe("a line", () => {
  it("rings, is answered and ends, each told once however often Asterisk says it", () => {
    expect(run([dialled, ringing, ringing, answered, answered, ringing, gone, gone])).toEqual([
      "count_ringing", "ringing", "stop_counting", "answered", "stop_counting", "ended hangup_business", "release",
    ]); // prettier-ignore
  });

  it("tells early media after ringing, and ringing no more after early media", () => {
    expect(run([dialled, ringing, progress, ringing, progress])).toEqual(["count_ringing", "ringing", "early media"]);
    expect(run([dialled, progress, ringing])).toEqual(["count_ringing", "early media"]);
  });

  it("given up before the INVITE is over at once", () => {
    expect(run([hungUp, dialled, answered])).toEqual(["stop_counting", "ended canceled", "release"]);
  });

  it("given up while it rings waits for the channel's end, and ignores an answer that crosses", () => {
    expect(run([dialled, ringing, hungUp, answered, hungUp, gone])).toEqual([
      "count_ringing", "ringing", "stop_counting", "hang_up", "stop_counting", "ended canceled", "release",
    ]); // prettier-ignore
  });

  it("keeps the first reason for giving up", () => {
    const over: LineEvent = { type: "give_up", why: "ring_time_over" };
    expect(run([dialled, ringing, over, hungUp, gone])).toContain("ended no_answer");
  });

  it("takes the SIP status from the announcement when the end itself has none", () => {
    expect(run([dialled, { type: "clearing", sipStatus: 486 }, gone])).toContain("ended busy");
  });

  it("tells no SIP status of a call that we gave up ourselves", () => {
    const [line] = advance(newLine(33_280), dialled, 0);
    const [givenUp] = advance(line, hungUp, 1);
    const [, moves] = advance(givenUp, { type: "gone", sipStatus: 487, q850: 127 }, 2);
    expect(moves).toContainEqual({ type: "tell", event: { type: "ended", reason: "canceled", sipStatus: null } });
  });

  it("whose exchange is lost ends as the trunk's failure", () => {
    expect(run([dialled, answered, { type: "exchange_lost" }])).toContain("ended trunk_failure");
  });

  it("ends exactly once, tells nothing after it, and answers at most once, in any order of events", () => {
    const events = fc.oneof(
      fc.constantFrom<LineEvent>(dialled, ringing, progress, answered, hungUp, { type: "exchange_lost" }),
      fc.record({
        type: fc.constant("clearing" as const),
        sipStatus: fc.option(fc.integer({ min: 300, max: 699 })),
      }),
      fc.record({
        type: fc.constant("gone" as const),
        sipStatus: fc.option(fc.integer({ min: 300, max: 699 })),
        q850: fc.option(fc.integer({ min: 0, max: 127 })),
      }),
      fc.record({
        type: fc.constant("give_up" as const),
        why: fc.constantFrom("hung_up", "ring_time_over", "media_lost", "exchange_failed"),
      }),
    );
    fc.assert(
      fc.property(fc.array(events, { maxLength: 30 }), (sequence) => {
        const done = run([...sequence, gone]);
        const told = done.filter((name) => /^(ended|ringing|early|answered)/.test(name));
        expect(told.filter((name) => name.startsWith("ended"))).toHaveLength(1);
        expect(told.at(-1)).toMatch(/^ended/);
        for (const once of ["ringing", "early media", "answered", "release", "hang_up"]) {
          expect(done.filter((name) => name === once).length).toBeLessThanOrEqual(1);
        }
        expect(done.at(-1)).toBe("release");
      }),
    );
  });
});

/** What the business hears of a mind that fails: on a line in virtual time, how long it is silent at most. */
import pino from "pino";
import { describe, expect, it } from "vitest";
import { embeddedBrains } from "../../../src/conversation/dialog/brain/brain.ts";
import { taskOf } from "../../../src/conversation/dialog/task.ts";
import { withTakeover } from "../../../src/conversation/dialog/takeover.ts";
import type { Brain, BrainMove } from "../../../src/conversation/ports.ts";
import { FakeClock } from "../../fakes/clock.ts";
import { VirtualLine } from "../../fakes/virtual-line.ts";
import { briefOf } from "./brain-requests.ts";
import { brainBriefOf } from "./model/talk.ts";

const BRIEF = briefOf({ goal: "Book a table for two on Friday at 7 PM", questions: ["Is there parking nearby?"] });

/** Opens, and then does these steps with all that is heard; "hangs" never ends by itself. */
function failing(...steps: (BrainMove | "hangs" | Error)[]): Brain {
  return {
    openingLine: () => "Hello, this is Ada, an automated assistant calling on behalf of Alex Morgan.",
    retract: () => undefined,
    async *respond(event, _history, signal) {
      if (event.type === "opened") {
        yield { type: "say", text: this.openingLine() };
        return;
      }
      for (const step of steps) {
        if (step instanceof Error) throw step;
        if (step !== "hangs") yield step;
        else await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
      }
    },
  };
}

function rig(model: Brain) {
  const clock = new FakeClock();
  const log = pino({ level: "silent" });
  const minds = [
    { name: "model", brains: { begin: () => model } },
    { name: "rules", brains: embeddedBrains(() => "q_rules") },
  ];
  const brain = withTakeover(minds, { timers: clock, clock, log }).begin(brainBriefOf(BRIEF), []);
  const line = new VirtualLine(brain, { task: taskOf(BRIEF) });
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 20) {
      await line.pass(20);
      clock.advance(20);
    }
  };
  return { line, pass };
}

const said = { type: "say", text: "Thank you." } as const;

describe("a mind that fails on the line", () => {
  it.each<[string, Brain, number]>([
    ["at once", failing(new Error("gone")), 1000],
    ["by never answering", failing("hangs"), 5500],
    ["after its first words", failing(said, new Error("gone")), 1000],
    ["by falling silent after its first words", failing(said, "hangs"), 7000],
  ])("%s is followed by the rules, and the line is never silent for 8 s", async (_, model, mostMs) => {
    const { line, pass } = rig(model);
    line.conversation.answered();
    await line.says("Blue Harbor Bistro, hello.");
    await pass(6000);
    expect(line.spoken()).toHaveLength(1);
    await line.says("What name should I put that under?");
    const endedMs = line.nowMs;
    await pass(12_000);
    const answer = line.told.find(
      ({ event, atMs }) => event.type === "spoke" && atMs > endedMs && event.text.includes("Alex Morgan"),
    );
    // What is told when it was played lasts as long as its words.
    const words = answer?.event.type === "spoke" ? answer.event.text.split(" ").length : 0;
    expect((answer?.atMs ?? Infinity) - endedMs - words * 300).toBeLessThan(mostMs);
    expect(line.events("finished")).toEqual([]);
    expect(line.spoken().filter((text) => text.includes("automated assistant"))).toHaveLength(1);
  });
});

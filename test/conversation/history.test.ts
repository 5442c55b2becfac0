/** The history of a call: everything that another mind needs to take over, in the order in which it happened. */
import { describe, expect, it } from "vitest";
import type { Brain, BrainEvent, BrainMove, HistoryEntry } from "../../src/conversation/ports.ts";
import { VirtualLine, WORD_MS } from "../fakes/virtual-line.ts";

const say = (text: string): BrainMove => ({ type: "say", text });
const FACT: Extract<BrainMove, { type: "fact" }> = {
  type: "fact",
  fact: "price_quoted",
  value: "$42",
  quotes: ["forty two dollars"],
};

/** Answers by script, and keeps what it was told of the past with its last event. */
function rig(script: (event: BrainEvent) => readonly BrainMove[], answerWaitSeconds = 60) {
  let past: readonly HistoryEntry[] = [];
  const brain: Brain = {
    openingLine: () => "Hello there.",
    retract: () => undefined,
    async *respond(event, history) {
      past = history;
      yield* event.type === "opened" ? [say("Hello there.")] : script(event);
    },
  };
  return { line: new VirtualLine(brain, { answerWaitSeconds }), past: () => past };
}

async function begun(line: VirtualLine): Promise<void> {
  line.conversation.answered();
  await line.says("Hello");
  await line.pass(4000);
}

describe("the history", () => {
  it("holds what was noted, asked of the agent and answered", async () => {
    const { line, past } = rig((event) =>
      event.type === "heard"
        ? [FACT, say("One moment."), { type: "ask_agent", questionId: "q_1", question: "Is that fine?" }]
        : [say("Thank you for waiting.")],
    );
    await begun(line);
    await line.says("It is forty two dollars");
    await line.pass(3000);
    line.conversation.answer("q_1", "Yes.");
    await line.pass(100);
    expect(past()).toEqual([
      { role: "business", text: "Hello" },
      { role: "assistant", text: "Hello there." },
      { role: "business", text: "It is forty two dollars" },
      { role: "note", note: FACT },
      { role: "asked", questionId: "q_1", question: "Is that fine?" },
      { role: "assistant", text: "One moment." },
      { role: "answer", questionId: "q_1", answer: "Yes." },
    ]);
  });

  it("tells that the agent did not answer", async () => {
    const { line, past } = rig(
      (event) =>
        event.type === "heard"
          ? [{ type: "ask_agent", questionId: "q_1", question: "Fine?" }]
          : [say("I do not know.")],
      5,
    );
    await begun(line);
    await line.says("It is forty two dollars");
    await line.pass(6000);
    expect(past().at(-1)).toEqual({ role: "answer", questionId: "q_1", answer: null });
  });

  it("holds what of ours was heard, and what was cut off", async () => {
    const { line, past } = rig(() => [say("One two three four five six seven eight.")]);
    await begun(line);
    await line.says("go on");
    await line.pass(520 + 5 * WORD_MS);
    await line.says("wait wait");
    await line.pass(1000);
    const ours = past().findLast(({ role }) => role === "assistant");
    expect(ours).toMatchObject({ text: expect.stringMatching(/^One/), cutOff: expect.stringMatching(/eight\.$/) });
  });

  it("holds the keys of both sides, and why ours could not be sent", async () => {
    const { line, past } = rig((event) =>
      event.type === "heard" && event.text.includes("press") ? [{ type: "press", keys: "12#" }] : [say("I see.")],
    );
    await begun(line);
    line.presses("5");
    await line.says("please press one");
    await line.pass(3000);
    line.keysProblem = "the line is not open";
    await line.says("press it again");
    await line.pass(3000);
    await line.says("are you there");
    await line.pass(1000);
    expect(past().filter(({ role }) => role === "keys")).toEqual([
      { role: "keys", by: "business", keys: "5", sent: true },
      { role: "keys", by: "assistant", keys: "12#", sent: true },
      { role: "keys", by: "assistant", keys: "12#", sent: false, why: "the line is not open" },
    ]);
  });
});

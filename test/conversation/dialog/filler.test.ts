/** What is heard while a mind thinks: on a line in virtual time. */
import { describe, expect, it } from "vitest";
import type { Brain, BrainMove } from "../../../src/conversation/ports.ts";
import { fillersOf } from "../../../src/conversation/dialog/filler.ts";
import { FakeClock } from "../../fakes/clock.ts";
import { VirtualLine } from "../../fakes/virtual-line.ts";

const OPENING = "Hello, this is Ada.";

type Thought = { readonly takesMs: number; readonly moves: readonly BrainMove[]; readonly writesAfterMs?: number };

/** A mind that takes its time; by `fillers: null` one that does not think. */
function rig(thoughts: readonly Thought[], fillers: readonly string[] | null = ["One moment.", "Just a second."]) {
  const clock = new FakeClock();
  let nth = 0;
  let thinking = false;
  const after = (ms: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      clock.after(ms, resolve);
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
  const brain: Brain = {
    openingLine: () => OPENING,
    retract: () => undefined,
    ...(fillers === null ? {} : { fillers: () => fillers }),
    isThinking: () => thinking,
    async *respond(event, _history, signal) {
      if (event.type === "opened") yield { type: "say", text: OPENING };
      if (event.type !== "heard") return;
      const thought = thoughts[nth % thoughts.length];
      nth += 1;
      if (thought === undefined) return;
      thinking = true;
      if (thought.writesAfterMs !== undefined) clock.after(thought.writesAfterMs, () => (thinking = false));
      await after(thought.takesMs, signal);
      thinking = false;
      if (!signal.aborted) yield* thought.moves;
    },
  };
  const line = new VirtualLine(brain);
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 20) {
      await line.pass(20);
      clock.advance(20);
    }
  };
  const soundAfterMs = async (mostMs: number): Promise<number | null> => {
    for (let passed = 0; passed < mostMs; passed += 20) {
      if (line.mouthState === "playing") return passed;
      await pass(20);
    }
    return null;
  };
  const opened = async (): Promise<void> => {
    line.conversation.answered();
    await line.says("Blue Harbor Bistro, hello.");
    await pass(4000);
  };
  return { line, pass, opened, soundAfterMs };
}

const REPLY: BrainMove = { type: "say", text: "Is there parking?" };

describe("a reply that is long in coming", () => {
  it("is announced once, 0.9 s after their last word, and follows", async () => {
    const { line, pass, opened, soundAfterMs } = rig([{ takesMs: 5000, moves: [REPLY] }]);
    await opened();
    await line.says("We are open tonight.");
    const afterMs = await soundAfterMs(3000);
    expect(afterMs).toBeGreaterThanOrEqual(860);
    expect(afterMs).toBeLessThanOrEqual(1000);
    await pass(9000);
    expect(line.spoken()).toEqual([OPENING, "One moment. Is there parking?"]);
  });

  it("is announced in other words the next time", async () => {
    const { line, pass, opened } = rig([{ takesMs: 2000, moves: [REPLY] }]);
    await opened();
    for (const sentence of ["We are open tonight.", "Yes, there is."]) {
      await line.says(sentence);
      await pass(6000);
    }
    expect(line.spoken().slice(1)).toEqual(["One moment. Is there parking?", "Just a second. Is there parking?"]);
  });

  it("is not announced twice by a mind that asks them to wait itself", async () => {
    const wait: BrainMove = { type: "say", text: "One moment please, let me check that." };
    const asks: BrainMove = { type: "ask_agent", questionId: "q_1", question: "Inside or outside?" };
    const { line, pass, opened } = rig([{ takesMs: 2000, moves: [wait, asks] }], ["One moment please."]);
    await opened();
    await line.says("Would you like to sit inside?");
    await pass(5000);
    expect(line.spoken().slice(1)).toEqual(["One moment please."]);
    expect(line.events("asked")).toHaveLength(1);
  });
});

describe("nothing is announced", () => {
  it.each<[string, Thought]>([
    ["when the reply is there in time", { takesMs: 300, moves: [REPLY] }],
    ["when words of it are being written already", { takesMs: 1200, writesAfterMs: 300, moves: [REPLY] }],
  ])("%s", async (_, thought) => {
    const { line, pass, opened } = rig([thought]);
    await opened();
    await line.says("We are open tonight.");
    await pass(5000);
    expect(line.spoken()).toEqual([OPENING, "Is there parking?"]);
  });

  it("before a mind has had time to think, after digits that were waited out", async () => {
    const { line, pass, opened } = rig([{ takesMs: 300, moves: [REPLY] }]);
    await opened();
    await line.says("The number is five five five one two.");
    await pass(6000);
    expect(line.spoken()).toEqual([OPENING, "Is there parking?"]);
  });

  it("by a mind that does not think", async () => {
    const { line, pass, opened } = rig([{ takesMs: 3000, moves: [REPLY] }], null);
    await opened();
    await line.says("We are open tonight.");
    await pass(6000);
    expect(line.spoken()).toEqual([OPENING, "Is there parking?"]);
  });

  it("into their words: who goes on is listened to", async () => {
    const { line, pass, opened } = rig([{ takesMs: 2000, moves: [REPLY] }]);
    await opened();
    await line.says("We are open tonight.");
    await pass(700);
    await line.says("But only on Fridays and on Saturdays.", { forMs: 3000 });
    expect(line.mouthState).toBe("idle");
    expect(line.spoken()).toEqual([OPENING]);
    await pass(500);
    expect(line.spoken()).toEqual([OPENING]);
  });
});

it("waits for quiet: whatever may become speech of theirs comes first", async () => {
  const brain: Brain = {
    openingLine: () => OPENING,
    retract: () => undefined,
    fillers: () => ["One moment."],
    isThinking: () => true,
    async *respond() {},
  };
  const filler = fillersOf(brain)?.(0, 0);
  let said = "";
  void filler?.due.then((text) => (said = text));
  filler?.look(2000, false);
  await Promise.resolve();
  expect(said).toBe("");
  filler?.look(2020, true);
  await Promise.resolve();
  expect(said).toBe("One moment.");
});

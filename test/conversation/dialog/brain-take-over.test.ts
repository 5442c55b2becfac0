/** A call that does not go as planned for the mind: cut off, told too early, taken over from another. */
import { describe, expect, it } from "vitest";
import { embeddedBrains } from "../../../src/conversation/dialog/brain/brain.ts";
import type { BrainEvent, BrainMove, HistoryEntry } from "../../../src/conversation/ports.ts";
import { briefOf } from "./brain-requests.ts";

describe("when it is interrupted", () => {
  const brief = briefOf({ goal: "Find out prices", questions: ["How much is lunch?"] });
  const brainWith = (history: HistoryEntry[], questions = brief.questions) => {
    const asked = { ...brief, questions };
    const brain = embeddedBrains(() => "q_1").begin({ brief: asked, assistant: { name: "Ada", disclosure: true } }, []);
    return async (event: BrainEvent): Promise<string> => {
      const made: BrainMove[] = [];
      for await (const move of brain.respond(event, history, new AbortController().signal)) made.push(move);
      return made.flatMap((move) => (move.type === "say" ? [move.text] : [])).join(" ");
    };
  };

  it("says again what was cut off, without counting it as asked", async () => {
    const history: HistoryEntry[] = [];
    const give = brainWith(history);
    await give({ type: "opened", heard: null });
    history.push({ role: "assistant", text: "Hello, this is Ada, an auto" });
    expect(await give({ type: "heard", text: "yes hello", confidence: null })).toBe(
      "As I was saying: How much is lunch?",
    );
  });

  it.each(["Is there anything else I can help you with?", "There anything else I can do for you today."])(
    "asks what was cut off, and pleads no misunderstanding, when all that they say is: %s",
    async (said) => {
      const history: HistoryEntry[] = [];
      const give = brainWith(history, ["How much is lunch?", "Do you have parking?"]);
      await give({ type: "opened", heard: null });
      history.push({ role: "assistant", text: "Hello, this is Ada, calling for Alex Morgan. How much is lunch?" });
      history.push({ role: "business", text: "Lunch is twelve dollars." });
      const asked = await give({ type: "heard", text: "Lunch is twelve dollars.", confidence: null });
      expect(asked).toMatch(/\. Do you have parking\?$/);
      history.push({ role: "assistant", text: asked.split(".")[0] ?? "" });
      history.push({ role: "business", text: said });
      expect(await give({ type: "heard", text: said, confidence: null })).toBe("Do you have parking?");
    },
  );

  it("forgets what it heard too early", async () => {
    const history: HistoryEntry[] = [];
    const brain = embeddedBrains(() => "q_1").begin({ brief, assistant: { name: "Ada", disclosure: true } }, []);
    const give = async (event: BrainEvent): Promise<BrainMove[]> => {
      const made: BrainMove[] = [];
      for await (const move of brain.respond(event, history, new AbortController().signal)) made.push(move);
      return made;
    };
    await give({ type: "opened", heard: null });
    await give({ type: "heard", text: "lunch is twenty", confidence: null });
    brain.retract();
    const moves = await give({ type: "heard", text: "lunch is twenty four dollars", confidence: null });
    expect(moves).toContainEqual(expect.objectContaining({ type: "finding", answer: "Lunch is $24" }));
  });

  describe("in its goodbye", () => {
    const HELLO = "Hello, this is Ada, an automated assistant calling on behalf of Alex Morgan. How much is lunch?";
    const answer = { type: "heard", text: "Lunch is twenty four dollars.", confidence: null } as const;

    /** Takes the moves of the reply up to its words, of which nothing is heard then; `told` are those before them. */
    async function cutInGoodbye() {
      const history: HistoryEntry[] = [];
      const brain = embeddedBrains(() => "q_1").begin({ brief, assistant: { name: "Ada", disclosure: true } }, []);
      const give = async (event: BrainEvent): Promise<BrainMove[]> => {
        if (event.type === "heard") history.push({ role: "business", text: event.text });
        const made: BrainMove[] = [];
        for await (const move of brain.respond(event, history, new AbortController().signal)) made.push(move);
        return made;
      };
      await give({ type: "opened", heard: null });
      history.push({ role: "assistant", text: HELLO });
      const readBack = (await give(answer)).flatMap((move) => (move.type === "say" ? [move.text] : []));
      history.push({ role: "assistant", text: readBack.join(" ") });
      history.push({ role: "business", text: "Yes, that is correct." });
      const yes: BrainEvent = { type: "heard", text: "Yes, that is correct.", confidence: null };
      const told: BrainMove[] = [];
      for await (const move of brain.respond(yes, history, new AbortController().signal)) {
        if (move.type === "say") break;
        told.push(move);
      }
      return { brain, give, told };
    }

    it("has told its verdict before, and answers what they said into it", async () => {
      const { told, give } = await cutInGoodbye();
      expect(told).toMatchObject([{ type: "errand", reached: true }, { type: "conclusion" }]);
      const text = "Is there anything else I can help you with?";
      const moves = await give({ type: "heard", text, confidence: null });
      expect(moves).toContainEqual({ type: "say", text: expect.stringMatching(/^No, that is all/) as string });
    });

    it("tells its verdict again when the reply that told it is taken back", async () => {
      const { brain, give } = await cutInGoodbye();
      brain.retract();
      const moves = await give({ type: "heard", text: "Yes, that is correct. Goodbye.", confidence: null });
      expect(moves.filter(({ type }) => type === "conclusion")).toHaveLength(1);
      expect(moves.findLast(({ type }) => type === "errand")).toMatchObject({ reached: true });
      expect(moves.at(-1)).toEqual({ type: "hang_up" });
    });
  });

  it("asks the agent all the same when it was cut in the words before", async () => {
    const table = briefOf({ goal: "Book a table for two on Friday at 7 PM" });
    const mind = embeddedBrains(() => "q_1").begin({ brief: table, assistant: { name: "Ada", disclosure: true } }, []);
    const asked: BrainEvent = { type: "heard", text: "Would you like to sit inside or outside?", confidence: null };
    for await (const move of mind.respond({ type: "opened", heard: null }, [], new AbortController().signal)) void move;
    for await (const move of mind.respond(asked, [], new AbortController().signal)) if (move.type === "say") break;
    const made: BrainMove[] = [];
    const going: BrainEvent = { type: "heard", text: "We have both.", confidence: null };
    for await (const move of mind.respond(going, [], new AbortController().signal)) made.push(move);
    expect(made).toContainEqual(expect.objectContaining({ type: "ask_agent", questionId: "q_1" }));
  });

  it("stops at once when its reply is no longer wanted", async () => {
    const brain = embeddedBrains(() => "q_1").begin({ brief, assistant: { name: "Ada", disclosure: true } }, []);
    const moves: BrainMove[] = [];
    for await (const move of brain.respond({ type: "opened", heard: null }, [], AbortSignal.abort())) moves.push(move);
    expect(moves).toEqual([]);
  });
});

describe("taking over from another mind", () => {
  const brief = briefOf({
    goal: "Book a table for two on Friday at 7 PM",
    questions: ["How much is the dinner menu?", "Is there parking nearby?"],
  });
  const history: HistoryEntry[] = [
    { role: "business", text: "Blue Harbor, good evening." },
    {
      role: "assistant",
      text: "Hi there! I'm an AI assistant calling for Alex Morgan, who would love a table for two this Friday at seven.",
    },
    { role: "business", text: "Sure, that's possible. What's the name?" },
    {
      role: "assistant",
      text: "It's Alex Morgan. While I have you, may I ask how much the dinner menu is these days?",
    },
  ];
  const after = async (event: BrainEvent, past: readonly HistoryEntry[]): Promise<BrainMove[]> => {
    const brain = embeddedBrains(() => "q_1").begin({ brief, assistant: { name: "Ada", disclosure: true } }, past);
    const made: BrainMove[] = [];
    for await (const move of brain.respond(event, past, new AbortController().signal)) made.push(move);
    return made;
  };

  it("understands the answer to a question that the other one asked in its own words", async () => {
    const heard = "It's forty two dollars per person.";
    const moves = await after({ type: "heard", text: heard, confidence: null }, [
      ...history,
      { role: "business", text: heard },
    ]);
    expect(moves).toContainEqual(
      expect.objectContaining({ type: "finding", question: "How much is the dinner menu?", status: "answered" }),
    );
    expect(moves).toContainEqual({ type: "say", text: expect.stringContaining("Is there parking nearby?") as string });
  });

  it("knows what was answered before, and tells it", async () => {
    const past: HistoryEntry[] = [
      ...history,
      { role: "business", text: "It's forty two dollars per person." },
      { role: "assistant", text: "Lovely. And is there any parking nearby?" },
    ];
    const moves = await after({ type: "silence", silentMs: 6000 }, past);
    expect(moves).toContainEqual(
      expect.objectContaining({ type: "finding", question: "How much is the dinner menu?", status: "answered" }),
    );
    expect(moves).toContainEqual({ type: "say", text: "Hello? Are you still there?" });
  });

  it("passes on an answer that the other one was waiting for", async () => {
    const past: HistoryEntry[] = [
      ...history,
      { role: "business", text: "Inside or outside?" },
      { role: "assistant", text: "Let me check that for you, one moment." },
    ];
    const moves = await after({ type: "answered", questionId: "q_other", answer: "Outside." }, past);
    expect(moves).toContainEqual({ type: "say", text: "Thank you for waiting. Outside." });
  });

  it("keeps reassuring while the other one's question is open", async () => {
    const past: HistoryEntry[] = [
      ...history,
      { role: "business", text: "Inside or outside?" },
      { role: "assistant", text: "One moment please, let me check that." },
    ];
    expect(await after({ type: "still_waiting", waitedMs: 12_000 }, past)).toEqual([
      { type: "say", text: "Thank you for holding. I'm still checking." },
    ]);
  });

  it("ends a call that the other one was ending", async () => {
    const past: HistoryEntry[] = [
      ...history,
      { role: "business", text: "It's forty two." },
      { role: "assistant", text: "Thank you so much, goodbye!" },
    ];
    const moves = await after({ type: "heard", text: "bye now", confidence: null }, [
      ...past,
      { role: "business", text: "bye now" },
    ]);
    expect(moves.at(-1)).toEqual({ type: "hang_up" });
  });
});

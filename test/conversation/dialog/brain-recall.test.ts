/** Rules that take over a call: what the mind before them had noted and asked counts, and is not read a second time. */
import { describe, expect, it } from "vitest";
import { embeddedBrains } from "../../../src/conversation/dialog/brain/brain.ts";
import type { BrainEvent, BrainMove, HistoryEntry } from "../../../src/conversation/ports.ts";
import { briefOf } from "./brain-requests.ts";

const BRIEF = briefOf({
  goal: "Book a table for two on Friday at 7 PM",
  questions: ["How much is the dinner menu?", "Is there parking nearby?"],
});

async function after(event: BrainEvent, history: readonly HistoryEntry[], brief = BRIEF): Promise<BrainMove[]> {
  const brain = embeddedBrains(() => "q_new").begin({ brief, assistant: { name: "Ada", disclosure: true } }, history);
  const made: BrainMove[] = [];
  for await (const move of brain.respond(event, history, new AbortController().signal)) made.push(move);
  return made;
}

const said = (moves: readonly BrainMove[]): string =>
  moves.flatMap((move) => (move.type === "say" ? [move.text] : [])).join(" ");
const OPENED: HistoryEntry[] = [
  { role: "business", text: "Blue Harbor, good evening." },
  {
    role: "assistant",
    text: "Hi, I'm an AI assistant calling for Alex Morgan. I'd like to book a table for two on Friday at 7 PM.",
  },
];

describe("what was noted", () => {
  it("is not asked again, though the rules do not see the answer in the words", async () => {
    const history: HistoryEntry[] = [
      ...OPENED,
      { role: "business", text: "The usual, you know it." },
      {
        role: "note",
        note: {
          type: "finding",
          question: BRIEF.questions[0]!,
          status: "answered",
          answer: "The usual",
          quote: "The usual",
        },
      },
      { role: "note", note: { type: "errand", index: 0, reached: true, quotes: ["The usual"] } },
      { role: "assistant", text: "Thank you." },
    ];
    const moves = await after({ type: "silence", silentMs: 6000 }, history);
    expect(said(moves)).toContain("parking");
    expect(moves.filter(({ type }) => type === "finding")).toEqual([]);
  });

  it("stands at the end: the verdict is made of it", async () => {
    const history: HistoryEntry[] = [
      ...OPENED,
      { role: "business", text: "All right, that's in the book, number four four." },
      { role: "note", note: { type: "errand", index: 0, reached: true, quotes: ["that's in the book"] } },
      { role: "note", note: { type: "fact", fact: "confirmation_number", value: "44", quotes: ["number four four"] } },
      { role: "assistant", text: "Thank you." },
    ];
    const moves = await after({ type: "wrap_up", reason: "max_duration" }, history);
    expect(moves.findLast(({ type }) => type === "errand")).toMatchObject({
      reached: true,
      quotes: ["that's in the book"],
    });
    expect(moves.findLast((move) => move.type === "conclusion")).toMatchObject({
      summary: expect.stringContaining("Confirmation number: 44.") as string,
    });
    expect(moves.filter(({ type }) => type === "fact")).toEqual([]);
  });

  it("as not possible, or taken back, stands as well", async () => {
    const history: HistoryEntry[] = [
      ...OPENED,
      { role: "business", text: "Friday we are having a private party." },
      { role: "note", note: { type: "fact", fact: "appointment_time", value: "Friday", quotes: ["Friday"] } },
      { role: "note", note: { type: "fact", fact: "appointment_time", value: "", quotes: ["Friday"] } },
      { role: "note", note: { type: "errand", index: 0, reached: false, quotes: ["we are having a private party"] } },
      { role: "assistant", text: "I see." },
    ];
    const moves = await after({ type: "wrap_up", reason: "max_duration" }, history);
    const conclusion = moves.findLast((move) => move.type === "conclusion");
    expect(conclusion?.summary).toContain('It was not possible: "we are having a private party".');
    expect(conclusion?.summary).not.toContain("Appointment");
  });

  it("of a goal that is a question answers it", async () => {
    const brief = briefOf({ goal: "Find out the opening hours" });
    const history: HistoryEntry[] = [
      { role: "business", text: "Hello?" },
      { role: "assistant", text: "Hello, this is Ada. I'd like to find out your opening hours." },
      { role: "business", text: "The usual ones." },
      { role: "note", note: { type: "errand", index: 0, reached: true, quotes: ["The usual ones"] } },
      { role: "assistant", text: "Thank you." },
    ];
    const moves = await after({ type: "wrap_up", reason: "max_duration" }, history, brief);
    expect(moves.findLast(({ type }) => type === "errand")).toMatchObject({
      reached: true,
      quotes: ["The usual ones"],
    });
  });
});

describe("what the agent was asked", () => {
  const offer = "Friday is full, I can offer you Saturday at 9 PM.";
  const asked: HistoryEntry[] = [
    ...OPENED,
    { role: "business", text: offer },
    { role: "asked", questionId: "q_old", question: "They offer Saturday at 9 PM. Is that all right?" },
    { role: "assistant", text: "Let me check that, one moment." },
  ];

  it("is waited for, and its answer passed on", async () => {
    expect(said(await after({ type: "still_waiting", waitedMs: 12_000 }, asked))).toMatch(/still checking/);
    const answered: HistoryEntry[] = [...asked, { role: "answer", questionId: "q_old", answer: "Yes, take it." }];
    const moves = await after({ type: "answered", questionId: "q_old", answer: "Yes, take it." }, answered);
    expect(said(moves)).toBe("Thank you for waiting. Yes, take it.");
  });

  it("and has agreed to is not asked again", async () => {
    const history: HistoryEntry[] = [
      ...asked,
      { role: "answer", questionId: "q_old", answer: "Yes, take it." },
      { role: "assistant", text: "Saturday at 9 PM is fine." },
    ];
    const booked = "Okay, your table for Saturday at 9 PM is booked.";
    const event: BrainEvent = { type: "heard", text: booked, confidence: null };
    const moves = await after(event, [...history, { role: "business", text: booked }]);
    expect(moves.filter(({ type }) => type === "ask_agent")).toEqual([]);
    expect(moves.findLast(({ type }) => type === "errand")).toMatchObject({ reached: true });
  });

  it("and has declined is not taken", async () => {
    const history: HistoryEntry[] = [
      ...asked,
      { role: "answer", questionId: "q_old", answer: "No, not on Saturday." },
      { role: "assistant", text: "I'm sorry, not on Saturday." },
    ];
    const booked = "Okay, your table for Saturday at 9 PM is booked.";
    const event: BrainEvent = { type: "heard", text: booked, confidence: null };
    const moves = await after(event, [...history, { role: "business", text: booked }]);
    expect(moves.filter((move) => move.type === "errand" && move.reached)).toEqual([]);
  });

  it("without an answer is over", async () => {
    const expired: HistoryEntry[] = [...asked, { role: "answer", questionId: "q_old", answer: null }];
    const moves = await after({ type: "answer_expired", questionId: "q_old" }, expired);
    expect(said(moves)).toMatch(/don't have an answer/);
  });
});

it("does not take keys for words", async () => {
  const history: HistoryEntry[] = [...OPENED, { role: "keys", by: "business", keys: "5", sent: true }];
  expect(said(await after({ type: "silence", silentMs: 6000 }, history))).not.toBe("");
});

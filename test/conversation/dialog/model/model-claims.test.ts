/** What a model claims, call by call, and what is left of it when the call is over. */
import { describe, expect, it } from "vitest";
import { modelBrains } from "../../../../src/conversation/dialog/model/model-brain.ts";
import { emptyNotebook, isNote, write } from "../../../../src/conversation/dialog/notebook.ts";
import { withDisagreements } from "../../../../src/conversation/dialog/disagreements.ts";
import type { Notebook } from "../../../../src/conversation/dialog/notebook.ts";
import type { Answer, SimulatedCall } from "../../../simulators/openai-chat/answer.ts";
import { briefOf } from "../brain-requests.ts";
import { ScriptedChat } from "./scripted-chat.ts";
import { brainBriefOf, call, Talk } from "./talk.ts";

const BRIEF = briefOf({
  goal: "Book a table for two on Friday at 7 PM",
  constraints: "At most $50 per person",
  questions: ["Do you have parking?", "Is there a terrace?"],
});

const done = (...quotes: readonly string[]): SimulatedCall => call("record_errand", { errand: 1, done: true, quotes });
const answered = (question: number, quote: string): SimulatedCall =>
  call("record_answer", { question, status: "answered", answer: "Yes", quote });
const priced = (value: string, quote: string): SimulatedCall =>
  call("record_fact", { fact: "price_quoted", value, quotes: [quote] });

/** Each turn: what they say, what the model says to it and claims. What it is asked again it answers with nothing. */
async function after(
  ...turns: readonly (readonly [heard: string, says: string, ...claims: SimulatedCall[]])[]
): Promise<Notebook> {
  const answers = new Map<string, Answer>(turns.map(([heard, text, ...calls]) => [heard, { text, calls }]));
  const chat = new ScriptedChat(({ messages }) => {
    const last = messages.findLast(({ role }) => role === "user")?.content ?? "";
    const turn = [...answers].findLast(([heard]) => last.includes(JSON.stringify({ business: heard })));
    if (turn === undefined) return {};
    answers.delete(turn[0]);
    return turn[1];
  });
  const brief = brainBriefOf(BRIEF);
  const talk = new Talk(modelBrains(chat, () => "q1").begin(brief, []));
  await talk.open();
  for (const [heard] of turns) await talk.hear(heard);
  await talk.give({ type: "wrap_up", reason: "hangup_business" });
  const empty = emptyNotebook({ questions: BRIEF.questions, errands: brief.errands });
  return withDisagreements(talk.moves.filter(isNote).reduce(write, empty), talk.history);
}

describe("a booking is not reached by", () => {
  it.each<[string, string, SimulatedCall]>([
    ["words that nobody said", "One moment.", done("your table is booked")],
    ["its own words", "Hm.", done("book a table for two")],
    ["a word out of a refusal", "We are fully booked.", done("booked")],
    ["a bare sure with a condition", "Sure, if you come before five.", done("Sure")],
    ["a bare sure with scorn", "Sure, when hell freezes over.", done("Sure")],
    ["what could be", "Yes, we can do that.", done("Yes, we can do that")],
    ["a price above the limit", "It is booked, that is eighty dollars per person.", done("It is booked")],
    ["another number of people", "You are booked for three people.", done("You are booked for three people")],
  ])("%s", async (_, heard, claim) => {
    const { errands } = await after([heard, "I see.", claim]);
    expect(errands[0]?.reached).toBe(false);
  });

  it("a yes to another question", async () => {
    const { errands, questions } = await after(
      ["Go on.", "Do you have parking?"],
      ["Yes.", "Thank you.", done("Yes"), answered(2, "Yes"), answered(1, "Yes")],
    );
    expect(errands[0]?.reached).toBe(false);
    expect(questions.map(({ status }) => status)).toEqual(["answered", "not_asked"]);
  });

  it("words that were true until they named a price above the limit", async () => {
    const { errands } = await after(
      ["Your table is booked for Friday at 7 PM.", "Thank you.", done("Your table is booked for Friday at 7 PM")],
      ["It comes to eighty dollars per person in total.", "I see."],
    );
    expect(errands[0]?.reached).toBe(false);
  });
});

it("a booking is reached by words that say so, within the request", async () => {
  const { errands } = await after([
    "Your table for two people on Friday at 7 PM is booked, that is forty dollars per person.",
    "Thank you.",
    done("Your table for two people on Friday at 7 PM is booked"),
  ]);
  expect(errands[0]?.reached).toBe(true);
});

describe("a price that was said back", () => {
  it("counts when they say yes", async () => {
    const { priceQuoted } = await after(
      ["It is forty two dollars.", "So forty two dollars, is that right?", priced("$42", "forty two dollars")],
      ["Yes, that is right.", "Thank you."],
    );
    expect(priceQuoted?.value).toBe("$42");
  });

  it.each(["Yes, forty five dollars.", "No.", "No, it is forty five dollars."])(
    "does not count after: %s",
    async (reply) => {
      const { priceQuoted, summary, nextSteps } = await after(
        ["It is forty two dollars.", "So forty two dollars, is that right?", priced("$42", "forty two dollars")],
        [reply, "I see."],
      );
      expect(priceQuoted).toBeNull();
      expect(summary).toContain(`The price is not confirmed: they said "forty two dollars", then "${reply}".`);
      expect(summary).not.toContain("Price quoted");
      expect(nextSteps).toContain("Ask them again for the price.");
    },
  );
});

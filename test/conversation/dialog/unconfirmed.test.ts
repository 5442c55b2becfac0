/** What they did not agree to is no plain answer, and the caller is told. */
import { describe, expect, it } from "vitest";
import { withDisagreements } from "../../../src/conversation/dialog/disagreements.ts";
import { emptyNotebook, isNote, write } from "../../../src/conversation/dialog/notebook.ts";
import type { Notebook } from "../../../src/conversation/dialog/notebook.ts";
import { withUnconfirmed } from "../../../src/conversation/dialog/unconfirmed.ts";
import type { HistoryEntry } from "../../../src/conversation/ports.ts";
import { askedAgent, openedCall } from "./brain-script.ts";
import type { Call } from "./brain-script.ts";
import { briefOf } from "./brain-requests.ts";

const PRICE = "How much is a saddle?";
const OPEN = "When do you open?";
const asking = (...questions: string[]): Call => openedCall(briefOf({ goal: "Find out a few things", questions }));

/** A call with its history, as the conversation keeps it. */
function talk(
  call: Call,
  ...said: readonly string[]
): { readonly lines: readonly string[]; readonly outcome: () => Notebook } {
  const history: HistoryEntry[] = [];
  const lines = said.map((text) => {
    const known = call.moves.length;
    const line = call.hear(text);
    history.push({ role: "business", text });
    for (const note of call.moves.slice(known).filter(isNote)) history.push({ role: "note", note });
    if (line !== "") history.push({ role: "assistant", text: line });
    return line;
  });
  return {
    lines,
    outcome: () => {
      const known = call.moves.length;
      call.give({ type: "wrap_up", reason: "callee_hung_up" });
      for (const note of call.moves.slice(known).filter(isNote)) history.push({ role: "note", note });
      const { brief, errands } = call.state.assignment;
      const task = {
        questions: brief.questions,
        errands: errands.map(({ text }) => ({ text, kind: "find_out" as const })),
      };
      const book = call.moves.filter(isNote).reduce(write, emptyNotebook(task));
      return withUnconfirmed(withDisagreements(book, history), history, "en-US");
    },
  };
}

describe("a price that was said back", () => {
  it("is no answer after a reply that nobody understood, whatever it sounded like", () => {
    for (const reply of [
      "Because for a kid now, where is he?",
      "I think it's four gigs at now, Lucy.",
      "Purple.",
      "Thank you for the music",
    ]) {
      const { questions, priceQuoted, summary } = talk(asking(PRICE), "It is fourteen dollars.", reply).outcome();
      expect(priceQuoted, reply).toBeNull();
      expect(questions[0], reply).toMatchObject({ status: "unknown", answer: null });
      expect(summary, reply).toContain('The price is not confirmed: they said "It is fourteen dollars"');
    }
  });

  it("is said back again after their question was answered", () => {
    const call = asking(PRICE);
    const { lines } = talk(call, "It is fourteen dollars.", "And which colour should it be?");
    expect(lines.at(-1)).toContain("One moment");
    expect(askedAgent(call)).toHaveLength(1);
    expect(call.give({ type: "answered", questionId: "q1", answer: "Any colour." })).toContain("Any colour.");
    expect(call.hear("Okay, I see.")).toContain("$14. Is that correct");
  });

  it("is asked again in plainer words, and left open in the end", () => {
    const said = ["It is fourteen dollars.", "The grey lorry ate it", "A wall of bees", "Cold soup by the lake"];
    const { lines, outcome } = talk(asking(PRICE), ...said);
    expect(lines.slice(1, 3)).toEqual(
      Array(2).fill("Sorry, I didn't get that. The price is $14. Is that correct, yes or no?"),
    );
    expect(lines.at(-1)).toContain("I will leave that open");
    expect(outcome()).toMatchObject({ priceQuoted: null, questions: [{ status: "unknown" }] });
  });

  it.each(["Yes.", "Uh huh, anything else?", "Fourteen dollars.", "You got it.", "That's it"])(
    "stands after “%s”",
    (reply) => {
      const book = talk(asking(PRICE), "It is fourteen dollars.", reply).outcome();
      expect(book).toMatchObject({ priceQuoted: { value: "$14" }, questions: [{ status: "answered" }] });
      expect(book.summary).not.toContain("confirmed");
    },
  );

  it("stands when they hang up before they reply, and the caller is told that nobody confirmed it", () => {
    const { priceQuoted, summary, nextSteps } = talk(asking(PRICE), "It is fourteen dollars.").outcome();
    expect(priceQuoted?.value).toBe("$14");
    expect(summary).toContain("Not confirmed by them: the price $14.");
    expect(nextSteps).toContain("Have them confirm the price $14.");
  });
});

describe("on a line that is hard to hear", () => {
  it("an hour is said back too, once something was misheard", () => {
    const { lines } = talk(
      asking(PRICE, OPEN),
      "It is fourteen dollars.",
      "We open at half past nine.",
      "no forty",
      "yes",
    );
    expect(lines.at(-1)).toContain("when do you open, I have 9:30. Is that correct?");
  });

  it("an hour that was heard well is taken as it is", () => {
    const { lines } = talk(asking(PRICE, OPEN), "It is fourteen dollars.", "We open at half past nine.", "yes");
    expect(lines.at(-1)).toContain("Goodbye");
  });

  it("an answer that may have been misheard is none when the call ends before they agree", () => {
    const { questions, summary } = talk(asking(OPEN), "No and nine morning.").outcome();
    expect(questions[0]).toMatchObject({ status: "unknown", answer: null });
    expect(summary).toContain(`The answer to "${OPEN}" is not confirmed: they said "No and nine morning".`);
  });
});

describe("whichever mind led", () => {
  const book: Notebook = {
    ...emptyNotebook({ questions: ["Wie viel kostet es?"], errands: [] }),
    priceQuoted: { value: "$61", quotes: ["sixty one dollars"] },
    summary: "All is well.",
    nextSteps: "Nothing more to do.",
  };
  const told = (...history: readonly HistoryEntry[]): string => withUnconfirmed(book, history, "en-US").summary;
  const asked: HistoryEntry = { role: "assistant", text: "So that is sixty one dollars, is that right?" };

  it("a value is confirmed by a yes to it, at whatever time", () => {
    expect(told(asked, { role: "business", text: "Yes." })).toBe("All is well.");
    expect(told(asked, { role: "business", text: "Sure." }, asked, { role: "business", text: "Wait." })).toBe(
      "All is well.",
    );
  });

  it("is not confirmed by a yes to something else, by nothing, or by our own words", () => {
    const other: HistoryEntry = { role: "assistant", text: "Are you open today?" };
    for (const history of [
      [asked],
      [asked, { role: "business", text: "The lake of the moon." }],
      [other, { role: "business", text: "Yes." }],
      [
        { role: "assistant", text: "It is sixty one dollars, I see." },
        { role: "business", text: "Yes." },
      ],
    ] satisfies HistoryEntry[][]) {
      expect(told(...history)).toBe("All is well. Not confirmed by them: the price $61.");
    }
  });
});

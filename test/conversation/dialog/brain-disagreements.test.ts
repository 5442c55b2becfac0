/** Values that do not go together: what they confirm is what was said back, or it is not confirmed. */
import { describe, expect, it } from "vitest";
import { withDisagreements } from "../../../src/conversation/dialog/disagreements.ts";
import { emptyNotebook, isNote, write } from "../../../src/conversation/dialog/notebook.ts";
import type { Notebook } from "../../../src/conversation/dialog/notebook.ts";
import { openedCall } from "./brain-script.ts";
import type { Call } from "./brain-script.ts";
import { briefOf } from "./brain-requests.ts";

const OIL = briefOf({ goal: "Find out the price of an oil change", questions: ["How much is an oil change?"] });

function noted(call: Call): Notebook {
  const { brief, errands } = call.state.assignment;
  const task = {
    questions: brief.questions,
    errands: errands.map(({ text }) => ({ text, kind: "find_out" as const })),
  };
  const notes = call.moves.filter(isNote);
  return withDisagreements(
    notes.reduce(write, emptyNotebook(task)),
    notes.map((note) => ({ role: "note", note })),
  );
}

function heard(call: Call, ...said: readonly string[]): string {
  return said.map((words) => call.hear(words)).at(-1) ?? "";
}

describe("a yes with another price in it", () => {
  it("is no yes: the other one is said back", () => {
    const call = openedCall(OIL);
    expect(heard(call, "it is forty two dollars")).toContain("$42. Is that correct?");
    expect(heard(call, "yes forty five dollars")).toContain("$45. Is that correct?");
    heard(call, "yes that is correct", "bye");
    const { priceQuoted, questions, summary } = noted(call);
    expect(priceQuoted?.value).toBe("$45");
    expect(questions[0]).toMatchObject({ status: "answered", answer: expect.stringContaining("$45") });
    expect(summary).toContain('Before the price $45 another one was heard: "it is forty two dollars".');
  });

  it("twice is no price at all, and the summary says why", () => {
    const call = openedCall(OIL);
    heard(call, "it is forty two dollars", "yes forty five dollars");
    expect(heard(call, "yes forty two dollars")).toContain("All right, I will leave that open.");
    heard(call, "okay bye");
    const { priceQuoted, questions, errands, summary, nextSteps } = noted(call);
    expect(priceQuoted).toBeNull();
    expect(questions[0]).toMatchObject({ status: "unknown", answer: null });
    expect(errands[0]?.reached).toBe(false);
    expect(summary).toMatch(/The price is not confirmed: they said "it is forty two dollars", then "yes forty five/);
    expect(nextSteps).toContain("Ask them again for the price.");
  });
});

it("a yes with the same price in it is one", () => {
  const call = openedCall(OIL);
  heard(call, "it is forty two dollars", "yes forty two dollars plus tax", "bye");
  expect(noted(call)).toMatchObject({ priceQuoted: { value: "$42" }, questions: [{ status: "answered" }] });
  expect(noted(call).summary).not.toContain("another one");
});

it("a no with the right price in it is a correction, said back and confirmed", () => {
  const call = openedCall(OIL);
  heard(call, "it is forty two dollars", "no it is fifty two dollars");
  expect(call.state.lastLine).toContain("$52. Is that correct?");
  heard(call, "yes", "bye");
  expect(noted(call).priceQuoted?.value).toBe("$52");
});

it("a yes with another time in it is no yes", () => {
  const call = openedCall(briefOf({ goal: "Book a table for two on Friday at 7 or 8 PM" }));
  heard(call, "your table is booked for friday at seven", "no you don't need one");
  expect(call.state.lastLine).toContain("7:00");
  heard(call, "yes friday at eight");
  expect(call.state.lastLine).toContain("8:00");
});

it("an offer that was not taken is no disagreement", () => {
  const call = openedCall(briefOf({ goal: "Book a table for two on Friday at 7" }));
  call.hear("we are full at seven but we have a table at eight thirty");
  call.give({ type: "answered", questionId: "q1", answer: "No, that is too late." });
  call.hear("okay sorry then goodbye");
  expect(noted(call).summary).not.toContain("not confirmed: they said");
});

/** The request's limits are held against everything that they offer, and against what they say they have done. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assignmentOf } from "../../../src/conversation/dialog/brain/assignment.ts";
import { newState } from "../../../src/conversation/dialog/brain/state.ts";
import type { CalendarDay } from "../../../src/language/calendar.ts";
import { cases } from "../../support/cases.ts";
import { askedAgent, callFor, goalOfCall, openedCall } from "./brain-script.ts";
import type { Call } from "./brain-script.ts";
import { briefOf } from "./brain-requests.ts";

function callOn(today: CalendarDay, goal: string, constraints: string | null): Call {
  const brief = briefOf({ goal, constraints });
  const call = callFor(brief);
  call.state = newState(assignmentOf({ brief, assistant: { name: "Ada", disclosure: true }, today }));
  call.give({ type: "opened", heard: "hello how can i help you" });
  return call;
}

function isMetAfter(call: Call, ...said: readonly string[]): boolean | undefined {
  for (const words of said) call.hear(words);
  call.give({ type: "wrap_up", reason: "hangup_business" });
  return goalOfCall(call)?.met;
}

const TABLE = "Book a table for two on Friday at 7";

describe("what is outside the request is neither agreed to nor done", () => {
  it.each([
    ["Book a table for two on Friday", "Not before 6 PM", "we have five o'clock shall i book it", "booked for five"],
    [
      "Book a table for two",
      "Only Thursday or Friday",
      "i can do saturday at seven shall i book it",
      "booked for saturday at seven",
    ],
    [
      "Book a table for two on Friday at 7 PM",
      "Not on Saturday",
      "we have saturday at seven shall i book that",
      "booked for saturday at seven",
    ],
    [
      "Book a haircut",
      "Sunday and Monday are out.",
      "i have monday at two shall i put you down",
      "booked for monday at two",
    ],
    [
      "Book a massage",
      "Tuesdays don't work for me",
      "tuesday at ten then would that be okay",
      "you are booked for tuesday at ten",
    ],
    ["Book a tire change", "Weekday mornings only", "what about saturday at nine", "you're down for saturday at nine"],
    ["Book a viewing", "No weekends please", "sunday at three is free shall i book that", "booked for sunday at three"],
    [
      "Book a table for two at 7 PM",
      "Any day but Monday or Tuesday",
      "we have tuesday at seven shall i book that",
      "booked for tuesday at seven",
    ],
    [
      "Book a dentist appointment",
      "Mornings only, no later than 11",
      "i have four in the afternoon shall i book it",
      "booked for four pm",
    ],
    [TABLE, "At most 50 dollars a person", "that will be eighty dollars a person shall i book it", "it is booked"],
    [
      "Book a haircut on Friday at 3 PM",
      "no more than 40 dollars",
      "a haircut is sixty dollars shall i book it",
      "it is booked",
    ],
    [TABLE, "No deposit", "we take a deposit of fifty dollars shall i book it", "it is booked"],
    [
      "Book a table on Friday at 7",
      "No more than two people",
      "we have a table for four at seven shall i book it",
      "it is booked",
    ],
  ])("%s, %s: %s", (goal, constraints, offer, done) => {
    const call = openedCall(briefOf({ goal, constraints }));
    expect(call.hear(offer)).not.toMatch(/^Yes/);
    expect(isMetAfter(call, `okay ${done}`)).toBe(false);
  });

  it("nor is it when it was done before anybody was asked, until the agent agrees", () => {
    const brief = briefOf({ goal: TABLE, constraints: "At most 50 dollars a person" });
    const call = openedCall(brief);
    call.hear("your table is booked that's eighty dollars a person");
    expect(askedAgent(call)).toHaveLength(1);
    call.give({ type: "answered", questionId: "q1", answer: "Yes, that is fine." });
    expect(isMetAfter(call)).toBe(true);
  });

  it("nor when the agent says no, whatever they had done before; what they do after it counts", () => {
    const brief = briefOf({ goal: TABLE, constraints: "At most 50 dollars a person" });
    const call = openedCall(brief);
    call.hear("your table is booked that's eighty dollars a person");
    call.give({ type: "answered", questionId: "q1", answer: "No, at most fifty." });
    expect(isMetAfter(call, "hm okay")).toBe(false);
    const other = openedCall(brief);
    other.hear("your table is booked that's eighty dollars a person");
    other.give({ type: "answered", questionId: "q1", answer: "No, at most fifty." });
    expect(isMetAfter(other, "all right we can do it for fifty dollars a person", "yes it is booked")).toBe(true);
  });
});

describe("what is inside the request is agreed to", () => {
  it.each([
    ["Book a table for two on Friday", "Not before 6 PM", "friday at seven is free shall i book it"],
    ["Book a table for two at 7 PM", "Only Thursday or Friday", "we have thursday at seven shall i book that"],
    ["Book a table for two at 7 PM", "Not on Saturday", "we have friday at seven shall i book that"],
    [TABLE, "No more than four people", "a table for two at seven shall i book it"],
    ["Book a haircut", "Weekday afternoons only", "What about Wednesday at three in the afternoon?"],
    ["Book a dental cleaning", "After 4 PM, not on Monday", "Okay, how about Tuesday at half past four?"],
    ["Book a viewing", "Mornings only", "And Thursday at ten?"],
  ])("%s, %s: %s", (goal, constraints, offer) => {
    const call = openedCall(briefOf({ goal, constraints }));
    expect(call.hear(offer)).toBe("Yes, please.");
    expect(askedAgent(call)).toEqual([]);
  });
});

it("after an offer that the agent turned down, one that the request covers is asked to be done", () => {
  const call = openedCall(briefOf({ goal: "Book a table for two on Friday evening", constraints: "Not before 6 PM." }));
  call.hear("on friday i have a nice table for you at five o'clock");
  call.hear("i am sorry the best i can do is five o'clock");
  call.give({ type: "answered", questionId: "q1", answer: "No, not before six." });
  expect(call.hear("i understand we do have a table on friday at half past six")).toContain(
    "Could you please book that",
  );
  expect(isMetAfter(call, "very well your table is booked for friday at half past six")).toBe(true);
});

describe("an offer of nothing but a time is left to the agent", () => {
  it.each([
    ["Weekday afternoons only", "What about Saturday at three in the afternoon?"],
    ["Weekday afternoons only", "Then Wednesday at nine in the morning?"],
    ["Weekday afternoons only", "What about Wednesday at three with the trainee?"],
    ["Weekday afternoons only", "What about three people on Wednesday at three?"],
    ["Weekday afternoons only", "What about Marlene on Wednesday at three?"],
    ["Weekday afternoons only", "What about Wednesday at three for twenty dollars more?"],
    ["Weekday afternoons only", "There is a cancellation fee. What about Wednesday at three?"],
    [null, "What about Wednesday at three?"],
  ])("when the request does not cover it (%s): %s", (constraints, offer) => {
    const call = openedCall(briefOf({ goal: "Book a haircut", constraints }));
    call.hear(offer);
    expect(askedAgent(call)).toHaveLength(1);
  });
});

describe("another number of people", () => {
  it("is corrected, and not done before they have heard that", () => {
    const call = openedCall(briefOf({ goal: TABLE }));
    expect(call.hear("i've put you down for three people on friday at seven")).toBe(
      "Not quite. It should be for 2 people.",
    );
    call.hear("oh sorry okay");
    expect(isMetAfter(call, "yes it is booked for two people on friday at seven")).toBe(true);
  });

  it("is not done when they stay with it", () => {
    const call = openedCall(briefOf({ goal: TABLE }));
    call.hear("i've put you down for three people on friday at seven");
    expect(isMetAfter(call, "you're booked for three people")).toBe(false);
  });
});

describe("days are those of their calendar", () => {
  // A Thursday.
  const today = { year: 2026, month: 12, day: 31 };

  it.each([
    ["Book a table for two tomorrow at 7 PM", "we have sunday at seven shall i book that"],
    ["Book a table for two at 7 PM", "we have tomorrow at seven shall i book that"],
    ["Book a table for two at 7 PM", "we have a table on the 4th at seven shall i book that"],
  ])("outside: %s, %s", (goal, offer) => {
    const call = callOn(today, goal, goal.includes("tomorrow") ? null : "Only Saturday or Sunday");
    expect(call.hear(offer)).not.toMatch(/^Yes/);
  });

  it.each([
    ["Book a table for two tomorrow at 7 PM", null, "we have friday at seven shall i book that"],
    ["Book a table for two at 7 PM", "Only Thursday or Friday", "we have tomorrow at seven shall i book that"],
    ["Book a table for two on January 1 at 7 PM", null, "we have tomorrow at seven shall i book that"],
  ])("inside: %s, %s: %s", (goal, constraints, offer) => {
    expect(callOn(today, goal, constraints).hear(offer)).toBe("Yes, please.");
  });
});

it("no price above the limit is ever met without the agent, whatever the two numbers are", () => {
  const amount = fc.integer({ min: 5, max: 95 });
  fc.assert(
    fc.property(amount, amount, (limit, price) => {
      const brief = briefOf({ goal: "Book a haircut on Friday at 3 PM", constraints: `At most $${limit}` });
      const met = isMetAfter(openedCall(brief), `it is booked for friday at three that comes to $${price}`);
      expect(met).toBe(price <= limit);
    }),
    { numRuns: cases(60) },
  );
});

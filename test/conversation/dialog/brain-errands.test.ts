import { describe, expect, it } from "vitest";
import { errandsOf } from "../../../src/conversation/dialog/brain/english/errands.ts";
import { taskOf } from "../../../src/conversation/dialog/task.ts";
import type { BrainMove } from "../../../src/conversation/ports.ts";
import { openedCall } from "./brain-script.ts";
import type { Call } from "./brain-script.ts";
import { briefOf } from "./brain-requests.ts";

const texts = (goal: string): string[] => errandsOf(briefOf({ goal })).map(({ text }) => text);

/** How each errand was last said to stand. */
function standings(call: Call): boolean[] {
  return call.state.assignment.errands.map((_, index) => {
    const claim = call.moves.findLast((move) => move.type === "errand" && move.index === index);
    return claim?.type === "errand" && claim.reached;
  });
}
const conclusion = (call: Call) =>
  call.moves.findLast((move): move is Extract<BrainMove, { type: "conclusion" }> => move.type === "conclusion");

describe("errands are told apart", () => {
  it.each<[string, string[]]>([
    [
      "Ask for the opening hours and book a table for Tuesday",
      ["Ask for the opening hours", "book a table for Tuesday"],
    ],
    [
      "Book a table for two on Friday at 7 p.m. Also ask whether they have parking.",
      ["Book a table for two on Friday at 7 p.m", "ask whether they have parking"],
    ],
    [
      "Find out the price, ask about parking, and book a table for 7",
      ["Find out the price", "ask about parking", "book a table for 7"],
    ],
    [
      "Cancel my appointment on Monday and book a new one for Friday at 3",
      ["Cancel my appointment on Monday", "book a new one for Friday at 3"],
    ],
    [
      "Order two pizzas and a salad, then ask how long it takes",
      ["Order two pizzas and a salad", "ask how long it takes"],
    ],
    [
      "Ask what time they close and how much a haircut costs",
      ["Ask what time they close", "Ask how much a haircut costs"],
    ],
    ["Ask about price and availability", ["Ask about the price", "Ask about the availability"]],
    [
      "Ask about the price and availability of a double room",
      ["Ask about the price of a double room", "Ask about the availability of a double room"],
    ],
    ["Ask if they have a table for two and book it", ["Ask if they have a table for two", "book it"]],
    [
      "Find out whether the pool is open and, if so, book a lane for 6 PM",
      ["Find out whether the pool is open", "book a lane for 6 PM"],
    ],
    [
      "Call Joe's Pizza. Order two large pizzas. Ask how long it will take.",
      ["Order two large pizzas", "Ask how long it will take"],
    ],
    ["Tell them I'll be late and ask them to hold the table", ["Tell them I'll be late", "ask them to hold the table"]],
    ["What are your opening hours and do you have parking?", ["What are your opening hours", "do you have parking"]],
    ["Ask about shipping and order a blue shirt in medium", ["Ask about shipping", "order a blue shirt in medium"]],
  ])("%s", (goal, found) => {
    expect(texts(goal)).toEqual(found);
  });

  it.each([
    "Book a table for two and a high chair",
    "Book a table for four under the name Lee and put it outside",
    "Book a table and let me know the confirmation number",
    "Book a table for 7, and if that is not available, book 8",
    "Reschedule my appointment from Monday to Wednesday and confirm it",
    "Ask if they can fix the brakes and change the oil",
    "Ask about returns and order status",
    "Ask about bed and breakfast",
    "Find out how to cancel and get a refund",
    "Order flowers for Anna and have them delivered on Friday",
    "Order a burger and fries",
  ])("but one stays one: %s", (goal) => {
    expect(texts(goal)).toEqual([goal]);
  });

  it.each([
    ["Check availability and book a table for two on Friday", "book a table for two on Friday"],
    [
      "Book a table for two on Friday. If they are full, ask for Saturday. Be polite.",
      "Book a table for two on Friday",
    ],
    ["Call the restaurant and ask whether they have outdoor seating", "ask whether they have outdoor seating"],
    ["My bike has a flat tire. Book a repair for Saturday morning.", "Book a repair for Saturday morning"],
  ])("and what is a step, a condition or background is none: %s", (goal, only) => {
    expect(texts(goal)).toEqual([only]);
  });

  it("by what has to be proven: an answer, or that it is done", () => {
    const goal = "Confirm my reservation for Saturday, ask about parking and cancel my order";
    expect(taskOf(briefOf({ goal })).errands.map(({ kind }) => kind)).toEqual(["do", "find_out", "do"]);
  });
});

const BOTH = briefOf({ goal: "Ask for the opening hours and book a table for two on Tuesday at 7" });

describe("a call with two errands", () => {
  it("does one after the other, each with its own words", () => {
    const call = openedCall(BOTH);
    expect(call.hear("we are open from nine to five")).toContain(
      "I'd also like to book a table for two on Tuesday at 7.",
    );
    expect(standings(call)).toEqual([true, false]);
    call.hear("sure your table is booked for tuesday at seven");
    call.hear("no number");
    expect(call.hear("yes that's right")).toContain("Goodbye.");
    const claims = call.moves.filter((move) => move.type === "errand").slice(-2);
    expect(claims).toEqual([
      { type: "errand", index: 0, reached: true, quotes: ["we are open from nine to five"] },
      { type: "errand", index: 1, reached: true, quotes: ["your table is booked for tuesday at seven"] },
    ]);
  });

  it("does not take the answer to the question for the booking", () => {
    const call = openedCall(BOTH);
    call.hear("we are open from nine to five");
    call.give({ type: "wrap_up", reason: "max_duration" });
    expect(standings(call)).toEqual([true, false]);
  });

  it("does not take the booking for the answer to the question", () => {
    const call = openedCall(briefOf({ goal: "Book a table for two on Tuesday at 7 and ask about parking" }));
    call.hear("your table is booked for tuesday at seven");
    call.give({ type: "wrap_up", reason: "hangup_business" });
    expect(standings(call)).toEqual([true, false]);
  });

  it("counts nothing they say for an errand, nor against it, that they do not know of yet", () => {
    const call = openedCall(BOTH);
    const said = "we are fully booked today but we are open from nine to five see you then";
    expect(call.hear(said)).toContain("I'd also like to book a table");
    expect(call.state.refusedQuote).toBeNull();
    expect(standings(call)).toEqual([true, false]);
  });

  it("asks for what is missing when they say goodbye", () => {
    const call = openedCall(briefOf({ goal: "Book a table for two on Tuesday at 7 and ask about the opening hours" }));
    expect(call.hear("your table is booked for tuesday at seven have a nice day goodbye")).toBe(
      "Before you go, one more question. I'd also like to ask about the opening hours.",
    );
    call.hear("from nine to five");
    call.hear("goodbye");
    expect(standings(call)).toEqual([true, true]);
  });

  it("asks for the booking too when they say goodbye after the answer", () => {
    const call = openedCall(BOTH);
    call.hear("we are open from nine to five");
    expect(call.hear("okay bye now")).toBe("Before you go, one more thing. Could you please book that for me?");
    expect(call.hear("oh it's booked")).not.toContain("Goodbye");
    expect(standings(call)).toEqual([true, true]);
  });

  it("asks once more before the goodbye for what was not understood", () => {
    const call = openedCall(BOTH);
    call.hear("well you know how it is");
    expect(call.hear("yes yes very nice")).toContain("I'd also like to book a table");
    call.hear("your table is booked for tuesday at seven");
    call.hear("no number");
    expect(call.hear("yes")).toBe("Before I go, let me ask once more. I'd like to ask for the opening hours.");
    call.hear("from nine to five");
    expect(standings(call)).toEqual([true, true]);
  });

  it("goes on to the second when the first is refused", () => {
    const call = openedCall(briefOf({ goal: "Cancel my order and book a table for two on Friday at 7" }));
    expect(call.hear("you can only cancel in person")).toContain(
      "I'd also like to book a table for two on Friday at 7.",
    );
    call.hear("that's booked for friday at seven");
    call.give({ type: "wrap_up", reason: "max_duration" });
    expect(standings(call)).toEqual([false, true]);
    expect(conclusion(call)?.summary).toContain('It was not possible: "you can only cancel in person".');
  });

  it.each(["All right, I've taken that off the books for you.", "Okay, took you off our schedule."])(
    "takes for cancelled what is off their books: %s",
    (said) => {
      const call = openedCall(briefOf({ goal: "Cancel the appointment on Thursday at 2 PM" }));
      call.hear(said);
      call.hear("No, we have no numbers for that.");
      call.hear("Bye.");
      expect(standings(call)).toEqual([true]);
    },
  );

  it("does not take a booking for a cancellation, nor the other way round", () => {
    const goal = "Cancel my appointment on Monday and book a new one for Friday at 3";
    const call = openedCall(briefOf({ goal }));
    call.hear("okay monday is cancelled");
    call.hear("no number");
    expect(standings(call)).toEqual([true, false]);
    call.hear("well that one is cancelled");
    expect(standings(call)).toEqual([true, false]);
    call.hear("and now you are booked for friday at three");
    expect(standings(call)).toEqual([true, true]);
  });

  it("keeps the number of each for the summary", () => {
    const call = openedCall(briefOf({ goal: "Cancel my order and book a table for two on Friday at 7" }));
    call.hear("it's cancelled your cancellation confirmation number is seven four nine two");
    call.hear("yes that is correct");
    call.hear("your table is booked for friday at seven your confirmation number is b one two three");
    call.hear("yes that is correct");
    expect(conclusion(call)?.summary).toMatch(/7492.*B123/);
  });
});

describe("an errand and the questions of the request", () => {
  it("are both asked when the questions do not spell it out", () => {
    const call = openedCall(briefOf({ goal: "Find out the opening hours", questions: ["Is there parking?"] }));
    expect(call.hear("nine to five")).toContain("Is there parking?");
    expect(standings(call)).toEqual([false]);
    call.hear("yes behind the house");
    expect(standings(call)).toEqual([true]);
  });

  it.each([
    ["Find out prices", "How much is lunch?"],
    ["Ask what a haircut costs", "How much?"],
    ["Ask a few questions about the place", "Do you have a garden?"],
    ["Find out about the dinner menu", "How much is the dinner menu?"],
  ])("are one when they do: %s / %s", (goal, question) => {
    const call = openedCall(briefOf({ goal, questions: [question] }));
    expect(call.state.asks.map((ask) => ask.question)).toEqual([question]);
  });
});

describe("an errand is not reached", () => {
  it.each([
    ["Cancel my gym membership", ["you can only cancel in person", "okay bye"]],
    ["Cancel my gym membership", ["sure what is your name", "you would have to do that in writing", "okay bye"]],
    ["Cancel my gym membership", ["we need a signed form", "okay", "okay bye"]],
    ["Book a haircut on Friday at 3", ["I put you on the waiting list", "okay", "sure", "bye"]],
    ["Book a haircut on Friday at 3", ["okay", "sure", "all right thank you", "bye"]],
    ["Order a large pizza", ["if you order now it will be ready in twenty minutes", "okay", "sure", "bye"]],
    ["Confirm my reservation for Saturday at 8", ["there is no reservation under that name", "bye"]],
    ["Confirm my reservation for Saturday at 8", ["No, I can't find it.", "bye"]],
    ["Ask them to send an invoice", ["we don't do that over the phone", "bye"]],
    ["Return a pair of shoes", ["sure", "okay", "okay bye"]],
    ["Book a table for two on Friday at 7", ["your reservation is cancelled", "okay bye", "bye"]],
  ])("by what was said to: %s %j", (goal, said) => {
    const call = openedCall(briefOf({ goal }));
    for (const text of said) call.hear(text);
    call.give({ type: "wrap_up", reason: "hangup_business" });
    expect(standings(call)).toEqual([false]);
  });

  it("thanks nobody for it as if it were", () => {
    const call = openedCall(briefOf({ goal: "Cancel my gym membership" }));
    expect(call.hear("you can only cancel in person")).toBe("All right. Thank you for your time. Goodbye.");
  });
});

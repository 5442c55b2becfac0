/** Calls as people hold them, written down with punctuation as the better recognisers do. */
import { describe, expect, it } from "vitest";
import type { Brief } from "../../../src/calls/brief.ts";
import { askedAgent, callFor, factOf, findings, goalOfCall, hungUp, openedCall } from "./brain-script.ts";
import type { Call } from "./brain-script.ts";
import { briefOf } from "./brain-requests.ts";

/** Plays what the business says; the agent says yes to everything. */
function play(brief: Brief, lines: readonly string[]): Call {
  const call = callFor(brief);
  for (const [index, line] of lines.entries()) {
    const asked = askedAgent(call).length;
    if (index === 0) call.give({ type: "opened", heard: line });
    else call.hear(line);
    if (askedAgent(call).length > asked) call.give({ type: "answered", questionId: "q", answer: "Yes, that is fine." });
  }
  return call;
}

const answersOf = (call: Call) => findings(call).map(({ answer }) => answer);

describe("calls with people", () => {
  it("a table, asked back item by item", () => {
    const call = play(
      briefOf({
        goal: "Book a table for two on Friday at 7 PM",
        questions: ["Do you have a patio?", "How much is the tasting menu?"],
      }),
      [
        "Good evening, Casa Verde, this is Maria.",
        "Sure! For how many people?",
        "Okay, and what name?",
        "Great, Alex. And a phone number in case we need to reach you?",
        "Perfect. I've got you down for two at seven on Friday.",
        "Yes, we do, it's lovely this time of year.",
        "It's eighty-five per person, plus tax and tip.",
        "Nope, just give them the name when you come in.",
        "Yep, that's right.",
        "You're welcome, have a good night!",
      ],
    );
    expect(goalOfCall(call)).toMatchObject({ met: true, quotes: ["I've got you down for two at seven on Friday"] });
    expect(answersOf(call)).toEqual([
      "Yes, we do, it's lovely this time of year",
      "It's $85 per person plus tax and tip",
    ]);
    expect(askedAgent(call)).toEqual([]);
    expect(hungUp(call)).toBe(true);
  });

  it("who offers more help, and was heard well, is not asked to confirm what needs no confirming", () => {
    const questions = ["When does the pool close?"];
    const call = play(briefOf({ goal: "Book a tennis court for Sunday at 4 PM", questions }), [
      "Riverside Sports Club.",
      "You're booked for Sunday at four, the confirmation number is 5519. Is there anything else I can help you with?",
      "The pool closes at 9 PM.",
      "That's correct. Anything else I can help you with?",
      "Happy to. Bye.",
    ]);
    expect(answersOf(call)).toEqual(["The pool closes at 9:00 PM"]);
    expect(hungUp(call)).toBe(true);
  });

  it("stock, price and hours in a shop", () => {
    const questions = ["Do you have the iPhone 15 in stock?", "How much is it?", "When do you close today?"];
    const call = play(briefOf({ goal: "Find out if they have the iPhone 15 in stock", questions }), [
      "TechTown, how can I help?",
      "Uh, let me check for you. One second.",
      "Yes, we have two left in black.",
      "That one's $799 plus tax.",
      "We close at 9 tonight.",
      "Yes.",
      "Bye.",
    ]);
    expect(goalOfCall(call)).toMatchObject({ met: true });
    expect(answersOf(call)).toEqual([
      "Yes, we have two left in black",
      "That one's $799 plus tax",
      "We close at 9:00 PM tonight",
    ]);
    expect(factOf(call, "price_quoted")).toBe("$799 plus tax");
  });

  it("a haircut: of two times the one that suits is taken", () => {
    const call = play(briefOf({ goal: "Schedule a haircut for Thursday afternoon", constraints: "After 2 PM" }), [
      "Salon Luna.",
      "Thursday, let me see... I have a 1:30 or a 3:15.",
      "Okay, 3:15 it is. Name?",
      "All set, Alex. See you Thursday at 3:15.",
      "No, we don't do confirmation numbers.",
      "Yes",
      "Bye bye",
    ]);
    expect(call.moves).toContainEqual({ type: "say", text: "3:15, please. Could you please book that for me?" });
    expect(factOf(call, "appointment_time")).toBe("Thursday at 3:15");
    expect(goalOfCall(call)).toMatchObject({ met: true });
  });

  it("a pharmacy that asks for a date of birth", () => {
    const call = play(
      briefOf({
        goal: "Ask whether my prescription is ready",
        questions: ["Is the prescription for Alex Morgan ready?"],
        details: "Date of birth is March 3 1980.",
      }),
      [
        "Main Street Pharmacy, this is Tom.",
        "What's the date of birth?",
        "Okay, hold on a moment please.",
        "Thanks for holding. Yes, it's ready for pickup.",
        "No problem, bye.",
      ],
    );
    expect(askedAgent(call)).toEqual([]);
    expect(answersOf(call)).toEqual(["Yes, it's ready for pickup"]);
  });

  it("a cancellation", () => {
    const call = play(
      briefOf({ goal: "Cancel my appointment on Tuesday at 3", questions: ["Is there a cancellation fee?"] }),
      [
        "Dr. Lee's office.",
        "Sure, what's the last name?",
        "Okay I've cancelled that for you.",
        "No, no fee since it's more than 24 hours.",
        "No there's no number, you're all set.",
        "Bye",
      ],
    );
    expect(goalOfCall(call)).toMatchObject({ met: true });
    expect(answersOf(call)).toEqual(["No, no fee since it's more than 24 hours"]);
  });

  it("a garage that has to know more, and gives a range", () => {
    const call = play(
      briefOf({
        goal: "Find out the cost of a brake job",
        questions: ["How much is a brake job for a 2018 Honda Civic?", "How long does it take?"],
      }),
      [
        "Joe's Garage.",
        "Front or rear?",
        "For the front you're looking at between two fifty and three hundred dollars.",
        "A couple of hours usually.",
        "Sounds good.",
        "Alright take care",
      ],
    );
    expect(askedAgent(call)).toEqual(["Front or rear?"]);
    expect(factOf(call, "price_quoted")).toBe("$250 to $300");
    expect(goalOfCall(call)).toMatchObject({ met: true });
  });

  it("a price above the limit is the agent's to accept", () => {
    const call = play(
      briefOf({ goal: "Book a table for 6 on Saturday at 8pm", constraints: "Not more than $60 per person" }),
      [
        "Hello?",
        "Who is this?",
        "Oh okay. For six? We only do the set menu for groups, that's seventy five dollars per person.",
        "Alright, booked for Saturday at 8, reference is 4 4 7 1 2.",
        "Yes correct.",
        "Thanks, bye",
      ],
    );
    expect(askedAgent(call)).toEqual([
      'They quote $75 per person; the request says "Not more than $60 per person". Is that all right?',
    ]);
    expect(factOf(call, "confirmation_number")).toBe("44712");
    expect(goalOfCall(call)).toMatchObject({ met: true });
  });

  it("a pizza with a short order number", () => {
    const call = play(
      briefOf({ goal: "Order a large pepperoni pizza for pickup at 6", questions: ["How much will it be?"] }),
      [
        "Tony's Pizza.",
        "Name for the order?",
        "Alright that's gonna be $18.50, ready at six.",
        "Order number 47.",
        "Yeah",
        "See ya",
      ],
    );
    expect(factOf(call, "confirmation_number")).toBe("47");
    expect(goalOfCall(call)).toMatchObject({ met: true });
  });

  it("a switchboard: whoever comes next hears who is calling", () => {
    const call = play(
      briefOf({ goal: "Ask about opening hours on Thanksgiving", questions: ["Are you open on Thanksgiving?"] }),
      [
        "Grand Market.",
        "One moment, I'll transfer you.",
        "Hello, customer service, how can I help?",
        "No, we're closed Thanksgiving day.",
        "Bye",
      ],
    );
    expect(call.moves.filter((move) => move.type === "say" && move.text.startsWith("Hello, this is Ada"))).toHaveLength(
      2,
    );
    expect(answersOf(call)).toEqual(["No, we're closed Thanksgiving day"]);
  });

  it("a first free time nobody wished for is not taken unasked", () => {
    const offer = "We have an opening on Monday at nine.";
    expect(askedAgent(play(briefOf({ goal: "Book a tune up" }), ["Bikes.", offer]))).toEqual([
      'The business says: "We have an opening on Monday at nine". Is that all right?',
    ]);
    expect(askedAgent(play(briefOf({ goal: "Book a tune up at the earliest time" }), ["Bikes.", offer]))).toEqual([]);
  });

  it.each([
    ["Book a table on Friday between 6 and 8 PM", "we have a table at seven thirty", true],
    ["Book a table on Friday between 6 and 8 PM", "we have a table at nine", false],
    ["Schedule a cleaning for Tuesday morning", "I have ten fifteen", true],
    ["Schedule a cleaning for Tuesday morning", "I have two o'clock", false],
    ["Book a table on Friday around 7", "we have a table at seven thirty", true],
    ["Book a table on Friday after 6", "we have a table at five", false],
    ["Book a table for this weekend at 7", "we have a table on monday at seven", false],
    ["Book a table on Friday at 7", "we have a table on saturday at seven", false],
    ["Move my appointment from Monday at 9 to Wednesday at 9", "we have wednesday at nine", true],
  ])("%s: %s", (goal, offer, suits) => {
    const call = openedCall(briefOf({ goal }));
    const said = call.hear(offer);
    expect(said.includes("Could you please")).toBe(suits);
  });
});

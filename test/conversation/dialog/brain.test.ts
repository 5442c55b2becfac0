import { describe, expect, it } from "vitest";
import { openingLine } from "../../../src/conversation/dialog/brain/assignment.ts";
import { askedAgent, callFor, factOf, findings, goalOfCall, openedCall } from "./brain-script.ts";
import { briefOf } from "./brain-requests.ts";

const TABLE = briefOf({ goal: "Book a table for two on Friday at 7 PM", businessName: "Blue Harbor Bistro" });
const PRICES = briefOf({ goal: "Find out prices", questions: ["How much is lunch?", "Is there parking?"] });

describe("opens", () => {
  it("with the disclosure, the customer and the goal in one line", () => {
    const call = callFor(TABLE);
    const said = call.give({ type: "opened", heard: "blue harbor bistro how can i help you" });
    expect(said).toBe(
      "Hello, this is Ada, an automated assistant calling on behalf of Alex Morgan. I'd like to book a table for two on Friday at 7 PM.",
    );
  });

  it("with the line that was promised, in its own move, even when a question follows", () => {
    const call = callFor(PRICES);
    call.give({ type: "opened", heard: null });
    expect(call.moves[0]).toEqual({ type: "say", text: openingLine(call.state.assignment) });
    expect(call.moves[1]).toEqual({ type: "say", text: "How much is lunch?" });
  });

  it("without saying that it is an assistant where the operator wants so", () => {
    const call = callFor(TABLE, { name: "Ada", disclosure: false });
    expect(call.give({ type: "opened", heard: null })).toMatch(
      /^Hello, this is Ada, calling on behalf of Alex Morgan\./,
    );
  });

  it("for a customer when nobody is named", () => {
    const call = callFor(briefOf({ goal: "Find out the opening hours", onBehalfOf: null }));
    expect(call.give({ type: "opened", heard: null })).toContain("calling on behalf of a customer.");
  });

  it("only when a greeting that put us on hold is over", () => {
    const call = callFor(TABLE);
    expect(call.give({ type: "opened", heard: "blue harbor bistro please hold" })).toBe("");
    expect(call.hear("thanks for holding how can i help you")).toContain("I'd like to book a table");
  });
});

describe("asks the questions", () => {
  it("one at a time and keeps the words of the answers", () => {
    const call = openedCall(PRICES);
    expect(call.hear("lunch is twenty four dollars")).toMatch(/Is there parking\?$/);
    call.hear("yes there is a garage next door");
    expect(findings(call)).toEqual([
      {
        type: "finding",
        question: "How much is lunch?",
        status: "answered",
        answer: "Lunch is $24",
        quote: "lunch is twenty four dollars",
      },
      {
        type: "finding",
        question: "Is there parking?",
        status: "answered",
        answer: "Yes there is a garage next door",
        quote: "yes there is a garage next door",
      },
    ]);
  });

  it("and takes two answers in one breath", () => {
    const call = openedCall(PRICES);
    call.hear("Lunch is $24 and there is no parking, sorry.");
    expect(findings(call).map(({ question, status }) => [question, status])).toEqual([
      ["Is there parking?", "answered"],
      ["How much is lunch?", "answered"],
    ]);
  });

  it("and takes an answer that comes before its question", () => {
    const call = openedCall(
      briefOf({ goal: "Find out a few things", questions: ["Do you have a patio?", "How much is the tasting menu?"] }),
    );
    call.hear("yes we do and our tasting menu is ninety dollars tonight");
    expect(call.moves).toContainEqual(
      expect.objectContaining({ question: "How much is the tasting menu?", status: "answered" }),
    );
    expect(goalOfCall(call) === undefined || goalOfCall(call)?.met).toBe(true);
  });

  it("again once when nothing fits, then goes on without", () => {
    const call = openedCall(PRICES);
    expect(call.hear("well you know how it is")).toBe("Sorry, I didn't get that. How much is lunch?");
    expect(call.hear("yes yes very nice")).toContain("Is there parking?");
    expect(findings(call)).toEqual([
      { type: "finding", question: "How much is lunch?", status: "unknown", answer: null, quote: null },
    ]);
  });

  it("and does not press somebody who does not know", () => {
    const call = openedCall(PRICES);
    expect(call.hear("I'm not sure, to be honest.")).toContain("Is there parking?");
    expect(findings(call)[0]).toMatchObject({ status: "unknown" });
  });

  it("and notes a refusal", () => {
    const call = openedCall(PRICES);
    call.hear("sorry we don't give prices over the phone");
    expect(findings(call)[0]).toMatchObject({ question: "How much is lunch?", status: "refused", answer: null });
  });

  it("as the goal itself when there are none", () => {
    const call = openedCall(briefOf({ goal: "Find out when they close on Sunday" }));
    call.hear("we close at nine on sundays");
    expect(goalOfCall(call)).toMatchObject({ met: true, quotes: ["we close at nine on sundays"] });
    expect(findings(call)).toEqual([]);
  });

  it("and does not take the price of something else for the answer", () => {
    const call = openedCall(briefOf({ goal: "Find out prices", questions: ["How much is a tune up?"] }));
    expect(call.hear("the dinner menu is forty two dollars")).toBe("Sorry, I didn't get that. How much is a tune up?");
  });
});

describe("answers what the business asks from the request", () => {
  const brief = briefOf({
    goal: "Book a table for two on Friday at 7 PM",
    details: "One guest is allergic to nuts. The bike is a Trek FX 2. Email is alex@example.com.",
    constraints: "Budget: no more than $50 per person.",
  });
  it.each([
    ["what name should i put that under", "The name is Alex Morgan."],
    ["can i get your last name please", "The name is Alex Morgan."],
    ["could you spell that for me", "It is spelled M O R G A N."],
    ["and what's the best number to reach you", "The phone number is 2 0 2, 5 5 5, 0 1 8 7."],
    ["can i have a phone number for the reservation", "The phone number is 2 0 2, 5 5 5, 0 1 8 7."],
    ["for how many people", "For 2 people."],
    ["how many will you be", "For 2 people."],
    ["what day would that be", "Friday at 7 PM, please."],
    ["what time would you like to come in", "Friday at 7 PM, please."],
    ["when would you like to come in", "Friday at 7 PM, please."],
    ["do you have any allergies", "One guest is allergic to nuts."],
    ["what kind of bike is it", "The bike is a Trek FX 2."],
    ["what's your email", "The email address is alex at example dot com."],
    ["who is calling please", "This is Ada, an automated assistant calling on behalf of Alex Morgan."],
    ["what is this regarding", "I'd like to book a table for two on Friday at 7 PM."],
    ["would you like me to book that for you", "Yes, please."],
    ["so that's a table for two on friday at seven is that correct", "Yes, that's right."],
    [
      "so that's a table for four on friday at eight is that correct",
      "Not quite. It should be for 2 people, Friday at 7 PM.",
    ],
    ["would seven work for you", "Yes, please."],
    ["what is your budget", "Budget: no more than $50 per person."],
  ])("%s", (question, answer) => {
    const call = openedCall(brief);
    expect(call.hear(question)).toBe(answer);
    expect(askedAgent(call)).toEqual([]);
  });

  it.each([
    ["would you like to sit inside or outside", "Would you like to sit inside or outside?"],
    ["okay and is it a special occasion", "Is it a special occasion?"],
    ["Sure. May I have a credit card to hold the table?", "May I have a credit card to hold the table?"],
    ["would half past eight work instead", "Would half past eight work instead?"],
    ["do you want still or sparkling water when you arrive", "Do you want still or sparkling water when you arrive?"],
  ])("and passes on what the request does not say: %s", (question, passed) => {
    const call = openedCall(brief);
    expect(call.hear(question)).toBe("One moment please, let me check that.");
    expect(askedAgent(call)).toEqual([passed]);
  });

  it.each([
    ["Okay. And where are you?", "The address is 19 Quarry Lane."],
    ["where should we come", "The address is 19 Quarry Lane."],
    ["What's the address?", "The address is 19 Quarry Lane."],
  ])("also where, when only the goal says it: %s", (question, answer) => {
    const call = openedCall(briefOf({ goal: "Ask if a plumber can come to 19 Quarry Lane today", questions: [] }));
    expect(call.hear(question)).toContain(answer);
    expect(askedAgent(call)).toEqual([]);
  });

  it("but not where the one who calls is, when nothing says it", () => {
    const call = openedCall(briefOf({ goal: "Find out if they have a plumber on duty", questions: [] }));
    call.hear("Where are you?");
    expect(askedAgent(call)).toEqual(["Where are you?"]);
  });
});

describe("while the agent is asked", () => {
  const waiting = () => {
    const call = openedCall(TABLE);
    call.hear("would you like to sit inside or outside");
    return call;
  };

  it("keeps the line alive, never twice with the same words", () => {
    const call = waiting();
    const lines = [1, 2, 3].map((n) => call.give({ type: "still_waiting", waitedMs: n * 12_000 }));
    expect(new Set(lines).size).toBe(3);
  });

  it("stays silent when they say that it is fine", () => {
    expect(waiting().hear("sure take your time")).toBe("");
  });

  it("tells them that it is still there when they wonder", () => {
    expect(waiting().hear("hello are you still there")).toMatch(/here/);
  });

  it("passes the answer on and remembers it", () => {
    const call = waiting();
    expect(call.give({ type: "answered", questionId: "q1", answer: "tell them outside please" })).toBe(
      "Thank you for waiting. Outside please.",
    );
    expect(call.hear("sorry was that inside or outside you would like to sit")).toContain("Outside please.");
    expect(askedAgent(call)).toHaveLength(1);
  });

  it("says so when there is no answer, and goes on if it may", () => {
    const call = waiting();
    expect(call.give({ type: "answer_expired", questionId: "q1" })).toContain(
      "Can we go on without it, or should we call back later?",
    );
    expect(call.hear("that's fine we can decide when you come")).toContain("Could you please book that for me?");
  });

  it("says goodbye when they cannot go on without", () => {
    const call = waiting();
    call.give({ type: "answer_expired", questionId: "q1" });
    expect(call.hear("no i need to know that please call back later")).toContain("We will call back later.");
    expect(goalOfCall(call)).toMatchObject({ met: false });
    expect(goalOfCall(call)?.nextSteps).toContain("Would you like to sit inside or outside?");
  });

  it("has what else they ask asked next, and only once", () => {
    const call = waiting();
    expect(call.hear("and do you need a high chair")).toBe("I'll ask about that too. One moment, please.");
    call.hear("do you need a high chair");
    expect(askedAgent(call)).toHaveLength(2);
    expect(call.give({ type: "answered", questionId: "q1", answer: "outside" })).toBe(
      "Thank you for waiting. Outside. And now I'm checking your other question.",
    );
    expect(call.give({ type: "answered", questionId: "q2", answer: "yes please, one" })).toContain("Yes please, one.");
    expect(call.state.passed.map(({ answer }) => answer)).toEqual(["Outside.", "Yes please, one."]);
  });

  it("has nobody find out what they have no need of", () => {
    const call = waiting();
    expect(call.give({ type: "answer_expired", questionId: "q1", why: "needless" })).toContain("go on without it");
    call.hear("sorry i have to go now goodbye");
    call.hear("no goodbye");
    expect(goalOfCall(call)?.nextSteps).not.toContain("inside or outside");
  });

  it("tells of everything that was left without an answer", () => {
    const call = waiting();
    call.hear("and do you need a high chair");
    expect(call.give({ type: "answer_expired", questionId: "q1", why: "call_back" })).toContain("call back later");
    expect(goalOfCall(call)?.nextSteps).toMatch(/inside or outside.*high chair.*called back/i);
    expect(goalOfCall(call)).toMatchObject({ met: false });
  });
});

describe("a booking", () => {
  it("is met by the business's own words, with its number and time", () => {
    const call = openedCall(TABLE);
    call.hear("okay i have booked that for you friday at seven your confirmation number is b seven four k nine");
    expect(factOf(call, "confirmation_number")).toBe("B74K9");
    expect(factOf(call, "appointment_time")).toBe("Friday at 7:00");
    call.hear("yes that's right");
    expect(goalOfCall(call)).toMatchObject({ met: true });
  });

  it("is asked for, and its number too", () => {
    const call = openedCall(TABLE);
    expect(call.hear("yes we have a table for two on friday at seven")).toContain("Could you please book that for me?");
    expect(call.hear("sure it's booked")).toContain("Is there a confirmation number?");
    expect(call.hear("no we don't use numbers")).toContain(
      "Let me read that back. The time is Friday at 7:00. Is that correct?",
    );
  });

  it("reads back what must not be misheard and takes a correction", () => {
    const call = openedCall(TABLE);
    expect(call.hear("your table is booked for friday at seven confirmation number seven four nine two")).toContain(
      "The confirmation number is 7 4 9 2.",
    );
    expect(call.hear("no it's seven four nine three")).toContain("The confirmation number is 7 4 9 3.");
    call.hear("yes that is correct");
    expect(factOf(call, "confirmation_number")).toBe("7493");
  });

  it("asks for the right number when they only say no", () => {
    const call = openedCall(TABLE);
    call.hear("your table is booked for friday at seven confirmation number seven four nine two");
    expect(call.hear("no that's wrong")).toBe("Sorry about that. Could you tell me the right one again, please?");
    expect(call.hear("seven four two two")).toContain("The confirmation number is 7 4 2 2.");
  });

  it("that cannot be is told as such, after asking for the next free time", () => {
    const call = openedCall(TABLE);
    expect(call.hear("sorry we are fully booked on friday")).toBe("I see. What is the next time that you have free?");
    call.hear("we have nothing free this month i'm afraid");
    expect(call.moves.at(-1)).toMatchObject({ type: "hang_up" });
    expect(goalOfCall(call)).toMatchObject({ met: false });
    expect(goalOfCall(call)?.summary).toContain("It was not possible");
  });

  it("at another time is the agent's to decide", () => {
    const call = openedCall(TABLE);
    call.hear("we are full at seven but we have a table at eight thirty");
    expect(askedAgent(call)).toEqual([
      'The business says: "we are full at seven but we have a table at eight thirty". Is that all right?',
    ]);
    call.give({ type: "answered", questionId: "q1", answer: "Yes, 8:30 is fine." });
    call.hear("great your table is booked for friday at eight thirty see you then");
    call.hear("no just the name");
    call.hear("yes");
    expect(goalOfCall(call)).toMatchObject({ met: true });
  });

  it("that nobody agreed to is not met", () => {
    const call = openedCall(TABLE);
    call.hear("we are full at seven but we have a table at eight thirty");
    call.give({ type: "answered", questionId: "q1", answer: "No, that is too late." });
    call.hear("okay sorry then have a nice day goodbye");
    expect(goalOfCall(call)).toMatchObject({ met: false });
  });
});

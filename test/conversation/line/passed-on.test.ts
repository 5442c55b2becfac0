import { describe, expect, it } from "vitest";
import { announcesSomebody, handsOverWithin, presentsSomebody } from "../../../src/conversation/line/passed-on.ts";
import { screened } from "../../../src/conversation/line/screening.ts";
import { familiesOf } from "../../../src/conversation/line/words/families.ts";

describe("somebody else", () => {
  it.each([
    "Let me put you through to my colleague.",
    "I'll transfer you to the service department.",
    "For that I had better hand you over to my colleague in the workshop.",
    "One second, I'll get my manager.",
    "I'm passing you on to Kim.",
    "Let me give you somebody who knows.",
  ])("is announced: %s", (said) => {
    expect(announcesSomebody(said, "en-US")).toBe(true);
  });

  it.each([
    "I can put you down for seven.",
    "My colleague will call you back tomorrow.",
    "Would you like me to put you through to the manager?",
    "We pass the costs on to nobody.",
    "Thank you for calling.",
  ])("is not: %s", (said) => {
    expect(announcesSomebody(said, "en-US")).toBe(false);
  });

  it.each(["Hello, service, Meier speaking.", "Hello?", "Workshop, Miller here.", "Good morning, this is Kim."])(
    "is there, having been announced: %s",
    (said) => {
      expect(presentsSomebody(said, true, "en-US")).toBe(true);
    },
  );

  it("may be announced and there in one turn", () => {
    expect(
      handsOverWithin("I'll put you through to my colleague. Hello, service, this is Meier speaking.", "en-US"),
    ).toBe(true);
    expect(handsOverWithin("I'll put you through to my colleague. One moment, please.", "en-US")).toBe(false);
  });

  it.each(["He is busy, so I will help you.", "It costs forty two dollars."])("is not there: %s", (said) => {
    expect(presentsSomebody(said, true, "en-US")).toBe(false);
  });
});

describe("behind a screener", () => {
  const judged = (quietMs: number, ...said: string[]) =>
    screened(
      { language: "en-US", families: familiesOf("en-US") },
      said.map((text) => ({ text, final: true })),
      quietMs,
    );

  it.each([
    "Thank you.",
    "Got it. Please stay on the line.",
    "I'll see if they are available.",
    "Trying to reach them now.",
    "May I have the reason for your call?",
  ])("the machine still speaks: %s", (said) => {
    expect(judged(5000, said)).toBe("screener");
  });

  it.each([
    "The person you are calling cannot take your call. Goodbye.",
    "They are not taking calls right now.",
    "Your call was rejected.",
    "This number does not accept unsolicited calls.",
    "Sorry, he isn't available.",
  ])("the call is turned away: %s", (said) => {
    expect(judged(0, "Thank you.", said)).toBe("declined");
  });

  it.each(["Hello?", "Maple Street, the garage.", "Yes, what is it?", "Tom here, hi."])(
    "somebody is there once it is quiet: %s",
    (said) => {
      expect(judged(1000, "Please stay on the line.", said)).toBe("person");
    },
  );
});

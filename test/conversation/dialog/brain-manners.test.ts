import { describe, expect, it } from "vitest";
import { askedAgent, callFor, findings, goalOfCall, hungUp, openedCall } from "./brain-script.ts";
import { briefOf } from "./brain-requests.ts";

const TABLE = briefOf({ goal: "Book a table for two on Friday at 7 PM", businessName: "Blue Harbor Bistro" });
const PRICES = briefOf({ goal: "Find out prices", questions: ["How much is lunch?", "Is there parking?"] });

describe("in conversation", () => {
  it.each([
    "are you a robot",
    "am i talking to a machine",
    "Is this a recording?",
    "are you a real person",
    "you sound like a robot",
  ])("says honestly what it is: %s", (question) => {
    expect(openedCall(TABLE).hear(question)).toContain("Yes, I am an automated assistant.");
  });

  it.each([
    "please don't call here again",
    "take us off your list",
    "stop calling me",
    "do not call this number",
    "put me on your do not call list",
  ])("apologises and ends when told so: %s", (objection) => {
    const call = openedCall(TABLE);
    expect(call.hear(objection)).toBe("I apologize for the call. We will not call you again. Goodbye.");
    expect(hungUp(call)).toBe(true);
    expect(goalOfCall(call)).toMatchObject({ met: false, quotes: [] });
    expect(goalOfCall(call)?.nextSteps).toBe("Do not call this number again.");
  });

  it.each([
    "you have the wrong number",
    "sorry wrong number",
    "there's nobody here by that name",
    "this is a private residence",
  ])("apologises and ends at a wrong number: %s", (said) => {
    const call = openedCall(TABLE);
    expect(call.hear(said)).toContain("wrong number");
    expect(hungUp(call)).toBe(true);
  });

  it.each([
    "one moment please",
    "hold on let me check",
    "Please hold.",
    "just a second",
    "bear with me",
    "let me look at the calendar",
    "Thanks! old Donna second, while I checked.",
    "a minute, while we look that up",
  ])("waits in silence: %s", (hold) => {
    const call = openedCall(TABLE);
    expect(call.hear(hold)).toBe("");
    expect(call.give({ type: "silence", silentMs: 6000 })).toBe("");
    expect(call.hear("okay yes we have a table at seven")).toContain("Could you please book that for me?");
  });

  it("takes what follows a moment's look", () => {
    expect(openedCall(TABLE).hear("let me check yes we have a table at seven")).toContain("book that");
  });

  it.each([
    "sorry could you repeat that",
    "what",
    "pardon",
    "i didn't catch that",
    "say again please",
    "sorry i can't hear you",
  ])("says it again in other words: %s", (said) => {
    expect(openedCall(PRICES).hear(said)).toBe("My question is: How much is lunch?");
  });

  it("does not repeat itself for ever", () => {
    const call = openedCall(PRICES);
    const said = [1, 2, 3].map(() => call.hear("sorry could you say that again"));
    expect(said[2]).toContain("Is there parking?");
  });

  it("asks whether anybody is there, twice, and goes", () => {
    const call = openedCall(PRICES);
    const said = [6000, 12_000, 18_000].map((silentMs) => call.give({ type: "silence", silentMs }));
    expect(said[0]).toBe("Hello? Are you still there?");
    expect(said[1]).toBe("Hello? I can't hear you. My question is: How much is lunch?");
    expect(said[2]).toContain("Goodbye.");
    expect(hungUp(call)).toBe(true);
  });

  it("says what it said last once more to a line that fell silent, without being asked", () => {
    const call = openedCall(PRICES);
    call.hear("what is the weather like in the place where you are calling from");
    const asked = askedAgent(call).length;
    expect(asked).toBe(1);
    call.give({ type: "answer_expired", questionId: "q" });
    const said = [6000, 12_000].map((silentMs) => call.give({ type: "silence", silentMs }));
    expect(said[1]).toMatch(/^Hello\? I can't hear you\. I'm sorry, I don't have an answer/);
  });

  it("goes on by itself when it is its turn and they wait", () => {
    const call = openedCall(TABLE);
    call.hear("what name is it");
    expect(call.give({ type: "silence", silentMs: 6000 })).toBe("Could you please book that for me?");
  });

  it("ends at once when told to, with what it knows", () => {
    const call = openedCall(PRICES);
    call.hear("lunch is twenty four dollars");
    expect(call.give({ type: "wrap_up", reason: "max_duration" })).toContain("Goodbye.");
    expect(call.moves.slice(-3).map(({ type }) => type)).toEqual(["conclusion", "say", "hang_up"]);
    expect(goalOfCall(call)?.summary).toContain("1 of 2 questions were answered.");
  });

  describe("after its goodbye", () => {
    const left = () => {
      const call = openedCall(briefOf({ goal: "Find out the opening hours" }));
      expect(call.hear("we are open from nine to five")).toContain("Goodbye.");
      expect(hungUp(call)).toBe(true);
      return call;
    };

    it.each(["you're welcome bye", "Thank you, bye.", "Bye!", "okay", "You too, have a great day."])(
      "has nothing to add to theirs: %s",
      (said) => {
        const call = left();
        expect(call.hear(said)).toBe("");
        expect(hungUp(call)).toBe(true);
        expect(call.moves.filter(({ type }) => type === "conclusion")).toHaveLength(1);
      },
    );

    it("answers a question, and is on the line again", () => {
      const call = left();
      expect(call.hear("oh wait, who is calling please?")).toContain("Ada");
      expect(hungUp(call)).toBe(false);
    });

    it("thanks for what they add, and hangs up", () => {
      const call = left();
      expect(call.hear("Oh, and please bring your passport.")).toBe("Thank you. Goodbye.");
      expect(hungUp(call)).toBe(true);
    });

    it.each(["Hold on a second.", "oh just a moment please"])("waits when it is asked to: %s", (said) => {
      const call = left();
      expect(call.hear(said)).toBe("Of course.");
      expect(hungUp(call)).toBe(false);
    });

    it("hangs up when nobody answers it", () => {
      const call = left();
      call.give({ type: "silence", silentMs: 6000 });
      expect(hungUp(call)).toBe(true);
    });
  });

  it("asks once more what is open when they say goodbye first", () => {
    const call = openedCall(PRICES);
    expect(call.hear("lunch is twenty four dollars have a nice day goodbye")).toBe(
      "Before you go, one more question. Is there parking?",
    );
    call.hear("goodbye");
    expect(hungUp(call)).toBe(true);
  });

  it("says that it is an answering machine and leaves the message it was given", () => {
    const call = callFor(briefOf({ goal: "Find out the opening hours", voicemailMessage: "Please call Alex back." }));
    expect(
      call.give({ type: "opened", heard: "you've reached the bistro please leave a message after the tone" }),
    ).toBe("Please call Alex back.");
    expect(goalOfCall(call)).toMatchObject({ met: false });
  });

  it("does nothing any more once it has hung up, but to say so again", () => {
    const call = openedCall(TABLE);
    call.hear("wrong number");
    const count = call.moves.length;
    call.hear("hello");
    expect(call.moves.slice(count)).toEqual([{ type: "hang_up" }]);
  });
});

describe("who was not ready for our question", () => {
  const TYRES = briefOf({ goal: "Find out prices", questions: ["How much is a tyre change?"] });

  it("has not declined it by what is said of us to somebody else", () => {
    const call = openedCall(TYRES);
    const next = call.hear("I don't know. It's some lady asking about tyres.");
    expect(next).toContain("How much is a tyre change?");
    expect(findings(call)).toEqual([]);
  });

  it.each([
    "Sorry about that. What did you want to know?",
    "Okay, I'm back. What was your question?",
    "So what can I do for you?",
    "Right. What is it you wanted?",
  ])("is asked again when they ask for it: %s", (said) => {
    const call = openedCall(TYRES);
    expect(call.hear("I don't know.")).toContain("Goodbye");
    expect(call.hear(said)).toBe("How much is a tyre change?");
    expect(call.hear("A tyre change is sixty dollars.")).toContain("$60");
    expect(call.hear("Yes, that is right.")).toContain("Goodbye");
    expect(goalOfCall(call)).toMatchObject({ met: true });
  });

  it("is not asked for ever", () => {
    const call = openedCall(TYRES);
    for (let time = 0; time < 6; time += 1) {
      call.hear("I don't know.");
      call.hear("What did you want to know?");
    }
    expect(hungUp(call)).toBe(true);
  });

  it.each(["Sorry, I have no idea.", "Is there anything else I can help you with?"])(
    "is left alone when they only say so again: %s",
    (said) => {
      const call = openedCall(TYRES);
      call.hear("I don't know.");
      expect(call.hear(said)).not.toContain("tyre");
    },
  );

  it("hears once that we go on where we were, however often they cut in", () => {
    const call = openedCall(TYRES);
    call.state = { ...call.state, cut: true };
    const first = call.hear("The weather is lovely today.");
    expect(first.match(/As I was saying/g)).toHaveLength(1);
    call.state = { ...call.state, cut: true, expecting: { type: "nothing" } };
    expect(call.hear("The roses are out already.").match(/As I was saying/g)).toHaveLength(1);
  });
});

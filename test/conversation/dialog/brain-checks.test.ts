import { describe, expect, it } from "vitest";
import { emptyNotebook, isNote, write } from "../../../src/conversation/dialog/notebook.ts";
import { askedAgent, factOf, findings, goalOfCall, hungUp, openedCall } from "./brain-script.ts";
import type { Call } from "./brain-script.ts";
import { briefOf } from "./brain-requests.ts";

const OPEN = "When do you open?";
const PRICE = "How much is an oil change?";
const asking = (...questions: string[]): Call => openedCall(briefOf({ goal: "Find out a few things", questions }));
const hearUnsure = (call: Call, text: string): string => call.give({ type: "heard", text, confidence: 0.4 });
const last = (call: Call, question: string) => findings(call).findLast((each) => each.question === question);
/** What the call's record comes to hold. */
const notebook = (call: Call, ...questions: string[]) =>
  call.moves.reduce(
    (book, move) => (isNote(move) ? write(book, move) : book),
    emptyNotebook({ questions, errands: [{ text: "it", kind: "do" }] }),
  );

describe("an answer that may have been misheard", () => {
  const READ_BACK = "Let me read that back. To my question, when do you open, I have 9:00 AM. Is that correct?";

  it("is said back when the words around it make no sense", () => {
    const call = asking(OPEN);
    expect(call.hear("No and nine morning.")).toBe(READ_BACK);
    expect(last(call, OPEN)).toMatchObject({ answer: "9:00 AM", quote: "No and nine morning" });
    expect(call.hear("yes that's right")).toContain("Goodbye");
    expect(last(call, OPEN)).toMatchObject({ status: "answered", answer: "9:00 AM" });
  });

  it("is said back when the ear was not sure", () => {
    const call = asking(OPEN);
    expect(hearUnsure(call, "we open at nine a m")).toBe(READ_BACK);
  });

  it("is not said back when it was heard well", () => {
    const call = asking(OPEN);
    expect(call.give({ type: "heard", text: "we open at nine a m", confidence: 0.9 })).toContain("Goodbye");
  });

  it.each([
    [OPEN, "we open at nine a m", "no at eight thirty", "8:30"],
    ["How long does it take?", "it takes twenty minutes", "no forty minutes", "40 minutes"],
    ["What day is the next appointment?", "next tuesday", "no it is thursday", "Thursday"],
    [
      "What is your phone number?",
      "five five five zero one four two",
      "no five five five zero one four three",
      "5550143",
    ],
  ])("gives way to their correction: %s “%s” “%s”", (question, heard, correction, value) => {
    const call = asking(question);
    hearUnsure(call, heard);
    expect(call.hear(correction)).toContain(`I have ${value}.`);
    expect(correction).toContain(last(call, question)?.quote);
    expect(call.hear("yes")).toContain("Goodbye");
    expect(last(call, question)).toMatchObject({ status: "answered" });
  });

  it("is said back again, twice at most, when what they say to it was not understood", () => {
    const call = asking(OPEN);
    hearUnsure(call, "we open at nine a m");
    const again = "To my question, when do you open, I have 9:00 AM. Is that correct, yes or no?";
    expect(call.hear("I think it's four gigs at now, Lucy.")).toContain(again);
    expect(call.hear("The royal change of the lake")).toContain(again);
    expect(call.hear("Naples treat her ashes")).toContain("Goodbye");
    expect(last(call, OPEN)).toMatchObject({ status: "unknown", answer: null });
  });

  it("is asked for again when they went on with a number that we took for the whole", () => {
    const PHONE = "What is the number of the bodywork department?";
    const call = asking(PHONE);
    expect(call.hear("Sure, it is two one two five five five five five five five.")).toContain("I have 2125555555");
    expect(call.hear("0187.")).toBe(
      "Sorry about that. Could you tell me again, please? What is the number of the bodywork department?",
    );
    expect(call.hear("It is two one two, five five five, zero one eight seven.")).toContain("I have 2125550187");
    expect(call.hear("Exactly.")).toContain("Goodbye");
    expect(last(call, PHONE)?.answer).toMatch(/zero one eight seven|0187/);
    expect(factOf(call, "confirmation_number")).toBeUndefined();
  });

  it.each([
    "What number should I call?",
    "What is your direct number?",
    "What's the number for deliveries?",
    "Which number can customers use after hours?",
  ])("is said back when it is a number to call: %s", (question) => {
    const call = asking(question);
    expect(call.hear("That is two one two five five five zero one eight seven.")).toContain("I have 2125550187");
  });

  it("stands when its last digits are said again", () => {
    const PHONE = "What is the number of the bodywork department?";
    const call = asking(PHONE);
    call.hear("It is two one two five five five zero one eight seven.");
    expect(call.hear("0187.")).toContain("I have 2125550187. Is that correct, yes or no?");
    expect(call.hear("Yes.")).toContain("Goodbye");
    expect(last(call, PHONE)).toMatchObject({ status: "answered" });
  });

  it("is asked for again after a bare no", () => {
    const call = asking(OPEN);
    hearUnsure(call, "we open at nine a m");
    expect(call.hear("no")).toBe(`Sorry about that. Could you tell me again, please? ${OPEN}`);
    expect(call.hear("at eight a m")).toContain("I have 8:00 AM.");
    call.hear("correct");
    expect(last(call, OPEN)).toMatchObject({ status: "answered", answer: "At 8:00 AM" });
  });

  it("is said back once more when what they denied is heard again, and stands when they agree then", () => {
    const call = asking(OPEN);
    hearUnsure(call, "we open at nine a m");
    call.hear("no");
    expect(call.hear("at nine a m")).toContain("I have 9:00 AM. Is that correct");
    call.hear("correct");
    expect(last(call, OPEN)).toMatchObject({ status: "answered" });
    const left = asking(OPEN);
    hearUnsure(left, "we open at nine a m");
    for (const said of ["no", "at nine a m", "no", "at nine a m"]) left.hear(said);
    expect(last(left, OPEN)).toMatchObject({ status: "unknown", answer: null });
  });

  it("is claimed no longer after two corrections that failed", () => {
    const call = asking(OPEN);
    hearUnsure(call, "we open at nine a m");
    call.hear("no at eight a m");
    call.hear("no at seven a m");
    const said = call.hear("no that's wrong");
    expect(last(call, OPEN)).toMatchObject({ status: "unknown", answer: null });
    expect(said).toContain("Goodbye");
    expect(goalOfCall(call)).toMatchObject({ met: false });
  });

  it("is claimed no longer when nothing comes in its place", () => {
    const call = asking(OPEN);
    hearUnsure(call, "we open at nine a m");
    call.hear("no");
    call.hear("well you know");
    call.hear("whatever it is then");
    expect(last(call, OPEN)).toMatchObject({ status: "unknown" });
  });

  it("is claimed no longer when the call ends on their no", () => {
    const call = asking(OPEN);
    hearUnsure(call, "we open at nine a m");
    call.hear("no");
    call.give({ type: "wrap_up", reason: "callee_hung_up" });
    expect(last(call, OPEN)).toMatchObject({ status: "unknown" });
    expect(goalOfCall(call)).toMatchObject({ met: false });
  });
});

describe("a price that they correct", () => {
  it("is corrected in the answer too", () => {
    const call = asking(PRICE);
    call.hear("the oil change costs forty dollars");
    expect(call.hear("no it is forty two dollars")).toContain("The price is $42.");
    call.hear("yes");
    expect(last(call, PRICE)).toMatchObject({ status: "answered", answer: "It is $42" });
    expect(factOf(call, "price_quoted")).toBe("$42");
  });

  it("may be corrected with a bare number", () => {
    const call = asking(PRICE);
    call.hear("the oil change costs forty dollars");
    expect(call.hear("no forty two")).toContain("The price is $42.");
  });

  it("is nowhere in the outcome when they deny it to the end", () => {
    const call = asking(PRICE);
    call.hear("the oil change costs forty dollars");
    expect(call.hear("no that is wrong")).toBe("Sorry about that. Could you tell me the right one again, please?");
    expect(call.hear("forty four dollars")).toContain("The price is $44.");
    call.hear("no");
    expect(call.hear("forty five dollars")).toContain("The price is $45.");
    call.hear("no that is not right");
    const { priceQuoted, questions } = notebook(call, PRICE);
    expect(priceQuoted).toBeNull();
    expect(questions).toMatchObject([{ status: "unknown", answer: null }]);
    expect(goalOfCall(call)).toMatchObject({ met: false });
    expect(goalOfCall(call)?.summary).not.toContain("$");
  });

  it("is not denied by “No, that's right”", () => {
    const call = asking(PRICE);
    call.hear("the oil change costs forty dollars");
    expect(call.hear("no that's right")).toContain("Goodbye");
    expect(notebook(call, PRICE).priceQuoted?.value).toBe("$40");
  });

  it("is dropped when they say goodbye on a no", () => {
    const call = asking(PRICE);
    call.hear("the oil change costs forty dollars");
    call.hear("no that is wrong");
    call.hear("goodbye");
    expect(hungUp(call)).toBe(true);
    expect(notebook(call, PRICE)).toMatchObject({ priceQuoted: null, questions: [{ status: "unknown" }] });
  });
});

describe("a confirmation number that they deny to the end", () => {
  it("is not reported, and the booking stands", () => {
    const call = openedCall(briefOf({ goal: "Book a table for two on Friday at 7 PM" }));
    call.hear("your table is booked for friday at seven confirmation number seven four nine two");
    call.hear("no it's seven four nine three");
    call.hear("no it's seven four nine four");
    call.hear("no that's wrong");
    call.hear("yes that is correct");
    const { confirmationNumber, errands } = notebook(call);
    expect({ confirmationNumber, errands }).toMatchObject({ confirmationNumber: null, errands: [{ reached: true }] });
  });
});

describe("what they ask", () => {
  const brief = briefOf({
    goal: "Book a table for two on Friday at 7 PM",
    details: "They would like to sit outside.",
  });
  const NAME = "The name is Alex Morgan.";
  const PHONE = "The phone number is 2 0 2, 5 5 5, 0 1 8 7.";
  const WHEN = "Friday at 7 PM, please.";
  const PARTY = "For 2 people.";

  it.each([
    ["What name should I put that under?", NAME],
    ["Under what name?", NAME],
    ["And the name?", NAME],
    ["Your name please?", NAME],
    ["Who is the reservation for?", NAME],
    ["Who should I put it down for?", NAME],
    ["Which name do I write down?", NAME],
    ["And a phone number?", PHONE],
    ["What number can we call you on?", PHONE],
    ["How can we reach you?", PHONE],
    ["Do you have a contact number?", PHONE],
    ["Which day?", WHEN],
    ["For what date?", WHEN],
    ["What day was that again?", WHEN],
    ["And what time?", WHEN],
    ["When is that for?", WHEN],
    ["At what time will you arrive?", WHEN],
    ["How many of you?", PARTY],
    ["For how many?", PARTY],
    ["How many guests?", PARTY],
    ["How large is the party?", PARTY],
    ["How many people will be coming?", PARTY],
    ["What name, and for how many people?", `${NAME} ${PARTY}`],
    ["What name and phone number should I put down?", `${NAME} ${PHONE}`],
    ["For how many people and at what time?", `${PARTY} ${WHEN}`],
    ["May I have your name and number please?", `${NAME} ${PHONE}`],
    ["Yes, that is possible. What name should I put that under? And how many people?", `${NAME} ${PARTY}`],
    ["What day and what time?", WHEN],
  ])("is answered from the request: “%s”", (question, answer) => {
    const call = openedCall(brief);
    expect(call.hear(question)).toContain(answer);
    expect(askedAgent(call)).toEqual([]);
  });

  it("is answered as far as the request goes, and the rest asked of the agent", () => {
    const call = openedCall(brief);
    call.hear("What name should I put that under? And do you need a high chair?");
    expect(askedAgent(call)).toEqual(["Do you need a high chair?"]);
    expect(call.give({ type: "answered", questionId: "q1", answer: "No, thank you." })).toContain(NAME);
  });
});

describe("a denial that tells what we have", () => {
  /** A table at a price; both and the number are said back. */
  function readBack(): Call {
    const call = openedCall(briefOf({ goal: "Book a table for two on Friday at 7 PM", questions: [PRICE] }));
    call.hear("Your table is booked for Friday at seven p m. Your confirmation number is 7630.");
    expect(call.hear("An oil change is forty two dollars.")).toContain("The confirmation number is 7 6 3 0.");
    return call;
  }

  it("is a mishearing: what they told is said back once more, alone", () => {
    const call = readBack();
    expect(call.hear("No, your confirmation number is 7630.")).toBe(
      "Let me read that back. The confirmation number is 7 6 3 0. Is that correct?",
    );
    expect(call.hear("Yes, that is correct.")).toContain("Goodbye");
    expect(notebook(call, PRICE)).toMatchObject({
      confirmationNumber: { value: "7630" },
      priceQuoted: { value: "$42" },
      appointmentTime: { value: expect.stringContaining("7:00 PM") as string },
    });
  });

  it("may bring another value after all", () => {
    const call = readBack();
    call.hear("No, your confirmation number is 7630.");
    expect(call.hear("No, your confirmation number is 7680.")).toContain("7 6 8 0");
    call.hear("Yes, that is correct.");
    expect(notebook(call, PRICE)).toMatchObject({
      confirmationNumber: { value: "7680" },
      priceQuoted: { value: "$42" },
    });
  });

  it("takes nothing else along when it is repeated to the end", () => {
    const call = readBack();
    for (let n = 0; n < 3; n += 1) call.hear("No, your confirmation number is 7630.");
    expect(hungUp(call)).toBe(true);
    expect(notebook(call, PRICE)).toMatchObject({
      confirmationNumber: null,
      priceQuoted: { value: "$42" },
      appointmentTime: { value: expect.stringContaining("7:00 PM") as string },
    });
  });
});

describe("while the agent is asked", () => {
  it("what they say to each other settles no question of ours", () => {
    const call = asking(PRICE);
    call.hear("And what colour is your bicycle?");
    expect(askedAgent(call)).toHaveLength(1);
    call.hear("I don't know, somebody about an oil change.");
    expect(findings(call)).toEqual([]);
    const next = call.give({ type: "answer_expired", questionId: "q1", why: "needless" });
    expect(next).toContain("oil change");
    expect(next).not.toContain("Goodbye");
  });
});

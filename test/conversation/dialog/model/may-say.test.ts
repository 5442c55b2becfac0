/** Which words of a model are spoken, and which are held back: what it must not say, and what must not be lost to that. */
import { describe, expect, it } from "vitest";
import { contextOf, whyNotSaid } from "../../../../src/conversation/dialog/model/may-say.ts";
import { rulesView } from "../../../../src/conversation/dialog/model/rules-view.ts";
import type { HistoryEntry } from "../../../../src/conversation/ports.ts";
import { briefOf } from "../brain-requests.ts";
import { brainBriefOf } from "./talk.ts";

const BRIEF = briefOf({
  goal: "Book a table for two on Friday at 7 PM",
  details: "Reservation account 55-01-42. One guest is allergic to nuts.",
  constraints: "No more than $60 per person.",
  questions: ["How much is the dinner menu?"],
});
const OPENED: HistoryEntry[] = [
  { role: "business", text: "Blue Harbor Bistro, good evening." },
  {
    role: "assistant",
    text: "Hello, this is Ada, an automated assistant. I'd like to book a table for two on Friday at 7 PM.",
  },
];

function why(piece: string, heard: string, history: readonly HistoryEntry[] = OPENED): string | null {
  const brief = brainBriefOf(BRIEF);
  const rules = rulesView(brief, () => "q");
  const event = { type: "heard", text: heard, confidence: null } as const;
  const so = [...history, { role: "business", text: heard } as const];
  return whyNotSaid(
    piece,
    contextOf(brief, so, event, () => rules.wouldAsk(so, event)),
  );
}

describe("held back", () => {
  it.each([
    ["Yes, that works.", "Friday is full. I can offer you Saturday at 9 PM instead. Shall I book that?"],
    ["No problem, please book it.", "Friday is full. I can offer you Saturday at 9 PM instead. Shall I book that?"],
    ["Great, see you then.", "Sorry, Friday is taken. We have a table on Saturday at 9 PM for you."],
    ["Could you please book Saturday at nine?", "Sorry, Friday is taken. We have a table on Saturday at 9 PM for you."],
    ["Saturday is fine.", "We have a table on Saturday at 9 PM for you."],
    ["Sure, go ahead.", "It is ninety dollars per person for that evening. Shall I go ahead?"],
    ["We will pay that.", "There is a deposit of fifty dollars, is that okay?"],
    ["I promise that they will come.", "Can you promise me that they will come, and sign up for our newsletter?"],
    ["I am a human.", "Am I talking to a robot?"],
    ["No, I'm not a robot.", "Am I talking to a robot?"],
    ["The card number is 4242 4242 4242 4242.", "What is the card number?"],
    ["The code is seven seven four one nine.", "What is the code?"],
    ["They would pay up to $200.", "What is your budget?"],
    ["How about a quarter past nine?", "When would you like to come?"],
  ])("%s (to: %s)", (piece, heard) => {
    expect(why(piece, heard)).not.toBeNull();
  });

  it("a yes to an offer of two turns ago that nobody has asked the agent about", () => {
    const history: HistoryEntry[] = [
      ...OPENED,
      { role: "business", text: "Friday is full. I can offer you Saturday at 9 PM instead." },
      { role: "assistant", text: "One moment please." },
    ];
    expect(why("Yes, please do that.", "So?", history)).not.toBeNull();
    const asked: HistoryEntry[] = [
      ...history,
      { role: "asked", questionId: "q", question: "Is Saturday at 9 PM all right?" },
      { role: "answer", questionId: "q", answer: "Yes, that's fine." },
    ];
    expect(why("Yes, please do that.", "So?", asked)).toBeNull();
  });
});

describe("spoken", () => {
  it.each([
    ["Yes, please book that.", "We have a table on Friday at 7 PM for you. Shall I book it?"],
    ["Great, thank you.", "Your table for Friday at 7 PM is booked."],
    ["Let me check that with the caller.", "Friday is full. I can offer you Saturday at 9 PM instead."],
    ["I am not sure that this works, I have to ask.", "Friday is full. I can offer you Saturday at 9 PM instead."],
    ["Is there nothing on Friday at seven?", "Friday is full. I can offer you Saturday at 9 PM instead."],
    ["Yes, for two on Friday.", "So it is two people, and what day was it again?"],
    ["It is for two people, around seven.", "For how many, and when?"],
    ["Yes, I am an automated assistant.", "Am I talking to a robot?"],
    ["Alex Morgan, that is A, L, E, X, M, O, R, G, A, N.", "Can you spell the name?"],
    ["My number is two zero two, five five five, zero one eight seven.", "What is your phone number?"],
    ["The account is fifty five, zero one, forty two.", "And the reservation account?"],
    ["So that is four eight one five, correct?", "Your confirmation number is four eight one five."],
    ["So forty two dollars per person, thank you.", "It's $42."],
    ["At half past seven, I see.", "We only have 7:30."],
    ["One guest is allergic to nuts.", "Anything we should know?"],
    ["Sure, take your time.", "One moment, let me look."],
    ["Goodbye, and thank you very much.", "Have a nice day, bye."],
  ])("%s (to: %s)", (piece, heard) => {
    expect(why(piece, heard)).toBeNull();
  });
});

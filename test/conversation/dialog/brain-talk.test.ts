import { describe, expect, it } from "vitest";
import { actOf, read } from "../../../src/language/en/reading.ts";
import type { ActKind } from "../../../src/language/en/talk.ts";
import { contentOf } from "../../../src/language/en/content.ts";
import { askKind, optionsOf, slotsOf } from "../../../src/conversation/dialog/brain/english/topics.ts";
import { phoneAloud } from "../../../src/language/en/phones.ts";
import { inWords } from "../../../src/language/en/plain-words.ts";
import { spelledOut } from "../../../src/language/en/spelling.ts";

describe("hears yes and no", () => {
  it.each([
    ["yes", true],
    ["Yeah, sure.", true],
    ["yep that works for us", true],
    ["of course", true],
    ["absolutely", true],
    ["that's right", true],
    ["no problem", true],
    ["we do", true],
    ["uh yes i think so", true],
    ["no", false],
    ["nope sorry", false],
    ["no sorry we are closed on sunday", false],
    ["unfortunately not", false],
    ["i'm afraid we don't have any rooms left", false],
    ["not really", false],
    ["sorry we can't do that", false],
    ["yeah no we don't", false],
    ["well actually no", false],
    ["i don't think so", false],
    ["okay that's not possible", false],
    ["the menu is forty two dollars", null],
    ["seven thirty", null],
    ["we are open from nine to five", null],
  ])("in: %s", (said, yes) => {
    expect(read(said).polarity?.yes ?? null).toBe(yes);
  });
});

describe("hears what an utterance does", () => {
  const rows: readonly (readonly [string, ActKind])[] = [
    ["one moment please", "hold"],
    ["please hold while i transfer you", "hold"],
    ["let me check the calendar", "hold"],
    ["give me a second", "hold"],
    ["let me check real quick", "hold"],
    ["just pulling it up now", "hold"],
    ["my computer is loading", "hold"],
    ["let me put you through", "hold"],
    ["have a great day goodbye", "goodbye"],
    ["bye bye", "goodbye"],
    ["take care", "goodbye"],
    ["okay talk to you later then", "goodbye"],
    ["catch you later", "goodbye"],
    ["we're done here", "goodbye"],
    ["take it easy", "goodbye"],
    ["have a good weekend", "goodbye"],
    ["enjoy the rest of your day", "goodbye"],
    ["are you a robot", "robot"],
    ["is this a recording", "robot"],
    ["am i speaking with a real person", "robot"],
    ["you have the wrong number", "wrong_number"],
    ["i think you dialed wrong", "wrong_number"],
    ["you have the wrong guy", "wrong_number"],
    ["this number isn't theirs anymore", "wrong_number"],
    ["they changed their number", "wrong_number"],
    ["this is not a business line", "wrong_number"],
    ["please don't call again", "objection"],
    ["take me off your list", "objection"],
    ["i told you people before no more calls", "objection"],
    ["i've asked before to be taken off this list", "objection"],
    ["i don't want to be contacted again", "objection"],
    ["we do not want any further calls", "objection"],
    ["this number is not to be called again", "objection"],
    ["please have this number removed", "objection"],
    ["unsubscribe me from these", "objection"],
    ["block this number on your end", "objection"],
    ["don't you dare call back", "objection"],
    ["i forbid you to call here", "objection"],
    ["we don't talk to machines remove us please", "objection"],
    ["sorry we ran out of those", "unavailable"],
    ["that's been taken out", "confirmed"],
    ["could you repeat that", "repeat"],
    ["sorry i didn't catch that", "repeat"],
    ["come again", "repeat"],
    ["are you still there", "presence"],
    ["is there anything else i can help you with", "anything_else"],
    ["will that be all", "anything_else"],
    ["how can i help you", "offer_help"],
    ["your table is booked", "confirmed"],
    ["i've got you down for seven", "confirmed"],
    ["you're all set", "confirmed"],
    ["see you on friday", "confirmed"],
    ["we are fully booked", "unavailable"],
    ["there are no tables left", "unavailable"],
    ["we can't do that", "unavailable"],
    ["we don't give that out over the phone", "refuse"],
    ["i'm not sure about that", "dont_know"],
    ["i don't know", "dont_know"],
    ["no idea", "dont_know"],
    ["please leave a message after the tone", "voicemail"],
    ["we don't use confirmation numbers", "no_number"],
  ];
  it.each(rows)("%s: %s", (said, kind) => {
    const act = actOf(read(said), kind);
    expect(act).not.toBeNull();
    expect(said).toContain(act?.quote);
  });

  const not: readonly (readonly [string, ActKind])[] = [
    ["thank you for holding", "hold"],
    ["i'm sure we can do that", "dont_know"],
    ["no charge", "unavailable"],
    ["we are not booked yet", "confirmed"],
    ["we are fully booked for friday", "confirmed"],
    ["it is five minutes from here", "hold"],
    ["it takes a minute to get used to", "hold"],
    ["i'll see you at eight", "hold"],
    ["i'll grab you a booth", "hold"],
    ["it's a second floor room", "hold"],
    ["i will ask for a deposit when you arrive", "hold"],
    ["we can put you on the early shift", "hold"],
    ["give me a call tomorrow", "hold"],
    ["i just have to check your id when you come", "hold"],
    ["i am not sure about that sorry", "repeat"],
    ["i can tell you the price", "refuse"],
    ["you've got the wrong day", "wrong_number"],
    ["i'll take care of that for you", "goodbye"],
    ["we take care of everything", "goodbye"],
    ["so long as you come before nine", "goodbye"],
    ["good night rates start at eighty", "goodbye"],
    ["we have a great day special on tuesdays", "goodbye"],
    ["enjoy the rest of the menu too", "goodbye"],
    ["the farewell dinner is at eight", "goodbye"],
    ["that's the wrong size", "wrong_number"],
    ["we changed our hours", "wrong_number"],
  ];
  it.each(not)("%s: not %s", (said, kind) => {
    expect(actOf(read(said), kind)).toBeNull();
  });
});

describe("hears questions", () => {
  it.each([
    ["what name should i put that under", ["what name should i put that under"]],
    ["okay and what name is that under", ["what name is that under"]],
    ["yes we have a table what name should i put that under", ["what name should i put that under"]],
    ["thank you would you like to sit inside or outside", ["would you like to sit inside or outside"]],
    ["do you have any allergies", ["do you have any allergies"]],
    ["Great. And a phone number?", ["And a phone number"]],
    ["so that's a table for two at seven is that correct", ["so that's a table for two at seven is that correct"]],
    ["we are open until ten", []],
    ["i can tell you what we have", []],
    ["i don't know what the price is", []],
    ["when you arrive ask for david", []],
    ["let me see if we can do that", []],
    ["that's what we charge", []],
    ["your confirmation number is seven four nine two", []],
  ])("in: %s", (said, questions) => {
    expect(
      read(said)
        .clauses.filter(({ question }) => question)
        .map(({ quote }) => quote),
    ).toEqual(questions);
  });
});

describe("knows what kind of answer a question wants", () => {
  it.each([
    ["How much is the dinner menu?", "price"],
    ["What do you charge for a tune up?", "price"],
    ["price of a brake job", "price"],
    ["What time do you close?", "time"],
    ["opening hours", "time"],
    ["When does the kitchen close?", "time"],
    ["How late are you open?", "time"],
    ["When is the next available appointment?", "date"],
    ["Which day works best?", "date"],
    ["How long does it take?", "quantity"],
    ["How many people fit?", "quantity"],
    ["Who is the manager?", "name"],
    ["What is the confirmation number?", "code"],
    ["What is your fax number?", "phone"],
    ["Is there parking nearby?", "yes_no"],
    ["Do you take cards or cash?", "choice"],
    ["whether dogs are allowed", "yes_no"],
    ["Where are you located?", "free"],
    ["What should I bring?", "free"],
  ])("%s: %s", (question, kind) => {
    expect(askKind(question)).toBe(kind);
  });

  it("and what the business wants to know", () => {
    expect(slotsOf("what name should i put that under")).toEqual(["name"]);
    expect(slotsOf("what is the best number to reach you")).toEqual(["phone"]);
    expect(slotsOf("what's the date of birth")).toEqual([]);
    expect(slotsOf("your name and phone number please")).toEqual(["name", "phone"]);
    expect(optionsOf("is it a road bike or a mountain bike")).toEqual(["road", "mountain"]);
    expect(optionsOf("would you like to sit inside or outside")).toEqual(["insid", "outsid"]);
  });
});

describe("draws words together", () => {
  it.each([
    ["a table outside", "outdoor seating tables", 2],
    ["the parking lot", "where can i park", 1],
    ["two bicycles", "the bike", 1],
    ["delivery", "do you deliver", 1],
    ["opening hours", "we open", 1],
  ])("%s ~ %s", (one, other, shared) => {
    const words = contentOf(other);
    expect(contentOf(one).filter((word) => words.includes(word)).length).toBeGreaterThanOrEqual(shared);
  });
});

describe("says things so that they can be heard", () => {
  it.each([
    ["I'd like to book a table for two on Friday at 7 PM.", "i'd like to book a table for two on friday at seven p m"],
    ["It's $42.50 per person.", "it's forty two dollars and fifty cents per person"],
    ["at 7:30pm", "at seven thirty p m"],
    ["June 12th", "june twelfth"],
    ["The number is +1 202 555 0142.", "the number is two zero two five five five zero one four two"],
    ["Crème brûlée & café", "creme brulee and cafe"],
    ["a 2018 Honda", "a twenty eighteen honda"],
    ["1,200 guests", "one thousand two hundred guests"],
    ["🙂", ""],
  ])("%s", (text, words) => {
    expect(inWords(text)).toBe(words);
  });

  it("codes sign by sign, telephone numbers in groups", () => {
    expect(spelledOut("B74K9")).toBe("B 7 4 K 9");
    expect(phoneAloud("+12025550142")).toBe("2 0 2, 5 5 5, 0 1 4 2");
    expect(phoneAloud("+442079460000")).toBe("plus 4 4 2, 0 7 9, 4 6 0, 0 0 0");
  });
});

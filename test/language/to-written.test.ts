import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { written } from "../../src/language/en/to-written.ts";
import { sentences } from "../engines/sentences.ts";

type Row = readonly [spoken: string, written: string];

const PRICES: readonly Row[] = [
  ["that will be twenty five dollars", "That will be $25."],
  ["the total is forty two dollars and fifty cents", "The total is $42.50."],
  ["forty two dollars fifty", "$42.50."],
  ["a buck fifty", "$1.50."],
  ["it's twenty bucks", "It's 20 bucks."],
  ["it costs one hundred and twenty dollars per night", "It costs $120 per night."],
  ["a hundred and five dollars", "$105."],
  ["twelve hundred dollars", "$1,200."],
  ["it is twelve to eighteen hundred dollars", "It is $1,200 to $1,800."],
  ["somewhere around twelve to eighteen hundred", "Somewhere around 1,200 to 1,800."],
  ["five to six hundred people", "500 to 600 people."],
  ["five to ten people", "Five to 10 people."],
  ["one thousand two hundred and fifty dollars", "$1,250."],
  ["we charge eighty nine ninety nine plus tax", "We charge $89.99 plus tax."],
  ["it starts at thirty five dollars", "It starts at $35."],
  ["ninety nine cents", "99 cents."],
  ["eighteen bucks", "18 bucks."],
  ["between forty and fifty dollars", "Between $40 and $50."],
  ["forty to fifty dollars an hour", "$40 to $50 an hour."],
  ["three dollars a day", "$3 a day."],
  ["it's forty two fifty", "It's forty two fifty."],
  ["three fifty", "Three fifty."],
];

const TIMES: readonly Row[] = [
  ["we have a table at seven thirty p m", "We have a table at 7:30 PM."],
  ["we are open from eight a m to six p m", "We are open from 8 AM to 6 PM."],
  ["we open at nine in the morning", "We open at 9 in the morning."],
  ["we close at half past ten", "We close at 10:30."],
  ["at a quarter to eight", "At 7:45."],
  ["quarter past six in the evening", "6:15 in the evening."],
  ["at ten to eight", "At 7:50."],
  ["from ten to eight", "From 10 to 8."],
  ["seven o'clock", "Seven o'clock."],
  ["at seven oh five", "At 7:05."],
  ["we have seven thirty or eight fifteen", "We have 7:30 or 8:15."],
  ["the kitchen closes at ten", "The kitchen closes at 10."],
  ["at twelve thirty", "At 12:30."],
  ["it takes about forty five minutes", "It takes about 45 minutes."],
  ["noon works", "Noon works."],
  ["twelve noon", "12 noon."],
];

const DATES: readonly Row[] = [
  ["the earliest is monday march third at eleven fifteen", "The earliest is Monday March 3rd at 11:15."],
  ["we can do friday the twelfth of june", "We can do Friday the 12th of June."],
  ["wednesday the fourteenth", "Wednesday the 14th."],
  ["december thirty first", "December 31st."],
  ["june twelfth twenty twenty six", "June 12th, 2026."],
  ["we can do march twenty fifteen people", "We can do March 20 fifteen people."],
  ["it's on the third floor", "It's on the third floor."],
  ["one second please", "One second please."],
  ["you may come in", "You may come in."],
  ["in may or june", "In May or June."],
  ["march ahead", "March ahead."],
  ["since nineteen eighty four", "Since nineteen eighty four."],
];

const CODES: readonly Row[] = [
  ["your confirmation code is b seven four k nine", "Your confirmation code is B74K9."],
  ["it is b seven four k nine", "It is B74K9."],
  ["the reference number is three eight one five two", "The reference number is 38152."],
  ["confirmation number alpha bravo six two", "Confirmation number AB62."],
  ["your booking code is m as in mary three six one", "Your booking code is M361."],
  ["your code is x as in x ray nine two q", "Your code is X92Q."],
  ["your number is triple five two", "Your number is 5552."],
  ["your code is double u one two six", "Your code is W126."],
  ["your reservation number is seventy four ninety two", "Your reservation number is 7492."],
  ["your confirmation number is seven four nine two seven four nine two", "Your confirmation number is 7492 7492."],
  [
    "your confirmation number is seven four nine two one more thing",
    "Your confirmation number is 7492 one more thing.",
  ],
  ["our number is five five five zero one four two", "Our number is 555-0142."],
  ["call four one five five five five one two one two", "Call 415-555-1212."],
  ["eight hundred five five five zero one four two", "800-555-0142."],
  ["one two zero two five five five zero one one nine", "1-202-555-0119."],
  ["the zip code is nine four one one zero", "The zip code is 94110."],
  ["room two oh four", "Room 204."],
  ["a table for two or four", "A table for two or four."],
  ["we have t v in every room", "We have TV in every room."],
];

const NUMBERS: readonly Row[] = [
  ["for four people", "For four people."],
  ["up to twenty four hours before", "Up to 24 hours before."],
  ["two and a half hours", "Two and a half hours."],
  ["about twenty to thirty minutes", "About 20 to 30 minutes."],
  ["a hundred guests", "100 guests."],
  ["ten percent off", "10 percent off."],
];

const SENTENCES: readonly Row[] = [
  ["yes we do", "Yes, we do."],
  ["yes", "Yes."],
  ["no we do not", "No, we do not."],
  ["no tables are left", "No tables are left."],
  ["hello there", "Hello there."],
  ["i'm afraid i can't", "I'm afraid I can't."],
  ["what a pity", "What a pity."],
  ["how many people is that for", "How many people is that for?"],
  ["okay and what name is it under", "Okay, and what name is it under?"],
  ["may i have a phone number", "May I have a phone number?"],
  ["have a nice day", "Have a nice day."],
  ["that is all is that right", "That is all. Is that right?"],
  ["let me check what we have", "Let me check what we have."],
  ["i do not know how much it is", "I do not know how much it is."],
  ["we have a table at seven thirty p m what name is it under", "We have a table at 7:30 PM. What name is it under?"],
  [
    "thank you for calling this is karen how can i help you",
    "Thank you for calling this is Karen. How can I help you?",
  ],
  ["on sundays we are closed", "On Sundays we are closed."],
  ["", ""],
];

describe("writes down what was recognised", () => {
  describe.each([
    ["prices", PRICES],
    ["times", TIMES],
    ["dates", DATES],
    ["codes and telephone numbers", CODES],
    ["numbers", NUMBERS],
    ["sentences and questions", SENTENCES],
  ] as const)("%s", (_name, rows) => {
    it.each(rows)("%s", (spoken, text) => {
      expect(written(spoken, [])).toBe(text);
    });
  });

  it("spells names as the hints do", () => {
    const hints = ["Blue Harbor Bistro", "Chidi Okonkwo", "Is Maria McBride in?"];
    expect(written("blue harbor bistro good evening this is chidi okonkwo for maria mcbride", hints)).toBe(
      "Blue Harbor Bistro good evening this is Chidi Okonkwo for Maria McBride.",
    );
  });

  it("writes every sentence of both sides as it should look", () => {
    const names = ["Riverside Dental", "Maple Street Garage", "Blue Harbor Bistro", "Alex Morgan"];
    for (const { spoken, text } of [...sentences("business"), ...sentences("assistant")]) {
      expect(written(spoken, names)).toBe(text);
    }
  });

  it("never loses a plain word, and never throws", () => {
    const word = fc.constantFrom(
      ..."the a b k two seven thirty oh hundred dollars p m at is number march third please x ray".split(" "),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), (words) => {
        const text = written(words.join(" "), []);
        const plain = words.filter((one) => /^(?:please|is|number)$/.test(one));
        for (const one of plain) expect(text.toLowerCase()).toContain(one);
        expect(text === "").toBe(words.length === 0);
      }),
    );
  });
});

/** The business is asked "Is that correct?" and must mean what it answers. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { businessBrain } from "../../src/demo/business-brain.ts";
import { confirmationNumber } from "../../src/demo/business-number.ts";
import { parseBusiness } from "../../src/demo/business.ts";
import type { Business } from "../../src/demo/business.ts";
import { digitByDigit } from "../../src/language/en/number-words.ts";
import { spelledOut } from "../../src/language/en/spelling.ts";

const BISTRO = parseBusiness(readFileSync("config/businesses/blue-harbor-bistro.yaml", "utf8"));
const BICYCLES = parseBusiness(readFileSync("config/businesses/corner-bicycle-shop.yaml", "utf8"));
const SEED = "a call of its own";
const NUMBER = confirmationNumber("dddd", SEED);
/** As many signs, each of them another one. */
const WRONG = [...NUMBER].map((sign) => (sign === "9" ? "2" : "9")).join("");

/** A caller who has booked a table for Friday at seven and was told prices and hours; each line is said in turn. */
async function afterBooking(...lines: readonly string[]): Promise<string> {
  return inCall(BISTRO, [
    "I'd like to book a table for two on Friday at 7 PM.",
    "The name is Alex Morgan.",
    "Outside, please.",
    "How much is the dinner menu?",
    "What time does the kitchen close?",
    "What are your opening hours?",
    ...lines,
  ]);
}

/** The reply to the last line. */
async function inCall(business: Business, lines: readonly string[]): Promise<string> {
  const brain = businessBrain(business, SEED);
  let reply = "";
  for (const text of lines) {
    reply = "";
    for await (const move of brain.respond(
      { type: "heard", text, confidence: null },
      [],
      new AbortController().signal,
    )) {
      if (move.type === "say") reply += move.text;
    }
  }
  return reply;
}

const readBack = (values: string): string => `Let me read that back. ${values} Is that correct?`;

describe("what is read back right", () => {
  it.each([
    [`The confirmation number is ${NUMBER}.`],
    [`The confirmation number is ${spelledOut(NUMBER)}.`],
    [`the confirmation number is ${digitByDigit(NUMBER)}`],
    [`The number is ${[...NUMBER].join("-")}.`],
    [`The number is ${[...NUMBER].join(", ")}.`],
    ["The price is $42 per person."],
    ["the price is forty two dollars per person"],
    ["It's 42 dollars for the dinner menu."],
    ["The dinner menu is forty two."],
    ["To my question, how much is the dinner menu, I have $42 per person."],
    ["The time is Friday at 7."],
    ["The time is Friday at 7:00."],
    ["The time is Friday at 7:00 PM."],
    ["the time is friday at seven p m"],
    ["It is at seven in the evening on Friday."],
    ["The table is at 19:00."],
    ["The kitchen closes at 10 PM."],
    ["To my question, what time does the kitchen close, I have 10:00 PM."],
    ["You are open from five to eleven."],
    ["You're open from 5 PM to 11 PM."],
    ["You close at 11."],
    [`The confirmation number is ${NUMBER}. The price is $42 per person. The time is Friday at 7:00 PM.`],
    [`the confirmation number is ${digitByDigit(NUMBER)} the price is forty two dollars the time is friday at seven`],
  ])("is confirmed: %s", async (values) => {
    expect(await afterBooking(readBack(values))).toMatch(/^Yes, that is correct\./);
  });

  it("is confirmed of values that nobody asked about before", async () => {
    expect(await inCall(BISTRO, ["The lunch menu is $24, right?"])).toMatch(/^Yes, that is correct\./);
  });

  it("is confirmed before the booking is made, and the question that is open is asked again", async () => {
    const reply = await inCall(BISTRO, ["A table on Friday at 7 PM, please.", "Friday at seven, is that right?"]);
    expect(reply).toBe("Yes, that is correct. What name should I put that under?");
  });
});

describe("what is read back wrong", () => {
  it.each([
    [`The confirmation number is ${WRONG}.`, /number is \w+, \w+, \w+, \w+\.$/],
    [`the confirmation number is ${digitByDigit(WRONG)}`, /number is \w+, \w+, \w+, \w+\.$/],
    [`The number is ${NUMBER}9.`, /number is \w+, \w+, \w+, \w+\.$/],
    [`So that's ${[...NUMBER].toReversed().join(" ")}.`, /number is \w+, \w+, \w+, \w+\.$/],
    ["The price is $39 per person.", /dinner menu is forty two dollars/],
    ["the price is fifty seven dollars per person", /dinner menu is forty two dollars/],
    ["The price is $42.50.", /dinner menu is forty two dollars/],
    ["The dinner menu is sixty two.", /dinner menu is forty two dollars/],
    ["It's $38 for lunch.", /lunch menu is twenty four dollars/],
    ["The time is Friday at 8.", /Friday at seven PM/],
    ["The time is Friday at 7 AM.", /Friday at seven PM/],
    ["The time is Friday at 7:15 PM.", /Friday at seven PM/],
    ["the time is friday at eleven p m", /Friday at seven PM/],
    ["The time is Wednesday at 7:00.", /Friday at seven PM/],
    ["The kitchen closes at 9:45.", /kitchen closes at ten PM/],
    ["To my question, what time does the kitchen close, I have 9:00 PM.", /kitchen closes at ten PM/],
    ["You are open from four to eleven.", /five PM to eleven PM/],
    ["You close at 10.", /five PM to eleven PM/],
    ["You open at eleven.", /five PM to eleven PM/],
  ])("is denied, with the right one: %s", async (values, right) => {
    const reply = await afterBooking(readBack(values));
    expect(reply).toMatch(/^No, /);
    expect(reply).toMatch(right);
    expect(reply).not.toMatch(/correct\.|yes/i);
  });

  it("is put right in nothing but what is wrong", async () => {
    const price = await afterBooking(
      readBack(`The confirmation number is ${NUMBER}. The price is $57. The time is Friday at 7.`),
    );
    expect(price).toBe("No, the dinner menu is forty two dollars per person.");
    const both = await afterBooking(
      readBack(`The confirmation number is ${WRONG}. The price is $42. The time is Friday at 9.`),
    );
    expect(both).toMatch(/confirmation number is .*Your table for Friday at seven PM is booked/);
    expect(both).not.toMatch(/dollars/);
  });

  it("is denied as often as it is said", async () => {
    const wrong = readBack("The price is $57.");
    expect(await afterBooking(wrong, wrong, wrong, wrong)).toMatch(/^No, .*forty two/);
  });

  it("is denied when it is no read-back but a guess", async () => {
    expect(await inCall(BISTRO, ["So lunch is about thirty dollars, correct?"])).toBe(
      "No, the lunch menu is twenty four dollars per person.",
    );
  });

  it("is denied of a number that was never given", async () => {
    const reply = await inCall(BICYCLES, [
      "I want to cancel my appointment.",
      "My number is 202 555 0187.",
      readBack("The confirmation number is 5 8 1."),
    ]);
    expect(reply).toBe("No, there is no confirmation number.");
  });

  it("is told from a telephone number of the caller's own", async () => {
    const reply = await afterBooking(readBack("The phone number is 202 555 0187. The price is $42."));
    expect(reply).toMatch(/^Yes, that is correct\./);
  });
});

describe("what cannot be understood", () => {
  it.each([
    ["Is that correct?"],
    ["mumble mumble is that correct"],
    [readBack("The confirmation number is.")],
    [readBack(`The confirmation number is ${spelledOut(NUMBER.slice(0, 3))}.`)],
    [readBack(`The number is ${spelledOut(NUMBER.slice(1))}. The price is $42.`)],
  ])("is asked again: %s", async (said) => {
    expect(await afterBooking(said)).toBe(BISTRO.say_again);
  });

  it("is denied when it comes in part once more", async () => {
    const part = readBack(`The confirmation number is ${spelledOut(NUMBER.slice(0, 3))}.`);
    expect(await afterBooking(part, part)).toMatch(/^No, your confirmation number is (\w+, ){3}\w+\.$/);
  });

  it("is never agreed to: in the end the business says what it knows", async () => {
    const mumble = "mumble is that correct";
    const reply = await afterBooking(mumble, mumble, mumble);
    expect(reply).toMatch(/^Your table for Friday at seven PM is booked\. Your confirmation number is /);
  });

  it("is answered with what the business knows when only the matter is clear", async () => {
    expect(await afterBooking("There is parking, is that right?")).toBe("Yes, parking is free behind the building.");
  });
});

describe("words that only sound like a check", () => {
  it.each([
    ["Yes, that's right."],
    ["All right."],
    ["That is right."],
    ["I don't have an answer to that right now. Can we go on without it?"],
  ])("are none: %s", async (said) => {
    expect(await afterBooking(said)).not.toMatch(/that is correct/);
  });
});

import { describe, expect, it } from "vitest";
import { familiesOf, weigh } from "../../../src/conversation/line/words/families.ts";
import type { Kind } from "../../../src/conversation/line/words/families.ts";
import { WHO_RULES } from "../../../src/conversation/line/who.ts";

const english = familiesOf("en-GB");

const MACHINES: readonly (readonly [Kind, string])[] = [
  ["voicemail", "Hi, it's Bob. I can't come to the phone, please leave a message after the beep."],
  ["voicemail", "Please leave your name and number and we will get back to you."],
  ["voicemail", "Your call has been forwarded to an automated voice messaging system."],
  ["voicemail", "The person you are trying to reach is not available. At the tone, please record your message."],
  ["full", "Sorry, but the user's mailbox can't accept more messages."],
  ["full", "The mailbox is full. Goodbye."],
  ["ivr", "Thank you for calling Blue Harbor. For reservations, press 1."],
  ["ivr", "To speak with billing, press two."],
  ["hold", "All of our representatives are currently busy. Please stay on the line."],
  ["hold", "Your call is important to us."],
  ["hold", "You are number three in the queue."],
  ["hold", "Your estimated wait time is four minutes."],
  ["screening", "Please state your name and the reason for your call."],
  ["screening", "If you record your name and reason for calling, I'll see if this person is available."],
  ["intercept", "The number you have dialed is not in service. Please check the number and try again."],
  ["intercept", "We're sorry, your call cannot be completed as dialed."],
  ["intercept", "The number you have reached has been disconnected."],
];

const PEOPLE = [
  "Hi, you've reached Kim's, this is Kim, how can I help?",
  "He is not available right now.",
  "I'm afraid she is not in today, can I take a message?",
  "You can leave a message with me.",
  "Maple Street Garage, Bob speaking.",
  "That number is not valid any more.",
  "We are on the corner of Fifth and Main, at the traffic light.",
  "One moment please, I'll put you through.",
  "It is forty two dollars, and it takes half an hour.",
  "We are closed on Sundays.",
];

describe("English phrases", () => {
  it.each(MACHINES)("of %s: %j", (kind, text) => {
    expect(weigh(english, text)[kind]).toBeGreaterThanOrEqual(WHO_RULES.enough);
  });

  it.each(PEOPLE)("of people make no machine: %j", (text) => {
    const { voicemail, ivr, hold, screening, intercept, full } = weigh(english, text);
    for (const weight of [voicemail, ivr, hold, screening, intercept, full]) {
      expect(weight).toBeLessThan(WHO_RULES.enough);
    }
  });

  it("weigh the same however an engine writes them", () => {
    expect(weigh(english, "YOUR CALL IS IMPORTANT TO US")).toEqual(weigh(english, "Your call is important, to us!"));
  });
});

it("a language without a table is judged by sound and rhythm alone", () => {
  expect(familiesOf("fi-FI")).toEqual([]);
});

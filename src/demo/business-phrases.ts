/**
 * What is said in the demo's call, by either side, as sentences in plain words: hints for the two recognisers.
 * Neither list holds the confirmation number of a call.
 */
import type { Brief } from "../calls/brief.ts";
import { inWords, phoneAloud } from "../conversation/brain/english/spoken.ts";
import { TEXTS } from "../conversation/brain/english/texts.ts";
import { matterOf, openingLine } from "../conversation/brain/matter.ts";
import { newState } from "../conversation/brain/state.ts";
import { aloud, confirmationNumber } from "./business-number.ts";
import type { Business } from "./business.ts";

const SAMPLE_NUMBERS = 60;
const DAYS = "monday tuesday wednesday thursday friday saturday sunday today tomorrow".split(" ");
const HOURS = "one two three four five six seven eight nine ten eleven twelve".split(" ");

/** Everything the business may say, places and numbers filled in by example. */
export function businessPhrases(business: Business): string[] {
  const places = business.free.flatMap(({ day, times }) => times.map((time) => ({ day, time })));
  const lines = [
    business.greeting,
    business.goodbye,
    business.anything_else,
    business.unknown,
    business.say_again,
    "Yes, that is correct.",
    "No problem. We can go on without it.",
    ...business.requests.flatMap((request) =>
      [request.offer, request.instead, request.accept, request.done].flatMap((line) =>
        line === undefined ? [] : filled(line, places),
      ),
    ),
    ...Object.values(business.asks).flatMap((ask) => [ask.question, ask.thanks]),
    ...business.services.map((service) => `The ${service.name} is ${service.price}.`),
    ...business.answers.map((answer) => answer.say),
    ...Array.from({ length: SAMPLE_NUMBERS }, (_, n) =>
      business.confirmation.say.replace(
        "{number}",
        aloud(confirmationNumber(business.confirmation.pattern, `sample ${n}`)),
      ),
    ),
  ];
  return plainWords(lines);
}

/** What the assistant says: its standing lines, and with a request also what that makes it say. */
export function assistantPhrases(brief?: Brief, assistantName = "Ada"): string[] {
  const known = brief === undefined ? [] : linesFor(brief, assistantName);
  const standing = [
    ...TEXTS.thanks,
    ...Object.values(TEXTS.pleaseDo),
    ...Object.values(TEXTS.isItDone),
    ...TEXTS.moment,
    ...TEXTS.stillChecking,
    ...TEXTS.notUnderstood,
    TEXTS.confirmationNumber,
    TEXTS.otherTime,
    TEXTS.tellAgain,
    TEXTS.stillHere,
    TEXTS.noAnswer,
    TEXTS.yes,
    TEXTS.yesRight,
    TEXTS.noThatIsAll,
    TEXTS.goodbye,
    TEXTS.shortGoodbye,
    TEXTS.areYouThere,
    `${TEXTS.thankYouForWaiting} Outside, please.`,
    `${TEXTS.thankYouForWaiting} Inside, please.`,
    `${TEXTS.thankYouForWaiting} Yes, that is fine.`,
    TEXTS.introduction(assistantName, "a customer"),
    "Let me read that back. The confirmation number is",
    "Is that correct?",
    "The name is",
    "The phone number is",
    "I'd like to book a table for two.",
    "I'd like to make an appointment.",
    "How much is it?",
    "What time do you open?",
    "What time do you close?",
    "Is there parking nearby?",
    ...HOURS.map((hour, n) => `I'd like to book a table for two on ${DAYS[n % DAYS.length] ?? ""} at ${hour}.`),
    ...HOURS.map((hour, n) => `The time is ${DAYS[(n + 4) % DAYS.length] ?? ""} at ${hour}.`),
    ...Array.from(
      { length: SAMPLE_NUMBERS },
      (_, n) => `The confirmation number is ${aloud(confirmationNumber("dddd", `sample ${n}`))}.`,
    ),
  ];
  return plainWords([...known, ...standing]);
}

function linesFor(brief: Brief, name: string): string[] {
  const matter = matterOf({ brief, assistant: { name, disclosure: true } });
  const questions = newState(matter).asks.flatMap((ask) => [
    ask.spoken,
    TEXTS.askAgain(ask.spoken),
    TEXTS.repeatQuestion(ask.spoken),
  ]);
  return [
    openingLine(matter),
    matter.goal.sentence,
    ...questions,
    ...(brief.onBehalfOf === null ? [] : [TEXTS.name(brief.onBehalfOf)]),
    ...(brief.callbackNumber === null ? [] : [TEXTS.phone(phoneAloud(brief.callbackNumber))]),
  ];
}

function filled(line: string, places: readonly { day: string; time: string }[]): string[] {
  if (!line.includes("{")) return [line];
  return places.map(({ day, time }) => line.replace("{day}", day).replace("{time}", time));
}

function plainWords(lines: readonly string[]): string[] {
  return [
    ...new Set(
      lines
        .flatMap((line) => line.split(/(?<=[.?!])\s+/))
        .map(inWords)
        .filter((line) => line !== ""),
    ),
  ];
}

/** What somebody may claim of a call, whoever leads it, and what the transcript makes of it. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Ended } from "../../src/calls/call.ts";
import { isReached } from "../../src/calls/evidence.ts";
import type { TranscriptEntry } from "../../src/calls/operations.ts";
import { decideOutcome } from "../../src/calls/outcome.ts";
import type { Findings } from "../../src/calls/ports.ts";
import { checkQuestions } from "../../src/calls/questions.ts";
import { END_REASONS } from "../../src/calls/vocabulary.ts";
import type { Role } from "../../src/calls/vocabulary.ts";
import { briefTo, SHOP_PHONE } from "../fakes/desk.ts";
import { NO_FINDINGS } from "../fakes/conversations.ts";
import { cases } from "../support/cases.ts";

/** "us: …" or "them: …". */
function talk(...lines: readonly string[]): TranscriptEntry[] {
  return lines.map((text, i) => ({
    seq: i + 1,
    role: (text.startsWith("us: ") ? "assistant" : "business") satisfies Role,
    text: text.replace(/^(us|them): /, ""),
    cutOff: null,
    atMs: i * 1000,
    offsetMs: i * 1000,
    latency: null,
  }));
}

const BOOK = "Book a table for two on Friday at 7";
const isDone = (quote: string, lines: readonly TranscriptEntry[], text = BOOK, language = "en-US"): boolean =>
  isReached({ text, kind: "do", reached: true, quotes: [quote] }, lines, language);

const ASKED = "us: Hello, I would like to book a table for two on Friday at seven.";

describe("a thing is not done by", () => {
  it.each([
    ["words that nobody said", "your table is booked", "them: Good evening."],
    ["words of our own", "it is booked now", "us: So it is booked now.", "them: Hm."],
    ["a word cut out of a refusal", "booked", "them: We are fully booked."],
    ["a word cut out of a refusal that goes on", "booked", "them: I am sorry, we're booked solid on Friday."],
    ["a part of a word", "book", "them: Our bookkeeper is out."],
    ["a yes in another word", "yes", "them: We closed yesterday."],
    ["a yes to another question", "Yes", "us: Do you have parking?", "them: Yes."],
    ["a yes to a question about something else", "yes we do", "us: Is there a terrace?", "them: yes we do"],
    ["a yes that asks on", "Sure", "them: Sure. Can I have your name?"],
    ["a yes before anything was said", "Yes", "them: Yes?"],
    ["a condition", "sure", "them: sure if you come before five"],
    ["a condition in a sentence of its own", "Sure", "them: Sure. If you come before five."],
    ["a booking on a condition", "it's booked", "them: it's booked if you pay the deposit today"],
    ["a booking unless", "you're booked", "them: you're booked unless the owner says no"],
    ["scorn", "sure", "them: sure when hell freezes over"],
    ["scorn with a stop in it", "Sure", "them: Sure. When hell freezes over."],
    ["scorn that sounds like a booking", "you're booked", "them: yeah right you're booked in your dreams"],
    ["what could be", "yes we can do that", "them: yes we can do that"],
    ["an offer", "we have a table at eight", "them: we have a table at eight"],
    ["a perhaps", "that should work", "them: that should work, maybe"],
    ["a question", "Is it booked", "them: Is it booked?"],
    ["a wait", "let me see", "them: let me see"],
    ["a price", "It is $42", "us: Is it booked?", "them: It is $42."],
    ["a price in more words", "fifteen fifty", "us: Can you book it?", "them: Sure, that comes to fifteen fifty."],
    ["a prompt of a menu", "your table is booked", "them: To hear when your table is booked, press 1."],
    ["a greeting of a voicemail", "you are all set", "them: You are all set. Leave a message after the tone."],
  ])("%s", (_, quote, ...lines) => {
    expect(isDone(quote, talk(ASKED, ...lines))).toBe(false);
  });

  it.each([
    ["es-ES", "claro si viene antes de las cinco"],
    ["fr-FR", "d'accord si vous venez avant cinq heures"],
    ["de-DE", "gerne wenn Sie vor fünf kommen"],
  ])("a condition in %s", (language, said) => {
    expect(isDone(said, talk(`them: ${said}`), BOOK, language)).toBe(false);
  });
});

describe("a thing is done by", () => {
  it.each([
    ["words that say so", "your table is booked", "them: Your table is booked."],
    ["words that say so after a no", "I've booked you", "them: We can't do seven so I've booked you in at eight."],
    ["words about what may go wrong", "you're all set", "them: you're all set if you run late give us a call"],
    ["a yes to the question whether it is", "Yes", "us: Just to be sure, is it booked now?", "them: Yes."],
    ["a yes with manners", "yes of course", "us: Is the table booked?", "them: yes of course anything else"],
    ["words that say so along with a price", "$42", "them: The total is $42 and we have you down for Friday."],
    ["a name on the list", "I have you at seven", "them: I have you at seven"],
    ["a promise to pass it on", "I'll tell him", "them: okay I'll tell him"],
  ])("%s", (_, quote, ...lines) => {
    expect(isDone(quote, talk(ASKED, ...lines))).toBe(true);
  });
});

describe("an answer", () => {
  const QUESTIONS = ["Do you have parking?", "Is there a terrace?"];
  const status = (quote: string, ...lines: readonly string[]): string | undefined =>
    checkQuestions(
      QUESTIONS,
      [{ question: QUESTIONS[0] ?? "", status: "answered", answer: "Yes", quote }],
      talk(...lines),
    ).records[0]?.status;

  it.each([
    ["a yes to another question", "Yes", "us: Is there a terrace?", "them: Yes."],
    ["a yes to whether it is booked", "Yes", "us: Is it booked now?", "them: Yes."],
    ["a yes to no question", "Yes", "us: Goodbye.", "them: Yes."],
    [
      "a question of theirs",
      "what would you like to know",
      "us: Do you have parking?",
      "them: what would you like to know",
    ],
    ["a voicemail's greeting", "the lot is free", "them: the lot is free please leave a message after the tone"],
    ["half a word", "park", "us: Do you have parking?", "them: the car parks are full"],
  ])("is none when it is %s", (_, quote, ...lines) => {
    expect(status(quote, ...lines)).toBe("unknown");
  });

  it.each([
    ["a yes to the question", "Yes", "us: Do you have parking?", "them: Yes."],
    ["a yes to the question in other words", "Yes", "us: Can one leave the car somewhere?", "them: Yes."],
    ["words of their own", "the lot is free", "us: Is there a terrace?", "them: no but the lot is free"],
  ])("is one when it is %s", (_, quote, ...lines) => {
    expect(status(quote, ...lines)).toBe("answered");
  });
});

describe("of what is to be found out", () => {
  const found = (quote: string, ...lines: readonly string[]): boolean =>
    isReached(
      { text: "Find out the price of an oil change", kind: "find_out", reached: true, quotes: [quote] },
      talk(...lines),
    );

  it.each(["I don't know the price", "we don't give prices over the phone", "What car is it?"])(
    "nothing is told by: %s",
    (said) => {
      expect(found(said, `them: ${said}`)).toBe(false);
    },
  );

  it("a value is told even by somebody who is not sure", () => {
    expect(found("forty dollars", "them: I'm not sure but I think it is forty dollars")).toBe(true);
  });
});

describe("whatever is claimed, and however the call went", () => {
  const said = fc.constantFrom(
    ...["us: Hello, please book a table.", "us: Is it booked?", "us: Do you have parking?", "us: The price is $40."],
    ...["them: Yes.", "them: We are fully booked.", "them: Sure, if you come before five.", "them: It is $42."],
    ...["them: Your table is booked.", "them: Leave a message after the tone.", "them: For bookings, press 1."],
  );
  const quote = fc.constantFrom("Yes", "booked", "Sure", "It is $42", "Your table is booked", "$40", "press 1", "");
  const ended: fc.Arbitrary<Ended> = fc.record({
    status: fc.constant("ended" as const),
    reason: fc.constantFrom(...END_REASONS),
    answered: fc.boolean(),
    answeredBy: fc.constantFrom("human", "machine", "unknown", null),
    metMenu: fc.boolean(),
    introduced: fc.boolean(),
    transferred: fc.boolean(),
    talkMs: fc.constant(60_000),
  });

  it("a success has a person or a finished menu, and words of the business that say that it is done", () => {
    const brief = briefTo(SHOP_PHONE, { goal: "Book a table", questions: ["Do you have parking?"] });
    fc.assert(
      fc.property(
        ended,
        fc.array(said, { maxLength: 6 }),
        fc.array(quote, { maxLength: 3 }),
        quote,
        (call, lines, quotes, answer) => {
          const findings: Findings = {
            ...NO_FINDINGS,
            errands: [{ text: "Book a table", kind: "do", reached: true, quotes }],
            questions: [{ question: "Do you have parking?", status: "answered", answer: "Yes", quote: answer }],
            summary: "All done.",
          };
          const { outcome, questions } = decideOutcome(call, brief, talk(...lines), findings);
          const theirs = lines.filter((line) => line.startsWith("them: "));
          for (const { status, quote: words, seq } of questions) {
            if (status !== "answered") continue;
            expect(lines[(seq ?? 0) - 1]).toContain(`them: `);
            expect(lines[(seq ?? 0) - 1]?.toLowerCase()).toContain((words ?? "?").toLowerCase());
          }
          if (!outcome.success) return;
          expect(call.answered).toBe(true);
          expect(["voicemail", "no_answer", "busy"]).not.toContain(call.reason);
          expect(call.answeredBy === "human" || (call.metMenu && call.reason === "completed")).toBe(true);
          expect(theirs.includes("them: Your table is booked.") || theirs.includes("them: Yes.")).toBe(true);
        },
      ),
      { numRuns: cases(300) },
    );
  });
});

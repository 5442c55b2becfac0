import { describe, expect, it } from "vitest";
import type { Ended } from "../../src/calls/call.ts";
import type { TranscriptEntry } from "../../src/calls/operations.ts";
import { decideOutcome } from "../../src/calls/outcome.ts";
import type { Findings, QuestionFinding } from "../../src/calls/ports.ts";
import { answersOf } from "../../src/calls/questions.ts";
import { END_REASONS, type Role } from "../../src/calls/vocabulary.ts";
import { NO_FINDINGS } from "../fakes/conversations.ts";
import { briefTo, SHOP_PHONE } from "../fakes/desk.ts";

const line = (seq: number, role: Role, text: string): TranscriptEntry => ({
  seq,
  role,
  text,
  cutOff: null,
  atMs: seq * 1000,
  offsetMs: seq * 1000,
  latency: null,
});

const TALK = [
  line(1, "business", "Bella Vista, good evening."),
  line(2, "assistant", "It will be fifty dollars, and your table is booked."),
  line(3, "business", "A table for two is   Forty-Five dollars. Your table is booked, the number is A 7."),
];

const done: Ended = {
  status: "ended",
  reason: "completed",
  answered: true,
  answeredBy: "human",
  metMenu: false,
  introduced: true,
  talkMs: 60_000,
};

const PRICE = "What does it cost?";
const brief = briefTo(SHOP_PHONE, { questions: [PRICE, "Do you take dogs?"] });
const met: Findings = {
  ...NO_FINDINGS,
  goalMet: true,
  goalQuotes: ["your table is booked"],
  summary: "A table is booked.",
  nextSteps: "Come at eight.",
  confirmationNumber: "A7",
};
const answer = (quote: string | null, more: Partial<QuestionFinding> = {}): QuestionFinding => ({
  question: PRICE,
  status: "answered",
  answer: "45 dollars",
  quote,
  ...more,
});

describe("an outcome", () => {
  it("is a success when a person was reached and the business's own words bear out goal and answers", () => {
    const { outcome, questions } = decideOutcome(done, brief, TALK, {
      ...met,
      questions: [answer("forty-five DOLLARS")],
    });
    expect(outcome).toEqual({
      success: true,
      summary: "A table is booked.",
      confirmationNumber: "A7",
      priceQuoted: null,
      appointmentTime: null,
      nextSteps: "Come at eight.",
    });
    expect(questions).toEqual([
      { question: PRICE, status: "answered", answer: "45 dollars", quote: "forty-five DOLLARS", seq: 3 },
      { question: "Do you take dogs?", status: "not_asked", answer: null, quote: null, seq: null },
    ]);
  });

  it.each<[string, Partial<Findings>, Partial<Ended>]>([
    ["the goal rests on no words of the business", { goalQuotes: ["fifty dollars"] }, {}],
    ["the goal rests on nothing", { goalQuotes: [] }, {}],
    ["the goal rests on empty words", { goalQuotes: ["  "] }, {}],
    ["the goal was not met", { goalMet: false }, {}],
    ["an answer rests on words that only the assistant said", { questions: [answer("fifty dollars")] }, {}],
    ["an answer rests on a paraphrase", { questions: [answer("forty five dollars")] }, {}],
    ["only a machine was reached", {}, { answeredBy: "machine" }],
    ["nobody knows who was reached", {}, { answeredBy: "unknown" }],
    [
      "a menu was reached and the call broke off",
      {},
      { answeredBy: "machine", metMenu: true, reason: "hangup_business" },
    ],
  ])("is none when %s", (_, findings, call) => {
    expect(decideOutcome({ ...done, ...call }, brief, TALK, { ...met, ...findings }).outcome.success).toBe(false);
  });

  it("is a success with a menu that let the assistant finish its errand", () => {
    const call: Ended = { ...done, answeredBy: "machine", metMenu: true };
    expect(decideOutcome(call, brief, TALK, met).outcome.success).toBe(true);
  });

  it("demotes an answer that nothing proves to unknown, and does not show it", () => {
    const { questions } = decideOutcome(done, brief, TALK, { ...met, questions: [answer("we never said this")] });
    expect(questions[0]).toEqual({ question: PRICE, status: "unknown", answer: null, quote: null, seq: null });
    expect(answersOf(questions)).toEqual({});
  });

  it("keeps a refusal with the words it was made in", () => {
    const refused = answer("good evening", { status: "refused", answer: null });
    const { questions } = decideOutcome(done, brief, TALK, { ...met, questions: [answer(null), refused] });
    expect(questions[0]).toMatchObject({ status: "refused", answer: null, quote: "good evening", seq: 1 });
  });

  it("says so when a claim of success is not borne out", () => {
    const { outcome } = decideOutcome(done, brief, TALK, { ...met, goalQuotes: [] });
    expect(outcome.summary).toMatch(/^Not borne out/);
    expect(outcome.nextSteps).not.toBe("Come at eight.");
  });

  it("believes nothing of a call in which the business never spoke", () => {
    const silent = [line(1, "assistant", "Hello, is anybody there?")];
    const { outcome } = decideOutcome({ ...done, reason: "no_response" }, brief, silent, met);
    expect(outcome).toMatchObject({
      success: false,
      confirmationNumber: null,
      priceQuoted: null,
      appointmentTime: null,
    });
    expect(outcome.summary).toBe("The business answered, but nobody spoke.");
  });

  it("has a summary and next steps for every way a call can end, answered or not", () => {
    for (const reason of END_REASONS) {
      for (const answered of [true, false]) {
        const call: Ended = { ...done, reason, answered, answeredBy: answered ? "unknown" : null };
        const { outcome } = decideOutcome(call, brief, [], null);
        expect(outcome.summary).toMatch(/^[A-Z].{10,}\.$/);
        expect(outcome.nextSteps).toMatch(/^[A-Z].{10,}\.$/);
        expect(outcome.success).toBe(false);
      }
    }
  });
});

describe("the answers of a call", () => {
  it("take a question named __proto__ like any other", () => {
    const tricky = briefTo(SHOP_PHONE, { questions: ["__proto__", "constructor"] });
    const { questions } = decideOutcome(done, tricky, TALK, {
      ...met,
      questions: [answer("booked", { question: "__proto__", answer: "yes" })],
    });
    const answers = answersOf(questions);
    expect(Object.entries(answers)).toEqual([["__proto__", "yes"]]);
    expect(JSON.stringify(answers)).toBe('{"__proto__":"yes"}');
    expect(questions.map(({ status }) => status)).toEqual(["answered", "not_asked"]);
  });
});

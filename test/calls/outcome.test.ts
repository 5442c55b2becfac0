import { describe, expect, it } from "vitest";
import type { Ended } from "../../src/calls/call.ts";
import type { TranscriptEntry } from "../../src/calls/operations.ts";
import { decideOutcome } from "../../src/calls/outcome.ts";
import type { Findings, QuestionFinding } from "../../src/calls/ports.ts";
import { answersOf } from "../../src/calls/questions.ts";
import { END_REASONS, type Role } from "../../src/calls/vocabulary.ts";
import { doneBy, NO_FINDINGS } from "../fakes/conversations.ts";
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
  transferred: false,
  talkMs: 60_000,
};

const PRICE = "What does it cost?";
const brief = briefTo(SHOP_PHONE, { questions: [PRICE, "Do you take dogs?"] });
const met: Findings = {
  ...NO_FINDINGS,
  errands: doneBy("your table is booked"),
  summary: "A table is booked.",
  nextSteps: "Come at eight.",
  confirmationNumber: { value: "A7", quotes: ["the number is A 7"] },
};
const undone = (): Findings["errands"] =>
  doneBy("your table is booked").map((errand) => ({ ...errand, reached: false }));
const answer = (quote: string | null, more: Partial<QuestionFinding> = {}): QuestionFinding => ({
  question: PRICE,
  status: "answered",
  answer: "45 dollars",
  quote,
  ...more,
});

describe("an outcome", () => {
  it("takes nothing that a voicemail says for an answer", () => {
    const findings = { ...met, questions: [answer("Forty-Five dollars")] };
    for (const call of [
      { ...done, reason: "voicemail", answeredBy: "human" },
      { ...done, answeredBy: "machine" },
    ] as const) {
      const { outcome, questions } = decideOutcome(call, brief, TALK, findings);
      expect(outcome).toMatchObject({ success: false, confirmationNumber: null });
      expect(questions.map(({ status }) => status)).toEqual(["not_asked", "not_asked"]);
    }
  });

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
    ["the goal rests on no words of the business", { errands: doneBy("fifty dollars") }, {}],
    ["the goal rests on nothing", { errands: doneBy() }, {}],
    ["the goal rests on empty words", { errands: doneBy("  ") }, {}],
    ["the goal was not met", { errands: undone() }, {}],
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
    const { outcome } = decideOutcome(done, brief, TALK, { ...met, errands: doneBy() });
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

  describe("of several errands", () => {
    const said = [
      line(1, "business", "We are open from nine to five."),
      line(2, "assistant", "I have booked your table, thank you."),
      line(3, "business", "You can only cancel in person. Your table is booked for half past seven."),
    ];
    const hours = {
      text: "ask for the opening hours",
      kind: "find_out",
      reached: true,
      quotes: ["nine to five"],
    } as const;
    const table = { text: "book a table", kind: "do", reached: true, quotes: ["Your table is booked"] } as const;
    const told = (...errands: Findings["errands"]): Findings => ({ ...NO_FINDINGS, errands, summary: "Called." });

    it("is a success when each has words of its own", () => {
      const { outcome } = decideOutcome(done, brief, said, told(hours, table));
      expect(outcome).toMatchObject({ success: true, summary: "Called." });
    });

    it.each([
      ["was answered but not done", [hours, { ...table, reached: false }], ["book a table"]],
      ["was done but not answered", [{ ...hours, reached: false, quotes: [] }, table], ["ask for the opening hours"]],
      ["rests on our own words", [hours, { ...table, quotes: ["I have booked your table"] }], ["book a table"]],
      ["rests on a refusal", [hours, { ...table, quotes: ["You can only cancel in person"] }], ["book a table"]],
      [
        "rests on nothing",
        [
          { ...hours, quotes: [] },
          { ...table, quotes: [] },
        ],
        ["ask for the opening hours", "book a table"],
      ],
    ] as const)("is none when one %s, and names it", (_, errands, open) => {
      const { outcome } = decideOutcome(done, brief, said, told(...errands));
      expect(outcome.success).toBe(false);
      const named = open.map((text) => `"${text}"`).join(", ");
      expect(outcome.summary).toContain(`Not reached: ${named}.`);
      expect(outcome.nextSteps).toContain(`Still to be done: ${named}.`);
    });

    it("is none when there is no errand that could have been reached", () => {
      expect(decideOutcome(done, brief, said, told()).outcome.success).toBe(false);
    });
  });

  describe("tells a value", () => {
    const said = [
      line(1, "assistant", "Is the number seven seven seven seven?"),
      line(2, "business", "It is forty two fifty a head and your number is b seven"),
      line(3, "business", "four k nine, at half past seven."),
    ];
    const values = (findings: Partial<Findings>) => decideOutcome(done, brief, said, { ...met, ...findings }).outcome;

    it("when the business's words hold it, however it is written, and be it in two pieces", () => {
      expect(
        values({
          priceQuoted: { value: "$42.50", quotes: ["forty two fifty a head"] },
          appointmentTime: { value: " 7:30 PM ", quotes: ["at half past seven"] },
          confirmationNumber: { value: "B74K9", quotes: ["your number is b seven", "four k nine"] },
        }),
      ).toMatchObject({ priceQuoted: "$42.50", appointmentTime: "7:30 PM", confirmationNumber: "B74K9" });
    });

    it.each<[string, Partial<Findings>]>([
      ["the words hold another", { priceQuoted: { value: "$45.50", quotes: ["forty two fifty a head"] } }],
      ["nobody said them", { priceQuoted: { value: "$45", quotes: ["forty five"] } }],
      ["we said them", { confirmationNumber: { value: "7777", quotes: ["seven seven seven seven"] } }],
      ["there are none", { appointmentTime: { value: "7:30", quotes: [] } }],
      ["one of its pieces is missing", { confirmationNumber: { value: "B74K9", quotes: ["your number is b seven"] } }],
      ["it has more in it", { appointmentTime: { value: "Friday at 7:30", quotes: ["at half past seven"] } }],
      ["it is empty", { appointmentTime: { value: " ", quotes: ["at half past seven"] } }],
    ])("as null when %s", (_, findings) => {
      const { priceQuoted, appointmentTime, confirmationNumber } = values({ confirmationNumber: null, ...findings });
      expect([priceQuoted, appointmentTime, confirmationNumber]).toEqual([null, null, null]);
    });
  });

  describe("dates an appointment", () => {
    const on = (text: string, at: string): TranscriptEntry[] => [
      { ...line(1, "business", text), atMs: Date.parse(at) },
    ];
    const time = (value: string, said: TranscriptEntry[], zones: readonly string[]): string | null => {
      const findings = { ...met, appointmentTime: { value, quotes: said.map(({ text }) => text) } };
      return decideOutcome(done, brief, said, findings, zones).outcome.appointmentTime;
    };
    const said = on("see you tomorrow at seven thirty", "2026-12-31T23:30:00-05:00");

    it("by the calendar of the business, at the moment when it was said", () => {
      expect(time("tomorrow at 7:30 PM", said, ["America/New_York"])).toBe(
        "tomorrow at 7:30 PM (Friday, January 1, 2027)",
      );
      expect(time("tomorrow at 7:30 PM", said, ["Europe/Berlin"])).toBe(
        "tomorrow at 7:30 PM (Saturday, January 2, 2027)",
      );
    });

    it("not when it may be one of two days", () => {
      expect(time("tomorrow at 7:30 PM", said, ["America/New_York", "Europe/Berlin"])).toBe("tomorrow at 7:30 PM");
      expect(time("tomorrow at 7:30 PM", said, [])).toBe("tomorrow at 7:30 PM");
      expect(time("7:30 PM", said, ["America/New_York"])).toBe("7:30 PM");
    });
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

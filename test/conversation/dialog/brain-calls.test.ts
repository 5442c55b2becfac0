import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Brief } from "../../../src/calls/brief.ts";
import { answerTo, parseDemoScript } from "../../../src/cli/demo-script.ts";
import { embeddedBrains } from "../../../src/conversation/dialog/brain/brain.ts";
import { inWords } from "../../../src/language/en/plain-words.ts";
import type { BrainMove } from "../../../src/conversation/ports.ts";
import { businessBrain } from "../../../src/demo/business-brain.ts";
import { confirmationNumber } from "../../../src/demo/business-number.ts";
import { parseBusiness } from "../../../src/demo/business.ts";
import type { Business } from "../../../src/demo/business.ts";
import { noisy } from "./brain-noise.ts";
import { briefOf, REQUESTS } from "./brain-requests.ts";
import { hold, linesOf } from "./brain-simulator.ts";
import { verdictOf } from "./brain-script.ts";
import type { Line, LineOptions } from "./brain-simulator.ts";

const BISTRO = parseBusiness(readFileSync("config/businesses/blue-harbor-bistro.yaml", "utf8"));
const BICYCLES = parseBusiness(readFileSync("config/businesses/corner-bicycle-shop.yaml", "utf8"));
const DEMO = parseDemoScript(readFileSync("config/demo-call.yaml", "utf8"));
const DEMO_BRIEF = briefOf({
  goal: DEMO.request.goal,
  phone: DEMO.request.phone,
  businessName: String(DEMO.request["business_name"]),
  questions: DEMO.request["questions"] as string[],
  onBehalfOf: String(DEMO.request["on_behalf_of"]),
  callbackNumber: String(DEMO.request["callback_number"]),
});
const ASSISTANT = { name: "Ada", disclosure: true };
/** Both ears write as a recogniser does: plain words, no punctuation. */
const PLAIN: LineOptions = {
  businessHears: inWords,
  assistantHears: inWords,
  agent: (question) => answerTo(DEMO, question),
};

function callOf(brief: Brief, business: Business, seed: string, options: LineOptions = PLAIN): Promise<Line> {
  let questions = 0;
  const mind = embeddedBrains(() => `q_${++questions}`).begin({ brief, assistant: ASSISTANT }, []);
  return hold(mind, businessBrain(business, seed), options);
}

const lastGoal = (moves: readonly BrainMove[]) => verdictOf(moves);
const lastFact = (moves: readonly BrainMove[], fact: string) =>
  moves.findLast((move) => move.type === "fact" && move.fact === fact);
const numberHeard = (moves: readonly BrainMove[]): string | null => {
  const found = lastFact(moves, "confirmation_number");
  return found?.type === "fact" ? found.value : null;
};

/** What must hold of every call, whatever was asked. */
function expectSound(line: Line, brief: Brief): void {
  expect(line.turns).toBeLessThan(40);
  expect(line.ended).not.toBe("nobody");
  const heard = linesOf(line, "business");
  const verbatim = (quote: string): boolean => heard.some((text) => text.includes(quote));
  const last = new Map<string, Extract<BrainMove, { type: "finding" }>>();
  for (const move of line.moves) {
    if (move.type === "finding") last.set(move.question, move);
    if (move.type === "fact") expect(move.quotes.every(verbatim), move.quotes.join(" | ")).toBe(true);
    if (move.type === "errand")
      expect(!move.reached || (move.quotes.length > 0 && move.quotes.every(verbatim))).toBe(true);
  }
  // Of what was asked it is told what came of it; who understands nothing is not asked everything.
  const asked = linesOf(line, "assistant");
  const untold = brief.questions.filter((question) => !last.has(question));
  expect(untold.filter((question) => asked.some((text) => text.includes(question)))).toEqual([]);
  expect(untold.length === 0 || line.turns > 8, untold.join(" ")).toBe(true);
  expect([...last.keys()].filter((question) => !brief.questions.includes(question))).toEqual([]);
  for (const { status, quote, answer } of last.values()) {
    expect(["answered", "unknown", "refused"]).toContain(status);
    if (status === "answered")
      expect(answer !== null && answer !== "" && quote !== null && verbatim(quote), quote ?? "").toBe(true);
  }
  expect(lastGoal(line.moves)).toBeDefined();
}

describe("the demo's call", () => {
  it("ends with every answer, the booking, its number, price and time, and one question passed on", async () => {
    const line = await callOf(DEMO_BRIEF, BISTRO, "a seed");
    expectSound(line, DEMO_BRIEF);
    expect(line.asked).toEqual(["Would you like to sit inside or outside?"]);
    expect(lastGoal(line.moves)).toMatchObject({ met: true });
    expect(numberHeard(line.moves)).toBe(confirmationNumber("dddd", "a seed"));
    expect(lastFact(line.moves, "price_quoted")).toMatchObject({ value: "$42 per person" });
    expect(lastFact(line.moves, "appointment_time")).toMatchObject({ value: "Friday at 7:00 PM" });
    const answers = line.moves.flatMap((move) =>
      move.type === "finding" && move.status === "answered" ? [move.answer] : [],
    );
    expect(answers).toEqual([
      "The dinner menu is $42 per person",
      "The kitchen closes at 10:00 PM",
      "Yes parking is free behind the building",
    ]);
    expect(line.businessSaid.at(-1)).toContain("Goodbye");
  });

  it("goes the same way with punctuation and written numbers", async () => {
    const line = await callOf(DEMO_BRIEF, BISTRO, "a seed", { agent: (question) => answerTo(DEMO, question) });
    expectSound(line, DEMO_BRIEF);
    expect(lastGoal(line.moves)).toMatchObject({ met: true });
    expect(numberHeard(line.moves)).toBe(confirmationNumber("dddd", "a seed"));
  });

  it("survives an agent who never answers", async () => {
    const line = await callOf(DEMO_BRIEF, BISTRO, "a seed", { ...PLAIN, agent: () => null });
    expectSound(line, DEMO_BRIEF);
    expect(lastGoal(line.moves)).toMatchObject({ met: true });
    expect(lastGoal(line.moves)?.nextSteps).toContain("Would you like to sit inside or outside?");
  });

  it("asks nothing of the agent when the request says where to sit", async () => {
    const brief = { ...DEMO_BRIEF, details: "They would like to sit outside." };
    const line = await callOf(brief, BISTRO, "a seed");
    expect(line.asked).toEqual([]);
    expect(lastGoal(line.moves)).toMatchObject({ met: true });
  });

  it.each([
    [0.05, 0.98],
    [0.1, 0.95],
    [0.2, 0.85],
  ])(
    "succeeds through an ear that loses or mishears a share of %d of the words, %d of the time",
    async (share, least) => {
      let succeeded = 0;
      for (let seed = 0; seed < 100; seed++) {
        const [ours, theirs] = [noisy(share, seed * 7 + 1), noisy(share, seed * 13 + 5)];
        const line = await callOf(DEMO_BRIEF, BISTRO, `seed ${seed}`, {
          ...PLAIN,
          assistantHears: (text) => ours(inWords(text)),
          businessHears: (text) => theirs(inWords(text)),
        });
        expectSound(line, DEMO_BRIEF);
        const answered = new Set(
          line.moves.flatMap((move) => (move.type === "finding" && move.status === "answered" ? [move.question] : [])),
        );
        const number = numberHeard(line.moves) === confirmationNumber("dddd", `seed ${seed}`);
        if (lastGoal(line.moves)?.met === true && answered.size === 3 && number) succeeded++;
      }
      expect(succeeded / 100).toBeGreaterThanOrEqual(least);
    },
  );
});

describe.each([
  ["the bistro", BISTRO],
  ["the bicycle shop", BICYCLES],
])("%s", (_, business) => {
  it.each(REQUESTS.map((brief, index) => ({ brief, index, goal: brief.goal })))(
    "copes with: $goal ($index)",
    async ({ brief, index }) => {
      const line = await callOf(brief, business, `seed ${index}`);
      expectSound(line, brief);
      const given = confirmationNumber(business.confirmation.pattern, `seed ${index}`);
      const numbered = line.businessSaid.some((said) => / number is /.test(said));
      if (numbered) expect(numberHeard(line.moves)).toBe(given);
    },
  );

  it.each(REQUESTS.map((brief, index) => ({ brief, index, goal: brief.goal })))(
    "ends soundly in noise with: $goal ($index)",
    async ({ brief, index }) => {
      const [ours, theirs] = [noisy(0.1, index + 1), noisy(0.1, index + 99)];
      const line = await callOf(brief, business, `seed ${index}`, {
        ...PLAIN,
        assistantHears: (text) => ours(inWords(text)),
        businessHears: (text) => theirs(inWords(text)),
      });
      expectSound(line, brief);
    },
  );
});

describe("taking over in mid-call", () => {
  const takeOver = (at: number) =>
    callOf(DEMO_BRIEF, BISTRO, "a seed", {
      ...PLAIN,
      takeOver: {
        at,
        brain: (history) => embeddedBrains(() => "q_taken").begin({ brief: DEMO_BRIEF, assistant: ASSISTANT }, history),
      },
    });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    "at turn %d finishes the same call without introducing itself again",
    async (at) => {
      const line = await takeOver(at);
      expectSound(line, DEMO_BRIEF);
      expect(lastGoal(line.moves)).toMatchObject({ met: true });
      expect(numberHeard(line.moves)).toBe(confirmationNumber("dddd", "a seed"));
      const lines = linesOf(line, "assistant");
      expect(lines.filter((text) => text.includes("Hello, this is Ada"))).toHaveLength(1);
      const asked = lines.filter((text) => text.includes("How much is the dinner menu?"));
      expect(asked).toHaveLength(1);
    },
  );
});

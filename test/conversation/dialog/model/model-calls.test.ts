/**
 * Whole calls led by a scripted model: over a line without sound, through the real SDK and real sockets; and the same
 * with the model failing at each of its requests in turn, when the rules have to finish what it began.
 */
import { readFileSync } from "node:fs";
import pino from "pino";
import { afterEach, describe, expect, it } from "vitest";
import { decideOutcome } from "../../../../src/calls/outcome.ts";
import type { TranscriptEntry } from "../../../../src/calls/operations.ts";
import { answerTo, parseDemoScript } from "../../../../src/cli/demo-script.ts";
import { embeddedBrains } from "../../../../src/conversation/dialog/brain/brain.ts";
import { emptyNotebook, isNote, write } from "../../../../src/conversation/dialog/notebook.ts";
import { taskOf } from "../../../../src/conversation/dialog/task.ts";
import { withTakeover } from "../../../../src/conversation/dialog/takeover.ts";
import { modelBrains } from "../../../../src/conversation/dialog/model/model-brain.ts";
import { businessBrain } from "../../../../src/demo/business-brain.ts";
import { confirmationNumber } from "../../../../src/demo/business-number.ts";
import { parseBusiness } from "../../../../src/demo/business.ts";
import { inWords } from "../../../../src/language/en/plain-words.ts";
import { systemClock, systemTimers } from "../../../../src/lib/clock.ts";
import { chunksOf } from "../../../simulators/openai-chat/answer.ts";
import type { Answer } from "../../../simulators/openai-chat/answer.ts";
import type { Script } from "../../../simulators/openai-chat/server.ts";
import { briefOf } from "../brain-requests.ts";
import { hold, linesOf } from "../brain-simulator.ts";
import type { Line, LineOptions } from "../brain-simulator.ts";
import { bookingAnswer } from "./booking-model.ts";
import { brainBriefOf, modelFor } from "./talk.ts";
import type { Model } from "./talk.ts";

const SOON = { timeout: 5000 };
const BISTRO = parseBusiness(readFileSync("config/businesses/blue-harbor-bistro.yaml", "utf8"));
const DEMO = parseDemoScript(readFileSync("config/demo-call.yaml", "utf8"));
const BRIEF = briefOf({
  goal: DEMO.request.goal,
  phone: DEMO.request.phone,
  businessName: "Blue Harbor Bistro",
  questions: ["How much is the dinner menu?", "What time does the kitchen close?", "Is there parking nearby?"],
});
const EARS: Readonly<Record<string, LineOptions>> = {
  "as it is written": { agent: (question) => answerTo(DEMO, question) },
  "in plain words": {
    businessHears: inWords,
    assistantHears: inWords,
    agent: (question) => answerTo(DEMO, question),
  },
};

const opened: Model[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

async function rig(script: Script): Promise<Model> {
  const model = await modelFor(BRIEF, script, { connectMs: 500, firstByteMs: 120, gapMs: 120 });
  opened.push(model);
  return model;
}

/** The outcome as the desk would decide it, from the transcript and the notes of the call. */
function outcomeOf(line: Line) {
  const transcript = line.history.flatMap((entry, i): TranscriptEntry[] =>
    entry.role === "business" || entry.role === "assistant"
      ? [{ seq: i + 1, role: entry.role, text: entry.text, cutOff: null, atMs: 0, offsetMs: 0, latency: null }]
      : [],
  );
  const findings = line.moves.filter(isNote).reduce(write, emptyNotebook(taskOf(BRIEF)));
  const call = { answered: true, answeredBy: "human", metMenu: false, reason: "completed" } as never;
  return decideOutcome(call, BRIEF, transcript, findings);
}

function expectSuccess(line: Line): void {
  const { outcome, questions } = outcomeOf(line);
  expect(outcome).toMatchObject({
    success: true,
    confirmationNumber: confirmationNumber(BISTRO.confirmation.pattern, "a seed"),
    appointmentTime: "Friday at 7:00 PM",
    priceQuoted: "$42 per person",
  });
  expect(questions.map(({ status }) => status)).toEqual(["answered", "answered", "answered"]);
}

describe.each(Object.entries(EARS))("a booking that is heard %s", (_, ears) => {
  it("is led to its end by the model, with every answer, fact and errand noted", async () => {
    const { brain, server } = await rig(bookingAnswer);
    const line = await hold(brain, businessBrain(BISTRO, "a seed"), ears);
    expect(line.asked).toEqual(["Would you like to sit inside or outside?"]);
    expect(line.ended).not.toBe("nobody");
    expectSuccess(line);
    expect(line.turns).toBeLessThan(12);
    // Of the last request it is known when its stream has ended, after its words.
    await expect.poll(() => brain.usage?.()[0]?.promptTokens, SOON).toBe(server.requests.length * 100);
  });
});

describe("a booking that the model begins", () => {
  const FAULTS: Readonly<Record<string, (answer: Answer) => Answer>> = {
    "a fault of the server": () => ({ status: 500, body: "{}" }),
    "a wrong key": () => ({ status: 401, body: "{}" }),
    silence: () => ({ stallsAfter: 0 }),
    "a cut in its first words": (answer) => ({ ...answer, cutAtByte: 500 }),
    "a stall in its words": (answer) => ({ ...answer, stallsAfter: 6 }),
    "a cut just before its end": (answer) => {
      const untilEnd = Buffer.byteLength(chunksOf(answer, "scripted").slice(0, -3).join(""));
      return { ...answer, cutAtByte: untilEnd - 30 };
    },
    garbage: (answer) => ({ ...answer, garbage: { at: 3, bytes: "data: }{\n\n" } }),
  };

  it.each(Object.keys(FAULTS).flatMap((fault) => [1, 2, 3, 5, 7].map((from) => [fault, from] as const)))(
    "is brought to its end by the rules when it fails by %s from request %d on",
    async (fault, from) => {
      const { chat } = await rig((request, number) => {
        const answer = bookingAnswer(request);
        return number < from ? answer : (FAULTS[fault]?.(answer) ?? answer);
      });
      const minds = [
        { name: "the model", brains: modelBrains(chat, () => "q_model") },
        { name: "the rules", brains: embeddedBrains(() => "q_rules") },
      ];
      const takenOver: unknown[] = [];
      const log = pino({ level: "warn" }, { write: (entry: string) => void takenOver.push(entry) });
      const brain = withTakeover(minds, { timers: systemTimers, clock: systemClock, log }).begin(
        brainBriefOf(BRIEF),
        [],
      );
      const line = await hold(brain, businessBrain(BISTRO, "a seed"), EARS["in plain words"]);
      expect(line.ended).not.toBe("nobody");
      expect(takenOver).toHaveLength(1);
      expectSuccess(line);
      const introductions = linesOf(line, "assistant").filter((text) => text.includes("this is Ada"));
      expect(introductions).toHaveLength(1);
    },
  );
});

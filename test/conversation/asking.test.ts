/**
 * Waiting for the agent, as the business lives through it: on a line in virtual time, with the rules and with a scripted
 * model as mind, and in every language.
 */
import { describe, expect, it } from "vitest";
import { embeddedBrains } from "../../src/conversation/dialog/brain/brain.ts";
import { modelBrains } from "../../src/conversation/dialog/model/model-brain.ts";
import { taskOf } from "../../src/conversation/dialog/task.ts";
import { textsOf } from "../../src/conversation/dialog/texts/texts.ts";
import type { Brain, BrainEvent, BrainMove } from "../../src/conversation/ports.ts";
import { VirtualLine } from "../fakes/virtual-line.ts";
import { briefOf } from "./dialog/brain-requests.ts";
import { ScriptedChat } from "./dialog/model/scripted-chat.ts";
import { brainBriefOf, call, dataIn } from "./dialog/model/talk.ts";
import type { Answer } from "../simulators/openai-chat/answer.ts";
import type { SimulatedRequest } from "../simulators/openai-chat/server.ts";

const BRIEF = briefOf({ goal: "Book a table for two on Friday at 7 PM", questions: ["Is there parking nearby?"] });
const TEXTS = textsOf("en");
const { waitLonger, noAnswer, willCallBack } = TEXTS;

const say = (text: string): BrainMove => ({ type: "say", text });

/** An able model: it asks what it does not know, passes answers on, and goes on as it is told. */
function able(request: SimulatedRequest): Answer {
  const news = dataIn(request).filter((line) => !("so_far" in line));
  const last = news.at(-1) ?? {};
  const heard = String(last["business"] ?? "");
  const none = last["caller_did_not_answer"] as { why: string } | undefined;
  const answer = last["caller_answers"] as { answer: string } | undefined;
  if (answer !== undefined) return { text: `Thank you for waiting. ${answer.answer}.` };
  if (none?.why === "needless") return { text: "All right. Is there parking nearby?" };
  if (none?.why === "cannot_wait") return { text: "I see. May we go on without it, or shall we call you back?" };
  if (none !== undefined) return { text: "I could not find out. May we go on without it, or shall we call you back?" };
  if (/inside/.test(heard)) return { calls: [call("ask_caller", { question: "Inside or outside?" })] };
  if (/high chair/.test(heard))
    return { text: "I'll ask.", calls: [call("ask_caller", { question: "A high chair?" })] };
  return { text: "I see." };
}

const MINDS: readonly (readonly [string, () => Brain])[] = [
  [
    "the rules",
    () => {
      let asked = 0;
      return embeddedBrains(() => `q_${(asked += 1)}`).begin(brainBriefOf(BRIEF), []);
    },
  ],
  [
    "a model",
    () => {
      let asked = 0;
      return modelBrains(new ScriptedChat(able), () => `q_${(asked += 1)}`).begin(brainBriefOf(BRIEF), []);
    },
  ],
];

/** They have just asked what only the agent knows, and have heard our answer to it. */
async function waiting(mind: Brain, answerWaitSeconds = 60): Promise<VirtualLine> {
  const line = new VirtualLine(mind, { task: taskOf(BRIEF), answerWaitSeconds });
  line.conversation.answered();
  await line.says("Blue Harbor Bistro hello");
  await line.pass(9000);
  await line.says("would you like to sit inside or outside");
  await line.pass(5000);
  expect(line.events("asked")).toHaveLength(1);
  return line;
}

async function hears(line: VirtualLine, theirs: string, ms = 8000): Promise<readonly string[]> {
  const before = line.spoken().length;
  await line.says(theirs);
  await line.pass(ms);
  return line.spoken().slice(before);
}

describe.each(MINDS)("while %s waits for the agent", (_, mind) => {
  it("the business is told so at once, and hears a sign of life within 12 s of every silence", async () => {
    const line = await waiting(mind());
    expect(TEXTS.moment).toContain(line.spoken().at(-1));
    const before = line.spoken().length;
    await line.pass(36_000);
    const signs = line.spoken().slice(before);
    expect(signs.length).toBeGreaterThanOrEqual(2);
    expect(signs.every((sign) => TEXTS.stillChecking.includes(sign as "") || sign === waitLonger)).toBe(true);
    expect(signs.some((sign, i) => sign === signs[i - 1])).toBe(false);
  });

  it("an answer in time is passed on, and nothing more is said about the wait", async () => {
    const line = await waiting(mind());
    await line.pass(20_000);
    const before = line.spoken().length;
    line.conversation.answer("q_1", "Outside");
    await line.pass(4000);
    expect(line.spoken().slice(before).join(" ")).toMatch(/Outside/);
    await line.pass(1000);
    expect(line.events("ask_expired")).toEqual([]);
    expect(line.spoken()).not.toContain(waitLonger);
  });

  it("the wait is prolonged once when they agree, and ends when it runs out again", async () => {
    const line = await waiting(mind());
    await line.pass(44_000);
    expect(line.spoken().filter((text) => text === waitLonger)).toHaveLength(1);
    expect(TEXTS.thankYouForTime).toContain((await hears(line, "yes that is alright", 4000)).at(0));
    expect(line.events("ask_prolonged")).toEqual([{ type: "ask_prolonged", questionId: "q_1", byMs: 60_000 }]);
    await line.pass(40_000);
    expect(line.events("ask_expired")).toEqual([]);
    await line.pass(40_000);
    expect(line.events("ask_expired")).toHaveLength(1);
    expect(line.spoken().filter((text) => text === waitLonger)).toHaveLength(1);
    expect(line.spoken().some((text) => /go on without it/.test(text))).toBe(true);
  });

  it("silence is no consent: the wait ends when it was to end", async () => {
    const line = await waiting(mind());
    await line.pass(60_000);
    expect(line.spoken()).toContain(waitLonger);
    expect(line.events("ask_prolonged")).toEqual([]);
    expect(line.events("ask_expired")).toHaveLength(1);
  });

  it("who cannot wait any longer is let go, and asked which way to go on", async () => {
    const line = await waiting(mind());
    const said = await hears(line, "look i really can't wait i have other customers");
    expect(line.events("ask_expired")).toHaveLength(1);
    expect(said.join(" ")).toMatch(/go on without .*call you back/);
  });

  it("a no to the question for more time is the same", async () => {
    const line = await waiting(mind());
    await line.pass(44_000);
    expect((await hears(line, "no i'm afraid that is not possible")).join(" ")).toMatch(/call you back/);
    expect(line.events("ask_prolonged")).toEqual([]);
  });

  it("who wants to be called again gets a goodbye, and the caller is told", async () => {
    const line = await waiting(mind());
    expect(await hears(line, "could you just give us a call back when you know", 14_000)).toEqual([willCallBack]);
    expect(line.events("finished")).toEqual([{ type: "finished", reason: "completed" }]);
    const findings = line.events("findings").at(-1);
    if (findings?.type !== "findings") throw new Error("nothing was found");
    expect(findings.findings.nextSteps).toMatch(/inside or outside.*They expect to be called back/i);
    expect(findings.findings.errands.some(({ reached }) => reached)).toBe(false);
  });

  it.each(["never mind just skip it", "sorry about that what did you want to know", "hello again how can i help you"])(
    "who needs no answer is not kept, the next open question is asked: %s",
    async (words) => {
      const line = await waiting(mind());
      const said = (await hears(line, words)).join(" ");
      expect(said).toMatch(/All right/);
      expect(said).toMatch(/Is there parking nearby\?|book that for me/);
      expect(line.events("ask_expired")).toHaveLength(1);
    },
  );

  it("who has time has it without being asked", async () => {
    const line = await waiting(mind());
    expect(TEXTS.thankYouForTime).toContain((await hears(line, "oh take your time")).at(0));
    expect(line.events("ask_prolonged")).toHaveLength(1);
    await line.pass(50_000);
    expect(line.spoken()).not.toContain(waitLonger);
    expect(line.events("ask_expired")).toEqual([]);
  });

  it("who is in a hurry is calmed twice, and then not kept", async () => {
    const line = await waiting(mind());
    const first = await hears(line, "could you hurry up please");
    const second = await hears(line, "how much longer is this going to take");
    expect([first, second].flat().toSorted()).toEqual([...TEXTS.hurrying].toSorted());
    expect((await hears(line, "come on i don't have all day")).join(" ")).toMatch(/call you back/);
  });

  it("who wonders whether anybody is there hears that somebody is, each time in other words", async () => {
    const line = await waiting(mind());
    const first = await hears(line, "hello are you still there", 4000);
    const second = await hears(line, "hello", 4000);
    expect([first, second].flat()).toEqual([...TEXTS.stillHere]);
  });

  it("a second question waits for the first, and neither is lost", async () => {
    const line = await waiting(mind());
    const said = await hears(line, "and do you need a high chair for the kids");
    expect(said.join(" ")).toMatch(/ask/);
    expect(line.events("asked")).toHaveLength(1);
    line.conversation.answer("q_1", "Outside");
    await line.pass(6000);
    expect(line.events("asked")).toMatchObject([{ questionId: "q_1" }, { questionId: "q_2" }]);
    line.conversation.answer("q_2", "No high chair");
    await line.pass(6000);
    expect(line.spoken().at(-1)).toMatch(/No high chair/);
    expect(line.events("ask_expired")).toEqual([]);
  });

  it("an answer that was accepted while they gave up is used all the same", async () => {
    const line = await waiting(mind());
    await hears(line, "sorry i don't have the time for this");
    line.conversation.answer("q_1", "Outside");
    await line.pass(4000);
    expect(line.spoken().at(-1)).toMatch(/Outside/);
    const before = line.spoken().length;
    line.conversation.answer("q_1", "Inside");
    await line.pass(4000);
    expect(line.spoken().slice(before).join(" ")).not.toMatch(/Inside/);
  });
});

describe("the wait", () => {
  it("of less than 20 s is not asked to be longer", async () => {
    const line = await waiting(MINDS[0]![1](), 15);
    await line.pass(20_000);
    expect(line.spoken()).not.toContain(waitLonger);
    expect(line.spoken()).toContain(noAnswer);
  });

  it.each(["yes please do that", "that would be better", "i'd prefer that you call", "no"])(
    "ends with a call back when they choose that: %s",
    async (theirs) => {
      const line = await waiting(MINDS[0]![1](), 15);
      await line.pass(20_000);
      expect(await hears(line, theirs, 12_000)).toEqual([willCallBack]);
    },
  );

  it.each(["yes we can go on", "sure that's fine", "no problem let's go on without it"])(
    "ends with the call going on when they choose that: %s",
    async (theirs) => {
      const line = await waiting(MINDS[0]![1](), 15);
      await line.pass(20_000);
      expect((await hears(line, theirs)).join(" ")).toMatch(/parking/);
    },
  );

  it("is prolonged also by a yes that is understood late", async () => {
    const line = await waiting(MINDS[0]![1]());
    await line.pass(44_000);
    line.withholdsWords = true;
    await line.says("yes that is fine", { partial: "" });
    await line.pass(4500);
    expect(line.events("ask_prolonged")).toEqual([]);
    line.tellWords();
    await line.pass(3000);
    expect(line.events("ask_prolonged")).toHaveLength(1);
    expect(TEXTS.thankYouForTime).toContain(line.spoken().at(-1));
  });

  it("is announced by us when the mind says something else", async () => {
    const line = new VirtualLine((event) =>
      event.type === "heard"
        ? [say("Oh, that."), { type: "ask_agent", questionId: "q_1", question: "Which?" }]
        : event.type === "opened"
          ? [say("Hello.")]
          : [],
    );
    line.conversation.answered();
    await line.says("hello");
    await line.pass(3000);
    expect(await hears(line, "which one would it be", 5000)).toEqual(["Oh, that.", TEXTS.moment[0]]);
  });

  it("that nobody goes on without ends with a call back", async () => {
    const line = await waiting(MINDS[0]![1](), 15);
    await line.pass(20_000);
    expect(await hears(line, "no we need to know that", 12_000)).toEqual([willCallBack]);
  });

  it.each(["es-MX", "fr-FR", "de-DE", "en-GB"])("is kept alive in words of its language: %s", async (language) => {
    const texts = textsOf(language);
    const mind = (event: BrainEvent): readonly BrainMove[] =>
      event.type === "opened"
        ? [say("…")]
        : event.type === "heard"
          ? [say(texts.moment[0]), { type: "ask_agent", questionId: "q_1", question: "Which?" }]
          : [];
    const line = new VirtualLine(mind, { language });
    line.conversation.answered();
    await line.says("hello");
    await line.pass(3000);
    await line.says("which one");
    await line.pass(55_000);
    const signs = line.spoken().slice(2);
    expect(signs.length).toBeGreaterThanOrEqual(3);
    expect(signs).toContain(texts.waitLonger);
    expect(signs.filter((sign) => sign !== texts.waitLonger).every((sign) => texts.stillChecking.includes(sign))).toBe(
      true,
    );
    expect(signs.some((sign, i) => sign === signs[i - 1])).toBe(false);
  });

  it.each([
    ["es", "la verdad es que no puedo esperar más", "cannot_wait"],
    ["es", "mejor llámenos más tarde", "call_back"],
    ["es", "tómese su tiempo", null],
    ["fr", "je n'ai vraiment pas le temps, j'ai d'autres clients", "cannot_wait"],
    ["fr", "vous pouvez nous rappeler plus tard", "call_back"],
    ["fr", "tant pis, on continue", "needless"],
    ["de", "ich kann leider nicht länger warten", "cannot_wait"],
    ["de", "rufen Sie doch einfach später an", "call_back"],
    ["de", "das ist doch egal, machen wir weiter", "needless"],
  ] as const)("ends as they say, in %s: %s", async (language, theirs, why) => {
    const texts = textsOf(language);
    const mind = (event: BrainEvent): readonly BrainMove[] =>
      event.type === "heard"
        ? [say(texts.moment[0]), { type: "ask_agent", questionId: "q_1", question: "?" }]
        : [say("…")];
    const line = new VirtualLine(mind, { language });
    line.conversation.answered();
    await line.says("hello");
    await line.pass(3000);
    await line.says("which one");
    await line.pass(5000);
    await line.says(theirs);
    await line.pass(4000);
    const ended = line.heardByBrain.find((event) => event.type === "answer_expired");
    if (why === null) expect(texts.thankYouForTime).toContain(line.spoken().at(-1));
    else expect(ended).toMatchObject({ type: "answer_expired", why });
  });
});

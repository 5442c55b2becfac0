/** From our goodbye to the hang-up, in virtual time: who may still say something, and who is waited for. */
import { describe, expect, it } from "vitest";
import { embeddedBrains } from "../../src/conversation/dialog/brain/brain.ts";
import { isTimeToGo } from "../../src/conversation/dialog/goodbye.ts";
import type { BrainEvent, BrainMove } from "../../src/conversation/ports.ts";
import { taskOf } from "../../src/conversation/dialog/task.ts";
import { VirtualLine, WORD_MS } from "../fakes/virtual-line.ts";
import { briefOf } from "./dialog/brain-requests.ts";

const QUESTION = "How much is lunch?";
const GOODBYE = "That is all. Thank you very much for your help. Goodbye.";
const GOODBYE_MS = GOODBYE.split(" ").length * WORD_MS;
/** What the contract allows from the end of our goodbye to the end of the line. */
const WITHIN_MS = 800;

const HANG_UP: BrainMove = { type: "hang_up" };

type Parting = { readonly line: VirtualLine; readonly goodbyeEndMs: number };

/** Everything is settled, and our goodbye is about to be played. */
async function sayingGoodbye(): Promise<VirtualLine> {
  const brief = briefOf({ goal: "Find out prices", questions: [QUESTION] });
  const mind = embeddedBrains().begin({ brief, assistant: { name: "Ada", disclosure: true } }, []);
  const line = new VirtualLine(mind, { task: taskOf(brief) });
  line.conversation.answered();
  await line.says("Thank you for calling. How can I help you?");
  await line.pass(9000);
  await line.says("Lunch is twenty four dollars.");
  await line.pass(9000);
  await line.says("Yes, that is correct.");
  while (line.mouthState !== "playing") await line.pass(20);
  return line;
}

async function saidGoodbye(): Promise<Parting> {
  const line = await sayingGoodbye();
  while (line.mouthState === "playing") await line.pass(20);
  expect(line.spoken().at(-1)).toBe(GOODBYE);
  return { line, goodbyeEndMs: line.nowMs };
}

const reasons = (line: VirtualLine) => line.events("finished").map((event) => "reason" in event && event.reason);

describe("after our goodbye has been heard", () => {
  it("we hang up within 0.8 s when nobody says anything, but not at once", async () => {
    const { line, goodbyeEndMs } = await saidGoodbye();
    await line.pass(500);
    expect(line.events("finished")).toEqual([]);
    await line.pass(2000);
    expect(reasons(line)).toEqual(["completed"]);
    expect((line.atMs("finished") ?? Infinity) - goodbyeEndMs).toBeLessThanOrEqual(WITHIN_MS - 100);
    expect(line.spoken().at(-1)).toBe(GOODBYE);
  });

  it("the pause that the voice leaves behind it counts", async () => {
    const line = await sayingGoodbye();
    line.quietTailMs = 240;
    while (line.mouthState === "playing") await line.pass(20);
    const playedMs = line.nowMs;
    await line.pass(2000);
    expect((line.atMs("finished") ?? Infinity) - playedMs).toBeLessThanOrEqual(WITHIN_MS - 100 - 240);
  });

  it.each(["Bye.", "Thank you, bye.", "You're welcome, goodbye!"])(
    "we hang up after theirs, without another word: %s",
    async (bye) => {
      const { line } = await saidGoodbye();
      await line.pass(300);
      await line.says(bye);
      const endMs = line.nowMs;
      await line.pass(3000);
      expect(reasons(line)).toEqual(["completed"]);
      expect((line.atMs("finished") ?? Infinity) - endMs).toBeLessThanOrEqual(WITHIN_MS);
      expect(line.spoken().at(-1)).toBe(GOODBYE);
      expect(line.events("heard").at(-1)).toMatchObject({ text: bye });
    },
  );

  it("we do not cut off what they begin to say in the last moment", async () => {
    const { line } = await saidGoodbye();
    await line.pass(520);
    await line.says("Thank you for calling Maple Street and have a great day. Goodbye.");
    expect(line.events("finished")).toEqual([]);
    await line.pass(1000);
    expect(reasons(line)).toEqual(["completed"]);
  });

  it("we answer what they ask, say goodbye once more, and hang up", async () => {
    const { line } = await saidGoodbye();
    await line.pass(300);
    await line.says("Oh wait, who is calling please?");
    await line.pass(6000);
    expect(line.spoken().at(-1)).toContain("Ada");
    expect(line.events("finished")).toEqual([]);
    await line.says("Okay, thank you. Goodbye.");
    await line.pass(4000);
    expect(line.spoken().at(-1)).toBe("Thank you. Goodbye.");
    expect(reasons(line)).toEqual(["completed"]);
  });

  it("we thank for what they add", async () => {
    const { line } = await saidGoodbye();
    await line.pass(300);
    await line.says("Oh, and please bring your voucher.");
    await line.pass(5000);
    expect(line.spoken().at(-1)).toBe("Thank you. Goodbye.");
    expect(reasons(line)).toEqual(["completed"]);
  });

  it("we wait when they ask us to", async () => {
    const { line } = await saidGoodbye();
    await line.pass(300);
    await line.says("Hold on a second.");
    await line.pass(5000);
    expect(line.spoken().at(-1)).toBe("Of course.");
    expect(line.events("finished")).toEqual([]);
  });

  it("a cough keeps nobody on the line", async () => {
    const { line, goodbyeEndMs } = await saidGoodbye();
    await line.pass(100);
    await line.says("", { forMs: 200, partial: "" });
    await line.pass(3000);
    expect(reasons(line)).toEqual(["completed"]);
    expect((line.atMs("finished") ?? Infinity) - goodbyeEndMs).toBeLessThanOrEqual(1200);
  });

  it("nor does music, for long", async () => {
    const { line, goodbyeEndMs } = await saidGoodbye();
    await line.pass(100);
    await line.says("", { forMs: 60_000, partial: "" });
    expect(reasons(line)).toEqual(["completed"]);
    expect((line.atMs("finished") ?? Infinity) - goodbyeEndMs).toBeLessThanOrEqual(21_000);
  });

  it("we still say what the agent answers at that moment", async () => {
    const line = new VirtualLine((event: BrainEvent): readonly BrainMove[] => {
      if (event.type === "answered") return [{ type: "say", text: "They would like to sit outside, please." }, HANG_UP];
      if (event.type !== "heard") return [{ type: "say", text: "Hello." }];
      const question: BrainMove = { type: "ask_agent", questionId: "q_1", question: "Outside?" };
      return [question, { type: "say", text: "Thank you. Goodbye." }, HANG_UP];
    });
    line.conversation.answered();
    await line.says("Hello");
    await line.pass(1000);
    await line.says("Inside or outside?");
    await line.pass(540 + 3 * WORD_MS + 300);
    line.conversation.answer("q_1", "Outside");
    await line.pass(5000);
    expect(line.events("spoke").at(-1)).toMatchObject({
      text: "They would like to sit outside, please.",
      cutOff: null,
    });
    expect(reasons(line)).toEqual(["completed"]);
  });

  it("the call is completed when they hang up first", async () => {
    const { line } = await saidGoodbye();
    await line.pass(200);
    line.conversation.close();
    await line.pass(60);
    expect(reasons(line)).toEqual(["completed"]);
  });

  it("the call is completed too when they hang up in what they add", async () => {
    const { line } = await saidGoodbye();
    await line.pass(200);
    await line.says("Thank you very much for calling us and", { forMs: 1500 });
    line.conversation.close();
    await line.pass(60);
    expect(reasons(line)).toEqual(["completed"]);
  });

  it("the call is completed when the media goes before the exchange tells of their hang-up", async () => {
    const { line } = await saidGoodbye();
    line.loseLeg();
    await line.pass(3000);
    expect(reasons(line)).toEqual(["completed"]);
  });
});

describe("while our goodbye is being played", () => {
  it.each([WORD_MS + 20, GOODBYE_MS / 2, GOODBYE_MS - 100])(
    "the call is completed when they hang up %i ms into it",
    async (intoMs) => {
      const line = await sayingGoodbye();
      await line.pass(intoMs);
      line.conversation.close();
      await line.pass(60);
      expect(reasons(line)).toEqual(["completed"]);
      expect(line.events("findings")).toMatchObject([{ findings: { errands: [{ reached: true }] } }]);
    },
  );

  it.each([300, 700, 1500])(
    "the call is completed when they say theirs into it for %i ms, and hang up",
    async (forMs) => {
      const line = await sayingGoodbye();
      await line.pass(3 * WORD_MS);
      await line.says("You have a nice day too bye", { forMs });
      line.conversation.close();
      await line.pass(60);
      expect(reasons(line)).toEqual(["completed"]);
    },
  );

  it("the call is completed when the brain had not yet said that it would hang up, but that all is settled", async () => {
    const line = new VirtualLine({
      openingLine: () => "Hello.",
      retract: () => undefined,
      async *respond(event, _history, signal): AsyncGenerator<BrainMove> {
        if (event.type !== "heard") return yield { type: "say", text: "Hello there." };
        yield { type: "errand", index: 0, reached: true, quotes: ["Yes"] };
        yield { type: "conclusion", summary: "They said yes.", nextSteps: "None." };
        yield { type: "say", text: "Thank you very much for your help. Goodbye." };
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
      },
    });
    line.conversation.answered();
    await line.says("Hello");
    await line.pass(2000);
    await line.says("Yes.");
    await line.pass(540 + 3 * WORD_MS);
    line.conversation.close();
    await line.pass(60);
    expect(reasons(line)).toEqual(["completed"]);
  });

  it("the end is theirs when nothing has been settled", async () => {
    const line = new VirtualLine((event: BrainEvent): readonly BrainMove[] =>
      event.type === "heard" ? [{ type: "say", text: "One two three four five six." }] : [],
    );
    line.conversation.answered();
    await line.says("Hello");
    await line.pass(2000);
    await line.says("go on");
    await line.pass(520 + 3 * WORD_MS);
    line.conversation.close();
    await line.pass(60);
    expect(reasons(line)).toEqual(["hangup_business"]);
  });

  it("the reason for which we end the call stands when they hang up in it", async () => {
    const line = new VirtualLine((event) =>
      event.type === "wrap_up" ? [{ type: "say", text: "I have to end the call now. Goodbye." }, HANG_UP] : [],
    );
    line.conversation.answered();
    await line.says("Hello");
    await line.pass(1000);
    line.conversation.wrapUp("insufficient_funds");
    await line.pass(4 * WORD_MS);
    line.conversation.close();
    await line.pass(60);
    expect(reasons(line)).toEqual(["insufficient_funds"]);
  });
});

it("a sound that never ends is listened to for 20 s at most", () => {
  expect(isTimeToGo({ heardMs: 1000 }, 20_980, false)).toBe(false);
  expect(isTimeToGo({ heardMs: 1000 }, 21_000, false)).toBe(true);
});

it("we do not hang up on those who go on while we think about what they said after it", async () => {
  const thinking = Promise.withResolvers<void>();
  const line = new VirtualLine({
    openingLine: () => "Hello.",
    retract: () => undefined,
    async *respond(event): AsyncGenerator<BrainMove> {
      if (event.type === "opened") return yield* [{ type: "say", text: "Hello and goodbye." } as const, HANG_UP];
      if (event.type !== "heard") return;
      if (event.text === "Oh wait.") await thinking.promise;
      yield { type: "say", text: `You said: ${event.text}` };
    },
  });
  line.conversation.answered();
  await line.says("Hello");
  await line.pass(160 + 20 + 3 * WORD_MS + 300);
  await line.says("Oh wait.");
  await line.pass(540);
  await line.says("Is it for tonight?", { forMs: 600 });
  thinking.resolve();
  await line.pass(540);
  expect(line.events("finished")).toEqual([]);
  await line.pass(3000);
  expect(line.spoken().at(-1)).toContain("Is it for tonight?");
});

it("a hang-up that was lost with a reply cut short is not waited for", async () => {
  const line = await sayingGoodbye();
  // Their words meet the first moment of ours.
  await line.says("wait no never mind goodbye");
  await line.pass(8000);
  expect(reasons(line)).toEqual(["completed"]);
});

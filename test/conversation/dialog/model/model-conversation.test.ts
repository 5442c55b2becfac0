/** A call led by a scripted model through the real conversation, on a line in virtual time. */
import { describe, expect, it } from "vitest";
import { modelBrains } from "../../../../src/conversation/dialog/model/model-brain.ts";
import { taskOf } from "../../../../src/conversation/dialog/task.ts";
import type { Brain, BrainMove, HistoryEntry } from "../../../../src/conversation/ports.ts";
import { VirtualLine } from "../../../fakes/virtual-line.ts";
import type { Answer } from "../../../simulators/openai-chat/answer.ts";
import type { SimulatedRequest } from "../../../simulators/openai-chat/server.ts";
import { briefOf } from "../brain-requests.ts";
import { bookingAnswer } from "./booking-model.ts";
import { ScriptedChat } from "./scripted-chat.ts";
import { brainBriefOf, dataIn } from "./talk.ts";

const BRIEF = briefOf({
  goal: "Book a table for two on Friday at 7 PM",
  businessName: "Blue Harbor Bistro",
  questions: ["How much is the dinner menu?", "What time does the kitchen close?", "Is there parking nearby?"],
});

function lineWith(answer: (request: SimulatedRequest) => Answer) {
  const chat = new ScriptedChat(answer);
  const brain = modelBrains(chat, () => "q_1").begin(brainBriefOf(BRIEF), []);
  return { chat, brain, line: new VirtualLine(brain, { task: taskOf(BRIEF) }) };
}

describe("a call on the line", () => {
  it("is opened, led and ended by the model, and its notes are the findings", async () => {
    const { brain, line } = lineWith(bookingAnswer);
    line.conversation.answered();
    await line.says("Thank you for calling Blue Harbor Bistro. How can I help you?");
    await line.pass(9000);
    expect(line.spoken()).toEqual([brain.openingLine()]);
    await line.says("Yes, we have a table on Friday at seven PM for you.");
    await line.pass(4000);
    await line.says("What name should I put that under?");
    await line.pass(4000);
    await line.says("Thank you. Would you like to sit inside or outside?");
    await line.pass(4000);
    expect(line.events("asked")).toHaveLength(1);
    line.conversation.answer("q_1", "Outside, please.");
    await line.pass(4000);
    await line.says(
      "All right. Your table for Friday at seven PM is booked. Your confirmation number is four eight one five.",
    );
    await line.pass(5000);
    await line.says("The dinner menu is forty two dollars per person.");
    await line.pass(5000);
    await line.says("The kitchen closes at ten PM.");
    await line.pass(5000);
    await line.says("Yes, parking is free behind the building.");
    await line.pass(7000);
    expect(line.spoken().slice(1)).toEqual([
      "Yes, please book that.",
      "The name is Alex Morgan.",
      "One moment please, I am checking that.",
      "Thank you for waiting. Outside, please.",
      "Thank you very much. How much is the dinner menu?",
      "Thank you. And what time does the kitchen close?",
      "I see, thank you. Is there parking nearby?",
      "That is all I need. Thank you for your help, and goodbye.",
    ]);
    expect(line.events("finished")).toEqual([{ type: "finished", reason: "completed" }]);
    expect(line.events("findings")).toMatchObject([
      {
        findings: {
          questions: [{ status: "answered" }, { status: "answered" }, { status: "answered" }],
          errands: [{ reached: true, quotes: ["Your table for Friday at seven PM is booked"] }],
          confirmationNumber: { value: "4815" },
          priceQuoted: { value: "$42 per person" },
          appointmentTime: { value: "Friday at 7:00 PM" },
        },
      },
    ]);
  });

  it("throws a reply away that was begun too early: its tokens are discarded, and nothing of it was done", async () => {
    const { brain, chat, line } = lineWith(bookingAnswer);
    line.conversation.answered();
    await line.says("Hello, Blue Harbor Bistro.");
    await line.pass(9000);
    await line.says("Would you like to sit inside or outside?");
    await line.pass(40);
    line.tellPartial("Would you like to sit inside or outside?");
    await line.pass(200);
    expect(chat.requests).toHaveLength(1);
    await line.says("No wait, we have a table on Friday.");
    await line.pass(5000);
    expect(line.events("asked")).toEqual([]);
    expect(brain.usage?.()).toEqual([
      {
        engine: "scripted",
        requests: 2,
        failures: 0,
        promptTokens: 100,
        completionTokens: 10,
        discardedTokens: 110,
        estimated: false,
      },
    ]);
  });

  it("tells the model what was cut off of its words", async () => {
    const { chat, line } = lineWith((request) => {
      const heard = dataIn(request).findLast((each) => "business" in each);
      return {
        text: heard?.["business"] === "tell me" ? "Well this is what we would like to know of you today." : "I see.",
      };
    });
    line.conversation.answered();
    await line.says("Hello, Blue Harbor Bistro.");
    await line.pass(9000);
    await line.says("tell me");
    await line.pass(520 + 4 * 300);
    await line.says("wait a moment we are full");
    await line.pass(3000);
    const cut = dataIn(chat.requests.at(-1)!).find((each) => "cut_off" in each);
    expect(String(cut?.["cut_off"])).toMatch(/you today\.$/);
  });
});

describe("a model that is still writing when its words have been played", () => {
  /** Says something, and then takes its time with its tools until it is let go. */
  function slowAfterWords() {
    const heard: string[] = [];
    const gate = Promise.withResolvers<void>();
    const brain: Brain = {
      openingLine: () => "Hello.",
      retract: () => undefined,
      async *respond(event, _history, signal) {
        if (event.type === "opened") return yield { type: "say", text: "Hello there." };
        if (event.type !== "heard") return;
        heard.push(event.text);
        yield { type: "say", text: "Is that Friday at seven?" };
        if (heard.length > 1) return;
        await Promise.race([
          gate.promise,
          new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true })),
        ]);
        if (!signal.aborted) yield { type: "ask_agent", questionId: "q_1", question: "Friday?" };
      },
    };
    return { heard, gate, line: new VirtualLine(brain) };
  }

  it.each(["Yes.", "No, on Saturday at eight."])("does not keep us from hearing their answer: %s", async (answer) => {
    const { heard, line } = slowAfterWords();
    line.conversation.answered();
    await line.says("Hello");
    await line.pass(4000);
    await line.says("We have a table.");
    await line.pass(500 + 6 * 300);
    await line.says(answer);
    await line.pass(4000);
    expect(heard).toEqual(["We have a table.", answer]);
    expect(line.spoken()).toEqual(["Hello there.", "Is that Friday at seven?", "Is that Friday at seven?"]);
  });

  it("does what it asks for as soon as it comes", async () => {
    const { gate, line } = slowAfterWords();
    line.conversation.answered();
    await line.says("Hello");
    await line.pass(4000);
    await line.says("We have a table.");
    await line.pass(500 + 6 * 300);
    expect(line.events("asked")).toEqual([]);
    gate.resolve();
    await line.pass(100);
    expect(line.events("asked")).toHaveLength(1);
  });
});

describe("what a conversation does of a reply that was taken back", () => {
  it("is nothing: neither is the agent asked, nor anything noted", async () => {
    const histories: (readonly HistoryEntry[])[] = [];
    const finding = (answer: string): BrainMove => ({
      type: "finding",
      question: "Open?",
      status: "answered",
      answer,
      quote: answer,
    });
    const brain: Brain = {
      openingLine: () => "Hello.",
      retract: () => undefined,
      async *respond(event, history, signal) {
        if (event.type !== "heard") {
          yield { type: "say", text: "Hello there." };
          return;
        }
        histories.push(history);
        yield finding(event.text);
        yield { type: "ask_agent", questionId: "q_1", question: event.text };
        // The first one thinks until it is taken back.
        if (!event.text.includes("only"))
          await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
        else yield { type: "say", text: "Let me check that." };
      },
    };
    const task = { questions: ["Open?"], errands: [] };
    const line = new VirtualLine(brain, { task });
    line.conversation.answered();
    await line.says("Hello");
    await line.pass(4000);
    await line.says("we are open");
    await line.pass(700);
    expect(line.events("heard")).toHaveLength(2);
    expect(line.events("asked")).toEqual([]);
    await line.says("but only until noon");
    await line.pass(3000);
    expect(line.events("asked")).toMatchObject([{ question: "we are open but only until noon" }]);
    expect(histories.flat().filter(({ role }) => role === "note" || role === "asked")).toEqual([]);
    line.conversation.close();
    await line.pass(100);
    expect(line.events("findings")).toMatchObject([
      { findings: { questions: [{ answer: "we are open but only until noon" }] } },
    ]);
  });
});

/** What a model suggests for a plan, through the real SDK, and what of it is none of its business. */
import { afterEach, describe, expect, it } from "vitest";
import { thinkAheadWith } from "../../../../src/conversation/dialog/model/think-ahead.ts";
import type { ChatUsage } from "../../../../src/conversation/ports.ts";
import { openAiChat } from "../../../../src/engines/openai/chat.ts";
import { OpenAiChatServer } from "../../../simulators/openai-chat/server.ts";
import type { Answer } from "../../../simulators/openai-chat/answer.ts";
import { briefOf } from "../brain-requests.ts";
import { dataIn, NEVER } from "./talk.ts";

const BRIEF = briefOf({ goal: "Book a table for two on Friday at 7 PM", details: "One guest eats no nuts." });
const PLAN = { checklist: ["Introduce yourself."], likelyQuestions: ["What name?"] };

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).toReversed()) await each.close();
});

async function thought(answer: Answer, signal = NEVER) {
  const server = new OpenAiChatServer(() => answer);
  const chat = openAiChat({ apiKey: null, model: "big", baseUrl: await server.listen() });
  opened.push(server, chat);
  const usage: ChatUsage[] = [];
  const think = thinkAheadWith(chat, {
    assistant: { name: "Ada", disclosure: true },
    onUsage: (used) => usage.push(used),
  });
  return { suggested: await think(BRIEF, PLAN, signal), server, usage };
}

describe("a model that thinks ahead", () => {
  it("is given the request and the plan as data, and asked for JSON", async () => {
    const { server, suggested, usage } = await thought({
      json: { likely_questions: ["Inside or outside?"], checklist: ["Mention the nuts."] },
    });
    expect(suggested).toEqual({ likelyQuestions: ["Inside or outside?"], checklist: ["Mention the nuts."] });
    const [request] = server.requests;
    expect(request?.response_format?.type).toBe("json_schema");
    expect(request?.messages[0]?.content).toMatch(/^A caller is about to/);
    const plan = { checklist: PLAN.checklist, likely_questions: PLAN.likelyQuestions };
    expect(dataIn(request!)).toMatchObject([{ request: { goal: BRIEF.goal } }, { plan }]);
    expect(usage).toMatchObject([{ promptTokens: 100, completionTokens: 20 }]);
  });

  it.each<[string, Answer]>([
    ["an hour that nobody named", { json: { likely_questions: ["Would 8:30 PM do?"] } }],
    ["a price that nobody named", { json: { checklist: ["Offer forty dollars."] } }],
    ["no lists", { json: { likely_questions: "What name?", checklist: [1, null] } }],
    ["no JSON", { text: "They will ask for your name." }],
  ])("is not listened to when it comes with %s", async (_, answer) => {
    expect((await thought(answer)).suggested).toEqual({ likelyQuestions: [], checklist: [] });
  });

  it("says no more than so much", async () => {
    const many = Array.from({ length: 50 }, (_, i) => `Any wish of kind ${"abcdefghij"[i % 10]}${"klmno"[i % 5]}?`);
    const { suggested } = await thought({ json: { likely_questions: many, checklist: many } });
    expect([suggested.likelyQuestions.length, suggested.checklist.length]).toEqual([6, 4]);
  });

  it("ends with the signal", async () => {
    await expect(thought({ json: {}, stallsAfter: 1 }, AbortSignal.timeout(50))).rejects.toThrow(/timeout/);
  });
});

/** The language model's adapter against a server that nobody here wrote, with a real model in it. */
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { modelBrains } from "../../../src/conversation/dialog/model/model-brain.ts";
import type { Chat, ChatPiece, ChatRequest, ChatUsage, HistoryEntry } from "../../../src/conversation/ports.ts";
import { openAiChat } from "../../../src/engines/openai/chat.ts";
import type { OpenAiChat } from "../../../src/engines/openai/chat.ts";
import { briefOf } from "../../conversation/dialog/brain-requests.ts";
import { brainBriefOf } from "../../conversation/dialog/model/talk.ts";
import { startLlamaServer } from "../../support/llama-server.ts";
import type { LlamaServer } from "../../support/llama-server.ts";

const NEVER = new AbortController().signal;
/** A test machine is slow, and busy with other things. */
const PATIENT = { connectMs: 2000, firstByteMs: 60_000, gapMs: 20_000 };
const KEYS = {
  name: "press_keys",
  description: "Press keys of the telephone.",
  parameters: { type: "object", properties: { keys: { type: "string" } }, required: ["keys"] },
};

let server: LlamaServer;
let chat: OpenAiChat;

beforeAll(async () => {
  server = await startLlamaServer();
  chat = openAiChat({ apiKey: null, model: "smollm2", baseUrl: server.baseUrl, deadlines: PATIENT });
}, 60_000);

afterAll(async () => {
  chat?.close();
  await server?.stop();
});

type Answer = { readonly pieces: ChatPiece[]; readonly usage: ChatUsage[] };

function order(text: string, with_: Partial<ChatRequest> = {}): { request: ChatRequest; answer: Answer } {
  const answer: Answer = { pieces: [], usage: [] };
  const messages = [{ role: "user" as const, text }];
  const request = { messages, tools: [], maxTokens: 40, onUsage: (usage: ChatUsage) => answer.usage.push(usage) };
  return { request: { ...request, ...with_ }, answer };
}

async function ask(text: string, with_: Partial<ChatRequest> = {}): Promise<Answer> {
  const { request, answer } = order(text, with_);
  for await (const piece of chat.complete(request, NEVER)) answer.pieces.push(piece);
  return answer;
}

function isTextOrNull(value: unknown): boolean {
  return value === null || typeof value === "string";
}

describe("llama-server", () => {
  it("is let in by the check of the start", async () => {
    await expect(chat.check(NEVER)).resolves.toBeUndefined();
  });

  it("streams what its model says, and counts its tokens", async () => {
    const { pieces, usage } = await ask("Tell me about the sea.");
    expect(pieces.length).toBeGreaterThan(3);
    expect(pieces.every(({ type }) => type === "text")).toBe(true);
    expect(usage).toHaveLength(1);
    expect(usage[0]).toMatchObject({ estimated: false });
    expect(usage[0]?.promptTokens).toBeGreaterThan(3);
    expect(usage[0]?.completionTokens).toBeGreaterThan(3);
  });

  it("calls a tool as its grammar makes it, whole and with arguments of the schema", async () => {
    const { pieces } = await ask("For repairs press 2.", { tools: [KEYS] });
    expect(pieces).toEqual([
      { type: "tool_call", call: { id: expect.any(String), name: "press_keys", arguments: expect.any(String) } },
    ]);
    const [piece] = pieces;
    expect(piece?.type === "tool_call" && JSON.parse(piece.call.arguments)).toEqual({ keys: "2" });
  });

  it("writes JSON of a schema as its grammar makes it", async () => {
    const properties = { open: { type: "boolean" }, until: { anyOf: [{ type: "string" }, { type: "null" }] } };
    const schema = { type: "object", properties, required: ["open", "until"], additionalProperties: false };
    const { pieces } = await ask("Are you open, and until when? Answer with JSON.", {
      json: { name: "hours", schema },
      maxTokens: 100,
    });
    const text = pieces.flatMap((piece) => (piece.type === "text" ? piece.text : [])).join("");
    expect(JSON.parse(text)).toEqual({ open: expect.any(Boolean), until: expect.toSatisfy(isTextOrNull) });
  });

  it("takes the schema of what is looked for after a call, and writes by it", async () => {
    const brief = briefOf({ goal: "Find out when they close", questions: ["What time does the kitchen close?"] });
    const history: HistoryEntry[] = [{ role: "business", text: "The kitchen closes at ten PM." }];
    let written = "";
    // So small a model does not know when to stop.
    const brisk: Chat = {
      name: chat.name,
      async *complete(request, signal) {
        for await (const piece of chat.complete({ ...request, maxTokens: 40 }, signal)) {
          if (piece.type === "text") written += piece.text;
          yield piece;
        }
      },
    };
    const brain = modelBrains(brisk).begin(brainBriefOf(brief), []);
    expect(await brain.lookBack?.(history, NEVER)).toEqual([]);
    expect(written.replaceAll(/\s/g, "")).toMatch(/^\{"answers":\[/);
    expect(brain.usage?.()).toMatchObject([{ engine: "openai smollm2", requests: 1, estimated: false }]);
  });

  it("takes the tool's result back, in the same talk", async () => {
    const call = { id: "call_1", name: "press_keys", arguments: '{"keys":"2"}' };
    const { pieces } = await ask("", {
      tools: [KEYS],
      messages: [
        { role: "user", text: "For repairs press 2." },
        { role: "assistant", text: "", calls: [call] },
        { role: "tool", callId: "call_1", text: '{"ok":true}' },
        { role: "user", text: "Thank you. Which key was it?" },
      ],
    });
    expect(pieces.length).toBeGreaterThan(0);
  });

  it("stops writing when nobody reads any more, in the middle of its words", async () => {
    const leave = new AbortController();
    const { request, answer } = order("Tell me a long story about a boat.", { maxTokens: 2000 });
    for await (const piece of chat.complete(request, leave.signal)) {
      answer.pieces.push(piece);
      if (answer.pieces.length === 5) leave.abort(new Error("they cut in"));
    }
    expect(answer.pieces.length).toBeLessThan(20);
    expect(answer.usage).toMatchObject([{ estimated: true }]);
    const since = performance.now();
    while ((await server.isBusy()) && performance.now() - since < 5000) await delay(50);
    expect(await server.isBusy()).toBe(false);
  });

  it("is told of in one sentence when it dies in the middle of its words", async () => {
    const doomed = await startLlamaServer();
    const orphan = openAiChat({ apiKey: null, model: "smollm2", baseUrl: doomed.baseUrl, deadlines: PATIENT });
    try {
      const { request, answer } = order("Tell me a long story about a boat.", { maxTokens: 2000 });
      const reading = (async () => {
        for await (const piece of orphan.complete(request, NEVER)) {
          answer.pieces.push(piece);
          if (answer.pieces.length === 5) await doomed.kill();
        }
      })();
      await expect(reading).rejects.toThrow(/llm/);
      expect(answer.pieces.length).toBeGreaterThanOrEqual(5);
      await expect(talkTo(orphan)).rejects.toThrow(/llm\.base_url/);
    } finally {
      orphan.close();
      await doomed.stop();
    }
  });
});

async function talkTo(of: OpenAiChat): Promise<void> {
  for await (const _ of of.complete(order("Hello?").request, NEVER)) return;
}

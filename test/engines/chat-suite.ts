/**
 * What every language model owes the conversation, whatever stands behind it. Who has one brings a way to open it with a
 * server that answers as it is scripted.
 */
import { afterEach, describe, expect, it } from "vitest";
import type { Chat, ChatMessage, ChatPiece, ChatTool, ChatUsage } from "../../src/conversation/ports.ts";
import { inTurn } from "../simulators/openai-chat/server.ts";
import type { Script } from "../simulators/openai-chat/server.ts";

export type ThinkingScene = { readonly chat: Chat; close(): Promise<void> };

const NEVER = new AbortController().signal;
const ASKED: readonly ChatMessage[] = [
  { role: "system", text: "You are on the telephone." },
  { role: "user", text: "When do you close?" },
];
const TOOL: ChatTool = {
  name: "end_call",
  description: "Hang up.",
  parameters: { type: "object", properties: { why: { type: "string" } } },
};

export function chatSuite(name: string, open: (script: Script) => Promise<ThinkingScene>): void {
  describe(`${name}, as any language model`, () => {
    let scene: ThinkingScene | null = null;
    const usages: ChatUsage[] = [];
    afterEach(async () => {
      await scene?.close();
      scene = null;
      usages.length = 0;
    });

    async function* asked(messages = ASKED, signal: AbortSignal = NEVER): AsyncGenerator<ChatPiece> {
      if (scene === null) throw new Error("there is no model");
      const request = { messages, tools: [TOOL], maxTokens: 50, onUsage: (usage: ChatUsage) => usages.push(usage) };
      yield* scene.chat.complete(request, signal);
    }

    async function all(pieces: AsyncIterable<ChatPiece>): Promise<{ text: string; calls: readonly string[] }> {
      let text = "";
      const calls: string[] = [];
      for await (const piece of pieces) {
        if (piece.type === "text") text += piece.text;
        else calls.push(`${piece.call.name} ${piece.call.arguments}`);
      }
      return { text, calls };
    }

    it("tells its text in pieces, as they are written", async () => {
      scene = await open(inTurn({ text: "We close at ten.", tokenDelayMs: 5 }));
      const pieces: string[] = [];
      for await (const piece of asked()) if (piece.type === "text") pieces.push(piece.text);
      expect(pieces.join("")).toBe("We close at ten.");
      expect(pieces.length).toBeGreaterThan(1);
    });

    it("tells calls of tools whole, after the text", async () => {
      scene = await open(inTurn({ text: "Goodbye.", calls: [{ name: "end_call", arguments: '{"why":"all done"}' }] }));
      expect(await all(asked())).toEqual({ text: "Goodbye.", calls: ['end_call {"why":"all done"}'] });
    });

    it("counts what it used, once, however the request ends", async () => {
      scene = await open(inTurn({ text: "Yes.", usage: { prompt: 7, completion: 3 } }, { text: "one two three" }));
      await all(asked());
      expect(usages).toEqual([{ promptTokens: 7, completionTokens: 3, estimated: false }]);
      for await (const _ of asked()) break;
      expect(usages).toHaveLength(2);
      expect(usages[1]).toMatchObject({ estimated: true });
    });

    it("answers one request after another, and several at a time", async () => {
      scene = await open(({ messages }) => ({ text: `You said ${messages.at(-1)?.content}` }));
      const say = (text: string): readonly ChatMessage[] => [{ role: "user", text }];
      const texts = ["one", "two", "three"];
      const answers = await Promise.all(texts.map((text) => all(asked(say(text)))));
      expect(answers.map(({ text }) => text)).toEqual(texts.map((text) => `You said ${text}`));
    });

    it("ends without an exception when it is aborted in the middle, and answers the next", async () => {
      scene = await open(inTurn({ text: "one two three four five", tokenDelayMs: 50 }, { text: "Yes." }));
      const over = new AbortController();
      let pieces = 0;
      for await (const _ of asked(ASKED, over.signal)) {
        pieces += 1;
        over.abort(new Error("they speak"));
      }
      expect(pieces).toBe(1);
      expect((await all(asked())).text).toBe("Yes.");
    });

    it("asks nothing when nobody wants the answer any more", async () => {
      let requests = 0;
      scene = await open(() => {
        requests += 1;
        return { text: "Yes." };
      });
      expect(await all(asked(ASKED, AbortSignal.abort(new Error("over"))))).toEqual({ text: "", calls: [] });
      expect(requests).toBe(0);
    });

    it.each([
      ["is cut short", { text: "We close at", finishes: false, cutAtByte: 500 }],
      ["is refused", { status: 401 }],
      ["is nothing of the kind", { body: "<html>Welcome</html>" }],
    ])("throws one sentence that names a setting when the answer %s", async (_, answer) => {
      scene = await open(inTurn(answer));
      await expect(all(asked())).rejects.toThrow(/^[^\n]*\bllm(\[\d+\])?\.[a-z_]+[^\n]*\.$/);
    });

    it("may be made ready beforehand, at any time", async () => {
      scene = await open(inTurn({ text: "Yes." }));
      scene.chat.prepare?.();
      scene.chat.prepare?.();
      expect((await all(asked())).text).toBe("Yes.");
    });
  });
}

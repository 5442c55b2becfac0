import type { Chat, ChatRequest } from "../../../../src/conversation/ports.ts";
import type { Answer } from "../../../simulators/openai-chat/answer.ts";
import type { SimulatedRequest } from "../../../simulators/openai-chat/server.ts";

/** A model without a socket: a line in virtual time does not wait for real ones. */
export class ScriptedChat implements Chat {
  readonly name = "scripted";
  readonly requests: SimulatedRequest[] = [];
  readonly #answer: (request: SimulatedRequest) => Answer;

  constructor(answer: (request: SimulatedRequest) => Answer) {
    this.#answer = answer;
  }

  async *complete({ messages, onUsage }: ChatRequest, signal: AbortSignal): ReturnType<Chat["complete"]> {
    const seen = {
      model: "m",
      messages: messages.map(({ role, text }) => ({ role, content: text })),
      authorization: null,
    };
    this.requests.push(seen);
    const { text = "", calls = [] } = this.#answer(seen);
    try {
      for (const word of typeof text === "string" ? (text.match(/\S+\s*/g) ?? []) : text) {
        if (signal.aborted) return;
        yield { type: "text", text: word };
      }
      for (const [i, call] of calls.entries())
        yield { type: "tool_call", call: { id: `c${i}`, name: call.name, arguments: call.arguments } };
    } finally {
      onUsage({ promptTokens: 100, completionTokens: 10, estimated: false });
    }
  }
}

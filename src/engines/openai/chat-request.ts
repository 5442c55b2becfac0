/** The body of a streamed chat completion, as every server of this protocol takes it. */
import type {
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
} from "openai/resources/chat/completions";
import type { ChatMessage, ChatRequest } from "../../conversation/ports.ts";

/** OpenAI's newer models refuse the old name; most other servers know no other. */
export type LimitName = "max_tokens" | "max_completion_tokens";

export function bodyOf(request: ChatRequest, model: string, limitName: LimitName): ChatCompletionCreateParamsStreaming {
  return {
    model,
    messages: request.messages.map(messageOf),
    stream: true,
    stream_options: { include_usage: true },
    [limitName]: request.maxTokens,
    ...(request.tools.length === 0
      ? {}
      : {
          tools: request.tools.map(({ name, description, parameters }) => ({
            type: "function" as const,
            function: { name, description, parameters: { ...parameters } },
          })),
        }),
  };
}

function messageOf(message: ChatMessage): ChatCompletionMessageParam {
  switch (message.role) {
    case "system":
    case "user":
      return { role: message.role, content: message.text };
    case "tool":
      return { role: "tool", tool_call_id: message.callId, content: message.text };
    case "assistant": {
      if (message.calls.length === 0) return { role: "assistant", content: message.text };
      const calls = message.calls.map(({ id, name, arguments: given }) => ({
        id,
        type: "function" as const,
        // Servers that fill a template with it parse it first, and fail on what is no JSON.
        function: { name, arguments: isJson(given) ? given : "{}" },
      }));
      return { role: "assistant", content: message.text, tool_calls: calls };
    }
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The body of a streamed chat completion, as every server of this protocol takes it. */
import type {
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
} from "openai/resources/chat/completions";
import type { ChatJson, ChatMessage, ChatRequest } from "../../conversation/ports.ts";

/** OpenAI's newer models refuse the old name; most other servers know no other. */
export type LimitName = "max_tokens" | "max_completion_tokens";

/** How a server is asked for JSON: by a schema, by a mere wish, or by nothing but the words of the prompt. */
export type JsonMode = "schema" | "object" | "words";

export function bodyOf(
  request: ChatRequest,
  model: string,
  limitName: LimitName,
  jsonMode: JsonMode,
): ChatCompletionCreateParamsStreaming {
  return {
    model,
    messages: request.messages.map(messageOf),
    stream: true,
    stream_options: { include_usage: true },
    [limitName]: request.maxTokens,
    ...(request.json === undefined ? {} : formatOf(request.json, jsonMode)),
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

function formatOf(
  { name, schema }: ChatJson,
  mode: JsonMode,
): Pick<ChatCompletionCreateParamsStreaming, "response_format"> {
  switch (mode) {
    case "schema":
      return {
        response_format: { type: "json_schema", json_schema: { name, strict: true, schema: { ...schema } } },
      };
    case "object":
      return { response_format: { type: "json_object" } };
    case "words":
      return {};
  }
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

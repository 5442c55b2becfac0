/** One client's side of the protocol: tools, the words they are introduced with, and a prompt to begin with. */
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import {
  CallToolRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListToolsRequestSchema,
  McpError,
} from "@modelcontextprotocol/sdk/types.js";
import type { CallToolResult, ServerNotification, ServerRequest } from "@modelcontextprotocol/sdk/types.js";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";
import { askFor, callIdIn } from "./asking.ts";
import { CallMemory } from "./call-memory.ts";
import type { DescribedTool } from "./describe-tools.ts";
import { followCall } from "./follow-call.ts";
import type { Listener } from "./follow-call.ts";
import type { JsonObject } from "./json.ts";
import type { Offer } from "./offer.ts";
import { PROMPT, promptText } from "./prompt.ts";
import type { Rest } from "./rest.ts";
import { NoAnswer } from "./rest.ts";
import { mistakenResult, resultOf, unansweredResult } from "./telling.ts";

export type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** How a request of the client is asked for. */
export type Asker = {
  readonly rest: Rest;
  /** The client's own key. */
  readonly key: string | null;
  /** Aborted when the client has left, or nothing can be answered any more. */
  readonly signal: AbortSignal;
  /** Aborted when we are about to end: no person is waited for, what can be answered is. */
  readonly ending: AbortSignal;
};

export type ToolServerParts = {
  readonly offer: Offer;
  readonly askerOf: (extra: Extra) => Asker;
  readonly nowMs: () => number;
  /** Told of a mistake of ours; the client hears only that there was one. */
  readonly onBug: (error: unknown) => void;
};

export function createToolServer({ offer, askerOf, nowMs, onBug }: ToolServerParts): Server {
  const server = new Server(offer.info, {
    capabilities: { tools: {}, prompts: {} },
    instructions: offer.instructions,
    jsonSchemaValidator: VALIDATOR,
  });
  // The SDK counts its requests from 0, and its clients take a cancellation of request 0 for one of nothing: the first
  // question of a session could never be taken back.
  Reflect.set(server, "_requestMessageId", 1);
  const memory = new CallMemory();

  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: offer.tools.map(({ name, title, description, inputSchema, outputSchema, hints }) => ({
      ...{ name, title, description, inputSchema, outputSchema },
      annotations: { title, ...hints },
    })),
  }));

  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra): Promise<CallToolResult> => {
    const tool = offer.tools.find(({ name }) => name === params.name);
    if (tool === undefined) {
      const names = offer.tools.map(({ name }) => name).join(", ");
      throw new McpError(ErrorCode.InvalidParams, `There is no tool of this name; there are: ${names}.`);
    }
    const asker = askerOf(extra);
    const signal = AbortSignal.any([extra.signal, asker.signal]);
    try {
      return await run(tool, params.arguments ?? {}, asker, extra, signal);
    } catch (error) {
      if (error instanceof NoAnswer) return unansweredResult(tool, params.arguments ?? {}, error);
      // Nobody waits for the answer any more.
      if (signal.aborted) throw new McpError(ErrorCode.InternalError, "It was given up.");
      onBug(error);
      return mistakenResult(tool, params.arguments ?? {});
    }
  });

  async function run(
    tool: DescribedTool,
    args: JsonObject,
    { rest, key, ending }: Asker,
    extra: Extra,
    signal: AbortSignal,
  ): Promise<CallToolResult> {
    const ask = askFor(tool, args, key);
    if (tool.name !== "get_call") return resultOf(tool, args, await rest.ask(ask, signal));
    const told = memory.of(callIdIn(args));
    const { answer, note } = await followCall(rest, ask, args, told, listenerOf(extra, ending), nowMs, signal);
    return resultOf(tool, args, answer, note);
  }

  function listenerOf(extra: Extra, ending: AbortSignal): Listener {
    const token = extra._meta?.progressToken;
    let count = 0;
    return {
      progress:
        token === undefined
          ? null
          : (message) =>
              extra.sendNotification({
                method: "notifications/progress",
                params: { progressToken: token, progress: (count += 1), message },
              }),
      person: server.getClientCapabilities()?.elicitation?.form === undefined ? null : putToPerson(extra, ending),
    };
  }

  function putToPerson(extra: Extra, ending: AbortSignal): NonNullable<Listener["person"]> {
    return async (message, timeout, signal) => {
      try {
        const { action, content } = await server.elicitInput(
          { mode: "form", message, requestedSchema: ANSWER_FORM },
          { relatedRequestId: extra.requestId, timeout, signal: AbortSignal.any([signal, ending]) },
        );
        const answer = action === "accept" ? content?.["answer"] : null;
        return typeof answer === "string" ? answer : null;
      } catch {
        // Nobody answered in time, the question ended, or the client could not after all: the tool is left for it.
        return null;
      }
    };
  }

  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: [PROMPT] }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) => {
    if (params.name !== PROMPT.name) {
      throw new McpError(ErrorCode.InvalidParams, `There is no prompt of this name; there is: ${PROMPT.name}.`);
    }
    const text = promptText(params.arguments ?? {});
    return { description: PROMPT.description, messages: [{ role: "user", content: { type: "text", text } }] };
  });
  return server;
}

/** One for all: each would cost more than everything else of a client. */
const VALIDATOR = new AjvJsonSchemaValidator();

const ANSWER_FORM = {
  type: "object" as const,
  properties: { answer: { type: "string" as const, title: "Your answer", minLength: 1, maxLength: 2000 } },
  required: ["answer"],
};

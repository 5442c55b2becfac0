/** An answer of the interface as the result of a tool: its body as it is, what to do next, and a few words to read. */
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { isObject, listAt, objectAt, textAt } from "./json.ts";
import type { JsonObject } from "./json.ts";
import { nextActionFor } from "./next-action.ts";
import type { Answer, NoAnswer } from "./rest.ts";
import type { Tool } from "./tools.ts";

/** `note` is said before everything else. */
export function resultOf(tool: Pick<Tool, "name">, args: JsonObject, answer: Answer, note = ""): CallToolResult {
  // A person is asked for money: that is an answer, and the way on is in it.
  const isError = answer.status >= 300 && answer.status !== 402;
  const structured = { ...answer.body, next_action: nextActionFor(tool, args, answer) };
  const told = [note, inWords(tool, answer), `Next: ${structured.next_action}`].filter((part) => part !== "");
  return {
    content: [
      { type: "text", text: told.join("\n") },
      { type: "text", text: JSON.stringify(structured) },
    ],
    structuredContent: structured,
    ...(isError ? { isError } : {}),
  };
}

/**
 * When nobody answered: in the shape of every other error. What acts and was sent may have been done all the same, and
 * is not to be done twice because its answer was lost.
 */
export function unansweredResult(
  tool: Pick<Tool, "name" | "hints">,
  args: JsonObject,
  error: NoAnswer,
): CallToolResult {
  const { readOnlyHint, idempotentHint } = tool.hints;
  const retryable = error.neverSent || readOnlyHint || idempotentHint || args["idempotency_key"] != null;
  const code = retryable ? "unavailable" : "answer_lost";
  const message = retryable ? error.message : "The request was sent, and no answer came: it may have been done.";
  const body = { error: { type: "unavailable", code, message, retryable, request_id: "" } };
  return resultOf(tool, args, { status: 503, body, retryAfterSeconds: retryable ? 10 : null });
}

/** A mistake of ours, in the shape of one that the interface has made. */
export function mistakenResult(tool: Pick<Tool, "name">, args: JsonObject): CallToolResult {
  const message = "The tools made a mistake: it is in the appliance's log.";
  const body = { error: { type: "internal", code: "internal", message, retryable: false, request_id: "" } };
  return resultOf(tool, args, { status: 500, body, retryAfterSeconds: null });
}

function inWords(tool: Pick<Tool, "name">, { status, body }: Answer): string {
  if (status === 402) return textAt(body, "message_for_user") ?? "";
  if (status >= 300) return `Refused: ${textAt(objectAt(body, "error"), "message") ?? `status ${status}`}`;
  switch (tool.name) {
    case "place_call":
      return `The call is being placed: ${textAt(body, "call_id") ?? ""}.`;
    case "get_call":
      return callInWords(body);
    case "list_calls":
      return `${listAt(body, "calls").length} calls.`;
    case "find_business":
      return [
        ...listAt(body, "businesses").filter(isObject).map(businessInWords),
        ...listAt(body, "attribution").map(String),
      ].join("\n");
    case "plan_call":
      return `The assistant would begin: ${textAt(body, "opening_line") ?? ""}`;
    case "account":
      return `Balance ${Number(body["balance_usd"]).toFixed(2)} USD, ${Number(body["available_usd"]).toFixed(2)} USD available.`;
    case "share_call":
      return textAt(body, "message") ?? "";
    default:
      return "";
  }
}

function callInWords(body: JsonObject): string {
  const outcome = objectAt(body, "outcome");
  const status = `Status ${String(body["status"])}${body["status"] === "ended" ? ` (${String(body["end_reason"])})` : ""}, ${String(body["duration_s"])} s, ${Number(body["cost_usd"]).toFixed(2)} USD.`;
  const asked = objectAt(body, "pending_question");
  const pending = textAt(asked, "question");
  const answers = Object.entries(objectAt(body, "answers")).map(
    ([question, answer]) => `${question} ${String(answer)}`,
  );
  return [
    status,
    ...(pending === null ? [] : [`They ask: “${pending}” ${leftFor(asked)}`.trim()]),
    ...(textAt(outcome, "summary") === null ? [] : [textAt(outcome, "summary") ?? ""]),
    ...(body["status"] === "ended" ? answers : []),
  ].join("\n");
}

function leftFor({ seconds_left: left }: JsonObject): string {
  return typeof left === "number" ? `(${left} s left to answer)` : "";
}

function businessInWords(match: JsonObject): string {
  const facts = ["name", "phone", "address", "hours_today"].map((name) => textAt(match, name));
  return facts.filter((fact) => fact !== null).join(", ");
}

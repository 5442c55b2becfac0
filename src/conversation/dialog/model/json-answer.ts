/**
 * One JSON object out of a model. What was asked for is told by a schema, but what comes is read whatever it is wrapped
 * in: many servers know no schema, and many models cannot help saying a word before and after it.
 */
import { z } from "zod";
import type { Chat, ChatJson, ChatMessage, ChatUsage } from "../../ports.ts";

export type JsonOrder = {
  readonly messages: readonly ChatMessage[];
  readonly json: ChatJson;
  readonly maxTokens: number;
  readonly onUsage: (usage: ChatUsage) => void;
};

/** Of a model that does not stop. */
const MOST_CHARACTERS = 40_000;

const object = z.record(z.string(), z.unknown());

/** The object; null when there is none in the answer. Throws what the model fails with, and when the signal is aborted. */
export async function jsonAnswer(
  chat: Chat,
  order: JsonOrder,
  signal: AbortSignal,
): Promise<Readonly<Record<string, unknown>> | null> {
  let text = "";
  for await (const piece of chat.complete({ ...order, tools: [] }, signal)) {
    if (piece.type === "text") text += piece.text;
    if (text.length > MOST_CHARACTERS) return null;
  }
  signal.throwIfAborted();
  return objectIn(text);
}

/** Leaves out what a model thinks aloud, the fences around code, and whatever else it says. */
export function objectIn(text: string): Readonly<Record<string, unknown>> | null {
  const said = text.replaceAll(/<think>[\s\S]*?<\/think>/g, "");
  const [from, to] = [said.indexOf("{"), said.lastIndexOf("}")];
  if (from < 0 || to < from) return null;
  let value: unknown;
  try {
    value = JSON.parse(said.slice(from, to + 1));
  } catch {
    return null;
  }
  const parsed = object.safeParse(value);
  return parsed.success ? parsed.data : null;
}

/** The list under this name, as far as it goes; what is none is empty. */
export function listIn(given: Readonly<Record<string, unknown>>, name: string, most: number): readonly unknown[] {
  const list = given[name];
  return Array.isArray(list) ? list.slice(0, most) : [];
}

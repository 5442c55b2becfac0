/**
 * Before a call: a model that knows such businesses says what they will probably ask. Only suggestions: whoever asked for
 * them decides what of them is shown. A value that the request does not name is none of its business.
 */
import { z } from "zod";
import type { Brief } from "../../../calls/brief.ts";
import { readerOf } from "../../../language/readers.ts";
import type { Chat, ChatUsage } from "../../ports.ts";
import { errandsOf } from "../task.ts";
import { jsonAnswer, listIn } from "./json-answer.ts";
import { contextOf, unknownToCaller } from "./may-say.ts";
import { json, requestOf } from "./messages.ts";
import { PLAN_PROMPT } from "./prompts.ts";

export type Suggestions = { readonly checklist: readonly string[]; readonly likelyQuestions: readonly string[] };

export type ThinkAheadOptions = {
  readonly assistant: { readonly name: string; readonly disclosure: boolean };
  readonly onUsage: (usage: ChatUsage) => void;
};

const MOST_TOKENS = 600;
const MOST = { likely_questions: 6, checklist: 4 } as const;

const { $schema: _, ...SCHEMA } = z.toJSONSchema(
  z.object({ likely_questions: z.array(z.string()), checklist: z.array(z.string()) }),
);

/** The answer rejects when the model fails, and when the signal is aborted. */
export function thinkAheadWith(
  chat: Chat,
  { assistant, onUsage }: ThinkAheadOptions,
): (brief: Brief, plan: Suggestions, signal: AbortSignal) => Promise<Suggestions> {
  return async (brief, { checklist, likelyQuestions }, signal) => {
    const brainBrief = { brief, errands: errandsOf(brief), assistant };
    const data = [{ request: requestOf(brainBrief) }, { plan: { checklist, likely_questions: likelyQuestions } }];
    const order = {
      messages: [
        { role: "system" as const, text: PLAN_PROMPT },
        { role: "user" as const, text: data.map(json).join("\n") },
      ],
      json: { name: "plan_suggestions", schema: SCHEMA },
      maxTokens: MOST_TOKENS,
      onUsage,
    };
    const given = (await jsonAnswer(chat, order, signal)) ?? {};
    const { request } = contextOf(brainBrief, [], { type: "opened", heard: null }, () => null);
    const sound = (name: keyof typeof MOST): string[] =>
      listIn(given, name, MOST[name]).filter(
        (entry): entry is string =>
          typeof entry === "string" && unknownToCaller(entry, request, readerOf(brief.language)) === null,
      );
    return { checklist: sound("checklist"), likelyQuestions: sound("likely_questions") };
  };
}

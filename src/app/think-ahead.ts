/** The language model that improves plans: the first of `llm`, on connections of the main thread's own. */
import type { CallUsage } from "../calls/usage.ts";
import type { Settings } from "../config/schema.ts";
import { thinkAheadWith } from "../conversation/dialog/model/think-ahead.ts";
import type { ThinkAhead } from "../planning/improve.ts";
import { inOrder } from "./engine-order.ts";
import { loadHosted } from "./hosted-engines.ts";

export type ThinksAhead = { readonly think: ThinkAhead; close(): void };

/** Null when the rules come first: then nobody else is asked. */
export async function openThinkAhead(
  { llm, assistant }: Pick<Settings, "llm" | "assistant">,
  onUsage: (usage: CallUsage) => void,
): Promise<ThinksAhead | null> {
  const [first] = inOrder(llm);
  if (first === undefined || first === "embedded" || first.provider === "embedded") return null;
  const { openai } = await loadHosted({ stt: [], tts: [], llm: [first] });
  if (openai === null) return null;
  const chat = openai.chat({ apiKey: first.api_key, model: first.model, baseUrl: first.base_url });
  const think = thinkAheadWith(chat, {
    assistant,
    onUsage: ({ requests = 1, ...tokens }) => {
      const used = { engine: chat.name, requests, discardedTokens: 0, failures: 0, ...tokens };
      onUsage({ hearing: [], thinking: [used], speaking: [] });
    },
  });
  return { think, close: () => chat.close() };
}

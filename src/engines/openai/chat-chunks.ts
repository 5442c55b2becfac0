/**
 * The chunks of a streamed chat completion, put together: text as it comes, tool calls once they are whole. Servers
 * differ in how they cut a call: by index in fragments (OpenAI, vLLM, llama.cpp), whole in one chunk, without an index or
 * an id, or all of them under index 0 with ids of their own. What the text is not about (roles, reasoning, log
 * probabilities) is left aside.
 */
import { z } from "zod";
import type { ChatPiece, ChatToolCall, ChatUsage } from "../../conversation/ports.ts";

const fragment = z.object({
  index: z.number().int().nullish(),
  id: z.string().nullish(),
  function: z
    .object({
      name: z.string().nullish(),
      /** A string by the book; an object from servers that have parsed it. */
      arguments: z.union([z.string(), z.record(z.string(), z.unknown())]).nullish(),
    })
    .nullish(),
});

const chunkSchema = z.object({
  choices: z
    .array(
      z.object({
        delta: z.object({ content: z.string().nullish(), tool_calls: z.array(fragment).nullish() }).nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
  /** Not worth losing an answer for. */
  usage: z.object({ prompt_tokens: z.number(), completion_tokens: z.number() }).nullish().catch(null),
});

/** It is no chunk of a chat completion, or the completion stopped in its middle. */
export class BrokenAnswer extends Error {
  readonly what: "foreign" | "cut";

  constructor(what: "foreign" | "cut") {
    super(what);
    this.what = what;
  }
}

type Part = { index: number | null; id: string; name: string; arguments: string };

export type ChunkReader = {
  /** The pieces that this chunk completes. Throws BrokenAnswer for what is no chunk. */
  read(chunk: unknown): readonly ChatPiece[];
  /** The tool calls, once the stream has ended. Throws BrokenAnswer when nothing says that it ended on purpose. */
  end(): readonly ChatPiece[];
  /** All has been said: whatever goes wrong after that takes nothing away. */
  isFinished(): boolean;
  /** What the server counted, if it did. */
  usage(): ChatUsage | null;
};

export function chunkReader(): ChunkReader {
  const parts: Part[] = [];
  let begun = false;
  let finished = false;
  let usage: ChatUsage | null = null;

  function take(given: z.output<typeof fragment>): void {
    const { index = null, id = null, function: named } = given;
    const name = named?.name ?? "";
    const text =
      typeof named?.arguments === "object" ? JSON.stringify(named.arguments ?? {}) : (named?.arguments ?? "");
    const known = index === null ? parts.at(-1) : parts.findLast((part) => part.index === index);
    const other = id !== null && id !== "" && known !== undefined && known.id !== "" && known.id !== id;
    // Without an index a name begins a call: fragments of the same one do not repeat it.
    const begins = known === undefined || other || (index === null && name !== "");
    if (begins) parts.push({ index, id: id ?? "", name, arguments: text });
    else {
      known.id ||= id ?? "";
      known.name ||= name;
      known.arguments += text;
    }
  }

  return {
    read(chunk) {
      const parsed = chunkSchema.safeParse(chunk);
      if (!parsed.success) throw new BrokenAnswer("foreign");
      begun = true;
      const counted = parsed.data.usage;
      if (counted !== null && counted !== undefined)
        usage = { promptTokens: counted.prompt_tokens, completionTokens: counted.completion_tokens, estimated: false };
      const choice = parsed.data.choices?.[0];
      for (const given of choice?.delta?.tool_calls ?? []) take(given);
      if ((choice?.finish_reason ?? "") !== "") finished = true;
      const text = choice?.delta?.content ?? "";
      return text === "" ? [] : [{ type: "text", text }];
    },
    end() {
      if (!finished) throw new BrokenAnswer(begun ? "cut" : "foreign");
      return parts.map((part, i): ChatPiece => ({ type: "tool_call", call: callOf(part, i) }));
    },
    isFinished: () => finished,
    usage: () => usage,
  };
}

function callOf({ id, name, arguments: given }: Part, place: number): ChatToolCall {
  return { id: id === "" ? `call_${place + 1}` : id, name, arguments: given.trim() === "" ? "{}" : given };
}

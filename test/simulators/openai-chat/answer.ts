/** What the simulated server of chat completions answers to one request, and how its parts go over the wire. */

export type SimulatedCall = { readonly name: string; readonly arguments: string; readonly id?: string };

/** How tool calls are cut into chunks: by index in fragments, whole in one chunk, and what sloppier servers do. */
export type CallShape = "fragments" | "whole" | "whole_without_index" | "whole_same_index" | "fragments_without_index";

export type Answer = {
  /** Tokens of the text, one chunk each; a plain string is cut into words. */
  readonly text?: string | readonly string[];
  /** The text is this, written as JSON. */
  readonly json?: unknown;
  readonly calls?: readonly SimulatedCall[];
  readonly shape?: CallShape;
  /** Counted by the server, in a last chunk with no choices; null: it does not count. */
  readonly usage?: { readonly prompt: number; readonly completion: number } | null;
  /** False: the stream ends without saying why, as if a proxy had closed it. */
  readonly finishes?: boolean;
  readonly firstDelayMs?: number;
  readonly tokenDelayMs?: number;
  /** After so many chunks nothing more comes, and the connection stays open. */
  readonly stallsAfter?: number;
  /** The connection is torn down after so many bytes of the body. */
  readonly cutAtByte?: number;
  /** Sent in place of the chunk with this number. */
  readonly garbage?: { readonly at: number; readonly bytes: string };
  /** Instead of a stream. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** The whole body of a stream, chunk by chunk. */
export function chunksOf(answer: Answer, model: string): readonly string[] {
  const {
    text = [],
    calls = [],
    shape = "fragments",
    usage = { prompt: 100, completion: 20 },
    finishes = true,
  } = answer;
  const written = answer.json === undefined ? text : pieces(JSON.stringify(answer.json));
  const tokens = typeof written === "string" ? (written.match(/\S+\s*/g) ?? []) : written;
  const chunk = (delta: unknown, finish: string | null = null): string =>
    event({
      id: "chatcmpl-1",
      object: "chat.completion.chunk",
      created: 1,
      model,
      choices: [{ index: 0, delta, finish_reason: finish }],
    });
  const chunks = [chunk({ role: "assistant", content: "" })];
  for (const token of tokens) chunks.push(chunk({ content: token }));
  for (const [index, call] of calls.entries())
    chunks.push(...fragmentsOf(call, index, shape).map((each) => chunk({ tool_calls: [each] })));
  if (finishes) chunks.push(chunk({}, calls.length > 0 ? "tool_calls" : "stop"));
  if (finishes && usage !== null)
    chunks.push(
      event({
        id: "chatcmpl-1",
        object: "chat.completion.chunk",
        created: 1,
        model,
        choices: [],
        usage: {
          prompt_tokens: usage.prompt,
          completion_tokens: usage.completion,
          total_tokens: usage.prompt + usage.completion,
        },
      }),
    );
  if (finishes) chunks.push("data: [DONE]\n\n");
  return chunks;
}

function fragmentsOf(call: SimulatedCall, index: number, shape: CallShape): readonly unknown[] {
  const { name, arguments: given, id = `call_sim_${index}` } = call;
  const whole = { id, type: "function", function: { name, arguments: given } };
  switch (shape) {
    case "whole":
      return [{ index, ...whole }];
    case "whole_without_index":
      return [{ type: "function", function: { name, arguments: given } }];
    case "whole_same_index":
      return [{ index: 0, ...whole }];
    case "fragments":
      return [
        { index, id, type: "function", function: { name, arguments: "" } },
        ...pieces(given).map((piece) => ({ index, function: { arguments: piece } })),
      ];
    case "fragments_without_index":
      return [
        { id, type: "function", function: { name, arguments: "" } },
        ...pieces(given).map((piece) => ({ function: { arguments: piece } })),
      ];
  }
}

function pieces(text: string): readonly string[] {
  return text.match(/[\s\S]{1,5}/g) ?? [];
}

function event(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

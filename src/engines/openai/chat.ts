/**
 * A language model behind any server that speaks OpenAI's chat completions (OpenAI, llama.cpp, vLLM, Ollama, Groq):
 * streamed, with tools. Chat completions rather than responses, because most other servers know nothing else. What
 * servers do differently is taken in `chat-chunks.ts`; what can go wrong becomes one sentence in `chat-errors.ts`.
 */
import type { Chat, ChatMessage, ChatPiece, ChatRequest, ChatUsage } from "../../conversation/ports.ts";
import { reasonOf } from "../../lib/abort.ts";
import { chunkReader } from "./chat-chunks.ts";
import { ChatError, chatError } from "./chat-errors.ts";
import { bodyOf } from "./chat-request.ts";
import type { JsonMode } from "./chat-request.ts";
import { openaiClient } from "./client.ts";
import { DEADLINES } from "./deadlines.ts";
import type { Deadlines } from "./deadlines.ts";
import { createHttp } from "./http.ts";
import { keepConnected } from "./keep-connected.ts";

export type OpenAiChatOptions = {
  /** Null for a server that asks for none. */
  readonly apiKey: string | null;
  readonly model: string;
  /** Up to what the SDK appends to, e.g. `http://127.0.0.1:8081/v1`. */
  readonly baseUrl: string;
  /** Where it is configured; default `llm`. */
  readonly setting?: string;
  readonly deadlines?: Deadlines;
};

export type OpenAiChat = Omit<Chat, "prepare"> & {
  /** Resolves when a connection is kept, or could not be had. */
  prepare(): Promise<void>;
  /**
   * Asks for a few tokens, to find out at start whether key, model and address are right. Throws the sentence that says
   * what to change.
   */
  check(signal: AbortSignal): Promise<void>;
  /** Ends the connections that are kept for the next request. */
  close(): void;
};

/** Nobody on the line waits longer than this for a server that asked us to come back later. */
const LONGEST_RETRY_AFTER_MS = 1000;
/** So much of a text is a token, where nobody counted. */
const CHARACTERS_PER_TOKEN = 4;

export function openAiChat(options: OpenAiChatOptions): OpenAiChat {
  const { apiKey, model, baseUrl } = options;
  const transport = createHttp(options.deadlines ?? DEADLINES);
  const key = apiKey === "" ? null : apiKey;
  const connection = keepConnected(transport, baseUrl, key);
  // Tries of our own, because one must not follow words that were spoken already.
  const client = openaiClient({ apiKey: key, baseUrl }, transport);
  // OpenAI's newer models refuse the old name; most other servers know no other.
  const limitName = new URL(baseUrl).hostname === "api.openai.com" ? "max_completion_tokens" : "max_tokens";

  /** As this server has taken it before. */
  let jsonMode: JsonMode = "schema";

  async function* attempt(
    request: ChatRequest,
    mode: JsonMode,
    tally: Tally,
    signal: AbortSignal,
  ): AsyncGenerator<ChatPiece> {
    const own = new AbortController();
    // Not once the answer is whole: its last bytes may be on their way, and with them the connection would go.
    const giveUp = (): void => own.abort(reasonOf(signal));
    if (signal.aborted) giveUp();
    else signal.addEventListener("abort", giveUp, { once: true });
    let whole = false;
    try {
      const stream = await client.chat.completions.create(bodyOf(request, model, limitName, mode), {
        signal: own.signal,
      });
      const reader = chunkReader();
      try {
        for await (const chunk of stream) {
          for (const piece of reader.read(chunk)) {
            tally.count(piece);
            yield piece;
          }
        }
      } catch (cause) {
        if (!reader.isFinished()) throw cause;
      }
      // An aborted stream ends as if all had been said.
      if (signal.aborted) return;
      for (const piece of reader.end()) {
        tally.count(piece);
        yield piece;
      }
      tally.usage = reader.usage();
      whole = true;
    } finally {
      signal.removeEventListener("abort", giveUp);
      if (!whole) own.abort(new Error("the answer is no longer read"));
    }
  }

  async function* complete(request: ChatRequest, signal: AbortSignal): AsyncGenerator<ChatPiece> {
    if (signal.aborted) return;
    const tally = new Tally(request);
    let mode = jsonMode;
    try {
      for (let tries = 1; ; tries += 1) {
        tally.requests += 1;
        try {
          yield* attempt(request, mode, tally, signal);
          if (request.json !== undefined) jsonMode = mode;
          return;
        } catch (cause) {
          if (signal.aborted) return;
          const error = chatError(cause, options);
          const again = tries === 1 && error.retryable && error.retryAfterMs <= LONGEST_RETRY_AFTER_MS;
          if (tally.any) throw error;
          if (!again) {
            const plainer = request.json === undefined ? null : plainerThan(mode, error);
            if (plainer === null) throw error;
            mode = plainer;
          }
          await pause(error.retryAfterMs, signal);
          if (signal.aborted) return;
        }
      }
    } finally {
      request.onUsage(tally.total());
    }
  }

  return {
    name: `openai ${model}`,
    complete,
    prepare: () => connection.connect(),
    async check(signal) {
      const messages: ChatMessage[] = [{ role: "user", text: "Say yes." }];
      const request: ChatRequest = { messages, tools: [], maxTokens: 16, onUsage: () => undefined };
      for await (const _ of complete(request, signal)) return;
      signal.throwIfAborted();
      throw new ChatError("nothing", options);
    },
    close() {
      connection.end();
      transport.close();
    },
  };
}

/**
 * What to ask for instead, when a server may not know this way of asking for JSON. Most say so as a request that is
 * wrong, some as a fault of theirs. Null: that was not it.
 */
function plainerThan(mode: JsonMode, { kind }: ChatError): JsonMode | null {
  if ((kind !== "refused" && kind !== "server") || mode === "words") return null;
  return mode === "schema" ? "object" : "words";
}

/** What one request has cost, counted along in case that nobody else does. */
class Tally {
  readonly #promptTokens: number;
  #characters = 0;
  any = false;
  requests = 0;
  usage: ChatUsage | null = null;

  constructor({ messages, tools }: ChatRequest) {
    this.#promptTokens = tokensIn(JSON.stringify([messages, tools]).length);
  }

  count(piece: ChatPiece): void {
    this.any = true;
    this.#characters +=
      piece.type === "text" ? piece.text.length : piece.call.name.length + piece.call.arguments.length;
  }

  total(): ChatUsage {
    const counted = { promptTokens: this.#promptTokens, completionTokens: tokensIn(this.#characters), estimated: true };
    return { ...(this.usage ?? counted), ...(this.requests > 1 ? { requests: this.requests } : {}) };
  }
}

function tokensIn(characters: number): number {
  return Math.ceil(characters / CHARACTERS_PER_TOKEN);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done, { once: true });
  });
}

/**
 * Chat completions over loopback, as a server of OpenAI's protocol sends them: server-sent events, one chunk a token,
 * tool calls in fragments, the count of tokens last. What it answers, how slowly, and how it fails is scripted.
 */
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { chunksOf } from "./answer.ts";
import type { Answer } from "./answer.ts";

const requestSchema = z.looseObject({
  model: z.string(),
  stream: z.boolean().optional(),
  messages: z.array(
    z.looseObject({
      role: z.enum(["system", "user", "assistant", "tool"]),
      content: z.string().nullish(),
      tool_call_id: z.string().optional(),
      tool_calls: z
        .array(z.looseObject({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string() }) }))
        .optional(),
    }),
  ),
  response_format: z
    .discriminatedUnion("type", [
      z.object({ type: z.literal("text") }),
      z.object({ type: z.literal("json_object") }),
      z.object({
        type: z.literal("json_schema"),
        json_schema: z.object({
          name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
          strict: z.boolean().optional(),
          schema: z.looseObject({ type: z.literal("object"), additionalProperties: z.literal(false) }),
        }),
      }),
    ])
    .optional(),
  tools: z.array(z.looseObject({ function: z.looseObject({ name: z.string() }) })).optional(),
});

export type SimulatedRequest = z.output<typeof requestSchema> & { readonly authorization: string | null };

export type Script = (request: SimulatedRequest, number: number) => Answer | Promise<Answer>;

/** One answer after the other; the last one again and again. */
export function inTurn(...answers: readonly Answer[]): Script {
  return (_, number) => answers[Math.min(number, answers.length) - 1] ?? {};
}

export class OpenAiChatServer {
  readonly #server: Server = createServer((request, response) => void this.#serve(request, response));
  readonly #script: Script;
  readonly #over = new AbortController();
  readonly requests: SimulatedRequest[] = [];
  /** Method and path of whatever else was asked for. */
  readonly others: string[] = [];
  /** Requests whose client left before the answer was over. */
  abandoned = 0;
  connections = 0;
  /** What the first request over a connection waits for: the handshakes of a distant server. */
  newConnectionMs = 0;
  readonly #known = new WeakSet<object>();
  #waiting: { readonly count: number; readonly resolve: () => void }[] = [];

  constructor(script: Script) {
    this.#script = script;
    this.#server.on("connection", () => (this.connections += 1));
  }

  /** Answers its base URL. */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}/v1`;
  }

  async close(): Promise<void> {
    this.#over.abort();
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  /** Resolves once so many clients have left in the middle. */
  async untilAbandoned(count: number): Promise<void> {
    if (this.abandoned >= count) return;
    await new Promise<void>((resolve) => this.#waiting.push({ count, resolve }));
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { socket } = incoming;
    if (this.newConnectionMs > 0 && !this.#known.has(socket)) await delay(this.newConnectionMs);
    this.#known.add(socket);
    if (incoming.method !== "POST" || incoming.url !== "/v1/chat/completions") {
      this.others.push(`${incoming.method} ${incoming.url}`);
      response.writeHead(404, { "content-type": "text/html" }).end("<h1>Not here</h1>");
      return;
    }
    const request = {
      ...requestSchema.parse(JSON.parse(Buffer.concat(chunks).toString("utf8"))),
      authorization: incoming.headers.authorization ?? null,
    };
    this.requests.push(request);
    const answer = await this.#script(request, this.requests.length);
    response.once("close", () => {
      if (response.writableFinished) return;
      this.abandoned += 1;
      for (const { resolve } of this.#waiting.filter(({ count }) => this.abandoned >= count)) resolve();
    });
    await this.#answer(answer, request.model, response).catch(() => response.destroy());
  }

  async #answer(answer: Answer, model: string, response: ServerResponse): Promise<void> {
    const { signal } = this.#over;
    if (answer.firstDelayMs !== undefined) await delay(answer.firstDelayMs, undefined, { signal });
    if (answer.body !== undefined || answer.status !== undefined) {
      response.writeHead(answer.status ?? 200, { "content-type": "application/json", ...answer.headers });
      response.end(answer.body ?? "{}");
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", ...answer.headers });
    response.flushHeaders();
    let sent = 0;
    for (const [number, chunk] of chunksOf(answer, model).entries()) {
      if (answer.stallsAfter !== undefined && number >= answer.stallsAfter) return;
      const bytes = Buffer.from(answer.garbage?.at === number ? answer.garbage.bytes : chunk);
      const left = (answer.cutAtByte ?? Infinity) - sent;
      if (bytes.length >= left) {
        response.write(bytes.subarray(0, left), () => response.destroy());
        return;
      }
      response.write(bytes);
      sent += bytes.length;
      if (answer.tokenDelayMs !== undefined) await delay(answer.tokenDelayMs, undefined, { signal });
    }
    response.end();
  }
}

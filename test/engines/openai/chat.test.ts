/** The language model's adapter against a server of our own, through the real SDK and real sockets. */
import { createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import type { ChatPiece, ChatRequest, ChatUsage } from "../../../src/conversation/ports.ts";
import { BrokenAnswer, chunkReader } from "../../../src/engines/openai/chat-chunks.ts";
import { openAiChat } from "../../../src/engines/openai/chat.ts";
import type { OpenAiChat } from "../../../src/engines/openai/chat.ts";
import { chunksOf } from "../../simulators/openai-chat/answer.ts";
import type { Answer, CallShape } from "../../simulators/openai-chat/answer.ts";
import { inTurn, OpenAiChatServer } from "../../simulators/openai-chat/server.ts";
import type { Script } from "../../simulators/openai-chat/server.ts";

const KEY = "sk-a-secret-of-the-test";
const SHORT = { connectMs: 300, firstByteMs: 150, gapMs: 150 };
const NEVER = new AbortController().signal;
const TOOL = { name: "press_keys", description: "Press keys.", parameters: { type: "object", properties: {} } };

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).toReversed()) await each.close();
});

async function rig(script: Script, deadlines = SHORT) {
  const server = new OpenAiChatServer(script);
  opened.push(server);
  const baseUrl = await server.listen();
  const chat = openAiChat({ apiKey: KEY, model: "a-model", baseUrl, deadlines });
  opened.push(chat);
  return { server, chat };
}

type Heard = { text: string; calls: { name: string; arguments: string }[]; usage: ChatUsage[] };

async function ask(
  chat: OpenAiChat,
  signal = NEVER,
  onPiece: (piece: ChatPiece) => void = () => undefined,
): Promise<Heard> {
  const heard: Heard = { text: "", calls: [], usage: [] };
  const request: ChatRequest = {
    messages: [
      { role: "system", text: "Be brief." },
      { role: "user", text: "Hello?" },
    ],
    tools: [TOOL],
    maxTokens: 50,
    onUsage: (usage) => heard.usage.push(usage),
  };
  for await (const piece of chat.complete(request, signal)) {
    if (piece.type === "text") heard.text += piece.text;
    else heard.calls.push({ name: piece.call.name, arguments: piece.call.arguments });
    onPiece(piece);
  }
  return heard;
}

describe("an answer in JSON", () => {
  const SCHEMA = {
    type: "object",
    properties: { ok: { type: "boolean" } },
    required: ["ok"],
    additionalProperties: false,
  };

  async function askJson(chat: OpenAiChat): Promise<{ readonly text: string; readonly usage: ChatUsage[] }> {
    const heard = { text: "", usage: [] as ChatUsage[] };
    const json = { name: "verdict", schema: SCHEMA };
    const messages = [{ role: "user" as const, text: "Answer with JSON." }];
    const onUsage = (usage: ChatUsage): void => void heard.usage.push(usage);
    for await (const piece of chat.complete({ messages, tools: [], json, maxTokens: 50, onUsage }, NEVER))
      if (piece.type === "text") heard.text += piece.text;
    return heard;
  }

  const formats = (server: OpenAiChatServer) => server.requests.map(({ response_format: format }) => format?.type);

  it("is asked for by its schema, and nothing else is", async () => {
    const { server, chat } = await rig(inTurn({ json: { ok: true } }));
    expect((await askJson(chat)).text).toBe('{"ok":true}');
    expect(server.requests[0]?.response_format).toEqual({
      type: "json_schema",
      json_schema: { name: "verdict", strict: true, schema: SCHEMA },
    });
    await ask(chat);
    expect(formats(server)).toEqual(["json_schema", undefined]);
  });

  it.each([
    ["schemas", ["json_schema"], ["json_schema", "json_object", "json_object"]],
    ["any such wish", ["json_schema", "json_object"], ["json_schema", "json_object", undefined, undefined]],
  ])("comes from a server that knows no %s too, which is asked only once", async (_, unknown, asked) => {
    const { server, chat } = await rig(({ response_format: format }) =>
      format !== undefined && unknown.includes(format.type) ? { status: 400 } : { json: { ok: true } },
    );
    const first = await askJson(chat);
    expect(first.text).toBe('{"ok":true}');
    expect(first.usage).toMatchObject([{ requests: asked.length - 1 }]);
    await askJson(chat);
    expect(formats(server)).toEqual(asked);
  });

  it("comes from one that calls what it does not know a fault of its own", async () => {
    const { server, chat } = await rig(({ response_format: format }) =>
      format?.type === "json_schema" ? { status: 500 } : { json: { ok: true } },
    );
    expect((await askJson(chat)).text).toBe('{"ok":true}');
    expect(formats(server)).toEqual(["json_schema", "json_schema", "json_object"]);
  });

  it("is not asked for in other ways by a key that is wrong", async () => {
    const { server, chat } = await rig(inTurn({ status: 401 }));
    await expect(askJson(chat)).rejects.toThrow(/llm\.api_key/);
    expect(server.requests).toHaveLength(1);
  });
});

describe("an answer", () => {
  it("comes in pieces, with what it cost, to a request that says all there is to say", async () => {
    const { server, chat } = await rig(inTurn({ text: "Good evening to you.", usage: { prompt: 11, completion: 4 } }));
    const heard = await ask(chat);
    expect(heard).toEqual({
      text: "Good evening to you.",
      calls: [],
      usage: [{ promptTokens: 11, completionTokens: 4, estimated: false }],
    });
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]).toMatchObject({
      model: "a-model",
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 50,
      authorization: `Bearer ${KEY}`,
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "Hello?" },
      ],
      tools: [{ type: "function", function: { name: "press_keys", description: "Press keys." } }],
    });
  });

  it("is told while it is still being written", async () => {
    const { chat } = await rig(inTurn({ text: "One two three four", tokenDelayMs: 30 }));
    const times: number[] = [];
    const startMs = performance.now();
    await ask(chat, NEVER, () => times.push(performance.now() - startMs));
    expect(times).toHaveLength(4);
    expect((times[3] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(60);
  });

  it("is estimated when the server does not count", async () => {
    const { chat } = await rig(inTurn({ text: "Good evening to you.", usage: null }));
    const { usage } = await ask(chat);
    expect(usage).toEqual([{ promptTokens: expect.any(Number), completionTokens: 5, estimated: true }]);
  });

  it("uses a connection of the ones before", async () => {
    const { server, chat } = await rig(inTurn({ text: "Yes." }));
    for (let n = 0; n < 6; n += 1) await ask(chat);
    expect(server.requests).toHaveLength(6);
    // The end of an answer may still be on its way when the next request is sent.
    expect(server.connections).toBeLessThanOrEqual(2);
  });

  it.each<CallShape>(["fragments", "whole", "whole_without_index", "whole_same_index", "fragments_without_index"])(
    "brings whole tool calls from a server that sends them as %s",
    async (shape) => {
      const calls = [
        { name: "press_keys", arguments: '{"keys":"12#"}' },
        { name: "end_call", arguments: "{}" },
      ];
      const { chat } = await rig(inTurn({ text: "One moment.", calls, shape }));
      const heard = await ask(chat);
      expect(heard.text).toBe("One moment.");
      expect(heard.calls).toEqual(calls);
    },
  );

  it("takes arguments that are no string, and a call that has none", async () => {
    const chunk = (delta: unknown, finish: string | null = null): string =>
      `data: ${JSON.stringify({ choices: [{ delta, finish_reason: finish }] })}\n\n`;
    const body = [
      chunk({ tool_calls: [{ function: { name: "press_keys", arguments: { keys: "1" } } }] }),
      chunk({ tool_calls: [{ function: { name: "end_call" } }] }),
      chunk({}, "tool_calls"),
      "data: [DONE]\n\n",
    ].join("");
    const { chat } = await rig(inTurn({ body, headers: { "content-type": "text/event-stream" } }));
    expect((await ask(chat)).calls).toEqual([
      { name: "press_keys", arguments: '{"keys":"1"}' },
      { name: "end_call", arguments: "{}" },
    ]);
  });

  it("sends a model's own broken arguments back as an empty object, which every server can parse", async () => {
    const { server, chat } = await rig(inTurn({ text: "Yes." }));
    const request: ChatRequest = {
      messages: [
        { role: "user", text: "Hello?" },
        { role: "assistant", text: "", calls: [{ id: "c1", name: "press_keys", arguments: '{"keys' }] },
        { role: "tool", callId: "c1", text: "No JSON." },
      ],
      tools: [TOOL],
      maxTokens: 50,
      onUsage: () => undefined,
    };
    for await (const piece of chat.complete(request, NEVER)) expect(piece.type).toBe("text");
    expect(server.requests[0]?.messages[1]?.tool_calls?.[0]?.function).toEqual({ name: "press_keys", arguments: "{}" });
  });
});

describe("giving up", () => {
  it("ends the iteration without an exception, and the request at the server", async () => {
    const { server, chat } = await rig(inTurn({ text: "a b c d e f g h i j", tokenDelayMs: 20 }));
    const abort = new AbortController();
    const heard = await ask(chat, abort.signal, () => abort.abort(new Error("they spoke")));
    expect(heard.text).toBe("a ");
    expect(heard.usage).toEqual([{ promptTokens: expect.any(Number), completionTokens: 1, estimated: true }]);
    await server.untilAbandoned(1);
  });

  it("before anything was sent sends nothing", async () => {
    const { server, chat } = await rig(inTurn({ text: "Yes." }));
    expect(await ask(chat, AbortSignal.abort())).toEqual({ text: "", calls: [], usage: [] });
    expect(server.requests).toEqual([]);
  });

  it("while the server thinks does not wait for it", async () => {
    const { server, chat } = await rig(inTurn({ text: "Yes.", firstDelayMs: 5000 }), { ...SHORT, firstByteMs: 5000 });
    const abort = new AbortController();
    setTimeout(() => abort.abort(new Error("they spoke")), 30);
    expect((await ask(chat, abort.signal)).text).toBe("");
    await server.untilAbandoned(1);
  });

  it("by leaving the iteration ends the request as well", async () => {
    const { server, chat } = await rig(inTurn({ text: "a b c d e f g h i j", tokenDelayMs: 20 }));
    const request = { messages: [], tools: [], maxTokens: 5, onUsage: () => undefined };
    for await (const piece of chat.complete(request, NEVER)) if (piece.type === "text") break;
    await server.untilAbandoned(1);
  });
});

async function failure(chat: OpenAiChat): Promise<string> {
  const cause: unknown = await ask(chat).then(
    () => null,
    (error: unknown) => error,
  );
  if (!(cause instanceof Error)) throw new Error("it did not fail");
  expect(cause.message).not.toContain(KEY);
  expect(cause.message).toMatch(/^[^\n]+\.$/);
  expect(cause.cause).toBeUndefined();
  return cause.message;
}

const WRONG = JSON.stringify({ error: { message: `Incorrect API key provided: ${KEY}`, code: "invalid_api_key" } });

describe("a failure", () => {
  it.each<[string, Answer, RegExp, number]>([
    ["a wrong key", { status: 401, body: WRONG }, /llm\.api_key/, 1],
    ["a key without rights", { status: 403, body: WRONG }, /llm\.api_key/, 1],
    ["no money", { status: 429, body: '{"error":{"code":"insufficient_quota"}}' }, /quota.*llm\.api_key/, 1],
    ["an unknown model", { status: 404, body: '{"error":{"code":"model_not_found"}}' }, /llm\.model/, 1],
    ["a request it does not take", { status: 400, body: '{"error":{}}' }, /llm\.model/, 1],
    ["a fault of its own", { status: 500, body: "oops" }, /llm\.base_url/, 2],
    ["too many requests", { status: 429, body: "{}" }, /llm\.api_key/, 2],
    ["too many requests, for a while", { status: 429, body: "{}", headers: { "retry-after": "20" } }, /fewer/, 1],
    ["another protocol", { body: "<html>Welcome</html>" }, /no chat completion.*llm\.base_url/, 1],
    ["a stream of something else", { body: 'data: {"choices":"none"}\n\n' }, /no chat completion/, 1],
    ["garbage", { text: "One", garbage: { at: 1, bytes: "data: {{{\n\n" } }, /no chat completion/, 1],
    ["an error in the stream", { body: 'data: {"error":{"message":"overloaded"}}\n\n' }, /fault of its own/, 2],
    ["an end without a reason", { text: "One two", finishes: false }, /stopped in its middle/, 1],
    ["silence", { stallsAfter: 0 }, /too slow, no answer within 0.15 s.*llm\.base_url/, 2],
    ["silence in the middle", { text: "One two three", stallsAfter: 2 }, /too slow, nothing more/, 1],
  ])("by %s is one sentence that names the setting", async (_, answer, sentence, tries) => {
    const { server, chat } = await rig(inTurn(answer));
    expect(await failure(chat)).toMatch(sentence);
    // Again only when nothing had come, and when another try may do.
    expect(server.requests).toHaveLength(tries);
  });

  it("at whatever byte the connection is cut is told, and never taken for the end", async () => {
    const answer: Answer = { text: "One moment.", calls: [{ name: "press_keys", arguments: '{"keys":"1"}' }] };
    const length = Buffer.byteLength(chunksOf(answer, "a-model").join(""));
    const usageFrom = length - Buffer.byteLength(chunksOf(answer, "a-model").slice(-2).join(""));
    for (let cutAtByte = 1; cutAtByte < usageFrom; cutAtByte += 97) {
      const { chat } = await rig(inTurn({ ...answer, cutAtByte }));
      expect(await failure(chat), String(cutAtByte)).toMatch(/stopped in its middle|cannot be reached/);
    }
  });

  it("that passes is not noticed but for one more request", async () => {
    const { server, chat } = await rig(inTurn({ status: 503, body: "{}" }, { text: "Yes." }));
    expect((await ask(chat)).text).toBe("Yes.");
    expect(server.requests).toHaveLength(2);
  });

  it("waits as long as it is asked to when that is short", async () => {
    const { chat } = await rig(
      inTurn({ status: 429, body: "{}", headers: { "retry-after-ms": "60" } }, { text: "Yes." }),
    );
    const startMs = performance.now();
    expect((await ask(chat)).text).toBe("Yes.");
    expect(performance.now() - startMs).toBeGreaterThanOrEqual(55);
  });

  it("after words is not repeated: they may have been spoken", async () => {
    const { server, chat } = await rig(inTurn({ text: "One two three", cutAtByte: 700 }, { text: "Again." }));
    const pieces: ChatPiece[] = [];
    await expect(ask(chat, NEVER, (piece) => pieces.push(piece))).rejects.toThrow(/stopped in its middle/);
    expect(pieces.length).toBeGreaterThan(0);
    expect(server.requests).toHaveLength(1);
  });

  it("names the address when nobody listens there", async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise<void>((resolve) => closed.close(() => resolve()));
    const chat = openAiChat({ apiKey: null, model: "m", baseUrl: `http://127.0.0.1:${port}/v1`, deadlines: SHORT });
    expect(await failure(chat)).toBe(`127.0.0.1:${port} cannot be reached (ECONNREFUSED): check llm.base_url.`);
    chat.close();
  });

  it("is late when the other side takes the connection and never shakes hands", async () => {
    const sockets: Socket[] = [];
    const mute = createServer((socket) => void sockets.push(socket));
    await new Promise<void>((resolve) => mute.listen(0, "127.0.0.1", resolve));
    opened.push({ close: () => (sockets.forEach((socket) => socket.destroy()), mute.close()) });
    const { port } = mute.address() as AddressInfo;
    const chat = openAiChat({ apiKey: KEY, model: "m", baseUrl: `https://127.0.0.1:${port}/v1`, deadlines: SHORT });
    opened.push(chat);
    expect(await failure(chat)).toMatch(/too slow, no connection within 0.3 s.*llm\.base_url/);
    expect(sockets).toHaveLength(2);
  });
});

describe("making ready", () => {
  it("opens a connection that the next request uses, once", async () => {
    const { server, chat } = await rig(inTurn({ text: "Yes." }));
    await Promise.all([chat.prepare(), chat.prepare()]);
    expect((await ask(chat)).text).toBe("Yes.");
    expect(server.connections).toBe(1);
    expect(server.others).toEqual(["GET /v1/models"]);
  });

  it("is not needed after an answer, even when nobody waits for the last bytes of it", async () => {
    const { server, chat } = await rig(inTurn({ text: "Yes, of course.", tokenDelayMs: 10 }));
    for (let round = 0; round < 3; round += 1) {
      const over = new AbortController();
      const request = { messages: [], tools: [], maxTokens: 10, onUsage: () => undefined };
      for await (const _ of chat.complete(request, over.signal)) continue;
      // As a mind does when its reply is whole.
      over.abort(new Error("the reply is over"));
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(server.requests).toHaveLength(3);
    expect(server.connections).toBe(1);
  });

  it("harms nothing where nobody can be reached", async () => {
    const chat = openAiChat({ apiKey: null, model: "m", baseUrl: "http://127.0.0.1:1/v1", deadlines: SHORT });
    await chat.prepare();
    expect(await failure(chat)).toMatch(/cannot be reached/);
    chat.close();
  });
});

describe("the check at start", () => {
  it("is content with any answer, and says what is wrong otherwise", async () => {
    const { chat } = await rig(inTurn({ text: "Yes." }, { status: 401, body: WRONG }, { text: [] }));
    await chat.check(NEVER);
    await expect(chat.check(NEVER)).rejects.toThrow(/llm\.api_key/);
    await expect(chat.check(NEVER)).rejects.toThrow(/llm\.model/);
  });
});

describe("chunks of whatever kind", () => {
  it("are read, or told to be none", () => {
    const chunk = fc.oneof(
      fc.anything(),
      fc.record({
        choices: fc.array(fc.record({ delta: fc.anything(), finish_reason: fc.anything() })),
        usage: fc.anything(),
      }),
    );
    fc.assert(
      fc.property(fc.array(chunk, { maxLength: 6 }), (chunks) => {
        const reader = chunkReader();
        try {
          for (const each of chunks) reader.read(each);
          for (const piece of reader.end()) expect(piece.type).toBe("tool_call");
        } catch (cause) {
          expect(cause).toBeInstanceOf(BrokenAnswer);
        }
      }),
      { numRuns: 300 },
    );
  });
});

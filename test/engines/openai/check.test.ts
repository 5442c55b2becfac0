import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkOpenai } from "../../../src/engines/openai/check.ts";
import { OpenaiSimulator } from "../../simulators/openai/simulator.ts";
import { KEY } from "./kit.ts";

let server: OpenaiSimulator;
let baseUrl: string;
const never = new AbortController().signal;

beforeEach(async () => {
  server = new OpenaiSimulator();
  baseUrl = await server.listen();
});

afterEach(() => server.close());

describe("a look at a server with OpenAI's interface", () => {
  it("has nothing to say against one that has the model and takes the key", async () => {
    expect(await checkOpenai({ apiKey: KEY, baseUrl, model: "whisper-large" }, never)).toBeNull();
    expect(
      await checkOpenai({ apiKey: KEY, baseUrl: baseUrl.replace("http", "ws"), model: "tts-small" }, never),
    ).toBeNull();
  });

  it("finds a key that is refused", async () => {
    const said = await checkOpenai({ apiKey: "sk-wrong", baseUrl, model: "whisper-large", setting: "llm" }, never);
    expect(said).toMatch(/^127\.0\.0\.1:\d+ refuses the key in llm\.api_key \(401\)$/);
  });

  it("finds that a key is missing", async () => {
    expect(await checkOpenai({ apiKey: null, baseUrl, model: "whisper-large" }, never)).toMatch(
      /wants a key \(401\): set speech\.stt\.api_key$/,
    );
  });

  it("finds a model that is not there", async () => {
    expect(await checkOpenai({ apiKey: KEY, baseUrl, model: "whisper-huge" }, never)).toMatch(
      /has no model "whisper-huge": set speech\.stt\.model/,
    );
  });

  it("lets a model pass that only the list leaves out", async () => {
    server.unlisted = ["big/one"];
    expect(await checkOpenai({ apiKey: KEY, baseUrl, model: "big/one" }, never)).toBeNull();
  });

  it("lets a server pass that takes any name for its one model", async () => {
    server.owner = "llamacpp";
    expect(await checkOpenai({ apiKey: KEY, baseUrl, model: "anything" }, never)).toBeNull();
  });

  it("lets a server without a list of models pass", async () => {
    server.models = null;
    expect(await checkOpenai({ apiKey: KEY, baseUrl, model: "anything" }, never)).toBeNull();
  });

  it.each([
    ["has a bug", { refuse: { status: 500 } }, /failed \(500\)/],
    ["is something else", { garbage: true }, /does not speak OpenAI's protocol/],
    ["hangs up", { cutAt: 3 }, /hung up in the middle/],
  ])("finds one that %s", async (_, fault, says) => {
    server.fail("models", fault);
    expect(await checkOpenai({ apiKey: KEY, baseUrl, model: "whisper-large" }, never)).toMatch(says);
  });

  it("finds that nobody is there", async () => {
    await server.close();
    expect(await checkOpenai({ apiKey: KEY, baseUrl, model: "whisper-large" }, never)).toMatch(/cannot be reached/);
    await server.listen();
  });

  it("stops when it is told to", async () => {
    server.fail("models", { silent: true });
    const stop = new AbortController();
    const look = checkOpenai({ apiKey: KEY, baseUrl, model: "whisper-large" }, stop.signal);
    stop.abort(new Error("enough"));
    await expect(look).rejects.toThrow("enough");
  });
});

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkDeepgram, examineDeepgram } from "../../../src/engines/deepgram/check.ts";
import { DEEPGRAM_KEY, startDeepgram } from "../../simulators/deepgram/server.ts";
import type { DeepgramServer } from "../../simulators/deepgram/server.ts";

const NEVER = new AbortController().signal;

let server: DeepgramServer;
beforeEach(async () => {
  server = await startDeepgram();
});
afterEach(() => server.close());

describe("whether Deepgram would let us in", () => {
  it("is found out by the sockets that calls use, without a second of sound", async () => {
    const models = { listenModel: "flux-general-en", speakModel: "aura-2-thalia-en" };
    expect(await checkDeepgram({ apiKey: DEEPGRAM_KEY, baseUrl: server.baseUrl, ...models }, NEVER)).toBeNull();
    await server.until(() => server.seen.every(({ closed }) => closed !== null));
    expect(server.seen.map(({ path, soundBytes }) => [path, soundBytes])).toEqual([
      ["/v2/listen", 0],
      ["/v1/speak", 0],
    ]);
  });

  it("is tried with a model that every account has when none is named", async () => {
    expect(await checkDeepgram({ apiKey: DEEPGRAM_KEY, baseUrl: server.baseUrl }, NEVER)).toBeNull();
    expect(server.seen.map(({ query }) => query.get("model"))).toEqual(["nova-3"]);
  });

  it.each([
    [{ apiKey: "wrong" }, {}, /^Deepgram does not accept the key .*speech\.stt\.api_key$/, false],
    [{}, { refuse: { status: 402 } }, /^the credit at Deepgram is used up .*speech\.stt\.api_key/, false],
    [{}, { refuse: { status: 429 } }, /^Deepgram takes no more requests/, true],
    [{ speakModel: "aura-2-thalia-en", apiKey: "wrong" }, {}, /speech\.tts\.api_key$/, false],
    [{ listenModel: "nova-9" }, {}, /speech\.stt\.model$/, false],
  ])("is told in a sentence: %j %j", async (options, script, sentence, retryable) => {
    server.script(script, script);
    const asked = { apiKey: DEEPGRAM_KEY, baseUrl: server.baseUrl, ...options };
    expect(await checkDeepgram(asked, NEVER)).toMatch(sentence);
    expect(await examineDeepgram(asked, NEVER)).toMatchObject({ retryable });
  });

  it("is not waited for when nobody wants to know any more", async () => {
    server.script({ hang: true });
    const end = new AbortController();
    const asking = checkDeepgram({ apiKey: DEEPGRAM_KEY, baseUrl: server.baseUrl }, end.signal);
    await server.until(() => server.seen.length === 1);
    end.abort(new Error("interrupted"));
    await expect(asking).rejects.toThrow("interrupted");
  });
});

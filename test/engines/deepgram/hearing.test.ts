/** What Deepgram's two listening interfaces are asked for, and what is made of their answers. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { deepgramRecogniser } from "../../../src/engines/deepgram/recogniser.ts";
import type { HearingOptions } from "../../../src/conversation/ports.ts";
import { DEEPGRAM_KEY, startDeepgram } from "../../simulators/deepgram/server.ts";
import type { DeepgramServer } from "../../simulators/deepgram/server.ts";
import { levelSpeech } from "../../simulators/spoken-levels.ts";
import { listen } from "../recogniser-suite.ts";
import type { Listening } from "../recogniser-suite.ts";

let server: DeepgramServer;
let ears: Listening[] = [];

beforeEach(async () => {
  server = await startDeepgram();
});

afterEach(async () => {
  for (const { ear } of ears) ear.close();
  ears = [];
  await server.close();
});

async function open(model: string, options: Partial<HearingOptions> = {}): Promise<Listening> {
  const recogniser = deepgramRecogniser({ apiKey: DEEPGRAM_KEY, model, baseUrl: server.baseUrl });
  const listening = await listen(recogniser, options);
  ears.push(listening);
  return listening;
}

function seen() {
  const [first] = server.seen;
  if (first === undefined) throw new Error("nobody came");
  return first;
}

/** Types of the text messages so far. */
function messages(): string[] {
  return seen().messages.map(({ type }) => type);
}

describe("Deepgram's listen v1", () => {
  it("is asked for the telephone's own sound, interim results and the names of the request", async () => {
    await open("nova-3", { hints: ["Blue Harbor Bistro", "Alex Morgan", "Alex Morgan", "a, b", ""] });
    const { path, query, headers } = seen();
    expect(path).toBe("/v1/listen");
    expect(Object.fromEntries(query)).toMatchObject({
      model: "nova-3",
      language: "en-US",
      encoding: "mulaw",
      sample_rate: "8000",
      interim_results: "true",
      smart_format: "true",
    });
    expect(query.getAll("keyterm")).toEqual(["Blue Harbor Bistro", "Alex Morgan", "a b"]);
    expect(headers["authorization"]).toBe(`Token ${DEEPGRAM_KEY}`);
  });

  it("is sent linear sound at 16 kHz", async () => {
    const to = await open("nova-3", { sampleRateHz: 16_000 });
    await to.silence(200);
    expect(Object.fromEntries(seen().query)).toMatchObject({ encoding: "linear16", sample_rate: "16000" });
    await server.until(() => seen().soundBytes === 6400);
  });

  it("is sent one byte a sample at 8 kHz, speech or not", async () => {
    const to = await open("nova-3");
    await to.silence(200);
    await server.until(() => seen().soundBytes === 1600);
  });

  it.each([
    ["en-GB", "en-GB"],
    ["en-IE", "en"],
    ["es-MX", "es-419"],
    ["es-ES", "es"],
    ["fr-ca", "fr-CA"],
    ["de", "de"],
  ])("is told %s as %s", async (tag, told) => {
    await open("nova-3", { language: tag });
    expect(seen().query.get("language")).toBe(told);
  });

  it("is told no more names than it takes", async () => {
    const names = Array.from({ length: 300 }, (_, at) => `Some Name ${at}`);
    await open("nova-3", { hints: names });
    const terms = seen().query.getAll("keyterm");
    expect(terms.length).toBeGreaterThan(10);
    expect(terms.join("").length).toBeLessThanOrEqual(1000);
  });

  it("is given names in the older way by an older model", async () => {
    await open("nova-2", { hints: ["Alex Morgan"] });
    expect(seen().query.getAll("keywords")).toEqual(["Alex Morgan"]);
    expect(seen().query.has("keyterm")).toBe(false);
  });

  it("is asked to finalise an utterance at its end, and its final is the utterance", async () => {
    const to = await open("nova-3");
    to.ear.begin(0);
    await to.hear(levelSpeech("we open at nine.", 8000));
    to.ear.commit();
    await to.until(() => to.utterances().length === 1);
    expect(to.utterances()).toEqual([
      { type: "utterance", utterance: 1, text: "we open at nine.", confidence: expect.closeTo(0.97, 5) },
    ]);
    expect(messages()).toEqual(["Finalize"]);
  });

  it("is not asked, and not waited for, when it has told all of it already", async () => {
    const to = await open("nova-3");
    to.ear.begin(0);
    await to.hear(levelSpeech("we open at nine.", 8000));
    await to.silence(120);
    to.ear.pause();
    const before = to.told.length;
    await to.silence(700);
    // Every result that tells of the silence confirms the words.
    await to.until(() => to.told.length >= before + 3);
    to.ear.commit();
    expect(to.utterances()).toMatchObject([{ utterance: 1, text: "we open at nine." }]);
    expect(messages()).toEqual([]);
  });

  it.each([
    ["before", 0],
    ["after", 60],
  ])("needs no answer when it told of the pause %s the utterance was over", async (_when, delayMs) => {
    server.script({ terse: true, finalizeIgnored: true, delayMs });
    const to = await open("nova-3");
    to.ear.begin(0);
    await to.hear(levelSpeech("we open at nine.", 8000));
    await to.silence(120);
    to.ear.pause();
    await to.silence(180);
    if (delayMs === 0) await to.until(() => to.told.some(({ type }) => type === "partial"));
    const before = performance.now();
    to.ear.commit();
    await to.until(() => to.utterances().length === 1);
    expect(performance.now() - before).toBeLessThan(500);
    expect(to.utterances()[0]?.text).toBe("we open at nine.");
  });

  it("tells what is known a second after it was asked and did not answer", async () => {
    server.script({ finalizeIgnored: true });
    const to = await open("nova-3");
    to.ear.begin(0);
    await to.hear(levelSpeech("we open at nine.", 8000));
    await to.until(() => to.told.some((event) => event.type === "partial" && event.text === "we open at"));
    const before = performance.now();
    to.ear.commit();
    await to.until(() => to.utterances().length === 1);
    expect(performance.now() - before).toBeGreaterThan(900);
    expect(to.utterances()[0]?.text).toMatch(/^we open at/);
  });

  it("joins what is final already with what is not", async () => {
    const to = await open("nova-3");
    to.ear.begin(0);
    await to.hear(levelSpeech("forty two", 8000));
    // Long enough for a pause of its own.
    await to.silence(400);
    await to.hear(levelSpeech("dollars and fifty", 8000));
    await to.silence(100);
    await to.until(() =>
      to.told.some((event) => event.type === "partial" && event.text === "forty two dollars and fifty"),
    );
  });

  it("gives a late answer to the utterance it is of", async () => {
    server.script({ delayMs: 400 });
    const to = await open("nova-3");
    to.ear.begin(0);
    await to.hear(levelSpeech("we open at nine.", 8000));
    to.ear.commit();
    await to.silence(100);
    to.ear.begin(0);
    await to.hear(levelSpeech("and close at ten.", 8000));
    expect(to.utterances()).toEqual([]);
    to.ear.commit();
    await to.until(() => to.utterances().length === 2);
    expect(to.utterances().map(({ text }) => text)).toEqual(["we open at nine.", "and close at ten."]);
  });

  it("leaves out what was said between utterances", async () => {
    const to = await open("nova-3");
    await to.hear(levelSpeech("how much is it", 8000));
    await to.silence(800);
    to.ear.begin(100);
    await to.hear(levelSpeech("forty dollars", 8000));
    to.ear.commit();
    await to.until(() => to.utterances().length === 1);
    expect(to.utterances()[0]?.text).toBe("forty dollars");
  });

  it("hears a server that has no times of words, and one that counts each utterance from zero", async () => {
    server.script({ untimed: true }, { ownClock: true });
    for (const at of [0, 1]) {
      const to = await open("nova-3");
      for (const [n, text] of ["we open at nine.", "come at ten then."].entries()) {
        await to.silence(3600);
        to.ear.begin(0);
        await to.hear(levelSpeech(text, 8000));
        to.ear.commit();
        await to.until(() => to.utterances().length === n + 1);
        expect(to.utterances()[n]?.text, `server ${at}`).toBe(text);
      }
    }
  });

  it("says goodbye", async () => {
    const to = await open("nova-3");
    to.ear.close();
    await server.until(() => seen().closed !== null);
    expect(messages()).toEqual(["CloseStream"]);
    expect(seen().closed).toBe(1000);
  });
});

describe("Deepgram's listen v2", () => {
  it("is asked for turns, and told the names of the request", async () => {
    await open("flux-general-en", { hints: ["Alex Morgan"] });
    const { path, query } = seen();
    expect(path).toBe("/v2/listen");
    expect(Object.fromEntries(query)).toMatchObject({
      model: "flux-general-en",
      encoding: "mulaw",
      sample_rate: "8000",
      eager_eot_threshold: "0.4",
      eot_threshold: "0.7",
      keyterm: "Alex Morgan",
    });
    expect(query.has("language")).toBe(false);
  });

  it("is told the language where the model has several, and is not asked where it has not", async () => {
    await open("flux-general-multi", { language: "de-AT" });
    expect(seen().query.get("language_hint")).toBe("de");
    await expect(open("flux-general-en", { language: "de-AT" })).rejects.toThrow(
      "speech.stt.model flux-general-en understands English, not de-AT",
    );
  });

  it("tells the judgements of turns in their order, and the words of a turn that is over at once", async () => {
    const to = await open("flux-general-en");
    to.ear.begin(0);
    await to.hear(levelSpeech("we open at", 8000));
    await to.silence(400);
    await to.hear(levelSpeech("nine.", 8000));
    await to.silence(700);
    await to.until(() => to.told.some(({ type }) => type === "end_of_turn"));
    const types = to.told.map(({ type }) => type).filter((type) => type !== "partial");
    expect(types).toEqual(["probable_end", "went_on", "probable_end", "end_of_turn"]);
    expect(to.told.findLast(({ type }) => type === "partial")).toEqual({
      type: "partial",
      utterance: 1,
      text: "we open at nine.",
    });
    to.ear.commit();
    expect(to.utterances()).toMatchObject([{ utterance: 1, text: "we open at nine." }]);
  });

  it("may be asked not to judge eagerly", async () => {
    const recogniser = deepgramRecogniser({
      apiKey: DEEPGRAM_KEY,
      model: "flux-general-en",
      baseUrl: server.baseUrl,
      eagerEndOfTurn: false,
    });
    ears.push(await listen(recogniser));
    expect(seen().query.has("eager_eot_threshold")).toBe(false);
  });

  it("ends no utterance by the end of a turn that was before it", async () => {
    const to = await open("flux-general-en");
    to.ear.begin(0);
    await to.hear(levelSpeech("we open at nine.", 8000));
    to.ear.pause();
    await to.silence(300);
    to.ear.commit();
    await to.until(() => to.utterances().length === 1);
    await to.silence(250);
    to.ear.begin(0);
    await to.silence(300);
    await to.hear(levelSpeech("yes.", 8000));
    await to.silence(60);
    await to.until(() => to.told.some((event) => event.type === "partial" && event.utterance === 2));
    expect(to.told.filter(({ type }) => type === "end_of_turn")).toEqual([]);
  });

  it("divides a turn that two of our utterances lie in, with and without times of words", async () => {
    server.script({ endOfTurnS: 2 }, { endOfTurnS: 2, untimed: true });
    for (const at of [0, 1]) {
      const to = await open("flux-general-en");
      for (const [n, text] of ["we open at nine.", "and close at ten."].entries()) {
        to.ear.begin(0);
        await to.hear(levelSpeech(text, 8000));
        await to.silence(120);
        to.ear.pause();
        await to.silence(380);
        await to.until(() => to.told.some((event) => event.type === "partial" && event.text === text));
        to.ear.commit();
        await to.until(() => to.utterances().length === n + 1);
        expect(to.utterances()[n]?.text, `server ${at}`).toBe(text);
      }
    }
  });

  it("tells the words of one turn after another, also without their times", async () => {
    server.script({ untimed: true });
    const to = await open("flux-general-en");
    for (const [n, text] of ["we open at nine.", "and close at ten.", "bye."].entries()) {
      to.ear.begin(0);
      await to.hear(levelSpeech(text, 8000));
      await to.silence(120);
      to.ear.pause();
      await to.silence(700);
      await to.until(() => to.told.some((event) => event.type === "end_of_turn" && event.utterance === n + 1));
      to.ear.commit();
      expect(to.utterances()[n]).toMatchObject({ utterance: n + 1, text });
    }
  });

  it("is never sent what it does not know", async () => {
    const to = await open("flux-general-en");
    to.ear.begin(0);
    await to.hear(levelSpeech("hello.", 8000));
    to.ear.pause();
    await to.silence(500);
    to.ear.commit();
    await to.until(() => to.utterances().length === 1);
    to.ear.close();
    await server.until(() => seen().closed !== null);
    expect(messages()).toEqual(["CloseStream"]);
  });
});

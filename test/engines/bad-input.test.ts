/**
 * Settings that are wrong, and servers that are not what they should be, with every hosted engine: one sentence that names
 * the setting, at the start and in a call; and no key in anything that is said of it, not even when the server repeats it.
 */
import { inspect } from "node:util";
import pino from "pino";
import { afterEach, describe, expect, it } from "vitest";
import { hearingWith, speakingWith } from "../../src/app/engine-lists.ts";
import type { EngineLists } from "../../src/app/engine-lists.ts";
import { loadHosted } from "../../src/app/hosted-engines.ts";
import type { HearingEvent, Recogniser, Voice } from "../../src/conversation/ports.ts";
import { refusedEngines } from "../../src/engines/check-engines.ts";
import { openAiChat } from "../../src/engines/openai/chat.ts";
import { settingName } from "../../src/engines/setting-name.ts";
import { openFaultyDoor } from "../faults/faulty-door.ts";
import type { Fault } from "../faults/faulty-door.ts";
import { ENGINES, listsWith, settingsOf, startService } from "../faults/servers.ts";
import type { EngineName } from "../faults/servers.ts";
import { DEEPGRAM_KEY } from "../simulators/deepgram/server.ts";

const SECRETS = [DEEPGRAM_KEY, "sk-good", "wrong-key-80486"] as const;
const NEVER = new AbortController().signal;
const NAMES = Object.keys(ENGINES) as EngineName[];
const LIST = { stt: "speech.stt", tts: "speech.tts", llm: "llm" } as const;

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

type Wrong = {
  readonly name: string;
  /** In front of a server that is well. */
  readonly fault?: Fault;
  /** Settings in place of the right ones. */
  readonly settings?: (engine: EngineName) => object;
  /** What the sentence names. */
  readonly key: RegExp;
};

const WRONGS: readonly Wrong[] = [
  { name: "a wrong key", settings: () => ({ api_key: SECRETS[2] }), key: /api_key/ },
  { name: "a key that the server repeats", fault: { kind: "status", status: 401 }, key: /api_key/ },
  { name: "no credit", fault: { kind: "status", status: 402 }, key: /api_key/ },
  {
    name: "an unknown model",
    settings: (engine) => ({ model: engine === "deepgram_flux" ? "flux-general-xx" : "no-such-model" }),
    key: /model/,
  },
  { name: "another protocol", fault: { kind: "other_protocol" }, key: /base_url/ },
  { name: "a web page", fault: { kind: "wrong_type" }, key: /base_url/ },
  { name: "nobody there", fault: { kind: "refused" }, key: /base_url/ },
];

/** The engine that is wrong stands second in its list; the first one is well, or embedded. */
async function scene(engine: EngineName, { fault, settings }: Wrong): Promise<EngineLists> {
  const service = await startService(engine);
  const door = await openFaultyDoor(service.port);
  closing.push(
    () => service.close(),
    () => door.close(),
  );
  if (fault !== undefined) door.begin(fault);
  const { part } = ENGINES[engine];
  const good = settingsOf(engine, service.port, false);
  const lists = listsWith(new Map([[engine, door.port]]), false, { [part]: good });
  const [first, second] = lists[part];
  return { ...lists, [part]: [first, { ...second, ...settings?.(engine) }] };
}

/** What the engine that is wrong does when it is used: everything that it says and logs. */
async function used(engine: EngineName, lists: EngineLists): Promise<readonly unknown[]> {
  const said: unknown[] = [];
  const log = pino({ level: "trace" }, { write: (line: string) => void said.push(line) });
  const { part } = ENGINES[engine];
  // Alone with the name it has in the list.
  const setting = settingName(LIST[part], 1, 2);
  const [, wrong] = lists[part];
  const hosted = await loadHosted(lists);
  const fails = (cause: unknown): void => {
    said.push(cause);
    log.error({ err: cause }, "it failed");
  };
  if (wrong === undefined || wrong.provider === "embedded" || wrong.provider === "sherpa") throw new Error("no engine");
  switch (part) {
    case "stt": {
      const recogniser =
        wrong.provider === "deepgram"
          ? hosted.deepgram?.recogniser({
              apiKey: wrong.api_key ?? "",
              model: wrong.model,
              baseUrl: wrong.base_url,
              setting,
            })
          : hosted.openai?.recogniser({ apiKey: wrong.api_key, model: wrong.model, baseUrl: wrong.base_url, setting });
      await heard(recogniser, (event) => said.push(event)).catch(fails);
      return said;
    }
    case "tts": {
      const { provider, api_key: apiKey, model, base_url: baseUrl } = wrong;
      const voice =
        provider === "deepgram"
          ? hosted.deepgram?.voice({ apiKey: apiKey ?? "", model, baseUrl, sampleRateHz: 8000, setting })
          : hosted.openai?.voice({ apiKey, model, baseUrl, voice: null, sampleRateHz: null, setting });
      await spoken(voice).catch(fails);
      return said;
    }
    case "llm": {
      const chat = openAiChat({ apiKey: wrong.api_key ?? null, model: wrong.model, baseUrl: wrong.base_url, setting });
      closing.push(() => chat.close());
      await chat.check(NEVER).catch(fails);
      return said;
    }
  }
}

async function heard(recogniser: Recogniser | undefined, tell: (event: HearingEvent) => void): Promise<void> {
  const failed = Promise.withResolvers<void>();
  const life = new AbortController();
  closing.push(() => life.abort(new Error("over")));
  const options = { language: "en-US", sampleRateHz: 8000, hints: [] } as const;
  const ear = await recogniser?.open(
    options,
    (event) => {
      tell(event);
      if (event.type === "failed" || event.type === "utterance") failed.resolve();
    },
    life.signal,
  );
  ear?.begin(0);
  for (let ms = 0; ms < 600; ms += 20) ear?.write(new Int16Array(160).fill(3000));
  ear?.pause();
  ear?.commit();
  await failed.promise;
}

async function spoken(voice: (Voice & { close(): void }) | undefined): Promise<void> {
  closing.push(() => voice?.close());
  for await (const _ of voice?.speak("Good morning.", NEVER) ?? []) continue;
}

function messageOf(said: unknown): string {
  if (said instanceof Error) return said.message;
  return typeof said === "object" && said !== null && "message" in said ? String(said.message) : "";
}

/** Everything of it, causes and fields that nobody prints included. */
function expectNoKey(said: unknown): void {
  const all = typeof said === "string" ? said : inspect(said, { depth: 12, showHidden: true, maxStringLength: null });
  for (const secret of SECRETS) expect(all).not.toContain(secret);
}

describe.each(WRONGS)("$name", (wrong) => {
  it.each(NAMES)("is told of at the start, in one sentence about the setting: %s", async (engine) => {
    const lists = await scene(engine, wrong);
    const sentences = await refusedEngines({ speech: lists, llm: lists.llm }, NEVER);
    // The simulated chat has no list of models and takes every key: what is wrong is found when it is asked.
    if (engine === "openai_chat" && wrong.settings !== undefined) return expect(sentences).toEqual([]);
    expect(sentences).toHaveLength(1);
    const [sentence = ""] = sentences;
    expect(sentence).toContain(`${LIST[ENGINES[engine].part]}.1.`);
    expect(sentence).toMatch(wrong.key);
    expect(sentence).not.toMatch(/\n|\. [A-Z]/);
    expectNoKey(sentences);
  });

  it.each(NAMES)("is told of when it is used, without a key: %s", async (engine) => {
    const said = await used(engine, await scene(engine, wrong));
    const sentences = said.map(messageOf).filter((message) => message !== "");
    // The simulated service lets everybody in there; that is a matter of the key at the start.
    const unnoticed = wrong.name === "an unknown model" && /^openai_(file|speech|chat|realtime)$/.test(engine);
    const keyless = wrong.name === "a wrong key" && engine === "openai_chat";
    if (!unnoticed && !keyless) {
      expect(sentences.join("\n")).toContain(`${LIST[ENGINES[engine].part]}.1.`);
      expect(sentences.join("\n")).toMatch(wrong.key);
    }
    for (const one of said) expectNoKey(one);
  });
});

it("an engine that stands alone has no number", async () => {
  const lists = await scene("deepgram_aura", { name: "", key: /x/, settings: () => ({ api_key: SECRETS[2] }) });
  const speech = { stt: lists.stt, tts: lists.tts.slice(1) };
  expect(await refusedEngines({ speech, llm: lists.llm }, NEVER)).toEqual([
    expect.stringMatching(/: correct speech\.tts\.api_key$/),
  ]);
});

it("what the lists of engines log of a failing engine names its place and no key", async () => {
  const said: string[] = [];
  const log = pino({ level: "trace" }, { write: (line: string) => void said.push(line) });
  const stt = await scene("deepgram_listen", { name: "", key: /x/, settings: () => ({ api_key: SECRETS[2] }) });
  const tts = await scene("openai_speech", { name: "", key: /x/, fault: { kind: "status", status: 401 } });
  const embedded = { voice: { sampleRateHz: 8000, async *speak() {} } satisfies Voice };
  const ear: Recogniser = { open: () => Promise.reject(new Error("there is no other ear")) };
  // The wrong ones first.
  const hearing = hearingWith(
    stt.stt.toReversed(),
    { embedded: ear, eagerEndOfTurn: true, sherpa: null, hosted: await loadHosted(stt) },
    log,
  );
  const speaking = speakingWith(
    tts.tts.toReversed(),
    { embedded: embedded.voice, sherpa: null, hosted: await loadHosted(tts) },
    log,
  );
  closing.push(
    () => hearing.close(),
    () => speaking.close(),
  );
  const life = new AbortController();
  closing.push(() => life.abort(new Error("over")));
  const options = { language: "en-US", sampleRateHz: 8000, hints: [] } as const;
  (await hearing.engine.open(options, () => undefined, life.signal)).close();
  for await (const _ of speaking.engine("en-US").speak("Good morning.", NEVER)) continue;
  expect(said.join("")).toMatch(/speech\.stt\.0\.api_key/);
  expect(said.join("")).toMatch(/speech\.tts\.0\.api_key/);
  expectNoKey(said.join(""));
});

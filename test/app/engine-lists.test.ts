/** In which order the engines of the settings are used in a call, by its language. */
import pino from "pino";
import { describe, expect, it } from "vitest";
import { hearingWith, speakingWith, thinkingWith } from "../../src/app/engine-lists.ts";
import type { HostedEngines } from "../../src/app/hosted-engines.ts";
import { parseSettings } from "../../src/config/load.ts";
import type { BrainFactory, Hearing, Recogniser, Voice } from "../../src/conversation/ports.ts";
import { brainBriefOf } from "../conversation/dialog/model/talk.ts";
import { briefOf } from "../conversation/dialog/brain-requests.ts";

const log = pino({ level: "silent" });
const { signal } = new AbortController();

/** Tells of every attempt, and fails at once: so every engine that may be asked is. */
function down() {
  const asked: string[] = [];
  const recogniser = (name: string): Recogniser => ({
    open: () => {
      asked.push(name);
      return Promise.reject<Hearing>(new Error(`${name} is down`));
    },
  });
  const voice = (name: string): Voice => ({
    sampleRateHz: 8000,
    // oxlint-disable-next-line require-yield -- it is down
    async *speak() {
      asked.push(name);
      throw new Error(`${name} is down`);
    },
  });
  const close = (): void => undefined;
  const hosted = {
    deepgram: {
      recogniser: ({ model }: { model: string }) => recogniser(model),
      voice: ({ model }: { model: string }) => ({ ...voice(model), close }),
    },
    openai: {
      recogniser: ({ model }: { model: string }) => ({ ...recogniser(model), close }),
      voice: ({ model, language }: { model: string; language: string }) => ({
        ...voice(`${model} ${language}`),
        close,
      }),
      chat: ({ model }: { model: string }) => ({
        // oxlint-disable-next-line require-yield -- it is down
        async *complete() {
          asked.push(model);
          throw new Error(`${model} is down`);
        },
        close,
      }),
    },
  } as unknown as HostedEngines;
  return { asked, hosted, recogniser, voice };
}

async function drained(all: AsyncIterable<unknown>): Promise<void> {
  for await (const each of all) void each;
}

const settingsOf = (yaml: string) => parseSettings(yaml, "the test", {});
const SPEECH = `speech:
  stt: [{ provider: deepgram, model: flux-general-en, api_key: k }, { provider: deepgram, model: nova-3, api_key: k }, { provider: embedded }, { provider: openai, api_key: k, model: whisper-1 }]
  tts: [{ provider: deepgram, model: aura-2-thalia-en, api_key: k }, { provider: deepgram, model: aura-2-celeste-es, api_key: k }, { provider: openai, api_key: k, model: tts-1 }]
`;

describe("a call's ears", () => {
  it.each([
    ["en-GB", ["flux-general-en", "nova-3", "embedded"]],
    ["es-MX", ["nova-3", "whisper-1"]],
    ["de", ["nova-3", "whisper-1"]],
  ])("in %s are, one after the other, %j", async (language, names) => {
    const { asked, hosted, recogniser } = down();
    const ways = { embedded: recogniser("embedded"), sherpa: null, hosted, eagerEndOfTurn: true };
    const { engine } = hearingWith(settingsOf(SPEECH).speech.stt, ways, log);
    await expect(engine.open({ language, sampleRateHz: 8000, hints: [] }, () => undefined, signal)).rejects.toThrow(
      "is down",
    );
    expect(asked).toEqual(names);
  });

  it("are none, in one clear sentence, where no engine knows the language", async () => {
    const { hosted, recogniser } = down();
    const { engine } = hearingWith(
      settingsOf("speech: { stt: { provider: deepgram, model: flux-general-en, api_key: k } }").speech.stt,
      { embedded: recogniser("embedded"), sherpa: null, hosted, eagerEndOfTurn: true },
      log,
    );
    const open = engine.open({ language: "fr", sampleRateHz: 8000, hints: [] }, () => undefined, signal);
    await expect(open).rejects.toThrow(/hears fr: check speech\.stt/);
  });
});

describe("a call's voices", () => {
  it.each([
    ["en-US", ["aura-2-thalia-en", "tts-1 en", "embedded"]],
    ["es-MX", ["aura-2-celeste-es", "tts-1 es"]],
    ["fr", ["tts-1 fr"]],
  ])("in %s are, one after the other, %j", async (language, names) => {
    const { asked, hosted, voice } = down();
    const ways = { embedded: voice("embedded"), sherpa: null, hosted };
    const { engine } = speakingWith(settingsOf(SPEECH).speech.tts, ways, log);
    await expect(drained(engine(language).speak("Hola.", signal))).rejects.toThrow("is down");
    expect(asked).toEqual(names);
  });
});

describe("a call's mind", () => {
  it("is a model in another language than English, and never the rules", async () => {
    const { asked, hosted } = down();
    let ruled = 0;
    const rules: BrainFactory = {
      begin: () => {
        ruled += 1;
        throw new Error("the rules know English alone");
      },
    };
    const { llm } = settingsOf(
      "llm: [{ provider: openai, api_key: k, model: one }, { provider: openai, api_key: k, model: two }]",
    );
    const { engine } = thinkingWith(llm, { rules, hosted }, log);
    const brain = engine.begin(brainBriefOf({ ...briefOf({ goal: "Reservar una mesa" }), language: "es" }), []);
    const reply = drained(
      brain.respond({ type: "heard", text: "¿Para cuántas personas?", confidence: null }, [], signal),
    );
    await expect(reply).rejects.toThrow("two is down");
    expect(asked).toEqual(["one", "two"]);
    expect(ruled).toBe(0);
  });
});

/** Which languages a call may be in, by the engines of the settings. */
import { describe, expect, it } from "vitest";
import { supportedLanguages } from "../../src/app/settings-for.ts";
import { parseSettings } from "../../src/config/load.ts";
import { heardBy, languagesOf, spokenBy } from "../../src/engines/languages.ts";
import { languagesBy } from "../../src/engines/sherpa/languages.ts";

const KEY = "api_key: k";
const settingsOf = (yaml: string) => parseSettings(yaml, "the test", {});
const MODEL = `llm: { provider: openai, ${KEY} }`;

describe("the languages of an appliance", () => {
  it.each([
    ["no settings at all", "", ["en"]],
    [
      "only ears and a voice of another language: the rules lead in English",
      `speech: { stt: { provider: deepgram, ${KEY} }, tts: { provider: openai, ${KEY} } }`,
      ["en"],
    ],
    ["only a model: nobody hears or speaks another language", MODEL, ["en"]],
    [
      "a voice of one language",
      `speech: { stt: { provider: deepgram, ${KEY} }, tts: { provider: deepgram, model: aura-2-celeste-es, ${KEY} } }\n${MODEL}`,
      ["en", "es"],
    ],
    [
      "a voice named beside the model",
      `speech: { stt: { provider: deepgram, ${KEY} }, tts: { provider: deepgram, voice: aura-2-agathe-fr, ${KEY} } }\n${MODEL}`,
      ["en", "fr"],
    ],
    [
      "voices of two languages in a list",
      `speech: { stt: { provider: deepgram, model: flux-general-multi, ${KEY} }, tts: [{ provider: deepgram, ${KEY} }, { provider: deepgram, model: aura-2-viktoria-de, ${KEY} }] }\n${MODEL}`,
      ["en", "de"],
    ],
    [
      "ears for English alone",
      `speech: { stt: { provider: deepgram, model: flux-general-en, ${KEY} }, tts: { provider: openai, ${KEY} } }\n${MODEL}`,
      ["en"],
    ],
    [
      "OpenAI for everything",
      `speech: { stt: { provider: openai, ${KEY} }, tts: { provider: openai, ${KEY} } }\n${MODEL}`,
      ["en", "es", "fr", "de"],
    ],
    [
      "a server of one's own that says what it knows",
      `speech: { stt: { provider: openai, base_url: 'http://127.0.0.1:9000/v1', model: mine, languages: [fr] }, tts: { provider: openai, base_url: 'http://127.0.0.1:9000/v1', model: mine, languages: [fr, es] } }\n${MODEL}`,
      ["en", "fr"],
    ],
  ])("with %s", (_, yaml, languages) => {
    expect(languagesOf(settingsOf(yaml))).toEqual(languages);
    expect(supportedLanguages(settingsOf(yaml))).toEqual(["en-US", ...languages.slice(1)]);
  });

  it("an unknown language of an engine is a mistake in the settings, named by its key", () => {
    const yaml = `speech: { stt: { provider: deepgram, ${KEY}, languages: [it] } }`;
    expect(() => settingsOf(yaml)).toThrow(/speech\.stt\.languages.*one of en, es, fr, de/s);
  });
});

describe("an engine by the name of its model", () => {
  it.each([
    ["deepgram", "nova-3", 4],
    ["deepgram", "nova-3-medical", 1],
    ["deepgram", "nova-2-phonecall", 1],
    ["openai", "whisper-1", 4],
    ["openai", "Systran/faster-whisper-small", 4],
    ["openai", "Systran/faster-whisper-small.en", 1],
    ["openai", "distil-whisper/distil-large-v3", 1],
    ["openai", "something-of-ours", 1],
  ])("%s %s hears so many: %i", (provider, model, count) => {
    expect(heardBy({ provider, model })).toHaveLength(count);
  });

  it.each([
    ["openai", "kokoro", "af_heart", ["en"]],
    ["openai", "kokoro", "ef_dora", ["es"]],
    ["openai", "kokoro", "ff_siwis", ["fr"]],
    ["openai", "kokoro", "jf_alpha", []],
    ["openai", "speaches-ai/piper-de_DE-thorsten-high", null, ["de"]],
    ["openai", "tts-1", "alloy", ["en", "es", "fr", "de"]],
    ["deepgram", "aura-asteria-en", null, ["en"]],
    ["deepgram", "aura-2-livia-it", null, []],
  ])("%s %s with the voice %s speaks %j", (provider, model, voice, languages) => {
    expect(spokenBy({ provider, model, voice })).toEqual(languages);
  });

  it.each([
    ["whisper", "sherpa-onnx-whisper-small", "small-encoder.onnx", {}, ["en", "es", "fr", "de"]],
    ["whisper", "sherpa-onnx-whisper-small.en", "small.en-encoder.onnx", {}, ["en"]],
    ["streaming-transducer", "sherpa-onnx-streaming-zipformer-fr-2023-04-14", "", {}, ["fr"]],
    ["streaming-transducer", "sherpa-onnx-streaming-zipformer-2023", "", {}, ["en"]],
    ["transducer", "sherpa-onnx-nemo-parakeet-tdt-0.6b-v3-int8", "", {}, ["en", "es", "fr", "de"]],
    ["vits", "vits-piper-es_ES-davefx-medium", "", {}, ["es"]],
    ["vits", "my voice", "", { voice: "de" }, ["de"]],
    ["vits", "my voice", "", { language: "French" }, ["fr"]],
    ["vits", "my voice", "", {}, ["en"]],
  ])("a folder with %s, %s", (kind, name, files, facts, languages) => {
    expect(languagesBy(kind, name, files, new Map(Object.entries(facts)))).toEqual(languages);
  });
});

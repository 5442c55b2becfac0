import { describe, expect, it } from "vitest";
import { chooseEmbedded } from "../../src/app/embedded-choice.ts";
import type { FoundModels } from "../../src/lib/speech-models.ts";

const models: FoundModels = {
  models: {
    moonshine: { encoder: "e", decoder: "d", tokens: "t" },
    piper: { model: "m", tokens: "t", dataDir: "d" },
    smartTurn: "s",
  },
};
const none: FoundModels = { missing: ["the model moonshine-base-en is not installed"] };
const auto = { stt: "auto", tts: "auto" } as const;

describe("the embedded engines", () => {
  it("are the neural ones where they are installed and the machine can carry them", () => {
    expect(chooseEmbedded(auto, models, [])).toEqual({ stt: "neural", tts: "neural", because: [] });
  });

  it("are the small ones elsewhere, and it is said why", () => {
    expect(chooseEmbedded(auto, none, [])).toEqual({
      stt: "small",
      tts: "small",
      because: ["the model moonshine-base-en is not installed"],
    });
    expect(chooseEmbedded(auto, models, ["the machine has 1.0 GB of memory"])).toMatchObject({
      stt: "small",
      because: ["the machine has 1.0 GB of memory"],
    });
  });

  it("are what is demanded of each", () => {
    expect(chooseEmbedded({ stt: "neural", tts: "small" }, models, [])).toEqual({
      stt: "neural",
      tts: "small",
      because: [],
    });
    expect(chooseEmbedded({ stt: "small", tts: "small" }, none, []).because).toEqual([]);
  });

  it("refuse in one sentence when the neural ones are demanded and cannot be had", () => {
    expect(() => chooseEmbedded({ stt: "neural", tts: "auto" }, none, [])).toThrow(
      "speech.stt is to be neural, but the model moonshine-base-en is not installed",
    );
  });
});

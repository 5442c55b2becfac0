import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { findDamage, findNeuralModels, findWholeModels } from "../../src/lib/speech-models.ts";
import { fakeModels } from "../fakes/speech-models.ts";

it("finds the models where the set-up puts them", () => {
  const { env, path, projectRoot } = fakeModels();
  expect(findNeuralModels(env, projectRoot)).toEqual({
    models: {
      moonshine: {
        encoder: path("moonshine-base-en/encoder.onnx"),
        decoder: path("moonshine-base-en/decoder.onnx"),
        tokens: path("moonshine-base-en/tokens.txt"),
      },
      piper: {
        model: path("piper-en-us-joe/voice.onnx"),
        tokens: path("piper-en-us-joe/tokens.txt"),
        dataDir: env["OUTDIAL_ESPEAK_DATA"],
      },
      smartTurn: path("smart-turn/smart-turn-v3.2-cpu.onnx"),
    },
  });
});

it("says everything that is missing or has another size", () => {
  const { path, projectRoot } = fakeModels();
  rmSync(path("moonshine-base-en"), { recursive: true });
  rmSync(path("smart-turn/smart-turn-v3.2-cpu.onnx"));
  writeFileSync(path("piper-en-us-joe/voice.onnx"), "cut o");
  expect(findNeuralModels({ OUTDIAL_ESPEAK_DATA: join(projectRoot, "nowhere") }, projectRoot)).toEqual({
    missing: [
      "the model moonshine-base-en is not installed",
      `${path("piper-en-us-joe/voice.onnx")} is damaged: it has 5 bytes instead of 33`,
      `${path("smart-turn/smart-turn-v3.2-cpu.onnx")} is missing`,
      "espeak-ng's data, by which the voice knows how words are pronounced, is missing",
    ],
  });
});

it("takes a model whose record cannot be read for one that is not installed", () => {
  const { env, path, projectRoot } = fakeModels();
  writeFileSync(path("smart-turn/installed.json"), '{"files":');
  expect(findNeuralModels(env, projectRoot)).toEqual({ missing: ["the model smart-turn is not installed"] });
});

it("goes without where it is told so", () => {
  const { env, projectRoot } = fakeModels();
  const found = findNeuralModels({ ...env, OUTDIAL_MODELS_FROM: "none" }, projectRoot);
  expect(found).toEqual({ missing: ["OUTDIAL_MODELS_FROM=none goes without the models"] });
});

it("finds by its digest a file that was changed and kept its size", async () => {
  const { env, path, projectRoot } = fakeModels();
  expect(await findDamage(projectRoot)).toEqual([]);
  writeFileSync(path("piper-en-us-joe/tokens.txt"), "the tokens.txt of piper-en-us-jOe");
  expect(findNeuralModels(env, projectRoot)).toHaveProperty("models");
  const start = await findWholeModels(env, projectRoot);
  expect(start).toEqual({
    missing: [
      `${path("piper-en-us-joe/tokens.txt")} is damaged or cannot be read (remove it and run \`npm run set-up\`)`,
    ],
  });
  rmSync(path("smart-turn/smart-turn-v3.2-cpu.onnx"));
  expect(await findDamage(projectRoot)).toEqual([
    `${path("piper-en-us-joe/tokens.txt")} is damaged or cannot be read`,
    `${path("smart-turn/smart-turn-v3.2-cpu.onnx")} is damaged or cannot be read`,
  ]);
});

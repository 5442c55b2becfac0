import { rmSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { lookAtModels } from "../../src/cli/checks/speech-models.ts";
import type { Machine } from "../../src/lib/machine.ts";
import { fakeModels } from "../fakes/speech-models.ts";

const machine: Machine = { arch: "x64", cpuFlags: new Set(["avx2"]), memoryBytes: 4e9, limitBytes: null };

it("finds models that are whole on a machine that carries them", async () => {
  const finding = await lookAtModels({ ...fakeModels(), machine });
  expect(finding).toEqual({ found: expect.stringMatching(/^Moonshine to hear, Piper to speak/) as string });
});

it("warns, and does not fail, where a model is missing", async () => {
  const fake = fakeModels();
  rmSync(fake.path("smart-turn"), { recursive: true });
  expect(await lookAtModels({ ...fake, machine })).toEqual({
    problem: "only the small engines can be used: the model smart-turn is not installed",
    mend: expect.stringContaining("run npm run set-up") as string,
    warning: true,
  });
});

it("reads every byte of them", async () => {
  const fake = fakeModels();
  writeFileSync(fake.path("smart-turn/smart-turn-v3.2-cpu.onnx"), "THE smart-turn-v3.2-cpu.onnx of smart-turn");
  expect(await lookAtModels({ ...fake, machine })).toMatchObject({
    problem: expect.stringContaining(`${fake.path("smart-turn/smart-turn-v3.2-cpu.onnx")} is damaged`) as string,
    mend: `remove ${fake.path(".")} and run npm run set-up`,
    warning: true,
  });
});

it("warns where the machine is too small, whatever is installed", async () => {
  const finding = await lookAtModels({ ...fakeModels(), machine: { ...machine, limitBytes: 1e9 } });
  expect(finding).toMatchObject({
    problem: expect.stringMatching(/^only the small engines can be used: this process may use 1\.0 GB/) as string,
    warning: true,
  });
});

it("says so where somebody chose to go without", async () => {
  const fake = fakeModels();
  const finding = await lookAtModels({ ...fake, env: { ...fake.env, OUTDIAL_MODELS_FROM: "none" }, machine });
  expect(finding).toEqual({ found: expect.stringContaining("OUTDIAL_MODELS_FROM=none") as string });
});

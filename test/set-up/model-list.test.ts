/** The list of models, and those who have to agree with it. */
import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, it } from "vitest";
import { PROJECT_ROOT } from "../../src/lib/installation.ts";
import { findNeuralModels } from "../../src/lib/speech-models.ts";
import { fakeModels } from "../fakes/speech-models.ts";

type Pinned = { readonly bytes: number; readonly sha256: string };
type Model = {
  readonly name: string;
  readonly package: string;
  readonly wheel: Pinned & { readonly name: string };
  readonly files: readonly (Pinned & { readonly to: string; readonly made?: Pinned })[];
};

const { MODELS } = (await import(join(PROJECT_ROOT, "set-up/model-list.mjs"))) as { MODELS: readonly Model[] };

it("installs every file that the appliance looks for", () => {
  const { env, projectRoot } = fakeModels();
  const found = findNeuralModels(env, projectRoot);
  if ("missing" in found) throw new Error(found.missing.join("; "));
  const { moonshine, piper, smartTurn } = found.models;
  const wanted = [...Object.values(moonshine), piper.model, piper.tokens, smartTurn];
  const installed = MODELS.flatMap(({ name, files }) => files.map(({ to }) => `${name}/${to}`));
  expect(wanted.map((path) => `${basename(dirname(path))}/${basename(path)}`).sort()).toEqual(
    installed.filter((path) => !/LICENSE|MODEL_CARD/.test(path)).sort(),
  );
});

it("pins every wheel and every file, and keeps each model's licence or card beside it", () => {
  const pinned = MODELS.flatMap(({ wheel, files }) => [wheel, ...files, ...files.flatMap(({ made }) => made ?? [])]);
  for (const { bytes, sha256 } of pinned) {
    expect(bytes).toBeGreaterThan(0);
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  }
  for (const { files } of MODELS) expect(files.map(({ to }) => to).join(" ")).toMatch(/LICENSE|MODEL_CARD/);
});

it("is what README tells to fetch elsewhere, and what NOTICE names", () => {
  const [readme, notice] = ["set-up/README.md", "NOTICE"].map((name) => readFileSync(join(PROJECT_ROOT, name), "utf8"));
  expect(readme).toContain(`--python-version=3.12 ${MODELS.map((model) => model.package).join(" ")}\``);
  for (const model of MODELS) expect(notice).toContain(model.package.replace("==", " "));
});

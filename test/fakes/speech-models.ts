/** A project folder with models of a few bytes, as the set-up leaves them. */
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const FILES = {
  "moonshine-base-en": ["encoder.onnx", "decoder.onnx", "tokens.txt"],
  "piper-en-us-joe": ["voice.onnx", "tokens.txt"],
  "smart-turn": ["smart-turn-v3.2-cpu.onnx"],
} as const;

export type FakeModels = {
  readonly projectRoot: string;
  /** Below var/models. */
  readonly path: (name: string) => string;
  /** Names pronunciations that are there. */
  readonly env: Readonly<Record<string, string>>;
};

export function fakeModels(): FakeModels {
  const projectRoot = mkdtempSync(join(tmpdir(), "outdial-test-"));
  const path = (name: string) => join(projectRoot, "var/models", name);
  for (const [model, names] of Object.entries(FILES)) {
    mkdirSync(path(model), { recursive: true });
    const files = names.map((name) => {
      const content = `the ${name} of ${model}`;
      writeFileSync(join(path(model), name), content);
      return [name, { bytes: content.length, sha256: createHash("sha256").update(content).digest("hex") }];
    });
    const record = { package: `${model}==1.0`, files: Object.fromEntries(files) as object };
    writeFileSync(join(path(model), "installed.json"), JSON.stringify(record));
  }
  const espeak = join(projectRoot, "espeak");
  mkdirSync(espeak);
  writeFileSync(join(espeak, "phontab"), "");
  return { projectRoot, path, env: { OUTDIAL_ESPEAK_DATA: espeak } };
}

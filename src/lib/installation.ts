/**
 * Where the set-up put what the appliance needs besides its npm packages. Asterisk lives in a root file system of its
 * own, `var/asterisk/<version>`, and is started with that root's own loader and libraries, so the machine's libraries
 * never matter. `var/asterisk/installed.json` is written last by the set-up: no such file, no Asterisk.
 *
 * `OUTDIAL_ASTERISK_ROOT` names another root file system (a container's: `/`).
 *
 * The root belongs to whoever ran the set-up. A clone below a home folder of mode 0700 (`/root`) cannot be traversed by
 * another user: whoever drops privileges before starting Asterisk has to check that first.
 */
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

export type Env = Readonly<Record<string, string | undefined>>;

/** The folder that holds package.json. */
export const PROJECT_ROOT = resolve(import.meta.dirname, "../..");

/** Below this, chan_websocket does not do what the media path needs. */
export const OLDEST_ASTERISK = "22.10.1";

export type AsteriskInstallation = {
  /** The root file system, absolute; `/` for one installed in the ordinary way. */
  readonly root: string;
  /** As the set-up recorded it, such as `22.10.1`; null when the root was named by the environment. */
  readonly version: string | null;
  /** What to spawn: the program, then the arguments that come before Asterisk's own (`-C …`, `-f`, `-V`). */
  readonly command: readonly [string, ...string[]];
  /** The dynamic loader of the root, null when the machine's own is right (root `/`). */
  readonly loader: string | null;
  readonly libraryPath: string;
  /** For `astmoddir`. */
  readonly modulesDir: string;
  /** For `astdatadir`: the XML and rest-api descriptions that the configuration framework and ARI need. */
  readonly dataDir: string;
};

/** Debian's name for each kind of machine that Outdial runs on, and the dynamic loader there. */
export const PLATFORMS: Readonly<Record<string, { triplet: string; loader: string }>> = {
  x64: { triplet: "x86_64-linux-gnu", loader: "lib64/ld-linux-x86-64.so.2" },
  arm64: { triplet: "aarch64-linux-gnu", loader: "lib/ld-linux-aarch64.so.1" },
};

/** The Asterisk to run, or null when none is installed: then `npm run set-up` brings it. */
export function findAsterisk(env: Env, projectRoot: string = PROJECT_ROOT): AsteriskInstallation | null {
  const named = env["OUTDIAL_ASTERISK_ROOT"];
  if (named !== undefined && named !== "") return describeRoot(resolve(named), null);
  const folder = join(projectRoot, "var/asterisk");
  const record = readRecord(join(folder, "installed.json"));
  return record === null ? null : describeRoot(join(folder, record.root), record.version);
}

function describeRoot(root: string, version: string | null): AsteriskInstallation | null {
  const platform = PLATFORMS[process.arch];
  if (platform === undefined) return null;
  const program = join(root, "usr/sbin/asterisk");
  if (!existsSync(program)) return null;
  const libraryPath = join(root, "usr/lib", platform.triplet);
  const loader = root === "/" ? null : join(root, platform.loader);
  return {
    root,
    version,
    command: loader === null ? [program] : [loader, "--library-path", libraryPath, program],
    loader,
    libraryPath,
    modulesDir: join(libraryPath, "asterisk/modules"),
    dataDir: join(root, "usr/share/asterisk"),
  };
}

function readRecord(path: string): { readonly root: string; readonly version: string } | null {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return null;
  }
  const record: unknown = JSON.parse(text);
  if (typeof record !== "object" || record === null || !("root" in record) || !("version" in record)) return null;
  const { root, version } = record;
  return typeof root === "string" && typeof version === "string" ? { root, version } : null;
}

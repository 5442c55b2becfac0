/**
 * Asterisk in a root file system of our own. Debian 12 has no Asterisk; Debian's testing release has one that is new
 * enough, so its packages are fetched through the machine's own mirror and unpacked into var/asterisk. The result runs
 * with its own loader and libraries, without root and without a container.
 */
import { cpus } from "node:os";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { aptFor, closure, fetchIndex, offeredAsterisk } from "./apt.mjs";
import { demandSpace } from "./disk.mjs";
import { debianMirrors } from "./mirror.mjs";
import { LOADER, TRIPLET, VAR } from "./paths.mjs";
import { progress } from "./progress.mjs";
import { run } from "./run.mjs";
import { SetUpError, megabytes, say } from "./say.mjs";
import { isAtLeast } from "./versions.mjs";

/** Releases of Debian that have an Asterisk, in the order in which they are asked. */
const SUITES = ["forky", "sid"];
/** Before this, chan_websocket lacks what the media path needs. */
const OLDEST = "22.10.1";

const FOLDER = join(VAR, "asterisk");
/** Written last; src/lib/installation.ts reads it. */
const RECORD = join(FOLDER, "installed.json");
const WORK = join(VAR, "set-up/asterisk");

export const asteriskStep = {
  name: "Asterisk",
  promise: "fetching and unpacking it from Debian's packages (about 80 MB to fetch, 350 MB on disk, 1 minute)",
  isDone() {
    if (process.env.OUTDIAL_ASTERISK_ROOT) return true;
    const record = readRecord();
    return (
      record !== null && isAtLeast(record.version, OLDEST) && existsSync(join(FOLDER, record.root, "usr/sbin/asterisk"))
    );
  },
  async perform() {
    mkdirSync(FOLDER, { recursive: true });
    demandSpace(FOLDER, 700e6, "Asterisk and its libraries");
    const { apt, offered } = await findAsterisk();
    const packages = await download(apt);
    const root = join(FOLDER, offered.upstream);
    const partial = `${root}.partial`;
    rmSync(partial, { recursive: true, force: true });
    await unpack(packages, partial);
    const version = await tryOut(partial);
    rmSync(RECORD, { force: true });
    rmSync(root, { recursive: true, force: true });
    renameSync(partial, root);
    writeFileSync(`${RECORD}.partial`, `${JSON.stringify({ root: offered.upstream, version })}\n`);
    renameSync(`${RECORD}.partial`, RECORD);
    rmSync(WORK, { recursive: true, force: true });
  },
};

function readRecord() {
  try {
    return JSON.parse(readFileSync(RECORD, "utf8"));
  } catch {
    return null;
  }
}

/** The first mirror and release that has an Asterisk which is new enough. */
async function findAsterisk() {
  const reasons = [];
  for (const mirror of debianMirrors()) {
    for (const suite of SUITES) {
      const apt = await aptFor(WORK, mirror, suite);
      let expired;
      try {
        expired = await fetchIndex(apt);
      } catch (error) {
        if (!(error instanceof SetUpError)) throw error;
        reasons.push(error.message);
        continue;
      }
      const offered = await offeredAsterisk(apt);
      if (offered !== null && isAtLeast(offered.upstream, OLDEST)) {
        if (expired !== null) {
          say(
            `Asterisk: the index of ${apt.uri} was valid until ${expired}. Its signature is good and it has Asterisk ${offered.upstream}, so the set-up goes on with it.`,
          );
        }
        return { apt, offered };
      }
      reasons.push(
        `${apt.uri} offers ${offered === null ? "no Asterisk" : `Asterisk ${offered.debian}`} in ${suite}; ${OLDEST} or newer is needed.`,
      );
    }
  }
  throw new SetUpError(reasons[0] ?? "No mirror of Debian could be asked.");
}

async function download(apt) {
  const wanted = await closure(apt, "asterisk");
  const archives = join(apt.folder, "cache/archives");
  const total = wanted.reduce((sum, { bytes }) => sum + bytes, 0);
  const here = () => wanted.reduce((sum, { file }) => sum + sizeOf(join(archives, file)), 0);
  say(
    `Asterisk: fetching ${wanted.length} packages, ${megabytes(total)}, of which ${megabytes(here())} are here already.`,
  );
  await progress(
    () => `Asterisk: ${megabytes(here())} of ${megabytes(total)} fetched`,
    apt.run("apt-get", ["install", "--yes", "--download-only", "asterisk"], {
      explain: "Asterisk's packages could not be fetched; what has arrived is kept, so try again. apt-get says:",
    }),
  );
  return wanted.map(({ file }) => join(archives, file));
}

function sizeOf(path) {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

async function unpack(packages, root) {
  // Debian's /lib and its like are links into /usr; the package that makes them is not among these.
  for (const name of ["bin", "sbin", "lib", "lib64"]) {
    mkdirSync(join(root, "usr", name), { recursive: true });
    symlinkSync(join("usr", name), join(root, name));
  }
  const queue = [...packages];
  const workers = Array.from({ length: Math.max(2, cpus().length) }, async () => {
    for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
      await run("dpkg-deb", ["--extract", file, root], { explain: `The package ${file} could not be unpacked:` });
    }
  });
  await progress(
    () => `Asterisk: ${packages.length - queue.length} of ${packages.length} packages unpacked`,
    Promise.all(workers),
  );
}

/** The program really starts with its own libraries: asks it for its version. */
async function tryOut(root) {
  const libraries = join(root, "usr/lib", TRIPLET);
  const printed = await run(join(root, LOADER), ["--library-path", libraries, join(root, "usr/sbin/asterisk"), "-V"], {
    explain: "Asterisk was unpacked but does not start:",
  });
  const version = /Asterisk (\d+(?:\.\d+)+)/.exec(printed)?.[1];
  if (version === undefined)
    throw new SetUpError(`Asterisk was unpacked but does not tell its version: ${printed.trim()}`);
  return version;
}

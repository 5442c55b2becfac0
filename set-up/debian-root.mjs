/**
 * A program of Debian's testing release in a root file system of its own: found with the machine's own mirrors, fetched
 * with all it needs, unpacked into a folder. It runs there with its own loader and libraries, without root and without a
 * container, whatever the release of the machine.
 */
import { cpus } from "node:os";
import { mkdirSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { aptFor, closure, fetchIndex, offered } from "./apt.mjs";
import { debianMirrors } from "./mirror.mjs";
import { progress } from "./progress.mjs";
import { run } from "./run.mjs";
import { SetUpError, megabytes, say } from "./say.mjs";
import { isAtLeast } from "./versions.mjs";

/** Releases of Debian that are new enough, in the order in which they are asked. */
const SUITES = ["forky", "sid"];

/**
 * The first mirror and release that has the package in a version that is new enough: `{ apt, offered }`. What is wanted
 * is `{ name, package, oldest }`, the name being for people.
 */
export async function findOffer(wanted, folder) {
  const reasons = [];
  for (const mirror of debianMirrors()) {
    for (const suite of SUITES) {
      const apt = await aptFor(folder, mirror, suite);
      let expired;
      try {
        expired = await fetchIndex(apt);
      } catch (error) {
        if (!(error instanceof SetUpError)) throw error;
        reasons.push(error.message);
        continue;
      }
      const offer = await offered(apt, wanted.package);
      if (offer !== null && isAtLeast(offer.upstream, wanted.oldest)) {
        if (expired !== null) {
          say(
            `${wanted.name}: the index of ${apt.uri} was valid until ${expired}. Its signature is good and it has ${wanted.name} ${offer.upstream}, so the set-up goes on with it.`,
          );
        }
        return { apt, offered: offer };
      }
      reasons.push(
        `${apt.uri} offers ${offer === null ? `no ${wanted.name}` : `${wanted.name} ${offer.debian}`} in ${suite}; ${wanted.oldest} or newer is needed.`,
      );
    }
  }
  throw new SetUpError(reasons[0] ?? "No mirror of Debian could be asked.");
}

/** The package and all it needs, as files. What an interrupted set-up has fetched is used. */
export async function download(apt, wanted) {
  const needed = await closure(apt, wanted.package);
  const archives = join(apt.folder, "cache/archives");
  const total = needed.reduce((sum, { bytes }) => sum + bytes, 0);
  const here = () => needed.reduce((sum, { file }) => sum + sizeOf(join(archives, file)), 0);
  say(
    `${wanted.name}: fetching ${needed.length} packages, ${megabytes(total)}, of which ${megabytes(here())} are here already.`,
  );
  await progress(
    () => `${wanted.name}: ${megabytes(here())} of ${megabytes(total)} fetched`,
    apt.run("apt-get", ["install", "--yes", "--download-only", wanted.package], {
      explain: `The packages of ${wanted.name} could not be fetched; what has arrived is kept, so try again. apt-get says:`,
    }),
  );
  return needed.map(({ file }) => join(archives, file));
}

export async function unpack(packages, root, wanted) {
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
    () => `${wanted.name}: ${packages.length - queue.length} of ${packages.length} packages unpacked`,
    Promise.all(workers),
  );
}

function sizeOf(path) {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

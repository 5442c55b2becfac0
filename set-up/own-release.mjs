/**
 * Packages of the machine's own release of Debian, fetched to be unpacked and not installed: programs for the tests, which
 * would start servers if they were installed and need little that the machine does not have.
 */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { aptFor, fetchIndex } from "./apt.mjs";
import { debianMirrors } from "./mirror.mjs";
import { run } from "./run.mjs";
import { SetUpError } from "./say.mjs";

/** From the first mirror that has them, into the folder. */
export async function fetchOwnRelease(folder, packages) {
  const suite = /^VERSION_CODENAME="?(\w+)/m.exec(readFileSync("/etc/os-release", "utf8"))?.[1];
  if (suite === undefined) throw new SetUpError("/etc/os-release does not say which release of Debian this is.");
  let reason = null;
  for (const mirror of debianMirrors()) {
    const apt = await aptFor(folder, mirror, suite);
    try {
      await fetchIndex(apt);
      const names = await withMissing(apt, packages);
      await apt.run("apt-get", ["download", ...names], {
        cwd: folder,
        explain: `Debian's packages ${names.join(", ")} could not be fetched from ${mirror.uri}; apt-get says:`,
      });
      return;
    } catch (error) {
      if (!(error instanceof SetUpError)) throw error;
      reason ??= error;
    }
  }
  throw reason ?? new SetUpError("No mirror of Debian could be asked.");
}

/** Unpacks all that was fetched there. */
export async function unpackInto(root, folder) {
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".deb"))) {
    await run("dpkg-deb", ["--extract", join(folder, file), root], {
      explain: `Debian's package ${file} cannot be unpacked:`,
    });
  }
}

/**
 * The packages, and what they need and the machine lacks. `without` names what only parts of them need that are not
 * used.
 */
async function withMissing(apt, { names, without = null }) {
  if (without === null) return names;
  const args = ["install", "--yes", "--print-uris", "-qq", "-o", "Dir::State::status=/var/lib/dpkg/status", ...names];
  const uris = await apt.run("apt-get", args, {
    explain: `apt-get cannot tell what ${names.join(", ")} need. It says:`,
  });
  const needed = [...uris.matchAll(/^'[^']+' ([^_\s]+)_\S+\.deb \d+ /gm)].map(([, name]) => name);
  return [...new Set([...names, ...needed.filter((name) => !without.test(name))])];
}

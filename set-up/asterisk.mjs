/**
 * Asterisk in a root file system of our own. Debian 12 has no Asterisk; Debian's testing release has one that is new
 * enough, so its packages are fetched through the machine's own mirror and unpacked into var/asterisk. The result runs
 * with its own loader and libraries, without root and without a container.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { download, findOffer, unpack } from "./debian-root.mjs";
import { demandSpace } from "./disk.mjs";
import { LOADER, TRIPLET, VAR } from "./paths.mjs";
import { run } from "./run.mjs";
import { SetUpError } from "./say.mjs";
import { isAtLeast } from "./versions.mjs";

/** Before this, chan_websocket lacks what the media path needs. */
const OLDEST = "22.10.1";
const WANTED = { name: "Asterisk", package: "asterisk", oldest: OLDEST };

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
    const { apt, offered } = await findOffer(WANTED, WORK);
    const packages = await download(apt, WANTED);
    const root = join(FOLDER, offered.upstream);
    const partial = `${root}.partial`;
    rmSync(partial, { recursive: true, force: true });
    await unpack(packages, partial, WANTED);
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

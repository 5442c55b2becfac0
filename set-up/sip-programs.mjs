/**
 * A SIP server and a telephone that nobody here wrote, for the tests of the line: Kamailio and baresip, out of Debian's
 * packages for the machine's own release, unpacked below var/ and not installed (Kamailio would start a server).
 */
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { demandSpace } from "./disk.mjs";
import { fetchOwnRelease, unpackInto } from "./own-release.mjs";
import { TRIPLET, VAR } from "./paths.mjs";
import { progress } from "./progress.mjs";
import { attempt, run } from "./run.mjs";
import { SetUpError } from "./say.mjs";

const FOLDER = join(VAR, "sip-programs");
const WORK = join(VAR, "set-up/sip-programs");

const PACKAGES = {
  names: ["kamailio", "baresip-core"],
  // Video, sound cards, and codecs that no trunk of ours has: baresip loads them from modules which the tests do not ask for.
  without:
    /^(lib(codec2|directfb|jack|db5|mosquitto|openaptx|portaudio|samplerate|sndio|speexdsp|twolame|mp3lame|mpg123|opencore|vo-amrwbenc|vpx|gsm|opus|png|asound|x11|xext|av|sw|x264|x265)|python|adduser|lsb|init-system)/,
};

export const sipProgramsStep = {
  name: "SIP programs",
  promise: "fetching Kamailio and baresip for the tests out of Debian's packages (20 MB to fetch, 35 MB on disk)",
  isDone: () => existsSync(FOLDER),
  async perform() {
    mkdirSync(VAR, { recursive: true });
    demandSpace(VAR, 250e6, "Kamailio and baresip");
    // What an interrupted set-up has left may be of another version.
    rmSync(WORK, { recursive: true, force: true });
    mkdirSync(WORK, { recursive: true });
    await progress(() => "SIP programs: still fetching", fetchOwnRelease(WORK, PACKAGES));
    const root = join(WORK, "root");
    await unpackInto(root, WORK);
    const libraries = join(root, "usr/lib", TRIPLET);
    const env = { LD_LIBRARY_PATH: `${libraries}:${join(libraries, "kamailio")}` };
    await run(join(root, "usr/sbin/kamailio"), ["-v"], { env, explain: "Kamailio was unpacked but does not start:" });
    // Asked for help it ends with a code that says failure.
    const { stdout, stderr } = await attempt(join(root, "usr/bin/baresip"), ["-h"], { env });
    if (!/Usage: baresip/.test(stdout + stderr)) {
      throw new SetUpError(`baresip was unpacked but does not start:\n  ${stderr.trim().slice(-500)}`);
    }
    renameSync(root, FOLDER);
    rmSync(WORK, { recursive: true, force: true });
  },
};

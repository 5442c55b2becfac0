/**
 * Prometheus's own checker, for the tests of the figures and alert rules: the one program out of Debian's package, for the
 * machine's own release, because nothing else of that package is needed and it would start a server.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { aptFor, fetchIndex } from "./apt.mjs";
import { demandSpace } from "./disk.mjs";
import { debianMirrors } from "./mirror.mjs";
import { VAR } from "./paths.mjs";
import { progress } from "./progress.mjs";
import { run } from "./run.mjs";
import { SetUpError } from "./say.mjs";

const FOLDER = join(VAR, "prometheus");
const PROMTOOL = join(FOLDER, "promtool");
const WORK = join(VAR, "set-up/prometheus");

export const promtoolStep = {
  name: "Prometheus's checker",
  promise: "fetching promtool for the tests out of Debian's package (20 MB to fetch, 50 MB on disk)",
  isDone: () => existsSync(PROMTOOL),
  async perform() {
    mkdirSync(VAR, { recursive: true });
    demandSpace(VAR, 250e6, "Prometheus's checker");
    await progress(() => "Prometheus's checker: still fetching", fetchPackage());
    const file = readdirSync(WORK).find((name) => /^prometheus_.*\.deb$/.test(name));
    if (file === undefined) throw new SetUpError("Debian's package prometheus was fetched and is not there.");
    const root = join(WORK, "root");
    await run("dpkg-deb", ["--extract", join(WORK, file), root], { explain: "Debian's package cannot be unpacked:" });
    const program = join(root, "usr/bin/promtool");
    await run(program, ["--version"], { explain: "promtool was unpacked but does not start:" });
    mkdirSync(FOLDER, { recursive: true });
    renameSync(program, PROMTOOL);
    rmSync(WORK, { recursive: true, force: true });
  },
};

/** From the first mirror that has it. */
async function fetchPackage() {
  const suite = /^VERSION_CODENAME="?(\w+)/m.exec(readFileSync("/etc/os-release", "utf8"))?.[1];
  if (suite === undefined) throw new SetUpError("/etc/os-release does not say which release of Debian this is.");
  let reason = null;
  for (const mirror of debianMirrors()) {
    const apt = await aptFor(WORK, mirror, suite);
    try {
      await fetchIndex(apt);
      await apt.run("apt-get", ["download", "prometheus"], {
        cwd: WORK,
        explain: `Debian's package prometheus could not be fetched from ${mirror.uri}; apt-get says:`,
      });
      return;
    } catch (error) {
      if (!(error instanceof SetUpError)) throw error;
      reason ??= error;
    }
  }
  throw reason ?? new SetUpError("No mirror of Debian could be asked.");
}

/**
 * Prometheus's own checker, for the tests of the figures and alert rules: the one program out of Debian's package, for the
 * machine's own release, because nothing else of that package is needed and it would start a server.
 */
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { demandSpace } from "./disk.mjs";
import { fetchOwnRelease, unpackInto } from "./own-release.mjs";
import { VAR } from "./paths.mjs";
import { progress } from "./progress.mjs";
import { run } from "./run.mjs";

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
    const fetching = fetchOwnRelease(WORK, { names: ["prometheus"] });
    await progress(() => "Prometheus's checker: still fetching", fetching);
    const root = join(WORK, "root");
    await unpackInto(root, WORK);
    const program = join(root, "usr/bin/promtool");
    await run(program, ["--version"], { explain: "promtool was unpacked but does not start:" });
    mkdirSync(FOLDER, { recursive: true });
    renameSync(program, PROMTOOL);
    rmSync(WORK, { recursive: true, force: true });
  },
};

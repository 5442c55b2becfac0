/**
 * The official Python SDK's client, to try the tools of agents with: only for the tests, pinned with its hashes in
 * mcp-client.txt, into a folder of its own below var/.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { installPackages } from "./debian-packages.mjs";
import { PROJECT, VAR } from "./paths.mjs";
import { findPip } from "./pip.mjs";
import { progress } from "./progress.mjs";
import { attempt } from "./run.mjs";
import { SetUpError } from "./say.mjs";

const REQUIREMENTS = join(PROJECT, "set-up/mcp-client.txt");
const FOLDER = join(VAR, "mcp-client");
const STAMP = join(FOLDER, ".requirements");

export const mcpClientStep = {
  name: "MCP client",
  promise: "fetching the Python SDK's client for the tests with pip (15 MB to fetch, 45 MB on disk)",
  without: (reason) => `${reason} Until then the test of the agents' tools with that client is skipped.`,
  isDone: () => existsSync(STAMP) && readFileSync(STAMP, "utf8") === digest(),
  async perform() {
    if ((await findPip()) === null) await installPackages(["python3-pip"], { quick: true });
    const [program, ...words] = (await findPip()) ?? [];
    if (program === undefined) throw new SetUpError("pip is needed and cannot be started: look at python3 -m pip.");
    const made = `${FOLDER}.part`;
    rmSync(made, { recursive: true, force: true });
    mkdirSync(made, { recursive: true });
    const args = [
      ...words,
      ...["install", "--require-hashes", "--only-binary=:all:", "--no-deps", "--no-input", "--no-compile"],
      ...["--disable-pip-version-check", "--no-warn-conflicts", "--root-user-action=ignore", "--retries=1"],
      ...[`--target=${made}`, `--requirement=${REQUIREMENTS}`],
    ];
    const env = { PIP_REQUIRE_VIRTUALENV: "false" };
    const result = await progress(() => "MCP client: still fetching", attempt(program, args, { env }));
    if (result.code !== 0) {
      rmSync(made, { recursive: true, force: true });
      const reason = [...result.stderr.matchAll(/^ERROR: (.+)$/gm)].at(-1)?.[1] ?? `pip ended with ${result.code}`;
      throw new SetUpError(`pip could not fetch it (${reason}): check the network or pip's index.`);
    }
    writeFileSync(join(made, ".requirements"), digest());
    rmSync(FOLDER, { recursive: true, force: true });
    renameSync(made, FOLDER);
  },
};

function digest() {
  return createHash("sha256").update(readFileSync(REQUIREMENTS)).digest("hex");
}

/**
 * Faults that tests of the house cause, each with a world of its own: in the table they are a row, and each test in it is
 * one try. What a test expects is in its file; a failed one is a loss.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Fault } from "./fault.ts";
import type { Trial } from "./rig.ts";

const ROOT = join(import.meta.dirname, "../..");
const VITEST = join(ROOT, "node_modules/vitest/vitest.mjs");

type Report = {
  readonly numTotalTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
};

const tested = (name: string, ...files: readonly string[]): Fault => ({ name, times: 1, cause: () => run(files) });

async function run(files: readonly string[]): Promise<Trial> {
  const folder = mkdtempSync(join(tmpdir(), "outdial-tested-"));
  const report = join(folder, "report.json");
  try {
    const paths = files.map((file) => `test/${file}.test.ts`);
    const child = spawn(process.execPath, [VITEST, "run", ...paths, "--reporter=json", `--outputFile=${report}`], {
      cwd: ROOT,
      stdio: ["ignore", "ignore", "ignore"],
    });
    await new Promise<void>((done, failed) => {
      child.once("error", failed);
      child.once("exit", () => done());
    });
    return trialOf(JSON.parse(readFileSync(report, "utf8")) as Report, paths);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function trialOf({ numTotalTests, testResults }: Report, paths: readonly string[]): Trial {
  const missing = paths.filter((path) => !testResults.some(({ name }) => name.endsWith(path)));
  const failed = testResults.flatMap(({ name, message, assertionResults }) => {
    const broken = assertionResults.filter(({ status }) => status === "failed").map(({ fullName }) => fullName);
    return broken.length === 0 && message !== "" ? [`${name}: ${message}`] : broken;
  });
  // How soon things work again stands in each test.
  return {
    recoveredMs: Number.NaN,
    tries: numTotalTests,
    lost: [...missing.map((path) => `${path} did not run`), ...failed],
  };
}

export const TESTED_FAULTS: readonly Fault[] = [
  tested("the connection to Asterisk is cut, half open or slow; a call's audio breaks", "sip/pbx-faults"),
  tested("Asterisk cannot start, dies, hangs, dies again", "sip/pbx-start-failures", "sip/pbx-managed"),
  tested("every final answer of SIP, none at all, a 200 that crosses our CANCEL", "sip/pbx-outcomes"),
  tested("every message of a call is lost once, or every time", "sip/lost-messages"),
  tested("re-INVITEs, holds, early and late audio, lost and overtaken packets", "sip/changing-line", "sip/hold"),
  tested(
    "one-way audio, none at all, comfort noise in its place",
    "conversation/comfort-noise",
    "conversation/line-side",
  ),
  tested("a carrier refuses, forgets a registration, loses a gateway", "sip/kamailio", "pbx/registration"),
  tested("a carrier's name comes to mean another machine, or none", "sip/trunk-name"),
  tested("a telephone of other people's making vanishes", "sip/baresip"),
  tested("strangers, garbage and long messages at the media socket", "conversation/media/media-listener"),
  tested("a hosted engine refuses, hangs, stalls, is cut, talks garbage", "faults/engine-faults.real"),
  tested("the clock is set by an hour", "flow/clock-jumps"),
  tested(
    "the disk is full, read-only, slow, fails for good",
    "flow-real/disk",
    "flow/disk-full",
    "store/broken",
    "store/open",
  ),
  tested("a newer database, an older one, a half one", "store/migrate", "store/backup"),
  tested("payments come twice, too early, too late, never", "flow/reload", "flow/stripe"),
  tested("many short calls, and an end while the last are talked on", "flow-real/endurance"),
  tested("receivers of webhooks refuse, hang, are gone", "webhooks/deliveries"),
];

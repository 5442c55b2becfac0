/** Debian's chromium, without a screen. Where there is none that starts, what needs it is skipped, and that is said. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright-core";
import type { Browser } from "playwright-core";

/** Of a browser that does not even tell its version nothing is to be hoped, least of all soon. */
const ANSWERS_WITHIN_MS = 30_000;
const STARTS_WITHIN_MS = 60_000;

/** The first chromium on the PATH, if it starts; else null. */
export function findBrowser(path = process.env["PATH"] ?? "", answersWithinMs = ANSWERS_WITHIN_MS): string | null {
  const found = path
    .split(delimiter)
    .map((folder) => join(folder, "chromium"))
    .find((file) => existsSync(file));
  if (found === undefined) return null;
  const asked = spawnSync(found, ["--version"], { timeout: answersWithinMs, killSignal: "SIGKILL", stdio: "ignore" });
  return asked.status === 0 ? found : null;
}

/** For a whole suite: where it is to run, or that it will not, said once. */
export function browserOrSkip(): { readonly executable: string; readonly skip: boolean } {
  const executable = findBrowser();
  if (executable === null) {
    process.stderr.write(
      "The tests of the pages in a browser are skipped: there is no chromium that starts; install Debian's package chromium.\n",
    );
  }
  return { executable: executable ?? "", skip: executable === null };
}

export function openBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    headless: true,
    chromiumSandbox: false,
    timeout: STARTS_WITHIN_MS,
    args: [
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
      "--no-default-browser-check",
    ],
  });
}

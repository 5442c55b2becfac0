/** Debian's chromium, without a screen. Tests of pages are skipped where it is not installed, and say so. */
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";
import type { Browser } from "playwright-core";

const EXECUTABLE = "/usr/bin/chromium";

export const browserInstalled = existsSync(EXECUTABLE);

export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: EXECUTABLE,
    headless: true,
    chromiumSandbox: false,
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

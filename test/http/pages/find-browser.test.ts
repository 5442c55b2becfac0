import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findBrowser } from "./browser.ts";

describe("the browser for the pages", () => {
  let folder: string;
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "outdial-browser-"))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const chromium = (script: string) =>
    writeFileSync(join(folder, "chromium"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });

  it("is the chromium on the PATH", () => {
    expect(findBrowser(folder)).toBeNull();
    chromium("echo Chromium");
    expect(findBrowser(`/nowhere:${folder}`)).toBe(join(folder, "chromium"));
  });

  it("is none when what is there does not start, or does not answer", () => {
    chromium("exit 127");
    expect(findBrowser(folder)).toBeNull();
    chromium("exec sleep 60");
    expect(findBrowser(folder, 200)).toBeNull();
  });
});

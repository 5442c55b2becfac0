/** The script that everything starts with. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { PROJECT_ROOT } from "../../src/lib/installation.ts";

it("passes commands through, found by a link, with files named from where the person stands", async () => {
  const folder = mkdtempSync(join(tmpdir(), "outdial-bin-"));
  try {
    symlinkSync(join(PROJECT_ROOT, "bin/outdial"), join(folder, "outdial"));
    writeFileSync(join(folder, "mine.yaml"), "server: { prot: 1 }\n");
    const ran = promisify(execFile)(join(folder, "outdial"), ["config", "check", "mine.yaml"], { cwd: folder });
    await expect(ran).rejects.toMatchObject({ code: 78, stdout: expect.stringContaining(join(folder, "mine.yaml")) });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

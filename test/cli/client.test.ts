/** The generated client types and the interface that is really served. */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { PROJECT_ROOT } from "../../src/lib/installation.ts";
import { openDoor } from "../http/http-under-test.ts";
import { ScriptedOperations } from "../http/scripted-operations.ts";

it("is generated from the openapi.json that the appliance serves: after a change, node scripts/client-types.ts", async () => {
  const { base, server } = await openDoor({ operations: new ScriptedOperations() });
  const folder = mkdtempSync(join(tmpdir(), "client-types-"));
  try {
    const served = join(folder, "openapi.json");
    writeFileSync(served, await (await fetch(`${base}/openapi.json`)).text());
    const generator = join(PROJECT_ROOT, "scripts/client-types.ts");
    const { stdout } = await promisify(execFile)(process.execPath, [generator, "--print", served]);
    const kept = readFileSync(join(PROJECT_ROOT, "src/cli/client/appliance.ts"), "utf8");
    // Not toBe: nobody wants to read both.
    expect(kept === stdout).toBe(true);
    expect(stdout).toContain('"/calls/{id}/events"');
  } finally {
    await server.close();
    rmSync(folder, { recursive: true });
  }
});

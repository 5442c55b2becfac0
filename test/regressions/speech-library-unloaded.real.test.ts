/**
 * A library whose handle was garbage was unloaded under the voices it held, and the appliance died of it in the middle
 * of a call (SIGSEGV in flite_text_to_wave). In a process of its own, because that is what dies.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { PROJECT_ROOT } from "../../src/lib/installation.ts";

const PROGRAM = `
import { openFlite } from ${JSON.stringify(join(PROJECT_ROOT, "src/engines/embedded/tts/flite.ts"))};
const flite = openFlite();
flite.render("Hello.", "awb");
flite.render("Hello.", "rms");
for (let round = 0; round < 20; round += 1) {
  globalThis.gc();
  await new Promise((resolve) => setImmediate(resolve));
  for (const voice of ["awb", "rms"]) if (flite.render("Thank you. Goodbye.", voice).length === 0) process.exit(1);
}
`;

it("goes on speaking after the collector has been round", () => {
  const { status, signal, stderr } = spawnSync(
    process.execPath,
    ["--expose-gc", "--input-type=module", "--eval", PROGRAM],
    { encoding: "utf8", timeout: 60_000 },
  );
  expect({ status, signal }, stderr).toEqual({ status: 0, signal: null });
});

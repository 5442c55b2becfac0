import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { awaitFileVerdict } from "../../src/app/file-verdict.ts";
import { isCheckDue } from "../../src/store/check-file.ts";

describe("the start of an appliance whose database is being looked at", () => {
  let folder: string;
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "outdial-verdict-"))));
  afterEach(() => rmSync(folder, { recursive: true }));
  const never = { after: () => () => {} };
  const atOnce = { after: (_delayMs: number, run: () => void) => (run(), () => {}) };

  it("goes on with a sound file, and not with a damaged one", async () => {
    const parts = { folder, onDamaged: () => {}, timers: never };
    await awaitFileVerdict({ ...parts, verdict: Promise.resolve(null) });
    await expect(awaitFileVerdict({ ...parts, verdict: Promise.resolve("It is damaged.") })).rejects.toThrow("damaged");
    expect(isCheckDue(folder)).toBe(false);
  });

  it("serves before the verdict when that takes long, and ends when it is a bad one", async () => {
    const verdict = Promise.withResolvers<string | null>();
    const damaged = Promise.withResolvers<string>();
    await awaitFileVerdict({ folder, verdict: verdict.promise, onDamaged: damaged.resolve, timers: atOnce });
    expect(isCheckDue(folder)).toBe(true);
    verdict.resolve("It is damaged.");
    expect(await damaged.promise).toBe("It is damaged.");
    expect(isCheckDue(folder)).toBe(true);
  });

  it("forgets that a look was due once the late verdict is good", async () => {
    const verdict = Promise.withResolvers<string | null>();
    await awaitFileVerdict({ folder, verdict: verdict.promise, onDamaged: () => {}, timers: atOnce });
    verdict.resolve(null);
    await verdict.promise;
    expect(isCheckDue(folder)).toBe(false);
  });
});

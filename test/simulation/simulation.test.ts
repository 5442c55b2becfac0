/** A minute of stories about the whole call engine; more of them with `npm run simulate -- --seconds 3600`. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { PROJECT_ROOT } from "../../src/lib/installation.ts";
import { tell } from "./story.ts";

const run = promisify(execFile);

describe("the call engine in stories of chance", () => {
  it("tells the same story for the same seed", async () => {
    const [once, again, another] = [await tell(4), await tell(4), await tell(5)];
    expect(again).toEqual(once);
    expect(another.trace).not.toBe(once.trace);
  });

  it("loses nothing, charges nothing twice and leaves nothing off the hook", { timeout: 120_000 }, async () => {
    const { stdout } = await run(process.execPath, [join(PROJECT_ROOT, "test/simulation/main.ts"), "--seconds", "60"]);
    console.log(stdout.trim());
    expect(stdout).toContain("nothing lost");
    // It has been where it matters: whoever never answers loses nothing either.
    for (const reason of ["completed", "hangup_business", "service_restart", "max_duration", "busy", "voicemail"]) {
      expect(stdout).toContain(` ${reason} `);
    }
    expect(Number(/(\d+) transfers/.exec(stdout)?.[1])).toBeGreaterThan(10);
  });
});

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDatabase } from "../../src/store/open.ts";
import { DeskBench } from "../fakes/desk.ts";
import { runCommand } from "../support/run-command.ts";

describe("the operator's check that nothing is lost", { timeout: 60_000 }, () => {
  let bench: DeskBench;
  let folder: string;
  let config: string;
  beforeEach(() => {
    bench = new DeskBench({ startsAt: new Date().toISOString() });
    folder = mkdtempSync(join(tmpdir(), "verify-command-"));
    config = join(folder, "outdial.yaml");
    writeFileSync(config, `data_dir: ${bench.folder}\n`);
  });
  afterEach(async () => {
    await bench.end().catch(() => undefined);
    rmSync(folder, { recursive: true });
  });
  const run = (...parameters: readonly string[]) => runCommand("src/cli/main.ts", config, ["verify", ...parameters]);

  it("finds nothing beside an appliance that runs, and looks only at what is new since the appliance did", async () => {
    const { caller } = bench.fund(1000);
    const callId = await bench.talk(caller);
    expect(await run("--json")).toMatchObject({
      code: 0,
      out: `${JSON.stringify({ ok: true, problems: [], calls: 1, transfers: 3 })}\n`,
    });
    bench.conversations.finish(callId, "completed");
    expect(bench.desk.verify()).toEqual([]);
    expect(await run()).toMatchObject({ code: 0, out: "Nothing is lost: 0 calls and 0 transfers were looked at.\n" });
    expect(await run("--all")).toMatchObject({
      code: 0,
      out: "Nothing is lost: 1 calls and 3 transfers were looked at.\n",
    });
  });

  it("names a call that an appliance has left open when it died, until the next start has ended it", async () => {
    const { caller } = bench.fund(1000);
    const callId = await bench.talk(caller);
    await bench.desk.close();
    bench.store.close();
    const found = await run();
    expect(found).toMatchObject({ code: 1, out: `a call is open that nobody holds any more (${callId})\n` });
    bench.reopen();
    expect(await run()).toMatchObject({ code: 0 });
  });

  it("names what is wrong in what was right before only when everything is looked at", async () => {
    const callId = await bench.talk(bench.fund(1000).caller);
    bench.conversations.finish(callId, "completed");
    expect(bench.desk.verify()).toEqual([]);
    await bench.desk.close();
    bench.store.close();
    const opened = openDatabase(bench.folder);
    opened.db.exec("DROP TRIGGER call_ends_once; UPDATE call SET duration_s = 301");
    opened.close();
    expect((await run()).code).toBe(0);
    const all = await run("--all", "--json");
    expect(all.code).toBe(1);
    expect(JSON.parse(all.out)).toMatchObject({
      ok: false,
      problems: [expect.stringMatching(/I6/)],
    });
  });

  it("says how it is used, and whose database is missing", async () => {
    expect(await run("--everything")).toMatchObject({ code: 2, err: expect.stringContaining("--everything") });
    writeFileSync(config, `data_dir: ${folder}/nothing\n`);
    expect(await run()).toMatchObject({ code: 1, err: expect.stringMatching(/There is no database in .*nothing/) });
  });
});

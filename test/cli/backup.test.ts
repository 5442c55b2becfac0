import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DeskBench } from "../fakes/desk.ts";
import { runCommand } from "../support/run-command.ts";

describe("the operator's backups", { timeout: 60_000 }, () => {
  let bench: DeskBench;
  let folder: string;
  let config: string;
  beforeEach(() => {
    bench = new DeskBench();
    folder = mkdtempSync(join(tmpdir(), "backup-command-"));
    config = join(folder, "outdial.yaml");
    writeFileSync(config, `data_dir: ${bench.folder}\n`);
  });
  afterEach(async () => {
    await bench.end();
    rmSync(folder, { recursive: true });
  });
  const backUp = (...parameters: readonly string[]) => runCommand("src/cli/main.ts", config, ["backup", ...parameters]);
  const restore = (...parameters: readonly string[]) =>
    runCommand("src/cli/main.ts", config, ["restore", ...parameters]);

  it("are made beside an appliance that runs, and put back when it does not", async () => {
    const { caller } = bench.fund(1000);
    const first = await bench.talk(caller);
    bench.conversations.finish(first, "completed");
    const made = await backUp();
    expect(made).toMatchObject({ code: 0, err: expect.stringMatching(/^A good backup/) });
    const path = made.out.trim();
    expect(readdirSync(join(bench.folder, "backups"))).toEqual([path.split("/").at(-1)]);
    const named = join(folder, "named.db");
    expect(await backUp(named)).toMatchObject({ code: 0, out: `${named}\n` });
    const other = join(folder, "other.db");
    const told = await backUp(other, "--json");
    expect({ ...told, out: JSON.parse(told.out) as unknown }).toMatchObject({ code: 0, err: "", out: { path: other } });
    expect(await backUp(named)).toMatchObject({ code: 1, err: expect.stringContaining("exists already") });

    const second = await bench.talk(caller);
    expect(await restore(path)).toMatchObject({
      code: 1,
      err: expect.stringContaining("Another appliance is running"),
    });
    await bench.desk.close();
    bench.store.close();
    const restored = await restore(path);
    expect(restored).toMatchObject({ code: 0, err: "" });
    expect(existsSync(/kept as (.*)\n/.exec(restored.out)?.[1] ?? "")).toBe(true);
    const again = await restore(path, "--json");
    expect(JSON.parse(again.out)).toEqual({ data_dir: bench.folder, kept_as: expect.stringContaining(bench.folder) });
    bench.reopen();
    expect(bench.read(first)).toMatchObject({ status: "ended" });
    expect(bench.desk.readCallById(second)).toBeNull();
    expect(bench.store.verify()).toEqual([]);
  });

  it("say how they are used, and what is no backup", async () => {
    expect(await restore()).toMatchObject({ code: 2, err: expect.stringContaining("file") });
    expect(await backUp("--all")).toMatchObject({ code: 2, err: expect.stringContaining("--all") });
    expect(await restore(config)).toMatchObject({ code: 1, err: expect.stringContaining("cannot be restored") });
  });
});

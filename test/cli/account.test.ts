import Database from "better-sqlite3";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { briefTo, DeskBench, SHOP_PHONE } from "../fakes/desk.ts";

const PROGRAM = new URL("../../src/cli/main.ts", import.meta.url).pathname;
const WHY = "A payment of this account has been disputed with the bank.";

type Ran = { readonly code: number | null; readonly out: string; readonly err: string };

function run(config: string, ...parameters: readonly string[]): Promise<Ran> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [PROGRAM, "account", ...parameters], {
      env: { ...process.env, OUTDIAL_CONFIG: config },
    });
    let [out, err] = ["", ""];
    child.stdout.on("data", (piece: Buffer) => (out += piece.toString()));
    child.stderr.on("data", (piece: Buffer) => (err += piece.toString()));
    child.on("error", fail);
    child.on("close", (code) => done({ code, out, err }));
  });
}

describe("the operator's account command, beside an appliance that runs", { timeout: 60_000 }, () => {
  let bench: DeskBench;
  let folder: string;
  let config: string;
  beforeEach(() => {
    bench = new DeskBench();
    folder = mkdtempSync(join(tmpdir(), "account-command-"));
    config = join(folder, "outdial.yaml");
    writeFileSync(config, `data_dir: ${bench.folder}\n`);
  });
  afterEach(async () => {
    await bench.end();
    rmSync(folder, { recursive: true });
  });

  it("lists who is suspended and why, and lifts it: the next call of the account is accepted", async () => {
    const { caller } = bench.fund(1000);
    const other = bench.fund(1000).caller;
    for (const { accountId } of [caller, other]) bench.store.accounts.freeze(accountId, WHY);
    const place = () => bench.desk.placeCall(caller, briefTo(SHOP_PHONE), null).kind;
    expect(place).toThrow(expect.objectContaining({ code: "account_suspended" }));
    expect(place).toThrow(`npm run account -- lift ${caller.accountId}`);

    const listed = await run(config, "suspended");
    expect(listed).toMatchObject({ code: 0, out: `${caller.accountId}\t${WHY}\n${other.accountId}\t${WHY}\n` });

    const lifted = await run(config, "lift", caller.accountId);
    expect(lifted).toEqual({ code: 0, out: `${caller.accountId} may place calls again.\n`, err: "" });
    expect(place()).toBe("calling");
    expect(bench.store.accounts.read(other.accountId)?.frozen).toBe(WHY);
    expect((await run(config, "lift", caller.accountId)).out).toContain("is not suspended");
    expect(bench.store.verify()).toEqual([]);
  });

  it("waits while the appliance writes", async () => {
    const { caller } = bench.fund(0);
    bench.store.accounts.freeze(caller.accountId, WHY);
    const writer = new Database(join(bench.folder, "outdial.db"));
    writer.exec("BEGIN IMMEDIATE");
    const running = run(config, "lift", caller.accountId);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(bench.store.accounts.read(caller.accountId)?.frozen).toBe(WHY);
    writer.exec("COMMIT");
    writer.close();
    expect(await running).toMatchObject({ code: 0 });
    expect(bench.store.accounts.read(caller.accountId)?.frozen).toBeNull();
  });

  it("says in a sentence what is wrong, and changes nothing", async () => {
    expect(await run(config, "lift", "acct_unknown")).toMatchObject({
      code: 1,
      out: "",
      err: expect.stringMatching(/^outdial: There is no account acct_unknown/),
    });
    expect(await run(config, "lift")).toMatchObject({
      code: 2,
      err: expect.stringMatching(/missing required argument/),
    });
    expect(await run(config, "lift", "a", "b")).toMatchObject({ code: 2 });
    expect(await run(config, "suspended")).toMatchObject({ code: 0, out: "", err: "No account is suspended.\n" });

    writeFileSync(config, `data_dir: ${join(folder, "nothing")}\n`);
    expect(await run(config, "suspended")).toMatchObject({ code: 1, err: expect.stringMatching(/no database in/) });
    writeFileSync(config, "data_dri: x\n");
    expect(await run(config, "suspended")).toMatchObject({ code: 78, err: expect.stringMatching(/did you mean/) });
  });

  it("leaves a database of another version alone", async () => {
    const { caller } = bench.fund(0);
    bench.store.accounts.freeze(caller.accountId, WHY);
    const hand = new Database(join(bench.folder, "outdial.db"));
    const version = Number(hand.pragma("user_version", { simple: true }));
    hand.pragma("user_version = 2");
    expect(await run(config, "lift", caller.accountId)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/schema 2/),
    });
    hand.pragma(`user_version = ${version}`);
    hand.close();
    expect(bench.store.accounts.read(caller.accountId)?.frozen).toBe(WHY);
  });
});

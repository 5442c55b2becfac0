/** The operator's `outdial keys`, beside an appliance that runs on the same data folder. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openAppliance } from "../http/appliance.ts";
import type { Appliance } from "../http/appliance.ts";
import { outdial } from "./outdial.ts";
import type { Environment } from "./outdial.ts";

let appliance: Appliance;
let account: ReturnType<Appliance["bench"]["fund"]>;
let folder: string;
let env: Environment;
beforeEach(async () => {
  appliance = await openAppliance();
  account = appliance.bench.fund(1000);
  folder = mkdtempSync(join(tmpdir(), "keys-command-"));
  const config = join(folder, "outdial.yaml");
  writeFileSync(config, `data_dir: ${appliance.bench.folder}\n`);
  env = { OUTDIAL_CONFIG: config };
});
afterEach(async () => {
  await appliance.end();
  rmSync(folder, { recursive: true });
});

const works = async (key: string): Promise<boolean> => (await appliance.client.get("/v1/account", key)).status === 200;

it("creates a key that works at once, shows it once, and revokes it at once, though the appliance has just seen it", async () => {
  const { accountId } = account.caller;
  const created = await outdial(["keys", "create", "for the shop", "--account", accountId], env);
  const key = created.stdout.trim();
  expect(key).toMatch(/^svc_/);
  expect(await works(key)).toBe(true);

  const listed = await outdial(["keys", "list", "--json"], { ...env, OUTDIAL_KEY: key });
  expect(listed.stdout).not.toContain(key);
  const { keys } = JSON.parse(listed.stdout) as { keys: { key_id: string; name: string | null }[] };
  expect(keys).toMatchObject([
    { key_id: account.caller.keyId, name: null, revoked_at: null },
    { name: "for the shop", revoked_at: null },
  ]);

  const keyId = keys[1]?.key_id ?? "";
  expect(await outdial(["keys", "revoke", keyId, "--account", accountId], env)).toMatchObject({
    code: 0,
    stdout: `${keyId} no longer works.\n`,
  });
  expect(await works(key)).toBe(false);
  expect(await works(account.key)).toBe(true);
  expect((await outdial(["keys", "--account", accountId], env)).stdout).toMatch(/revoked {2}for the shop$/m);
  expect(appliance.bench.store.verify()).toEqual([]);
});

it("gives the new key as JSON too", async () => {
  const words = ["keys", "create", "robot", "--account", account.caller.accountId, "--json"];
  const { key } = JSON.parse((await outdial(words, env)).stdout) as { key: string };
  expect(await works(key)).toBe(true);
});

it("says in a sentence what is wrong, and changes nothing", async () => {
  const { accountId } = account.caller;
  expect(await outdial(["keys", "list"], env)).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/--account acct/),
  });
  expect((await outdial(["keys", "--account", "acct_unknown"], env)).stderr).toMatch(/no account acct_unknown/);
  expect((await outdial(["keys"], { ...env, OUTDIAL_KEY: "svc_wrong" })).stderr).toMatch(/key does not work/);
  const unknown = await outdial(["keys", "revoke", "key_unknown", "--account", accountId, "--json"], env);
  expect(unknown).toMatchObject({ code: 1, stderr: expect.stringMatching(/has no key key_unknown/) });
  expect(JSON.parse(unknown.stdout)).toMatchObject({ error: { code: "failed" } });
  expect((await outdial(["keys", "create", " ", "--account", accountId], env)).code).toBe(2);
  const other = appliance.bench.fund(0);
  const foreign = ["keys", "revoke", other.caller.keyId, "--account", accountId];
  expect((await outdial(foreign, env)).code).toBe(1);
  expect(await works(other.key)).toBe(true);
});

/**
 * `outdial keys`: the keys of an account, for whoever may read the appliance's data folder, also while it runs. (A person
 * who is not the operator sees to their keys on the account page.)
 */
import type { Command } from "commander";
import { openAccountKeys } from "../store/account-keys.ts";
import type { AccountKeys } from "../store/account-keys.ts";
import { dataFolder } from "./data-folder.ts";
import { UsageError } from "./exit.ts";
import { keyOf, withJson } from "./reach.ts";

type Options = { readonly account?: string; readonly key?: string; readonly json: boolean };

const NAME_AT_MOST = 60;

export function addKeys(program: Command): void {
  const keys = program
    .command("keys")
    .description("As the operator: list, create and revoke the keys of an account, also while the appliance runs.");
  ofAccount(
    keys.command("list", { isDefault: true }).description("List the keys, without what opens anything."),
  ).action((options: Options) => withKeys(options, list));
  ofAccount(keys.command("create").description("Create a key; it is shown only now."))
    .argument("<name>", "what it is for")
    .action((name: string, options: Options) => withKeys(options, (...where) => create(name, ...where)));
  ofAccount(keys.command("revoke").description("Revoke a key at once."))
    .argument("<key_id>", "as `outdial keys list` shows it")
    .action((keyId: string, options: Options) => withKeys(options, (...where) => revoke(keyId, ...where)));
}

function ofAccount(command: Command): Command {
  return withJson(
    command
      .option("--account <account_id>", "whose keys (default: the account of --key or OUTDIAL_KEY)")
      .option("--key <key>", "a key of the account"),
  );
}

function withKeys(options: Options, work: (keys: AccountKeys, accountId: string, json: boolean) => void): void {
  const key = keyOf(options.key);
  if (options.account === undefined && key === null)
    throw new UsageError("whose keys? Name the account with --account acct_…, or give one of its keys in OUTDIAL_KEY");
  const keys = openAccountKeys(dataFolder());
  try {
    const accountId = options.account ?? (key === null ? null : keys.accountOf(key, Date.now()));
    if (accountId === null)
      throw new Error("That key does not work on this appliance: name the account with --account.");
    if (!keys.isAccount(accountId)) throw new Error(`There is no account ${accountId} on this appliance.`);
    work(keys, accountId, options.json);
  } finally {
    keys.close();
  }
}

function list(keys: AccountKeys, accountId: string, json: boolean): void {
  const found = keys.list(accountId);
  if (json) {
    const shown = found.map(({ keyId, prefix, name, createdAtMs, lastUsedAtMs, revokedAtMs }) => ({
      key_id: keyId,
      prefix,
      name,
      created_at: time(createdAtMs),
      last_used_at: time(lastUsedAtMs),
      revoked_at: time(revokedAtMs),
    }));
    return console.log(JSON.stringify({ account_id: accountId, keys: shown }, null, 2));
  }
  for (const { keyId, prefix, name, lastUsedAtMs, revokedAtMs } of found) {
    const use = lastUsedAtMs === null ? "not used yet" : `used ${time(lastUsedAtMs)?.slice(0, 16)}`;
    console.log(`${keyId}  ${prefix}…  ${revokedAtMs === null ? use : "revoked"}  ${name ?? ""}`.trimEnd());
  }
}

function create(given: string, keys: AccountKeys, accountId: string, json: boolean): void {
  const name = given.trim();
  if (name === "" || name.length > NAME_AT_MOST)
    throw new UsageError(`the name of a key has 1 to ${NAME_AT_MOST} characters`);
  const { key, keyId } = keys.create(accountId, name, Date.now());
  if (json) return console.log(JSON.stringify({ account_id: accountId, key_id: keyId, key }, null, 2));
  console.error(`${keyId}, shown only now:`);
  console.log(key);
}

function revoke(keyId: string, keys: AccountKeys, accountId: string, json: boolean): void {
  if (!keys.revoke(accountId, keyId, Date.now()))
    throw new Error(`The account ${accountId} has no key ${keyId}: \`outdial keys list\` shows those it has.`);
  console.log(json ? JSON.stringify({ key_id: keyId, revoked: true }, null, 2) : `${keyId} no longer works.`);
}

function time(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

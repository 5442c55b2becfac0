/**
 * `outdial account`: the account of the key, and what the operator does about suspended accounts. The latter works on the
 * data folder of the appliance whose configuration OUTDIAL_CONFIG names, also while it runs.
 */
import { Option } from "commander";
import type { Command } from "commander";
import { openSuspensions } from "../store/suspensions.ts";
import type { Suspensions } from "../store/suspensions.ts";
import { got } from "./client/connect.ts";
import type { Schemas } from "./client/connect.ts";
import { dataFolder } from "./data-folder.ts";
import { reach, withJson, withReach } from "./reach.ts";
import type { Reach } from "./reach.ts";

type Json = { readonly json: boolean };

export function addAccount(program: Command): void {
  const account = program.command("account").description("Show the account of your key, or lift a suspension.");
  withReach(
    account.command("show", { isDefault: true }).description("Show balance and auto-reload of your key's account."),
  )
    .addOption(new Option("--auto-reload <switch>", "switch auto-reload").choices(["on", "off"]))
    .action(show);
  withJson(
    account.command("suspended").description("As the operator: list the suspended accounts, with the reason."),
  ).action((options: Json) => withSuspensions((suspensions) => list(suspensions, options)));
  withJson(account.command("lift").description("As the operator: let a suspended account place calls again."))
    .argument("<account_id>", "as `outdial account suspended` lists it")
    .action((accountId: string, options: Json) =>
      withSuspensions((suspensions) => lift(suspensions, accountId, options)),
    );
}

async function show(options: Reach & { readonly autoReload?: "on" | "off" }): Promise<void> {
  const { api } = await reach(options);
  const found =
    options.autoReload === undefined
      ? await got(api.GET("/account"))
      : await got(api.PATCH("/account", { body: { auto_reload: options.autoReload === "on" } }));
  if (options.json) console.log(JSON.stringify(found, null, 2));
  else for (const line of describe(found)) console.log(line);
}

function describe(account: Schemas["Account"]): readonly string[] {
  const { auto_reload_amount_usd: amount, auto_reload_threshold_usd: threshold } = account;
  const usd = (value: number): string => `${value.toFixed(2)} USD`;
  const held = account.held_usd > 0 ? `, of which ${usd(account.held_usd)} are held for calls under way` : "";
  return [
    `Account:      ${account.account_id}, since ${account.created_at.slice(0, 10)}`,
    `Balance:      ${usd(account.balance_usd)}${held}`,
    `Available:    ${usd(account.available_usd)}`,
    `Auto-reload:  ${account.auto_reload ? `${usd(amount)} when the balance is under ${usd(threshold)}` : "off"}`,
    `Top up:       ${account.top_up_url}`,
  ];
}

function withSuspensions(work: (suspensions: Suspensions) => void): void {
  const suspensions = openSuspensions(dataFolder());
  try {
    work(suspensions);
  } finally {
    suspensions.close();
  }
}

function list(suspensions: Suspensions, { json }: Json): void {
  const found = suspensions.list();
  if (json) {
    const accounts = found.map(({ accountId, why }) => ({ account_id: accountId, why }));
    return console.log(JSON.stringify({ accounts }, null, 2));
  }
  if (found.length === 0) console.error("No account is suspended.");
  for (const one of found) console.log(`${one.accountId}\t${one.why}`);
}

function lift(suspensions: Suspensions, id: string, { json }: Json): void {
  const done = suspensions.lift(id);
  if (done === "unknown")
    throw new Error(`There is no account ${id}: \`outdial account suspended\` lists those that are suspended.`);
  const lifted = done === "lifted";
  if (json) console.log(JSON.stringify({ account_id: id, lifted }, null, 2));
  else console.log(lifted ? `${id} may place calls again.` : `${id} is not suspended: nothing was changed.`);
}

/** Which appliance a command speaks to, and with which key: options first, then the environment, then the settings. */
import type { Command } from "commander";
import type { Settings } from "../config/load.ts";
import { connectAppliance } from "./client/connect.ts";
import type { Appliance } from "./client/connect.ts";
import { UsageError } from "./exit.ts";

export type Reach = { readonly base?: string; readonly key?: string; readonly json: boolean };

export function withReach(command: Command): Command {
  return withJson(
    command
      .option("--base <url>", "where the appliance is (default: OUTDIAL_URL, else as the configuration says)")
      .option("--key <key>", "the account's key (default: OUTDIAL_KEY, which other users of the machine cannot see)"),
  );
}

export function withJson(command: Command): Command {
  return command.option("--json", "print only JSON on standard output", false);
}

export async function reach(options: Reach): Promise<Appliance> {
  return connectAppliance(await baseOf(options.base), keyOf(options.key));
}

/** Without a slash at the end. */
export async function baseOf(given: string | undefined): Promise<string> {
  const base = given ?? process.env["OUTDIAL_URL"] ?? (await configuredBase());
  if (!/^https?:\/\//.test(base) || !URL.canParse(base))
    throw new UsageError(`${base} is no address: use one such as http://127.0.0.1:8080`);
  return base.replace(/\/+$/, "");
}

export function keyOf(given: string | undefined): string | null {
  const key = (given ?? process.env["OUTDIAL_KEY"] ?? "").trim();
  return key === "" ? null : key;
}

/** Read only when it is needed: the settings take a quarter of a second to load. */
async function configuredBase(): Promise<string> {
  const { loadSettings } = await import("../config/load.ts");
  return baseIn(loadSettings({ env: process.env }));
}

/** The address at which an appliance with these settings listens on this machine. */
export function baseIn({ server }: Pick<Settings, "server">): string {
  const host = server.host === "0.0.0.0" || server.host === "::" ? "127.0.0.1" : server.host;
  return `http://${host.includes(":") ? `[${host}]` : host}:${server.port}`;
}

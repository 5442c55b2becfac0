/** `npm run mcp`: the tools of agents over standard input and output, for a client that starts a program. */
import { Command } from "commander";
import { loadSettings } from "../config/load.ts";
import { systemClock } from "../lib/clock.ts";
import { serveOverStdio } from "../mcp/stdio.ts";
import { Interrupted, interruptSignal } from "./interrupt.ts";

function usualBase(): string {
  const { server } = loadSettings({ env: process.env });
  const host = server.host === "0.0.0.0" || server.host === "::" ? "127.0.0.1" : server.host;
  return `http://${host.includes(":") ? `[${host}]` : host}:${server.port}`;
}

const command = new Command("npm run --silent mcp --")
  .description(
    "Agent tools (MCP) over standard input and output, for a running appliance. OUTDIAL_KEY is the account's key.",
  )
  .option("--base <url>", "where the appliance is (default: OUTDIAL_URL, else as the configuration says)")
  .parse();

try {
  const { base = process.env["OUTDIAL_URL"] ?? usualBase() } = command.opts<{ base?: string }>();
  if (!/^https?:\/\//.test(base) || !URL.canParse(base))
    throw new Error(`${base} is no address: use one such as http://127.0.0.1:8080`);
  const key = process.env["OUTDIAL_KEY"]?.trim() ?? "";
  await serveOverStdio(
    {
      base: base.replace(/\/+$/, ""),
      key: key === "" ? null : key,
      nowMs: () => systemClock.monotonicMs(),
      onBug: (error) => console.error("outdial:", error),
    },
    interruptSignal(() => process.exit(130)),
  );
} catch (error) {
  console.error(`outdial: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = error instanceof Interrupted ? error.exitCode : 1;
}

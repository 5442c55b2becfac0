/** `outdial mcp`: the tools of agents over standard input and output, for a client that starts a program. */
import type { Command } from "commander";
import { systemClock } from "../lib/clock.ts";
import { interruptSignal } from "./interrupt.ts";
import { baseOf, keyOf } from "./reach.ts";

export function addMcp(program: Command): void {
  program
    .command("mcp")
    .description(
      "Agent tools (MCP) over standard input and output, for a running appliance. OUTDIAL_KEY is the account's key.",
    )
    .option("--base <url>", "where the appliance is (default: OUTDIAL_URL, else as the configuration says)")
    .action(async ({ base }: { readonly base?: string }) => {
      // Other commands need not wait until the protocol's library is loaded.
      const { serveOverStdio } = await import("../mcp/stdio.ts");
      await serveOverStdio(
        {
          base: await baseOf(base),
          key: keyOf(undefined),
          nowMs: () => systemClock.monotonicMs(),
          onBug: (error) => console.error("outdial:", error),
        },
        interruptSignal(() => process.exit(130)),
      );
    });
}

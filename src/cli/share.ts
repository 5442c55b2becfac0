/** `outdial share`: publishes a redacted page about an ended call, or withdraws it. */
import type { Command } from "commander";
import { got } from "./client/connect.ts";
import { reach, withReach } from "./reach.ts";
import type { Reach } from "./reach.ts";
import { tellResult } from "./terminal/result.ts";

export function addShare(program: Command): void {
  withReach(program.command("share").description("Publish a redacted page about an ended call, or withdraw it."))
    .argument("<call_id>", "the call")
    .option("--withdraw", "take the page down", false)
    .action(async (callId: string, options: Reach & { readonly withdraw: boolean }) => {
      const { api } = await reach(options);
      const params = { path: { id: callId } };
      const done = await got(api.POST("/calls/{id}/share", { params, body: { public: !options.withdraw } }));
      tellResult(options, done, options.withdraw ? done.message : done.url);
    });
}

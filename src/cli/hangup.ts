/** `outdial hangup`: hangs up a call, or takes back one that is still queued. */
import type { Command } from "commander";
import { got } from "./client/connect.ts";
import { reach, withReach } from "./reach.ts";
import type { Reach } from "./reach.ts";
import { tellResult } from "./terminal/result.ts";

export function addHangup(program: Command): void {
  withReach(program.command("hangup").description("Hang up a call, or take back one that is still queued."))
    .argument("<call_id>", "the call")
    .action(async (callId: string, options: Reach) => {
      const { api } = await reach(options);
      const done = await got(api.POST("/calls/{id}/hangup", { params: { path: { id: callId } } }));
      tellResult(
        options,
        done,
        done.already_ended === true ? "The call had already ended." : "The call is being hung up.",
      );
    });
}

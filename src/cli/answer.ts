/** `outdial answer`: answers what the business has asked. */
import type { Command } from "commander";
import { got } from "./client/connect.ts";
import { reach, withReach } from "./reach.ts";
import type { Reach } from "./reach.ts";
import { tellResult } from "./terminal/result.ts";

export function addAnswer(program: Command): void {
  withReach(program.command("answer").description("Answer what the business has asked."))
    .argument("<call_id>", "the call")
    .argument("<answer>", "what the assistant shall say")
    .action(async (callId: string, answer: string, options: Reach) => {
      const { api } = await reach(options);
      const params = { path: { id: callId } };
      const done = await got(api.POST("/calls/{id}/answer", { params, body: { answer } }));
      tellResult(options, done, "The answer was delivered.");
    });
}

/** `outdial answer`, `hangup` and `share`: one request about one call. */
import type { Command } from "commander";
import { got } from "./client/connect.ts";
import { reach, withReach } from "./reach.ts";
import type { Reach } from "./reach.ts";

export function addAnswer(program: Command): void {
  withReach(program.command("answer").description("Answer what the business has asked."))
    .argument("<call_id>", "the call")
    .argument("<answer>", "what the assistant shall say")
    .action(async (callId: string, answer: string, options: Reach) => {
      const { api } = await reach(options);
      const params = { path: { id: callId } };
      const done = await got(api.POST("/calls/{id}/answer", { params, body: { answer } }));
      tell(options, done, "The answer was delivered.");
    });
}

export function addHangup(program: Command): void {
  withReach(program.command("hangup").description("Hang up a call, or take back one that is still queued."))
    .argument("<call_id>", "the call")
    .action(async (callId: string, options: Reach) => {
      const { api } = await reach(options);
      const done = await got(api.POST("/calls/{id}/hangup", { params: { path: { id: callId } } }));
      tell(options, done, done.already_ended === true ? "The call had already ended." : "The call is being hung up.");
    });
}

export function addShare(program: Command): void {
  withReach(program.command("share").description("Publish a redacted page about an ended call, or withdraw it."))
    .argument("<call_id>", "the call")
    .option("--withdraw", "take the page down", false)
    .action(async (callId: string, options: Reach & { readonly withdraw: boolean }) => {
      const { api } = await reach(options);
      const params = { path: { id: callId } };
      const done = await got(api.POST("/calls/{id}/share", { params, body: { public: !options.withdraw } }));
      tell(options, done, options.withdraw ? done.message : done.url);
    });
}

function tell({ json }: Reach, body: unknown, sentence: string): void {
  console.log(json ? JSON.stringify(body, null, 2) : sentence);
}

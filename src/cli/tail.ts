/** `outdial tail`: follows a call that has been placed elsewhere, and may answer what it asks. */
import type { Command } from "commander";
import { followProgress } from "./client/progress.ts";
import { EXIT } from "./exit.ts";
import { interruptSignal } from "./interrupt.ts";
import { reach, withReach } from "./reach.ts";
import type { Reach } from "./reach.ts";
import { personAtTerminal } from "./terminal/person.ts";
import { watchCall } from "./watch-call.ts";

export function addTail(program: Command): void {
  withReach(program.command("tail").description("Follow a call live to its end, from its beginning."))
    .argument("<call_id>", "the call")
    .addHelpText("after", '\nWith --json every event is one line: {"event": …, "data": …}; the last is `ended`.')
    .action(tail);
}

async function tail(callId: string, options: Reach): Promise<void> {
  const signal = interruptSignal(() => process.exit(130));
  const appliance = await reach(options);
  if (!options.json) {
    return watchCall(appliance, callId, { json: false, person: personAtTerminal(), callKey: null }, signal);
  }
  process.exitCode = EXIT.failure;
  for await (const news of followProgress(appliance, callId, signal)) {
    console.log(JSON.stringify(news));
    if (news.event === "ended" && news.data.outcome?.success === true) process.exitCode = EXIT.success;
  }
}

/** `outdial plan`: what a call would be like, without placing it. */
import type { Command } from "commander";
import { requestOf, withRequest } from "./call-request.ts";
import type { RequestOptions } from "./call-request.ts";
import { got } from "./client/connect.ts";
import { EXIT } from "./exit.ts";
import { reach, withReach } from "./reach.ts";
import type { Reach } from "./reach.ts";
import { showPlan } from "./show-plan.ts";
import { paintFor } from "./terminal/paint.ts";

export function addPlan(program: Command): void {
  const command = program
    .command("plan")
    .description(
      "Preview a call without placing it: first words, cost, what policy says. Exit 3 if it would be refused.",
    );
  withReach(withRequest(command)).action(plan);
}

async function plan(phone: string, goal: string, options: Reach & RequestOptions): Promise<void> {
  const { api } = await reach(options);
  const found = await got(api.POST("/calls/plan", { body: requestOf(phone, goal, options) }));
  if (options.json) console.log(JSON.stringify(found, null, 2));
  else for (const line of showPlan(found, paintFor(process.stdout))) console.log(line);
  if (!found.callable) process.exitCode = EXIT.refused;
}

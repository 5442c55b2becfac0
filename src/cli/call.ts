/** `outdial call`: places a call on the appliance that runs here (or at --base) and follows it to its end. */
import type { Command } from "commander";
import { requestOf, withRequest } from "./call-request.ts";
import type { RequestOptions } from "./call-request.ts";
import { ApiError, connectAppliance, got } from "./client/connect.ts";
import type { Appliance, Schemas } from "./client/connect.ts";
import { EXIT, SetupNeeded, UsageError } from "./exit.ts";
import { interruptSignal } from "./interrupt.ts";
import { baseOf, keyOf, withReach } from "./reach.ts";
import type { Reach } from "./reach.ts";
import { showPlan } from "./show-plan.ts";
import { paintFor } from "./terminal/paint.ts";
import { personAtTerminal } from "./terminal/person.ts";
import type { Person } from "./terminal/person.ts";
import { watchCall } from "./watch-call.ts";

type Options = Reach & RequestOptions & { readonly yes: boolean; readonly setupCode?: string };

export function addCall(program: Command): void {
  const command = program
    .command("call")
    .description("Place a call, follow it live, answer what the business asks, and print the result.");
  withReach(withRequest(command))
    .option("-y, --yes", "dial without asking first; needed where nobody is at a terminal", false)
    .option("--setup-code <code>", "from a set-up that a person has completed")
    .action(call);
}

async function call(phone: string, goal: string, options: Options): Promise<void> {
  const person = personAtTerminal();
  if (!options.yes && !person.isThere)
    throw new UsageError("nobody is at a terminal to say yes: add --yes to dial without asking");
  const signal = interruptSignal(() => process.exit(130));
  const base = await baseOf(options.base);
  const key = keyOf(options.key);
  const appliance = connectAppliance(base, key);
  const { setupCode } = options;
  const request = { ...requestOf(phone, goal, options), ...(setupCode === undefined ? {} : { setup_code: setupCode }) };
  if (!options.yes && !(await isWanted(appliance, request, person, signal))) {
    person.tell("Nothing was dialled.");
    if (options.json) console.log(JSON.stringify({ status: "not_dialled" }));
    process.exitCode = EXIT.failure;
    return;
  }
  const placed = await place(appliance, request, person, signal);
  if (placed.account_key !== undefined)
    person.tell(`Your key, shown only now: ${placed.account_key} (put it into OUTDIAL_KEY, or pass it with --key)`);
  const accountKey = placed.account_key ?? key;
  const callKey = accountKey === null ? (placed.call_key ?? null) : null;
  const caller = connectAppliance(base, accountKey ?? callKey);
  await watchCall(caller, placed.call_id, { json: options.json, person, callKey }, signal);
}

/** Shows what the call would be like, and asks. */
async function isWanted(
  { api }: Appliance,
  request: Schemas["CallRequest"],
  person: Person,
  signal: AbortSignal,
): Promise<boolean> {
  const plan = await got(api.POST("/calls/plan", { body: request, signal }));
  for (const line of [`Call ${request.phone}: ${request.goal}`, ...showPlan(plan, paintFor(process.stderr))])
    person.tell(line);
  if (plan.blocked !== null) throw new ApiError(403, { status: "blocked", error: plan.blocked });
  const answer = await person.ask("Dial now? [y/N] ", signal);
  signal.throwIfAborted();
  return /^\s*y(es)?\s*$/i.test(answer ?? "");
}

/** Places the call; where the appliance asks for a set-up first, lets the person do it and goes on. */
async function place(
  { api }: Appliance,
  request: Schemas["CallRequest"],
  person: Person,
  signal: AbortSignal,
): Promise<Schemas["Placed"]> {
  const first = await api.POST("/calls", { body: request, signal });
  if (first.data !== undefined) return first.data;
  const setup = setupIn(first);
  if (setup === null) throw new ApiError(first.response.status, first.error);
  person.tell(setup.message_for_user);
  const { setup_code: setupCode } = setup;
  const done = await person.ask("Press Enter when that is done: ", signal);
  signal.throwIfAborted();
  if (done === null)
    throw new SetupNeeded(
      `a set-up is needed first: open the link, then give the same command with --setup-code ${setupCode}`,
      setup,
    );
  const second = await api.POST("/calls", { body: { ...request, setup_code: setupCode }, signal });
  if (second.data !== undefined) return second.data;
  const again = setupIn(second);
  if (again !== null) throw new SetupNeeded("the set-up is not finished yet: nothing was dialled", again);
  throw new ApiError(second.response.status, second.error);
}

type Refused = { readonly error?: unknown; readonly response: Response };

function setupIn({ error, response }: Refused): Schemas["NeedsSetup"] | null {
  return response.status === 402 ? (error as Schemas["NeedsSetup"]) : null;
}

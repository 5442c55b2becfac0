/** `outdial webhooks`: where the account is told of its calls, what became of that, and a receiver to try it with. */
import { Option } from "commander";
import type { Command } from "commander";
import { got } from "./client/connect.ts";
import type { Schemas } from "./client/connect.ts";
import { reach, withReach } from "./reach.ts";
import type { Reach } from "./reach.ts";
import { listen, portNumber } from "./webhooks-listen.ts";
import { WEBHOOK_EVENTS } from "./webhook-events.ts";

type Delivery = Schemas["DeliveryList"]["deliveries"][number];
type State = Delivery["state"];
const STATES: readonly State[] = ["pending", "delivered", "failed"];

export function addWebhooks(program: Command): void {
  const webhooks = program.command("webhooks").description("Be told of calls at an address of yours.");
  withReach(webhooks.command("list", { isDefault: true }).description("List the account's webhooks.")).action(list);
  withEvents(withReach(webhooks.command("add").description("Add one; its secret is shown only now.")))
    .argument("<url>", "where to, with https")
    .action(add);
  withReach(webhooks.command("remove").description("Remove one, and what it was still to be told."))
    .argument("<webhook_id>", "as `outdial webhooks list` shows it")
    .action(remove);
  withReach(webhooks.command("rotate").description("Exchange its secret; the old one signs too for a day."))
    .argument("<webhook_id>", "as `outdial webhooks list` shows it")
    .action(rotate);
  withReach(webhooks.command("deliveries").description("List what it was told, newest first, with every try."))
    .argument("<webhook_id>", "as `outdial webhooks list` shows it")
    .addOption(new Option("--state <state>", "only these").choices(STATES))
    .option("--cursor <delivery_id>", "go on where an earlier page ended")
    .action(deliveries);
  withReach(webhooks.command("resend").description("Send a delivery once more, under the same id."))
    .argument("<webhook_id>", "as `outdial webhooks list` shows it")
    .argument("<delivery_id>", "as `outdial webhooks deliveries` shows it")
    .action(resend);
  withEvents(
    withReach(
      webhooks
        .command("listen")
        .description("For development: open a port on this machine, check each delivery's signature, and print it."),
    ),
  )
    .addOption(new Option("--port <port>", "on 127.0.0.1; 0: any free one").argParser(portNumber).default(0))
    .option("--secret <whsec>", "of a webhook that leads here already (default: one is added, and removed at the end)")
    .action(listen);
}

function withEvents(command: Command): Command {
  return command.addOption(
    new Option("--events <event...>", "what to be told (default: answered, question, ended)").choices(WEBHOOK_EVENTS),
  );
}

async function list(options: Reach): Promise<void> {
  const { api } = await reach(options);
  const found = await got(api.GET("/webhooks"));
  if (options.json) return console.log(JSON.stringify(found, null, 2));
  for (const { webhook_id: id, url, events, stopped_at: stopped } of found.webhooks) {
    console.log(`${id}  ${url}  ${events.join(",")}${stopped === null ? "" : "  stopped: the receiver answered 410"}`);
  }
  if (found.webhooks.length === 0) console.error("No webhooks.");
}

type Events = { readonly events?: Schemas["Webhook"]["events"] };

async function add(url: string, options: Reach & Events): Promise<void> {
  const { api } = await reach(options);
  const { events } = options;
  const made = await got(api.POST("/webhooks", { body: { url, ...(events === undefined ? {} : { events }) } }));
  if (options.json) return console.log(JSON.stringify(made, null, 2));
  console.error(`${made.webhook_id} is told ${made.events.join(", ")}. Its secret, shown only now:`);
  console.log(made.secret);
}

async function remove(id: string, options: Reach): Promise<void> {
  const { api } = await reach(options);
  const removed = await got(api.DELETE("/webhooks/{id}", { params: { path: { id } } }));
  console.log(options.json ? JSON.stringify(removed, null, 2) : `${id} is told nothing any more.`);
}

async function rotate(id: string, options: Reach): Promise<void> {
  const { api } = await reach(options);
  const rotated = await got(api.POST("/webhooks/{id}/rotate", { params: { path: { id } } }));
  if (options.json) return console.log(JSON.stringify(rotated, null, 2));
  console.error(`The old secret signs too until ${rotated.old_secret_until}. The new one, shown only now:`);
  console.log(rotated.secret);
}

async function deliveries(
  id: string,
  { state, cursor, ...options }: Reach & { readonly state?: State; readonly cursor?: string },
): Promise<void> {
  const { api } = await reach(options);
  const query = { ...(state === undefined ? {} : { state }), ...(cursor === undefined ? {} : { cursor }) };
  const found = await got(api.GET("/webhooks/{id}/deliveries", { params: { path: { id }, query } }));
  if (options.json) return console.log(JSON.stringify(found, null, 2));
  for (const delivery of found.deliveries) for (const line of describe(delivery)) console.log(line);
  if (found.deliveries.length === 0) console.error("No deliveries.");
  if (found.next_cursor !== null) console.error(`There are more: --cursor ${found.next_cursor}`);
}

function describe(delivery: Delivery): readonly string[] {
  const { delivery_id: id, type, state, call_id: callId, next_try_at: next, tries } = delivery;
  const again = next === null ? "" : `, again at ${next}`;
  return [
    `${id}  ${type}  ${state}${again}  ${callId}`,
    ...tries.map(({ at, status, ms, error }) => `    ${at}  ${ms} ms  ${error ?? String(status)}`),
  ];
}

async function resend(id: string, delivery: string, options: Reach): Promise<void> {
  const { api } = await reach(options);
  const path = { id, delivery };
  const sent = await got(api.POST("/webhooks/{id}/deliveries/{delivery}/resend", { params: { path } }));
  console.log(options.json ? JSON.stringify(sent, null, 2) : `${delivery} is sent once more.`);
}

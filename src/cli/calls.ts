/** `outdial calls`: the account's calls, newest first, a page or all of them. */
import { InvalidArgumentError, Option } from "commander";
import type { Command } from "commander";
import { got } from "./client/connect.ts";
import type { Appliance, Schemas } from "./client/connect.ts";
import { reach, withReach } from "./reach.ts";
import type { Reach } from "./reach.ts";
import { paintFor } from "./terminal/paint.ts";
import type { Paint } from "./terminal/paint.ts";

type Page = Schemas["CallList"];
type Listed = Page["calls"][number];
type Options = Reach & {
  readonly status?: Schemas["CallStatus"];
  readonly limit?: number;
  readonly cursor?: string;
  readonly all: boolean;
};

const LARGEST_PAGE = 100;
const STATUSES: readonly Schemas["CallStatus"][] = ["queued", "ringing", "in_progress", "ended"];

export function addCalls(program: Command): void {
  withReach(program.command("calls").description("List the account's calls, newest first."))
    .addOption(new Option("--status <status>", "only calls in this state").choices(STATUSES))
    .addOption(new Option("--limit <n>", `calls on a page, 1 to ${LARGEST_PAGE} (default: 20)`).argParser(pageSize))
    .option("--cursor <call_id>", "go on where an earlier page ended")
    .addOption(new Option("--all", "every page").default(false).conflicts(["limit", "cursor"]))
    .action(calls);
}

function pageSize(text: string): number {
  const size = Number(text);
  if (/^\d+$/.test(text) && size >= 1 && size <= LARGEST_PAGE) return size;
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${LARGEST_PAGE}.`);
}

async function calls({ status, limit, cursor, all, ...options }: Options): Promise<void> {
  const appliance = await reach(options);
  const filter = status === undefined ? {} : { status };
  const found = all
    ? await everyPage(appliance, filter)
    : await readPage(appliance, {
        ...filter,
        ...(limit === undefined ? {} : { limit }),
        ...(cursor === undefined ? {} : { cursor }),
      });
  if (options.json) return console.log(JSON.stringify(found, null, 2));
  const paint = paintFor(process.stdout);
  for (const call of found.calls) console.log(row(call, paint));
  if (found.calls.length === 0) console.error("No calls.");
  if (found.next_cursor !== null) console.error(`There are more: --cursor ${found.next_cursor}, or --all`);
}

type Query = { readonly status?: Schemas["CallStatus"]; readonly limit?: number; readonly cursor?: string };

function readPage({ api }: Appliance, query: Query): Promise<Page> {
  return got(api.GET("/calls", { params: { query } }));
}

async function everyPage(appliance: Appliance, filter: Query): Promise<Page> {
  const found: Listed[] = [];
  let cursor: string | null = null;
  do {
    const page: Page = await readPage(appliance, {
      ...filter,
      limit: LARGEST_PAGE,
      ...(cursor === null ? {} : { cursor }),
    });
    found.push(...page.calls);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return { calls: found, next_cursor: null };
}

function row(call: Listed, paint: Paint): string {
  const result =
    call.status === "ended" ? (call.success === true ? "success" : (call.end_reason ?? "ended")) : call.status;
  const style = call.status !== "ended" ? "strong" : call.success === true ? "good" : "bad";
  return [
    call.call_id,
    call.created_at.slice(0, 16).replace("T", " "),
    call.phone.padEnd(16),
    paint(style, result.padEnd(18)),
    `${call.cost_usd.toFixed(2)} USD`.padStart(10),
    call.business_name === null ? call.goal : `${call.business_name}: ${call.goal}`,
  ].join("  ");
}

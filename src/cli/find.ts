/** `outdial find`: businesses to call. */
import type { Command } from "commander";
import { got } from "./client/connect.ts";
import type { Schemas } from "./client/connect.ts";
import { reach, withReach } from "./reach.ts";
import type { Reach } from "./reach.ts";
import { paintFor } from "./terminal/paint.ts";
import type { Paint } from "./terminal/paint.ts";

type Business = Schemas["Businesses"]["businesses"][number];

export function addFind(program: Command): void {
  withReach(program.command("find").description("Find businesses by name, or by what kind of business they are."))
    .argument("<query>", "words of a name, or a kind such as dentist")
    .option("--near <place>", "a place name, or latitude,longitude")
    .action(find);
}

async function find(query: string, { near, ...options }: Reach & { readonly near?: string }): Promise<void> {
  const { api } = await reach(options);
  const params = { query: { query, ...(near === undefined ? {} : { near }) } };
  const found = await got(api.GET("/businesses", { params }));
  if (options.json) return console.log(JSON.stringify(found, null, 2));
  const paint = paintFor(process.stdout);
  for (const business of found.businesses) console.log(show(business, paint));
  if (found.businesses.length === 0) console.error("No business was found.");
  for (const source of found.attribution ?? []) console.error(source);
}

function show({ name, phone, address, open_now: open, hours_today: hours, rating }: Business, paint: Paint): string {
  const isOpen = open === null ? null : open ? paint("good", "open now") : paint("bad", "closed now");
  const facts = [phone ?? "no number known", address, isOpen, hours, rating === null ? null : `rated ${rating}`];
  return `${paint("strong", name)}\n  ${facts.filter((fact) => fact !== null).join("  ·  ")}`;
}

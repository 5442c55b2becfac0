/** The real desk on a real SQLite file behind the real api; only the exchange and the conversations are scripts. */
import type { HttpParts, HttpSettings } from "../../src/http/server.ts";
import { allowedBy } from "../../src/webhooks/destination.ts";
import { webhookOperations } from "../../src/webhooks/operations.ts";
import { DeskBench } from "../fakes/desk.ts";
import type { BenchOptions } from "../fakes/desk.ts";
import type { OpenDoor } from "./http-under-test.ts";
import { SETTINGS, openDoor } from "./http-under-test.ts";

export type Appliance = OpenDoor & {
  readonly bench: DeskBench;
  /** The process dies and a new one starts on the same file, on another port. */
  restart(): Promise<void>;
  end(): Promise<void>;
};

export async function openAppliance(
  desk: BenchOptions = {},
  http: Partial<HttpSettings> = {},
  more: Pick<HttpParts, "agentTools" | "reference" | "metrics"> = {},
): Promise<Appliance> {
  let base = "";
  const bench = new DeskBench({ baseUrl: () => base, ...desk });
  const open = async (): Promise<OpenDoor> => {
    const settings = { ...SETTINGS, ...http };
    const { desk: operations, store, clock } = bench;
    const webhooks = webhookOperations({ store, allowed: allowedBy(["127.0.0.1"]), perAccount: 5, clock });
    const parts = { operations, pages: operations, around: operations, webhooks, settings, clock, ...more };
    const api = await openDoor(parts);
    base = api.base;
    return api;
  };
  const appliance = {
    ...(await open()),
    bench,
    async restart() {
      await appliance.server.close();
      await bench.restart();
      Object.assign(appliance, await open());
    },
    async end() {
      await appliance.server.close();
      await bench.end();
    },
  };
  return appliance;
}

/** Sends the only form of a page that has the fields, as a browser without JavaScript would. */
export async function submit(
  page: string,
  base: string,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<Response> {
  const forms = [...page.matchAll(/<form[^>]*method="post" action="([^"]+)"[^>]*>([\s\S]*?)<\/form>/g)];
  const form =
    forms.find(([, , inner]) => Object.keys(fields).every((name) => inner?.includes(`name="${name}"`))) ?? forms[0];
  if (form === undefined) throw new Error("the page has no form");
  const hidden = [...(form[2] ?? "").matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)" \/>/g)];
  const body = new URLSearchParams();
  for (const [, name = "", value = ""] of hidden) body.set(name, value);
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  return fetch(new URL(form[1] ?? "", base), { method: "POST", body, redirect: "manual", headers });
}

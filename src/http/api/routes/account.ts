/** GET and PATCH /v1/account. */
import type Router from "@koa/router";
import * as z from "zod";
import type { KeyHolder } from "../../../calls/operations.ts";
import { Refusal } from "../../../calls/refusal.ts";
import { readBody } from "../../body.ts";
import type { ApiContext } from "../context.ts";
import { read } from "../fields.ts";
import { renderAccount } from "../render.ts";
import { sendJson } from "../../reply.ts";

export const accountPatch = z.object({ auto_reload: z.boolean() }).meta({ id: "AccountPatch" });

export function accountRoutes(router: Router, api: ApiContext): void {
  const { operations, credentials } = api;

  router.get("/v1/account", (context) => {
    const caller = ofAccount(credentials.required(context.req));
    sendJson(context, 200, JSON.stringify(renderAccount(operations.readAccount(caller))));
  });

  router.patch("/v1/account", async (context) => {
    const { body } = await readBody(context.req);
    const caller = ofAccount(credentials.required(context.req));
    const { auto_reload: on } = read(accountPatch, body);
    sendJson(context, 200, JSON.stringify(renderAccount(operations.setAutoReload(caller, on))));
  });
}

/** The key of one demo call opens no account. */
function ofAccount(caller: KeyHolder): KeyHolder {
  if (caller.kind === "account") return caller;
  throw new Refusal("invalid_key", "a key of one call");
}

/** The account behind a key. */
import type { ZodOpenApiOperationObject } from "zod-openapi";
import { accountPatch } from "../api/routes/account.ts";
import * as shapes from "../api/shapes.ts";
import * as examples from "./examples.ts";
import { KEY, NEEDS_KEY, SYNTAX, jsonBody, ok, refusals } from "./parts.ts";

export const account: ZodOpenApiOperationObject = {
  operationId: "account",
  summary: "Read the account and its balance",
  ...NEEDS_KEY,
  responses: { "200": ok("The account.", shapes.accountBody, { one: examples.account }), ...refusals(...KEY) },
};

export const updateAccount: ZodOpenApiOperationObject = {
  operationId: "updateAccount",
  summary: "Turn auto-reload on or off",
  ...NEEDS_KEY,
  requestBody: jsonBody(accountPatch, { off: { auto_reload: false } }),
  responses: {
    "200": ok("The account.", shapes.accountBody, { one: { ...examples.account, auto_reload: false } }),
    ...refusals(...SYNTAX, ...KEY, "database_unavailable"),
  },
};

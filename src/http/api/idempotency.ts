/**
 * `Idempotency-Key` on every POST (contract section 4): the answer of a request is made as text inside the operation,
 * so that it can be stored in the same transaction and replayed byte for byte.
 */
import { createHash } from "node:crypto";
import type Koa from "koa";
import type { Caller, StoredReply, Operations } from "../../calls/operations.ts";
import { Refusal } from "../../calls/refusal.ts";
import { addHeader, sendJson } from "../reply.ts";
import { IDEMPOTENCY_KEY } from "./patterns.ts";

const FORM = new RegExp(IDEMPOTENCY_KEY);

export type TextAnswer = { readonly status: number; readonly body: string };

export type Repeatable = {
  readonly caller: Caller;
  readonly bytes: Buffer;
  readonly setupCode: string | null;
};

/** Runs the operation and answers; with an Idempotency-Key at most once. */
export function answerIdempotently(
  context: Koa.ParameterizedContext,
  operations: Pick<Operations, "idempotent">,
  repeatable: Repeatable,
  run: () => TextAnswer,
): void {
  sendReply(context, runIdempotently(context, operations, repeatable, run));
}

/** The same, for operations that many ask for at once: they share the wait for the disk. */
export async function answerIdempotentlyInOneCommit(
  context: Koa.ParameterizedContext,
  operations: Pick<Operations, "idempotent" | "shareCommit">,
  repeatable: Repeatable,
  run: () => TextAnswer,
): Promise<void> {
  sendReply(context, await operations.shareCommit(() => runIdempotently(context, operations, repeatable, run)));
}

function runIdempotently(
  context: Koa.ParameterizedContext,
  operations: Pick<Operations, "idempotent">,
  repeatable: Repeatable,
  run: () => TextAnswer,
): StoredReply {
  const key = readIdempotencyKey(context);
  if (key === null) return { ...run(), replayed: false };
  return operations.idempotent(
    {
      caller: repeatable.caller,
      path: context.path,
      key,
      fingerprint: createHash("sha256")
        .update(`${context.method} ${context.path}\n`)
        .update(repeatable.bytes)
        .digest("hex"),
      setupCode: repeatable.setupCode,
    },
    run,
  );
}

function sendReply(context: Koa.ParameterizedContext, reply: StoredReply): void {
  if (reply.replayed) addHeader(context, "Idempotent-Replayed", "true");
  sendJson(context, reply.status, reply.body);
}

/** Null when there is none; a malformed one is refused. */
export function readIdempotencyKey(context: Koa.ParameterizedContext): string | null {
  const header = context.req.headers["idempotency-key"];
  if (header === undefined) return null;
  if (typeof header === "string" && FORM.test(header)) return header;
  throw new Refusal("invalid_field", "`Idempotency-Key` must be 1 to 255 printable ASCII characters, such as a UUID.", {
    param: "Idempotency-Key",
  });
}

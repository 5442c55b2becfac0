/**
 * `Idempotency-Key` on every POST (contract section 4): the answer of a request is made as text inside the operation,
 * so that it can be stored in the same transaction and replayed byte for byte.
 */
import { createHash } from "node:crypto";
import type Koa from "koa";
import type { OnceReply, Operations } from "../calls/operations.ts";
import { Refusal } from "../calls/refusal.ts";
import { addHeader, sendJson } from "./reply.ts";

export type TextAnswer = { readonly status: number; readonly body: string };

export type Repeatable = {
  /** Account, call or client address. */
  readonly scope: string;
  readonly bytes: Buffer;
  readonly setupCode: string | null;
};

/** Runs the operation and answers; with an Idempotency-Key at most once. */
export function answerOnce(
  context: Koa.ParameterizedContext,
  operations: Pick<Operations, "once">,
  repeatable: Repeatable,
  run: () => TextAnswer,
): void {
  sendOnce(context, runOnce(context, operations, repeatable, run));
}

/** The same, for operations that many ask for at once: they share the wait for the disk. */
export async function answerOnceTogether(
  context: Koa.ParameterizedContext,
  operations: Pick<Operations, "once" | "together">,
  repeatable: Repeatable,
  run: () => TextAnswer,
): Promise<void> {
  sendOnce(context, await operations.together(() => runOnce(context, operations, repeatable, run)));
}

function runOnce(
  context: Koa.ParameterizedContext,
  operations: Pick<Operations, "once">,
  repeatable: Repeatable,
  run: () => TextAnswer,
): OnceReply {
  const key = idempotencyKey(context.req.headers["idempotency-key"]);
  if (key === null) return { ...run(), replayed: false };
  return operations.once(
    {
      scope: `${repeatable.scope} ${context.path}`,
      key,
      fingerprint: createHash("sha256")
        .update(`${context.method} ${context.path}\n`)
        .update(repeatable.bytes)
        .digest("hex"),
      sealWith: repeatable.setupCode,
    },
    run,
  );
}

function sendOnce(context: Koa.ParameterizedContext, reply: OnceReply): void {
  if (reply.replayed) addHeader(context, "Idempotent-Replayed", "true");
  sendJson(context, reply.status, reply.body);
}

function idempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  if (typeof header === "string" && /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/.test(header)) return header;
  throw new Refusal("invalid_field", "`Idempotency-Key` must be 1 to 255 printable ASCII characters, such as a UUID.", {
    param: "Idempotency-Key",
  });
}

/**
 * `Idempotency-Key` on every POST (contract section 4): the answer of a request is made as text inside the operation,
 * so that it can be stored in the same transaction and replayed byte for byte.
 */
import { createHash } from "node:crypto";
import type Koa from "koa";
import type { Caller, IdempotencyKey, StoredReply, Operations } from "../../calls/operations.ts";
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

/**
 * The same, for work that takes time and asks others (a directory, a language model): it runs outside the transaction.
 * `inFlight` holds the requests that are being worked on: one that comes meanwhile is told to ask again.
 */
export async function answerLaterIdempotently(
  context: Koa.ParameterizedContext,
  operations: Pick<Operations, "idempotent" | "earlierReply">,
  { caller, bytes, inFlight }: Pick<Repeatable, "caller" | "bytes"> & { readonly inFlight: Set<string> },
  work: () => Promise<TextAnswer>,
): Promise<void> {
  const key = readIdempotencyKey(context);
  if (key === null) {
    sendReply(context, { ...(await work()), replayed: false });
    return;
  }
  const request = requestOf(context, key, { caller, bytes, setupCode: null });
  const earlier = operations.earlierReply(request);
  if (earlier !== null) {
    sendReply(context, earlier);
    return;
  }
  const name = JSON.stringify([caller, context.path, key]);
  if (inFlight.has(name)) {
    throw new Refusal("idempotency_key_in_flight", "The first request with this Idempotency-Key is still under way.");
  }
  inFlight.add(name);
  try {
    const made = await work();
    sendReply(
      context,
      operations.idempotent(request, () => made),
    );
  } finally {
    inFlight.delete(name);
  }
}

function runIdempotently(
  context: Koa.ParameterizedContext,
  operations: Pick<Operations, "idempotent">,
  repeatable: Repeatable,
  run: () => TextAnswer,
): StoredReply {
  const key = readIdempotencyKey(context);
  if (key === null) return { ...run(), replayed: false };
  return operations.idempotent(requestOf(context, key, repeatable), run);
}

function requestOf(
  context: Koa.ParameterizedContext,
  key: string,
  { caller, bytes, setupCode }: Repeatable,
): IdempotencyKey {
  const { method, path } = context;
  const fingerprint = createHash("sha256").update(`${method} ${path}\n`).update(bytes).digest("hex");
  return { caller, path, key, fingerprint, setupCode };
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

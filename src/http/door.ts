/** What every route of this door works with, and how one reads a body. */
import type { IncomingMessage } from "node:http";
import type Koa from "koa";
import type { Logger } from "pino";
import type { AroundOperations } from "../calls/operations-around.ts";
import type { KeyHolder, Operations } from "../calls/operations.ts";
import { parseObject, readBytes } from "./body.ts";
import type { JsonObject } from "./body.ts";
import type { CallRequestSchema } from "./call-request.ts";
import type { Credentials } from "./credentials.ts";
import type { Waits } from "./waits.ts";

export type Log = Pick<Logger, "debug" | "info" | "warn" | "error">;

export type Door = {
  readonly operations: Operations;
  readonly around: AroundOperations;
  readonly credentials: Credentials;
  readonly addressOf: (request: IncomingMessage) => string;
  readonly callRequest: CallRequestSchema;
  readonly demo: { readonly phone: string; readonly callsPerDay: number };
  readonly waits: Waits;
  /** As clients reach the appliance, without a slash at the end; known once it listens. */
  readonly baseUrl: () => string;
  readonly log: Log;
  /** Aborted when the server closes: streams end. */
  readonly signal: AbortSignal;
};

export type Context = Koa.ParameterizedContext<Koa.DefaultState, { params?: Record<string, string | undefined> }>;

/** The body's object and the bytes it was read from. */
export async function readBody(
  request: IncomingMessage,
): Promise<{ readonly bytes: Buffer; readonly body: JsonObject }> {
  const bytes = await readBytes(request);
  return { bytes, body: parseObject(request, bytes) };
}

/** For operations without a body: none, or one that is JSON all the same. */
export async function readNoBody(request: IncomingMessage): Promise<Buffer> {
  const bytes = await readBytes(request);
  if (bytes.length > 0) parseObject(request, bytes);
  return bytes;
}

/** The scope in which the Idempotency-Keys of a caller count. */
export function scopeOf(caller: KeyHolder): string {
  return caller.kind === "account" ? caller.accountId : caller.callId;
}

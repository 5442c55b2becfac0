/** What every route works with. */
import type { IncomingMessage } from "node:http";
import type { Logger } from "pino";
import type { AroundOperations } from "../../planning/operations.ts";
import type { Operations } from "../../calls/operations.ts";
import type { WebhookOperations } from "../../calls/ports-webhooks.ts";
import type { Metrics } from "../metrics.ts";
import type { CallRequestSchema } from "./call-request.ts";
import type { Credentials } from "./credentials.ts";
import type { LongPolls } from "./long-poll.ts";

export type Log = Pick<Logger, "debug" | "info" | "warn" | "error">;

export type ApiContext = {
  readonly operations: Operations;
  readonly around: AroundOperations;
  readonly webhooks: WebhookOperations;
  readonly credentials: Credentials;
  readonly addressOf: (request: IncomingMessage) => string;
  readonly callRequest: CallRequestSchema;
  /** What hears and speaks, in words; null when there is nothing to say. */
  readonly engines: string | null;
  readonly demo: { readonly phone: string; readonly callsPerDay: number };
  readonly longPolls: LongPolls;
  readonly metrics: Metrics;
  /** As clients reach the appliance, without a slash at the end; known once it listens. */
  readonly baseUrl: () => string;
  readonly log: Log;
  /** Aborted when the server closes: streams end. */
  readonly signal: AbortSignal;
};

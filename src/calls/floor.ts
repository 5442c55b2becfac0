/**
 * What every part of the desk stands on: its ports, its settings, and the calls under way. Made once by `desk.ts`;
 * private to the desk.
 */
import type { Clock } from "../lib/clock.ts";
import type { Brief } from "./brief.ts";
import type { LiveCall } from "./live-call.ts";
import type { ThinkAhead } from "./plan/improve.ts";
import type { Directory } from "./ports-directory.ts";
import type { CheckPolicy } from "./ports-policy.ts";
import type { Payments } from "./ports-payments.ts";
import type { Store } from "./ports-store.ts";
import type { Timers } from "./ports-time.ts";
import type { Conversations, Pbx } from "./ports.ts";

export type DeskSettings = {
  /** `server.public_url`, without a slash at the end; asked each time, because port 0 is known only after listening. */
  readonly baseUrl: () => string;
  readonly demo: { readonly phone: string; readonly callsPerDay: number };
  /** `trunk.host` is set. */
  readonly trunkConfigured: boolean;
  readonly assistant: { readonly name: string; readonly disclosure: boolean };
  readonly maxCallSeconds: number;
  readonly answerWaitSeconds: number;
  readonly ringSeconds: number;
  readonly drainSeconds: number;
  readonly limits: {
    readonly callsPerNumberPerDay: number;
    readonly concurrentCallsPerAccount: number;
    readonly callsPerAccountPerDay: number;
    readonly callsPerMinute: number;
  };
};

/** Facts as fields under a constant message (a pino logger fits). Nothing personal is ever passed. */
export interface DeskLog {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}

/** What is needed around calls: to plan one, and to find whom to call. */
export type AroundPorts = {
  readonly directory: Directory;
  /** Exactly what the assistant would say first. */
  readonly openingLine: (brief: Brief, assistant: DeskSettings["assistant"]) => string;
  /** A language model that improves plans; null when none is configured. */
  readonly thinkAhead: ThinkAhead | null;
};

export type DeskPorts = {
  readonly store: Store;
  readonly pbx: Pbx;
  readonly conversations: Conversations;
  readonly payments: Payments;
  readonly checkPolicy: CheckPolicy;
  readonly around: AroundPorts;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly settings: DeskSettings;
  readonly log: DeskLog;
};

export type Floor = DeskPorts & {
  /** The calls that have not ended, by id. */
  readonly live: Map<string, LiveCall>;
  /** A commit has changed this call: whoever watches it is told. */
  changed(callId: string): void;
  /** Money was just posted to this account, in the transaction under way: auto-reload may have to act. */
  charged(accountId: string): void;
};

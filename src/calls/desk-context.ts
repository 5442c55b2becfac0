/**
 * What every part of the desk stands on: its ports, its settings, and the calls under way. Made once by `desk.ts`;
 * private to the desk.
 */
import type { Clock, Timers } from "../lib/clock.ts";
import type { Brief } from "./brief.ts";
import type { CallFact } from "./call-facts.ts";
import type { LiveCall } from "./live-call.ts";
import type { ThinkAhead } from "../planning/improve.ts";
import type { Directory } from "../planning/ports.ts";
import type { KeylessBudget, KeylessLimits } from "../policy/keyless.ts";
import type { CheckPolicy } from "../policy/ports.ts";
import type { Payments } from "../billing/ports-payments.ts";
import type { Links } from "./ports-links.ts";
import type { CallUsage } from "./usage.ts";
import type { Store } from "./ports-store.ts";
import type { Capacity, Conversations, Pbx } from "./ports.ts";

export type DeskSettings = {
  readonly demo: { readonly phone: string; readonly callsPerDay: number };
  /** `trunk.host` is set. */
  readonly trunkConfigured: boolean;
  readonly assistant: { readonly name: string; readonly disclosure: boolean };
  readonly maxCallSeconds: number;
  readonly answerWaitSeconds: number;
  readonly holdSeconds?: number;
  readonly ringSeconds: number;
  readonly drainSeconds: number;
  readonly limits: {
    readonly callsPerNumberPerDay: number;
    readonly concurrentCallsPerAccount: number;
    readonly callsPerAccountPerDay: number;
    readonly callsPerMinute: number;
  };
  /** Requests without a key, a minute. */
  readonly keyless: KeylessLimits;
};

/** Facts as fields under a constant message (a pino logger fits). Nothing personal is ever passed. */
interface DeskLog {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}

/** What is needed around calls: to plan one, and to find whom to call. */
type AroundPorts = {
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
  readonly capacity: Capacity;
  readonly payments: Payments;
  readonly checkPolicy: CheckPolicy;
  readonly around: AroundPorts;
  readonly links: Links;
  /** What each call has used, once its conversation is over; left out where nobody adds it up. */
  readonly onUsage?: (usage: CallUsage) => void;
  /** What happens to calls, as it happens; left out where nobody counts. Each is logged in any case. */
  readonly onFact?: (fact: CallFact) => void;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly settings: DeskSettings;
  readonly log: DeskLog;
};

export type DeskContext = DeskPorts & {
  /** The calls that have not ended, by id. */
  readonly live: Map<string, LiveCall>;
  readonly keyless: KeylessBudget;
  /** A commit has changed this call: whoever watches it is told. */
  changed(callId: string): void;
  /** Money was just posted to this account, in the transaction under way: auto-reload may have to act. */
  charged(accountId: string): void;
};

/** What the desk remembers of the set-ups that wait for a person, and of those that one has confirmed. */
import type { Brief } from "../calls/brief.ts";

export type SetupRow = {
  readonly setupId: string;
  readonly kind: "first_call" | "top_up";
  readonly state: "open" | "paying" | "completed" | "used";
  /** The account that is opened by it (from its completion on) or topped up. */
  readonly accountId: string | null;
  readonly brief: Brief;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
};

export interface Setups {
  /** Returns the set-up code, which is not kept. `askedBy`: the account or address whose request it answers. */
  create(
    setup: Pick<SetupRow, "setupId" | "kind" | "accountId" | "brief" | "createdAtMs" | "expiresAtMs"> & {
      readonly askedBy: string;
    },
  ): string;
  byCode(code: string): SetupRow | null;
  byToken(token: string): SetupRow | null;
  byId(setupId: string): SetupRow | null;
  /** The word in the link that belongs to a code: derived one way, so that the link does not give the code away. */
  tokenOf(code: string): string;
  markPaying(setupId: string): void;
  /** Back to `open` after a payment that came to nothing. */
  markOpen(setupId: string): void;
  complete(setupId: string, accountId: string, expiresAtMs: number): void;
  use(setupId: string, callId: string): void;
  /** True exactly once, for a completed set-up. */
  claimLink(setupId: string): boolean;
  /** Drops the oldest of these that nobody has confirmed or begun to pay for, beyond so many. */
  keepNewest(askedBy: string, most: number): void;
  prune(beforeMs: number): void;
}

/**
 * What may be asked around a call: what it would be like, whom one could call, and to show what came of it. Planning and
 * searching need no key and change nothing.
 */
import type { Brief } from "../calls/brief.ts";
import type { KeyHolder } from "../calls/operations.ts";
import type { Plan } from "./plan.ts";
import type { BusinessMatch } from "./ports.ts";
import type { RefusalCode } from "../calls/refusal.ts";
import type { SharedCall } from "../sharing/shared-call.ts";

export type ShareReply = {
  /** Where the page is; on withdrawal, where it is no more. */
  readonly url: string;
  readonly message: string;
};

export type PlanRequest = {
  /** A number that is refused by its very digits stands here as it was sent: it is only shown. */
  readonly brief: Brief;
  readonly refusedNumber: { readonly code: RefusalCode; readonly message: string } | null;
  readonly unknownFields: readonly string[];
  readonly knownFields: readonly string[];
};

export interface AroundOperations {
  /**
   * Publishes what came of an ended call, or takes it down. Publishing a published call gives the same link; after a
   * withdrawal a new one. Withdrawing a call that was never shared answers with a link that never works.
   */
  shareCall(caller: KeyHolder, callId: string, isPublic: boolean): ShareReply;
  /** What the link shows: the copy made when it was published. Null when there never was such a link. */
  readShared(token: string): SharedCall | "withdrawn" | null;
  /** Never dials and never refuses: what would be refused is told in the plan. */
  planCall(request: PlanRequest, signal: AbortSignal): Promise<Plan>;
  findBusinesses(
    /** `mayCost`: a key of an account came with the question. */
    query: { readonly text: string; readonly near: string | null; readonly mayCost: boolean },
    signal: AbortSignal,
  ): Promise<readonly BusinessMatch[]>;
}

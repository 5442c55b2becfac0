import type { Brief } from "../calls/brief.ts";
import type { RefusalCode, RefusalDetails } from "../calls/refusal.ts";

type PolicyQuestion = {
  readonly brief: Brief;
  /** The call goes to the demo number, which is exempt from the rules about countries and numbers. */
  readonly demo: boolean;
  readonly nowMs: number;
};

export type PolicyVerdict = {
  readonly code: RefusalCode;
  /** What to do next, for the agent that asked. */
  readonly message: string;
  readonly details: RefusalDetails;
};

/**
 * May this call be placed at all (contract section 3, the rows of 403)? Null when it may. What depends on what is
 * stored (do-not-call numbers, calls per number, suspended accounts) is asked of the store by the desk, not here.
 */
export type CheckPolicy = (question: PolicyQuestion) => PolicyVerdict | null;

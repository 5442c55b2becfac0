/**
 * The ten tools (specification section 4): which operation each is, and what a client should know before it lets a model
 * use one. Fields and shapes are not here: they come from the appliance's own description.
 */

/** Keys that a tool takes as an argument, for clients whose Authorization header cannot change. */
export type KeyArgument = "call_key" | "account_key";

export type Tool = {
  readonly name: string;
  readonly title: string;
  readonly method: "GET" | "POST";
  /** As in the description, below /v1. */
  readonly path: string;
  readonly keys: readonly KeyArgument[];
  readonly does: string;
  /** True when what it does costs the user money. */
  readonly costs: boolean;
  readonly hints: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
};

const BOTH = ["call_key", "account_key"] as const;
const LOOKS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
const ACTS = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true };

export const TOOLS: readonly Tool[] = [
  {
    name: "place_call",
    title: "Place a phone call",
    method: "POST",
    path: "/calls",
    keys: [],
    does: "Phones a business on behalf of the user, pursues the goal and asks the questions. Returns at once with call_id; then follow the call with get_call. Without a key the answer may be needs_setup: show message_for_user to the user, and repeat the same arguments with setup_code once they have confirmed.",
    costs: true,
    // A call that was made cannot be unmade.
    hints: { ...ACTS, destructiveHint: true },
  },
  {
    name: "list_calls",
    title: "List recent calls",
    method: "GET",
    path: "/calls",
    keys: ["account_key"],
    does: "Lists the account's calls, newest first.",
    costs: false,
    hints: LOOKS,
  },
  {
    name: "get_call",
    title: "Follow a call",
    method: "GET",
    path: "/calls/{id}",
    keys: BOTH,
    does: "Reads one call: status, transcript, pending_question, answers, outcome, cost. With wait 50 it returns as soon as the status changes or the business asks something; repeat it until status is ended.",
    costs: false,
    hints: LOOKS,
  },
  {
    name: "answer_question",
    title: "Answer what the business asks",
    method: "POST",
    path: "/calls/{id}/answer",
    keys: BOTH,
    does: "Answers the pending_question of a running call; the assistant says it to the business, which is kept waiting for about a minute. Ask the user when you do not know the answer.",
    costs: false,
    hints: ACTS,
  },
  {
    name: "hang_up",
    title: "End a call",
    method: "POST",
    path: "/calls/{id}/hangup",
    keys: BOTH,
    does: "Ends a call that is under way.",
    costs: false,
    hints: { ...ACTS, destructiveHint: true, idempotentHint: true },
  },
  {
    name: "share_call",
    title: "Publish a page about a call",
    method: "POST",
    path: "/calls/{id}/share",
    keys: BOTH,
    does: "Publishes a page with transcript and result of an ended call that anyone with the link can read (phone numbers and email addresses hidden), or takes it down.",
    costs: false,
    hints: { ...ACTS, idempotentHint: true },
  },
  {
    name: "plan_call",
    title: "Preview a call",
    method: "POST",
    path: "/calls/plan",
    keys: [],
    does: "Shows what a call would be like without dialling: opening line, checklist, what the business will probably ask, whether it is open, what it may cost. Takes the arguments of place_call and needs no key.",
    costs: false,
    hints: LOOKS,
  },
  {
    name: "find_business",
    title: "Find a business to call",
    method: "GET",
    path: "/businesses",
    keys: ["account_key"],
    does: "Finds businesses with their phone numbers and hours, by name or kind. Needs no key.",
    costs: false,
    hints: { ...LOOKS, openWorldHint: true },
  },
  {
    name: "account",
    title: "Read the account",
    method: "GET",
    path: "/account",
    keys: ["account_key"],
    does: "Reads the balance, whether auto-reload is on, and a link to top up.",
    costs: false,
    hints: LOOKS,
  },
  {
    name: "pricing",
    title: "Read the prices",
    method: "GET",
    path: "/pricing",
    keys: [],
    does: "Reads what calls cost and the number of the free demo. Needs no key.",
    costs: false,
    hints: LOOKS,
  },
];

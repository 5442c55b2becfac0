import type { KeyHolder } from "./operations.ts";
import type { Store } from "./ports-store.ts";
import { Refusal } from "./refusal.ts";

export function callNotFound(): Refusal {
  return new Refusal("call_not_found", "There is no such call for this key. Check the call_id.");
}

/** Lets the key's holder at their own calls only; a stranger's call and no call take the same path and time. */
export function authorise(store: Store, caller: KeyHolder, callId: string): void {
  const owner = store.calls.owner(callId);
  const own =
    caller.kind === "call" ? caller.callId === callId : owner !== null && owner.accountId === caller.accountId;
  if (owner === null || !own) throw callNotFound();
}

import type { KeyHolder } from "./operations.ts";
import type { Store } from "./ports-store.ts";
import { Refusal } from "./refusal.ts";

export function callNotFound(): Refusal {
  return new Refusal("call_not_found", "There is no such call for this key. Check the call_id.");
}

/**
 * Lets the key's holder at their own calls only. Only what is the holder's own is looked at, so a stranger's call and no
 * call cannot be told apart, also not by the time it takes.
 */
export function authorise(store: Store, caller: KeyHolder, callId: string): void {
  const own = caller.kind === "call" ? caller.callId === callId : store.calls.isOf(caller.accountId, callId);
  if (!own) throw callNotFound();
}

/** A call that nobody answered ends before its conversation has told what it used: that is written afterwards. */
import type { DeskContext } from "./desk-context.ts";
import type { CallUsage } from "./usage.ts";

export function noteLateUsage(context: DeskContext, callId: string, usage: CallUsage): void {
  const { store, log } = context;
  try {
    store.atomically(() => {
      store.calls.saveUsage(callId, usage);
      store.afterCommit(() => context.changed(callId));
    });
  } catch (error) {
    log.warn({ call_id: callId, err: error }, "what a call has used could not be written");
  }
}

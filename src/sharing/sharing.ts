/** Links under which the world may read what came of a call (specification 4.6). Private to the desk. */
import { randomToken } from "../lib/ids.ts";
import { callNotFound } from "../calls/authorise.ts";
import type { DeskContext } from "../calls/desk-context.ts";
import type { AroundOperations, ShareReply } from "../planning/operations.ts";
import type { CallRecord } from "../calls/operations.ts";
import { Refusal } from "../calls/refusal.ts";
import { sharedCopy } from "./shared-call.ts";
import { failpoint } from "../lib/failpoint.ts";

/** 160 bits that have nothing to do with the call's id: neither is found from the other. */
const TOKEN_BYTES = 20;

const PUBLISHED =
  "Anyone with the link can read the transcript and result of this call. Phone numbers and email addresses are hidden.";
const WITHDRAWN =
  "The page has been taken down and the link no longer works: so far anyone with the link could read the transcript and result, with phone numbers and emails hidden. Sharing again makes a new link.";
const NEVER_SHARED =
  "The call was not shared, so there was nothing to take down, and the link does not work. Once shared, anyone with the link can read the transcript and result; phone numbers and emails are hidden.";

export function sharedUrl(context: DeskContext, callId: string): string | null {
  const share = context.store.shares.latest(callId);
  return share === null || !share.published ? null : context.links.share(share.token);
}

/** `callId` belongs to the caller. */
export function setShared(
  context: DeskContext,
  callId: string,
  isPublic: boolean,
  read: () => CallRecord | null,
): ShareReply {
  const { store } = context;
  return store.atomically(() => {
    const call = read();
    if (call === null) throw callNotFound();
    if (call.status !== "ended") throw notEnded();
    const latest = store.shares.latest(callId);
    const nowMs = context.clock.wallMs();
    if (isPublic) {
      if (latest?.published === true) return { url: context.links.share(latest.token), message: PUBLISHED };
      const copy = sharedCopy(call);
      if (copy === null) throw notEnded();
      const token = randomToken(TOKEN_BYTES);
      store.shares.publish(callId, token, copy, nowMs);
      failpoint("share.published");
      store.afterCommit(() => {
        failpoint("share.committed");
        context.changed(callId);
      });
      return { url: context.links.share(token), message: PUBLISHED };
    }
    if (latest === null) {
      const token = randomToken(TOKEN_BYTES);
      store.shares.reserve(callId, token, nowMs);
      return { url: context.links.share(token), message: NEVER_SHARED };
    }
    if (latest.published) {
      store.shares.withdraw(latest.token, nowMs);
      store.afterCommit(() => context.changed(callId));
    }
    return { url: context.links.share(latest.token), message: WITHDRAWN };
  });
}

export function readShared(context: DeskContext, token: string): ReturnType<AroundOperations["readShared"]> {
  return context.store.shares.read(token);
}

function notEnded(): Refusal {
  const message = "The call has not ended yet. Follow it until its status is ended, then share it.";
  return new Refusal("call_not_ended", message);
}

/**
 * A request that carries an Idempotency-Key is carried out once (contract section 4): the stored answer, or the request
 * and its answer in the transaction that stores it.
 *
 * What placed a call is kept for its 24 h whatever happens, so that a retry never dials twice; there are no more of
 * those than calls. All other operations do no harm when they are repeated (a hang-up of an ended call, the same share),
 * and somebody with one key could store any number of them: of those the oldest make room.
 */
import type { DeskContext } from "./desk-context.ts";
import type { Caller, IdempotencyKey, StoredReply } from "./operations.ts";
import { Refusal } from "./refusal.ts";
import { failpoint } from "../lib/failpoint.ts";

const REPLY_LIFE_MS = 24 * 60 * 60 * 1000;
const MOST_OF_HOLDER: Readonly<Record<Caller["kind"], number>> = { account: 1_000, call: 100, anonymous: 100 };
const MOST_IN_ALL = 10_000;

export function runOnce(
  { store, clock }: DeskContext,
  request: IdempotencyKey,
  run: () => { status: number; body: string },
): StoredReply {
  return store.atomically(() => {
    const nowMs = clock.wallMs();
    const earlier = earlierReply(store, request, nowMs);
    if (earlier !== null) return earlier;
    const { caller, fingerprint } = request;
    const name = nameOf(request);
    const { holder } = name;
    const { status, body } = run();
    if (status >= 200 && status < 300) {
      store.replies.prune(nowMs);
      const lasting = status === 201;
      store.replies.keep(name, { fingerprint, status, body }, { lasting, expiresAtMs: nowMs + REPLY_LIFE_MS });
      if (!lasting) store.replies.makeRoom(holder, { ofHolder: MOST_OF_HOLDER[caller.kind], inAll: MOST_IN_ALL });
      failpoint("reply.kept");
    }
    return { status, body, replayed: false };
  });
}

/** What is stored for this request, or null; another request with the same key is refused. */
export function earlierReply(
  store: Pick<DeskContext["store"], "replies">,
  request: IdempotencyKey,
  nowMs: number,
): StoredReply | null {
  const found = store.replies.find(nameOf(request), nowMs);
  if (found === null) return null;
  if (found.fingerprint !== request.fingerprint || found.body === null) {
    throw new Refusal(
      "idempotency_key_reused",
      "This Idempotency-Key was used for another request. Send a new key with a new request.",
    );
  }
  return { status: found.status, body: found.body, replayed: true };
}

function nameOf({ caller, path, key, setupCode }: IdempotencyKey) {
  return { holder: holderOf(caller), path, key, setupCode };
}

function holderOf(caller: Caller): string {
  switch (caller.kind) {
    case "account":
      return caller.accountId;
    case "call":
      return caller.callId;
    case "anonymous":
      return caller.address;
  }
}

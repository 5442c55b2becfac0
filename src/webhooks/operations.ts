/** What an account does with its webhooks. */
import type { KeyHolder } from "../calls/operations.ts";
import type { WebhookOperations } from "../calls/ports-webhooks.ts";
import type { Store } from "../calls/ports-store.ts";
import { Refusal } from "../calls/refusal.ts";
import type { Clock } from "../lib/clock.ts";
import { newId } from "../lib/ids.ts";
import { urlFault } from "./destination.ts";
import type { Allowed } from "./destination.ts";
import { newSecret } from "./signature.ts";

const OLD_SECRET_MS = 24 * 3_600_000;

export type WebhookParts = {
  readonly store: Pick<Store, "webhooks" | "atomically">;
  readonly allowed: Allowed;
  readonly perAccount: number;
  readonly clock: Clock;
};

export function webhookOperations({ store, allowed, perAccount, clock }: WebhookParts): WebhookOperations {
  const { webhooks } = store;
  return {
    add(caller, { url, events }) {
      const accountId = accountOf(caller);
      const fault = urlFault(url, allowed);
      if (fault !== null) throw new Refusal("invalid_field", `\`url\` ${fault}.`, { param: "url" });
      const webhook = { webhookId: newId("wh"), url, events: [...new Set(events)], createdAtMs: clock.wallMs() };
      const secret = newSecret();
      store.atomically(() => {
        if (webhooks.list(accountId).length >= perAccount) {
          throw new Refusal(
            "webhook_limit",
            `This account has ${perAccount} webhooks, which is all it may have: remove one first.`,
          );
        }
        webhooks.add({ ...webhook, accountId, secret });
      });
      return { webhook: { ...webhook, stoppedAtMs: null }, secret };
    },
    list: (caller) => webhooks.list(accountOf(caller)),
    remove(caller, webhookId) {
      const accountId = accountOf(caller);
      if (!store.atomically(() => webhooks.remove(accountId, webhookId))) throw unknown();
    },
    rotate(caller, webhookId) {
      const [accountId, secret] = [accountOf(caller), newSecret()];
      const oldUntilMs = clock.wallMs() + OLD_SECRET_MS;
      if (!store.atomically(() => webhooks.rotate(accountId, webhookId, secret, oldUntilMs))) throw unknown();
      return { secret, oldUntilMs };
    },
    deliveries(caller, webhookId, { limit, cursor, state }) {
      const page = { limit: limit + 1, after: cursor, state };
      const found = webhooks.deliveries(accountOf(caller), webhookId, page);
      if (found === null) throw unknown();
      const deliveries = found.slice(0, limit);
      return { deliveries, nextCursor: found.length > limit ? (deliveries.at(-1)?.deliveryId ?? null) : null };
    },
    resend(caller, webhookId, deliveryId) {
      const accountId = accountOf(caller);
      if (!store.atomically(() => webhooks.resend(accountId, webhookId, deliveryId))) throw unknown();
    },
  };
}

function accountOf(caller: KeyHolder): string {
  if (caller.kind === "account") return caller.accountId;
  throw new Refusal("invalid_key", "a key of one call");
}

function unknown(): Refusal {
  return new Refusal(
    "webhook_not_found",
    "This account has no such webhook, or the webhook no such delivery: GET /v1/webhooks lists the webhooks there are.",
  );
}

/** The outbox: its rows are written by triggers, with what they tell of; here they are read, tried, and forgotten. */
import type { Database } from "better-sqlite3";
import type {
  DeliveryRecord,
  DeliveryState,
  DueDelivery,
  Try,
  WebhookEvent,
  WebhookRecord,
  Webhooks,
} from "../calls/ports-webhooks.ts";

type WebhookSql = Omit<WebhookRecord, "events"> & { readonly events: string };
type DeliverySql = Omit<DeliveryRecord, "tries"> & { readonly n: number };
type DueSql = Omit<DueDelivery, "secrets"> & {
  readonly secret: string;
  readonly oldSecret: string | null;
  readonly oldUntilMs: number | null;
};

export function webhookTable(db: Database): Webhooks {
  const add = db.prepare(`INSERT INTO webhook(webhook_id, account_id, url, events, secret, created_at_ms, after_call)
    VALUES(@webhookId, @accountId, @url, @events, @secret, @createdAtMs, (SELECT COALESCE(MAX(seq), 0) FROM call))`);
  const list = db.prepare<[string], WebhookSql>(`SELECT webhook_id AS webhookId, url, events,
      created_at_ms AS createdAtMs, stopped_at_ms AS stoppedAtMs
    FROM webhook WHERE account_id = ? ORDER BY created_at_ms, webhook_id`);
  const remove = db.prepare("DELETE FROM webhook WHERE account_id = ? AND webhook_id = ?");
  const rotate = db.prepare(`UPDATE webhook SET old_secret = secret, old_until_ms = @oldUntilMs, secret = @secret
    WHERE account_id = @accountId AND webhook_id = @webhookId`);
  const isOf = db
    .prepare<[string, string], number>("SELECT 1 FROM webhook WHERE account_id = ? AND webhook_id = ?")
    .pluck();
  const position = db
    .prepare<[string, string], number>("SELECT n FROM webhook_delivery WHERE webhook_id = ? AND delivery_id = ?")
    .pluck();
  const page = db.prepare<
    { webhookId: string; before: number; state: DeliveryState | null; limit: number },
    DeliverySql
  >(`SELECT n, delivery_id AS deliveryId, call_id AS callId, type AS event, state, created_at_ms AS createdAtMs,
      CASE state WHEN 'pending' THEN due_at_ms END AS dueAtMs
    FROM webhook_delivery WHERE webhook_id = @webhookId AND n < @before AND (@state IS NULL OR state = @state)
    ORDER BY n DESC LIMIT @limit`);
  const tries = db.prepare<[number], Try>(
    "SELECT at_ms AS atMs, status, ms, error FROM webhook_try WHERE n = ? ORDER BY nth",
  );
  const resend = db.prepare(`UPDATE webhook_delivery
    SET state = 'pending', settled_at_ms = NULL, begun_at_ms = NULL, due_at_ms = 0, tries = 0 WHERE n = ?`);
  const due = db.prepare<{ nowMs: number; underWay: string; busy: string; limit: number }, DueSql>(`SELECT
      d.n, d.delivery_id AS deliveryId, d.webhook_id AS webhookId, w.url, w.secret, w.old_secret AS oldSecret,
      w.old_until_ms AS oldUntilMs, d.call_id AS callId, d.step, d.type AS event, d.created_at_ms AS createdAtMs,
      d.begun_at_ms AS begunAtMs, d.tries
    FROM webhook_delivery d INDEXED BY webhook_delivery_due JOIN webhook w USING(webhook_id)
    WHERE d.state = 'pending' AND d.due_at_ms <= @nowMs
      AND d.n NOT IN (SELECT value FROM json_each(@underWay))
      AND d.webhook_id NOT IN (SELECT value FROM json_each(@busy))
      AND NOT EXISTS (SELECT 1 FROM webhook_delivery e INDEXED BY webhook_delivery_waiting
        WHERE e.state = 'pending' AND e.webhook_id = d.webhook_id AND e.call_id = d.call_id AND e.n < d.n)
    ORDER BY d.due_at_ms, d.n LIMIT @limit`);
  const nextDue = db
    .prepare<[number], number | null>(
      "SELECT MIN(due_at_ms) FROM webhook_delivery WHERE state = 'pending' AND due_at_ms > ?",
    )
    .pluck();
  const addTry = db.prepare(`INSERT INTO webhook_try(n, nth, at_ms, status, ms, error)
    SELECT n, (SELECT COALESCE(MAX(nth), 0) + 1 FROM webhook_try WHERE n = @n), @atMs, @status, @ms, @error
    FROM webhook_delivery WHERE n = @n`);
  const later = db.prepare(`UPDATE webhook_delivery SET due_at_ms = @retryAtMs, tries = tries + 1,
    begun_at_ms = COALESCE(begun_at_ms, @atMs) WHERE n = @n AND state = 'pending'`);
  // Those behind it wait as long: else each look at what is due would go through all of them.
  const behind = `WHERE state = 'pending' AND tries = 0 AND n > @n
    AND webhook_id = @webhookId AND call_id = (SELECT call_id FROM webhook_delivery WHERE n = @n)`;
  const holdBack = db.prepare(`UPDATE webhook_delivery SET due_at_ms = @retryAtMs ${behind}`);
  const letGo = db.prepare(`UPDATE webhook_delivery SET due_at_ms = 0 ${behind}`);
  const settle = db.prepare(`UPDATE webhook_delivery SET state = @state, settled_at_ms = @atMs, tries = tries + 1
    WHERE n = @n AND state = 'pending'`);
  const stop = db.prepare("UPDATE webhook SET stopped_at_ms = COALESCE(stopped_at_ms, ?) WHERE webhook_id = ?");
  const failRest = db.prepare(
    "UPDATE webhook_delivery SET state = 'failed', settled_at_ms = ? WHERE webhook_id = ? AND state = 'pending'",
  );
  const old = db.prepare<[number, number], { n: number; webhookId: string; callId: string }>(
    `SELECT n, webhook_id AS webhookId, call_id AS callId FROM webhook_delivery INDEXED BY webhook_delivery_settled
     WHERE state <> 'pending' AND settled_at_ms < ? ORDER BY settled_at_ms LIMIT ?`,
  );
  const moveOn = db.prepare(`UPDATE webhook
    SET after_call = MAX(after_call, (SELECT seq FROM call WHERE call_id = ?)) WHERE webhook_id = ?`);
  const forget = db.prepare("DELETE FROM webhook_delivery WHERE n = ?");

  return {
    add: ({ events, ...webhook }) => void add.run({ ...webhook, events: JSON.stringify(events) }),
    list: (accountId) => list.all(accountId).map((row) => ({ ...row, events: eventsOf(row.events) })),
    remove: (accountId, webhookId) => remove.run(accountId, webhookId).changes === 1,
    rotate: (accountId, webhookId, secret, oldUntilMs) =>
      rotate.run({ accountId, webhookId, secret, oldUntilMs }).changes === 1,
    deliveries(accountId, webhookId, { limit, after, state }) {
      if (isOf.get(accountId, webhookId) === undefined) return null;
      const before = after === null ? Number.MAX_SAFE_INTEGER : position.get(webhookId, after);
      if (before === undefined) return null;
      return page
        .all({ webhookId, before, state, limit })
        .map(({ n, ...delivery }) => ({ ...delivery, tries: tries.all(n) }));
    },
    resend(accountId, webhookId, deliveryId) {
      if (isOf.get(accountId, webhookId) === undefined) return false;
      const n = position.get(webhookId, deliveryId);
      return n !== undefined && resend.run(n).changes === 1;
    },
    due({ nowMs, underWay, busy, limit }) {
      const found = due.all({ nowMs, limit, underWay: JSON.stringify(underWay), busy: JSON.stringify(busy) });
      return found.map(({ secret, oldSecret, oldUntilMs, ...delivery }) => ({
        ...delivery,
        secrets: oldSecret === null || (oldUntilMs ?? 0) <= nowMs ? [secret] : [secret, oldSecret],
      }));
    },
    nextDueMs: (nowMs) => nextDue.get(nowMs) ?? null,
    noteTry({ n, webhookId }, made, after) {
      addTry.run({ n, ...made });
      if ("retryAtMs" in after) {
        const { retryAtMs } = after;
        later.run({ n, atMs: made.atMs, retryAtMs });
        return void holdBack.run({ n, webhookId, retryAtMs });
      }
      settle.run({ n, atMs: made.atMs, state: after.state === "delivered" ? "delivered" : "failed" });
      if (after.state !== "gone") return void letGo.run({ n, webhookId });
      stop.run(made.atMs, webhookId);
      failRest.run(made.atMs, webhookId);
    },
    purge(settledBeforeMs, most) {
      const rows = old.all(settledBeforeMs, most);
      for (const { n, webhookId, callId } of rows) {
        moveOn.run(callId, webhookId);
        forget.run(n);
      }
      return rows.length;
    },
  };
}

/** Written by us, and checked to be JSON by the schema. */
function eventsOf(json: string): readonly WebhookEvent[] {
  return JSON.parse(json) as WebhookEvent[];
}

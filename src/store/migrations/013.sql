-- Where an account wants to be told of its calls, and what it is told: an outbox that is written with what it tells of, by
-- the table in which everything that happens to a call is told. So nothing is told that did not happen, and nothing that
-- happened is forgotten, wherever the process dies.
CREATE TABLE webhook(
  webhook_id    TEXT PRIMARY KEY,
  account_id    TEXT NOT NULL REFERENCES account(account_id),
  url           TEXT NOT NULL,
  -- A JSON list.
  events        TEXT NOT NULL CHECK(json_valid(events)),
  secret        TEXT NOT NULL,
  -- The one before: signs too for a while, so that no delivery is refused while it is exchanged.
  old_secret    TEXT,
  old_until_ms  INTEGER,
  created_at_ms INTEGER NOT NULL,
  -- The receiver has said that it is gone for good.
  stopped_at_ms INTEGER,
  -- Of calls placed after this one the outbox holds everything: it moves on when old rows are forgotten.
  after_call    INTEGER NOT NULL,
  CHECK((old_secret IS NULL) = (old_until_ms IS NULL))
) STRICT;
CREATE INDEX webhook_of_account ON webhook(account_id, webhook_id);

CREATE TABLE webhook_delivery(
  n             INTEGER PRIMARY KEY AUTOINCREMENT,
  -- The same in every try: by it a receiver knows what it has had already.
  delivery_id   TEXT NOT NULL UNIQUE,
  webhook_id    TEXT NOT NULL REFERENCES webhook(webhook_id) ON DELETE CASCADE,
  call_id       TEXT NOT NULL REFERENCES call(call_id),
  step          INTEGER NOT NULL,
  type          TEXT NOT NULL,
  state         TEXT NOT NULL DEFAULT 'pending' CHECK(state IN ('pending', 'delivered', 'failed')),
  created_at_ms INTEGER NOT NULL,
  -- When this round of tries began; null before its first.
  begun_at_ms   INTEGER,
  due_at_ms     INTEGER NOT NULL DEFAULT 0,
  tries         INTEGER NOT NULL DEFAULT 0,
  settled_at_ms INTEGER,
  UNIQUE(webhook_id, call_id, step, type),
  CHECK((state = 'pending') = (settled_at_ms IS NULL))
) STRICT;
CREATE INDEX webhook_delivery_due ON webhook_delivery(due_at_ms, n) WHERE state = 'pending';
CREATE INDEX webhook_delivery_waiting ON webhook_delivery(webhook_id, call_id, n) WHERE state = 'pending';
CREATE INDEX webhook_delivery_settled ON webhook_delivery(settled_at_ms) WHERE state <> 'pending';
CREATE INDEX webhook_delivery_of ON webhook_delivery(webhook_id, n);

CREATE TABLE webhook_try(
  n      INTEGER NOT NULL REFERENCES webhook_delivery(n) ON DELETE CASCADE,
  nth    INTEGER NOT NULL,
  at_ms  INTEGER NOT NULL,
  -- What the receiver answered; null: it did not.
  status INTEGER,
  ms     INTEGER NOT NULL,
  error  TEXT,
  PRIMARY KEY(n, nth)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER webhook_told AFTER INSERT ON progress
BEGIN
  INSERT INTO webhook_delivery(delivery_id, webhook_id, call_id, step, type, created_at_ms)
    SELECT 'msg_' || lower(hex(randomblob(16))), w.webhook_id, NEW.call_id, NEW.n, 'call.' || NEW.kind,
      CAST(unixepoch('subsec') * 1000 AS INTEGER)
    FROM call c JOIN webhook w ON w.account_id = c.account_id
    WHERE c.call_id = NEW.call_id AND w.stopped_at_ms IS NULL
      AND instr(w.events, '"call.' || NEW.kind || '"') > 0
    ORDER BY w.webhook_id;
  -- The first step in which the call is answered is an event of its own.
  INSERT INTO webhook_delivery(delivery_id, webhook_id, call_id, step, type, created_at_ms)
    SELECT 'msg_' || lower(hex(randomblob(16))), w.webhook_id, NEW.call_id, NEW.n, 'call.answered',
      CAST(unixepoch('subsec') * 1000 AS INTEGER)
    FROM call c JOIN webhook w ON w.account_id = c.account_id
    WHERE NEW.kind = 'status' AND NEW.status = 'in_progress' AND c.call_id = NEW.call_id AND w.stopped_at_ms IS NULL
      AND instr(w.events, '"call.answered"') > 0
      AND NOT EXISTS (SELECT 1 FROM progress p
        WHERE p.call_id = NEW.call_id AND p.n < NEW.n AND p.kind = 'status' AND p.status = 'in_progress')
    ORDER BY w.webhook_id;
END;

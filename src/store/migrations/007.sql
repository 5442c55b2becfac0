-- Stored answers anew: all of them sealed with what only the asker has, their Idempotency-Keys kept as digests. Those of
-- before have their keys in the clear and go: a retry that spans this update is a new request.
DROP TABLE reply;

-- A rowid, because it is the order in which answers make room for others.
CREATE TABLE reply(
  n             INTEGER PRIMARY KEY,
  digest        BLOB NOT NULL UNIQUE,
  holder        TEXT NOT NULL,
  -- Kept until it expires, however many there are.
  lasting       INTEGER NOT NULL CHECK(lasting IN (0, 1)),
  fingerprint   TEXT NOT NULL,
  status        INTEGER NOT NULL,
  body          BLOB NOT NULL,
  expires_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX reply_expiry ON reply(expires_at_ms);
CREATE INDEX reply_passing ON reply(lasting, n) WHERE lasting = 0;
CREATE INDEX reply_passing_of_holder ON reply(holder, n) WHERE lasting = 0;

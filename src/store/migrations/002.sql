-- Links under which a call may be read by anyone who has them. What they show is a copy made at the time, with what is
-- private hidden; taking one down destroys the copy and leaves the word, so that it can say that it is gone.

CREATE TABLE share(
  n               INTEGER PRIMARY KEY AUTOINCREMENT,
  token           TEXT NOT NULL UNIQUE,
  call_id         TEXT NOT NULL REFERENCES call(call_id),
  -- Null for a link that never worked: the answer to a withdrawal of what was not shared.
  published_at_ms INTEGER,
  withdrawn_at_ms INTEGER,
  copy            TEXT,
  CHECK((withdrawn_at_ms IS NULL) = (copy IS NOT NULL)),
  CHECK(published_at_ms IS NOT NULL OR withdrawn_at_ms IS NOT NULL)
) STRICT;
CREATE INDEX share_of_call ON share(call_id, n);
CREATE UNIQUE INDEX one_share_at_a_time ON share(call_id) WHERE withdrawn_at_ms IS NULL;

CREATE TRIGGER share_of_ended_call BEFORE INSERT ON share
WHEN (SELECT status FROM call WHERE call_id = NEW.call_id) <> 'ended'
BEGIN SELECT RAISE(ABORT, 'only an ended call is shared'); END;

CREATE TRIGGER share_stays_withdrawn BEFORE UPDATE ON share
WHEN OLD.withdrawn_at_ms IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a withdrawn link stays withdrawn'); END;

CREATE TRIGGER share_only_withdrawn BEFORE UPDATE OF token, call_id, published_at_ms ON share
BEGIN SELECT RAISE(ABORT, 'a link belongs to one call'); END;

CREATE TRIGGER share_stays BEFORE DELETE ON share
BEGIN SELECT RAISE(ABORT, 'links are remembered'); END;

-- A reader of the call sees its link come and go.
CREATE TRIGGER share_shows AFTER INSERT ON share WHEN NEW.withdrawn_at_ms IS NULL
BEGIN UPDATE call SET version = version + 1 WHERE call_id = NEW.call_id; END;

CREATE TRIGGER share_withdrawn_shows AFTER UPDATE OF withdrawn_at_ms ON share
BEGIN UPDATE call SET version = version + 1 WHERE call_id = NEW.call_id; END;

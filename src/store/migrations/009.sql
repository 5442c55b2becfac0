-- What happened to a call, in the order in which it was committed: its event stream. The number is the event's id, the
-- same whenever it is read. Written by the tables that things happen to, so that nothing is told that did not happen,
-- and nothing happens untold.
CREATE TABLE progress(
  call_id     TEXT NOT NULL REFERENCES call(call_id),
  n           INTEGER NOT NULL,
  kind        TEXT NOT NULL CHECK(kind IN ('status', 'transcript', 'question', 'ended')),
  status      TEXT,
  line_state  TEXT,
  version     INTEGER,
  seq         INTEGER,
  -- Null: nothing is pending any more.
  question_id TEXT,
  PRIMARY KEY(call_id, n),
  CHECK((kind = 'status') = (status IS NOT NULL)),
  CHECK((kind = 'status') = (version IS NOT NULL)),
  CHECK((kind = 'transcript') = (seq IS NOT NULL)),
  CHECK(kind = 'status' OR line_state IS NULL),
  CHECK(kind = 'question' OR question_id IS NULL)
) STRICT, WITHOUT ROWID;

-- Of the calls of before only what they came to is known.
INSERT INTO progress(call_id, n, kind, status, version) SELECT call_id, 1, 'status', 'queued', 1 FROM call;
INSERT INTO progress(call_id, n, kind, seq) SELECT call_id, 1 + seq, 'transcript', seq FROM transcript;
INSERT INTO progress(call_id, n, kind, status, line_state, version)
  SELECT call_id, 2 + (SELECT COUNT(*) FROM transcript WHERE transcript.call_id = call.call_id),
    'status', status, line_state, version
  FROM call WHERE status <> 'queued';
INSERT INTO progress(call_id, n, kind)
  SELECT call_id, 3 + (SELECT COUNT(*) FROM transcript WHERE transcript.call_id = call.call_id), 'ended'
  FROM call WHERE status = 'ended';

CREATE TRIGGER progress_without_gaps BEFORE INSERT ON progress
WHEN NEW.n <> (SELECT COALESCE(MAX(n), 0) + 1 FROM progress WHERE call_id = NEW.call_id)
BEGIN SELECT RAISE(ABORT, 'events are numbered without gaps'); END;

CREATE TRIGGER progress_not_changed BEFORE UPDATE ON progress
BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;

CREATE TRIGGER progress_not_deleted BEFORE DELETE ON progress
BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;

CREATE TRIGGER call_placed_told AFTER INSERT ON call
BEGIN
  INSERT INTO progress(call_id, n, kind, status, line_state, version)
    VALUES(NEW.call_id, 1, 'status', NEW.status, NEW.line_state, NEW.version);
END;

CREATE TRIGGER status_told AFTER UPDATE OF status, line_state ON call
WHEN NEW.status <> OLD.status OR NEW.line_state IS NOT OLD.line_state
BEGIN
  INSERT INTO progress(call_id, n, kind, status, line_state, version)
    SELECT NEW.call_id, MAX(n) + 1, 'status', NEW.status, NEW.line_state, NEW.version
    FROM progress WHERE call_id = NEW.call_id;
  INSERT INTO progress(call_id, n, kind)
    SELECT NEW.call_id, n + 1, 'ended' FROM progress WHERE call_id = NEW.call_id AND NEW.status = 'ended'
    ORDER BY n DESC LIMIT 1;
END;

CREATE TRIGGER line_told AFTER INSERT ON transcript
BEGIN
  INSERT INTO progress(call_id, n, kind, seq)
    SELECT NEW.call_id, MAX(n) + 1, 'transcript', NEW.seq FROM progress WHERE call_id = NEW.call_id;
END;

CREATE TRIGGER question_told AFTER INSERT ON asked
BEGIN
  INSERT INTO progress(call_id, n, kind, question_id)
    SELECT NEW.call_id, MAX(n) + 1, 'question', NEW.id FROM progress WHERE call_id = NEW.call_id;
END;

CREATE TRIGGER question_closed_told AFTER UPDATE OF state ON asked WHEN OLD.state = 'pending' AND NEW.state <> 'pending'
BEGIN
  INSERT INTO progress(call_id, n, kind)
    SELECT NEW.call_id, MAX(n) + 1, 'question' FROM progress WHERE call_id = NEW.call_id;
END;

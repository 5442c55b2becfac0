-- How far the books have been verified: what lies before it cannot change any more, so that the next look costs only
-- what is new. The balances are those at that transfer.
CREATE TABLE verified(
  one          INTEGER PRIMARY KEY CHECK(one = 1),
  call_seq     INTEGER NOT NULL,
  transfer_seq INTEGER NOT NULL,
  share_n      INTEGER NOT NULL,
  at_ms        INTEGER NOT NULL
) STRICT;
CREATE TABLE verified_balance(
  id      TEXT PRIMARY KEY REFERENCES ledger_account(id),
  debits  INTEGER NOT NULL,
  credits INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- An answer that was acknowledged is a line of the transcript, written in the same transaction. Null for the answers of
-- before.
ALTER TABLE asked ADD COLUMN line_seq INTEGER;
CREATE TRIGGER answer_in_transcript BEFORE UPDATE OF state ON asked
WHEN OLD.state = 'pending' AND NEW.state = 'answered'
 AND NOT EXISTS (SELECT 1 FROM transcript WHERE call_id = NEW.call_id AND seq = NEW.line_seq)
BEGIN SELECT RAISE(ABORT, 'an answer is in the transcript'); END;

-- Counts the commits. The number is also kept beside the database: a file that knows of more commits than the database
-- shows that the end of the write-ahead log was lost.
CREATE TABLE commits(
  one INTEGER PRIMARY KEY CHECK(one = 1),
  n   INTEGER NOT NULL
) STRICT;
INSERT INTO commits(one, n) VALUES(1, 0);
-- Each time that this was found out; named by every check until the operator has taken note.
CREATE TABLE lost_commits(
  at_ms       INTEGER NOT NULL,
  missing     INTEGER NOT NULL CHECK(missing > 0),
  noted_at_ms INTEGER
) STRICT;

-- How many calls an account has placed on a day (UTC), in all (phone '') and to each number: asked before every call, and
-- counted anew each time it took as long as the day had calls. Days that are over are forgotten by the next call.
CREATE TABLE calls_of_day(
  account_id TEXT NOT NULL,
  day        INTEGER NOT NULL,
  phone      TEXT NOT NULL,
  calls      INTEGER NOT NULL CHECK(calls > 0),
  PRIMARY KEY(account_id, day, phone)
) STRICT, WITHOUT ROWID;
INSERT INTO calls_of_day(account_id, day, phone, calls)
  SELECT account_id, created_at_ms / 86400000, phone, COUNT(*) FROM call
  WHERE account_id IS NOT NULL AND created_at_ms >= (SELECT MAX(created_at_ms) FROM call) - 172800000
  GROUP BY 1, 2, 3
  UNION ALL
  SELECT account_id, created_at_ms / 86400000, '', COUNT(*) FROM call
  WHERE account_id IS NOT NULL AND created_at_ms >= (SELECT MAX(created_at_ms) FROM call) - 172800000
  GROUP BY 1, 2;
CREATE TRIGGER call_counted AFTER INSERT ON call WHEN NEW.account_id IS NOT NULL
BEGIN
  INSERT INTO calls_of_day(account_id, day, phone, calls)
    VALUES(NEW.account_id, NEW.created_at_ms / 86400000, '', 1),
          (NEW.account_id, NEW.created_at_ms / 86400000, NEW.phone, 1)
    ON CONFLICT DO UPDATE SET calls = calls + 1;
  DELETE FROM calls_of_day WHERE account_id = NEW.account_id AND day < NEW.created_at_ms / 86400000 - 1;
END;

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

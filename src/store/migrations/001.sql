-- The first schema. What must never happen is made impossible here, below the code: a call that goes back, a
-- transcript line that changes, money spent twice or without being there.

CREATE TABLE account(
  account_id     TEXT PRIMARY KEY,
  created_at_ms  INTEGER NOT NULL,
  auto_reload    INTEGER NOT NULL DEFAULT 1 CHECK(auto_reload IN (0, 1)),
  card_customer  TEXT,
  card_method    TEXT,
  top_up_token   TEXT NOT NULL UNIQUE,
  declines       INTEGER NOT NULL DEFAULT 0 CHECK(declines >= 0),
  declined_at_ms INTEGER,
  frozen         TEXT,
  CHECK((card_customer IS NULL) = (card_method IS NULL))
) STRICT;

-- ------------------------------------------------------------------------------------------------------- calls

CREATE TABLE call(
  seq                INTEGER PRIMARY KEY,
  call_id            TEXT NOT NULL UNIQUE,
  account_id         TEXT REFERENCES account(account_id),
  phone              TEXT NOT NULL,
  brief              TEXT NOT NULL,
  route              TEXT NOT NULL CHECK(route IN ('trunk', 'demo')),
  free               INTEGER NOT NULL CHECK(free IN (0, 1)),
  answered_cents     INTEGER NOT NULL CHECK(answered_cents >= 0),
  included_seconds   INTEGER NOT NULL CHECK(included_seconds >= 0),
  extra_minute_cents INTEGER NOT NULL CHECK(extra_minute_cents >= 0),
  created_at_ms      INTEGER NOT NULL,

  status             TEXT NOT NULL DEFAULT 'queued' CHECK(status IN ('queued', 'ringing', 'in_progress', 'ended')),
  line_state         TEXT,
  answered_by        TEXT CHECK(answered_by IN ('human', 'machine', 'unknown')),
  answered_at_ms     INTEGER,
  ended_at_ms        INTEGER,
  end_reason         TEXT,
  sip_status         INTEGER,
  met_menu           INTEGER NOT NULL DEFAULT 0 CHECK(met_menu IN (0, 1)),
  introduced         INTEGER NOT NULL DEFAULT 0 CHECK(introduced IN (0, 1)),
  alive_ms           INTEGER NOT NULL DEFAULT 0 CHECK(alive_ms >= 0),
  duration_s         INTEGER CHECK(duration_s >= 0),
  latency_p50        INTEGER,
  latency_p95        INTEGER,
  questions          TEXT NOT NULL,
  outcome            TEXT,

  reserved_cents     INTEGER NOT NULL DEFAULT 0 CHECK(reserved_cents >= 0),
  posted_cents       INTEGER NOT NULL DEFAULT 0 CHECK(posted_cents >= 0),
  refunded_cents     INTEGER NOT NULL DEFAULT 0 CHECK(refunded_cents >= 0 AND refunded_cents <= posted_cents),
  version            INTEGER NOT NULL DEFAULT 1,

  CHECK(account_id IS NOT NULL OR free = 1),
  CHECK((status = 'ended') = (ended_at_ms IS NOT NULL)),
  CHECK((status = 'ended') = (end_reason IS NOT NULL)),
  CHECK((status = 'ended') = (duration_s IS NOT NULL)),
  CHECK((status = 'ended') = (outcome IS NOT NULL)),
  CHECK(status <> 'in_progress' OR answered_at_ms IS NOT NULL),
  CHECK(status NOT IN ('queued', 'ringing') OR answered_at_ms IS NULL)
) STRICT;

CREATE INDEX call_of_account ON call(account_id, seq);
CREATE INDEX call_created ON call(account_id, created_at_ms, phone);
CREATE INDEX call_unended ON call(account_id) WHERE status <> 'ended';

CREATE TRIGGER call_goes_forward BEFORE UPDATE OF status ON call
WHEN (CASE NEW.status WHEN 'queued' THEN 0 WHEN 'ringing' THEN 1 WHEN 'in_progress' THEN 2 ELSE 3 END)
   < (CASE OLD.status WHEN 'queued' THEN 0 WHEN 'ringing' THEN 1 WHEN 'in_progress' THEN 2 ELSE 3 END)
BEGIN SELECT RAISE(ABORT, 'a call goes forward only'); END;

CREATE TRIGGER call_ends_once BEFORE UPDATE OF
  status, line_state, answered_by, answered_at_ms, ended_at_ms, end_reason, sip_status, met_menu, introduced, alive_ms,
  duration_s, questions, outcome, brief, phone, account_id, route, free ON call
WHEN OLD.status = 'ended'
BEGIN SELECT RAISE(ABORT, 'an ended call is final'); END;

CREATE TRIGGER call_ends_settled BEFORE UPDATE OF status ON call
WHEN NEW.status = 'ended' AND OLD.reserved_cents <> 0
BEGIN SELECT RAISE(ABORT, 'an ended call reserves nothing'); END;

CREATE TRIGGER call_stays BEFORE DELETE ON call
BEGIN SELECT RAISE(ABORT, 'calls are kept'); END;

CREATE TABLE transcript(
  call_id   TEXT NOT NULL REFERENCES call(call_id),
  seq       INTEGER NOT NULL,
  role      TEXT NOT NULL CHECK(role IN ('assistant', 'business', 'system')),
  text      TEXT NOT NULL,
  cut_off   TEXT,
  at_ms     INTEGER NOT NULL,
  offset_ms INTEGER NOT NULL,
  PRIMARY KEY(call_id, seq)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER transcript_without_gaps BEFORE INSERT ON transcript
WHEN NEW.seq <> (SELECT COALESCE(MAX(seq), 0) + 1 FROM transcript WHERE call_id = NEW.call_id)
BEGIN SELECT RAISE(ABORT, 'transcript lines are numbered without gaps'); END;

CREATE TRIGGER transcript_of_running_call BEFORE INSERT ON transcript
WHEN (SELECT status FROM call WHERE call_id = NEW.call_id) = 'ended'
BEGIN SELECT RAISE(ABORT, 'an ended call is final'); END;

CREATE TRIGGER transcript_not_changed BEFORE UPDATE ON transcript
BEGIN SELECT RAISE(ABORT, 'transcript lines are append-only'); END;

CREATE TRIGGER transcript_not_deleted BEFORE DELETE ON transcript
BEGIN SELECT RAISE(ABORT, 'transcript lines are append-only'); END;

CREATE TABLE asked(
  id            TEXT PRIMARY KEY,
  call_id       TEXT NOT NULL REFERENCES call(call_id),
  n             INTEGER NOT NULL,
  question      TEXT NOT NULL,
  asked_at_ms   INTEGER NOT NULL,
  expires_at_ms INTEGER NOT NULL,
  state         TEXT NOT NULL DEFAULT 'pending' CHECK(state IN ('pending', 'answered', 'expired')),
  answer        TEXT,
  CHECK((state = 'answered') = (answer IS NOT NULL)),
  UNIQUE(call_id, n)
) STRICT;
CREATE UNIQUE INDEX one_pending_question ON asked(call_id) WHERE state = 'pending';

CREATE TRIGGER asked_closed_once BEFORE UPDATE ON asked WHEN OLD.state <> 'pending'
BEGIN SELECT RAISE(ABORT, 'a question is closed once'); END;

CREATE TABLE turn(
  call_id        TEXT NOT NULL REFERENCES call(call_id),
  n              INTEGER NOT NULL,
  total_ms       INTEGER NOT NULL,
  endpointing_ms INTEGER NOT NULL,
  recogniser_ms  INTEGER NOT NULL,
  brain_ms       INTEGER NOT NULL,
  voice_ms       INTEGER NOT NULL,
  playout_ms     INTEGER NOT NULL,
  PRIMARY KEY(call_id, n)
) STRICT, WITHOUT ROWID;

-- ------------------------------------------------------------------------------------------------------- money

CREATE TABLE ledger_account(
  id         TEXT PRIMARY KEY,
  account_id TEXT REFERENCES account(account_id),
  kind       TEXT NOT NULL CHECK(kind IN ('available', 'held', 'external', 'revenue', 'writeoff')),
  debits     INTEGER NOT NULL DEFAULT 0 CHECK(debits >= 0),
  credits    INTEGER NOT NULL DEFAULT 0 CHECK(credits >= 0),
  CHECK((account_id IS NOT NULL) = (kind IN ('available', 'held'))),
  -- Overspending is impossible here, whatever the code above does.
  CHECK(kind NOT IN ('available', 'held') OR credits >= debits)
) STRICT;
INSERT INTO ledger_account(id, kind) VALUES ('external', 'external'), ('revenue', 'revenue'), ('writeoff', 'writeoff');

CREATE TRIGGER ledger_account_stays BEFORE DELETE ON ledger_account
BEGIN SELECT RAISE(ABORT, 'ledger accounts are kept'); END;

CREATE TABLE ledger_transfer(
  seq          INTEGER PRIMARY KEY AUTOINCREMENT,
  key          TEXT NOT NULL UNIQUE,
  debit_id     TEXT NOT NULL REFERENCES ledger_account(id),
  credit_id    TEXT NOT NULL REFERENCES ledger_account(id),
  amount_cents INTEGER NOT NULL CHECK(amount_cents > 0),
  code         TEXT NOT NULL CHECK(code IN
                 ('topup', 'reload', 'hold', 'release', 'charge', 'refund', 'chargeback', 'adjust')),
  account_id   TEXT NOT NULL REFERENCES account(account_id),
  call_id      TEXT REFERENCES call(call_id),
  payment_id   TEXT REFERENCES payment(payment_id),
  at_ms        INTEGER NOT NULL,
  CHECK(debit_id <> credit_id),
  CHECK((code IN ('hold', 'release', 'charge', 'refund')) = (call_id IS NOT NULL)),
  CHECK(code NOT IN ('topup', 'reload') OR payment_id IS NOT NULL)
) STRICT;
CREATE INDEX transfer_of_account ON ledger_transfer(account_id, seq);
CREATE INDEX transfer_of_call ON ledger_transfer(call_id) WHERE call_id IS NOT NULL;

CREATE TRIGGER transfer_not_changed BEFORE UPDATE ON ledger_transfer
BEGIN SELECT RAISE(ABORT, 'transfers are immutable'); END;

CREATE TRIGGER transfer_not_deleted BEFORE DELETE ON ledger_transfer
BEGIN SELECT RAISE(ABORT, 'transfers are immutable'); END;

CREATE TRIGGER transfer_of_paid_call BEFORE INSERT ON ledger_transfer
WHEN NEW.call_id IS NOT NULL
 AND NOT EXISTS(SELECT 1 FROM call WHERE call_id = NEW.call_id AND free = 0 AND account_id = NEW.account_id)
BEGIN SELECT RAISE(ABORT, 'a free call and a stranger''s call have no transfers'); END;

CREATE TRIGGER hold_of_running_call BEFORE INSERT ON ledger_transfer
WHEN NEW.code IN ('hold', 'charge', 'release')
 AND (SELECT status FROM call WHERE call_id = NEW.call_id) = 'ended'
BEGIN SELECT RAISE(ABORT, 'an ended call moves no more money'); END;

CREATE TRIGGER charge_of_answered_call BEFORE INSERT ON ledger_transfer
WHEN NEW.code = 'charge' AND (SELECT answered_at_ms FROM call WHERE call_id = NEW.call_id) IS NULL
BEGIN SELECT RAISE(ABORT, 'an unanswered call is not charged'); END;

CREATE TRIGGER transfer_applies AFTER INSERT ON ledger_transfer
BEGIN
  UPDATE ledger_account SET debits = debits + NEW.amount_cents WHERE id = NEW.debit_id;
  UPDATE ledger_account SET credits = credits + NEW.amount_cents WHERE id = NEW.credit_id;
  UPDATE call SET
    reserved_cents = reserved_cents + NEW.amount_cents *
      (CASE NEW.code WHEN 'hold' THEN 1 WHEN 'release' THEN -1 WHEN 'charge' THEN -1 ELSE 0 END),
    posted_cents = posted_cents + (CASE NEW.code WHEN 'charge' THEN NEW.amount_cents ELSE 0 END),
    refunded_cents = refunded_cents + (CASE NEW.code WHEN 'refund' THEN NEW.amount_cents ELSE 0 END),
    version = version + (NEW.code IN ('charge', 'refund'))
  WHERE call_id = NEW.call_id;
END;

CREATE TABLE payment(
  payment_id    TEXT PRIMARY KEY,
  account_id    TEXT NOT NULL,
  kind          TEXT NOT NULL CHECK(kind IN ('setup', 'top_up', 'reload')),
  setup_id      TEXT REFERENCES setup(setup_id),
  amount_cents  INTEGER NOT NULL CHECK(amount_cents > 0),
  state         TEXT NOT NULL DEFAULT 'created' CHECK(state IN ('created', 'sent', 'unknown', 'succeeded', 'declined')),
  provider_ref  TEXT UNIQUE,
  attempts      INTEGER NOT NULL DEFAULT 0,
  created_at_ms INTEGER NOT NULL,
  CHECK((kind = 'setup') = (setup_id IS NOT NULL))
) STRICT;
CREATE INDEX payment_of_setup ON payment(setup_id) WHERE setup_id IS NOT NULL;
CREATE UNIQUE INDEX one_open_reload ON payment(account_id)
  WHERE kind = 'reload' AND state IN ('created', 'sent', 'unknown');

-- A late success beats an earlier decline (deliveries come in any order); a success is final.
CREATE TRIGGER payment_success_final BEFORE UPDATE OF state ON payment
WHEN OLD.state = 'succeeded' AND NEW.state <> 'succeeded'
BEGIN SELECT RAISE(ABORT, 'a paid payment stays paid'); END;

-- ------------------------------------------------------------------------------------------- keys and set-up

CREATE TABLE api_key(
  key_id          TEXT PRIMARY KEY,
  digest          BLOB NOT NULL UNIQUE,
  prefix          TEXT NOT NULL,
  account_id      TEXT REFERENCES account(account_id),
  call_id         TEXT REFERENCES call(call_id),
  name            TEXT,
  created_at_ms   INTEGER NOT NULL,
  expires_at_ms   INTEGER,
  last_used_at_ms INTEGER,
  revoked_at_ms   INTEGER,
  CHECK((account_id IS NULL) <> (call_id IS NULL))
) STRICT;
CREATE INDEX key_of_account ON api_key(account_id) WHERE account_id IS NOT NULL;

CREATE TRIGGER key_stays_revoked BEFORE UPDATE OF revoked_at_ms ON api_key
WHEN OLD.revoked_at_ms IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a revoked key stays revoked'); END;

CREATE TABLE setup(
  setup_id      TEXT PRIMARY KEY,
  kind          TEXT NOT NULL CHECK(kind IN ('first_call', 'top_up')),
  state         TEXT NOT NULL DEFAULT 'open' CHECK(state IN ('open', 'paying', 'completed', 'used')),
  code_digest   BLOB NOT NULL UNIQUE,
  token_digest  BLOB NOT NULL UNIQUE,
  account_id    TEXT REFERENCES account(account_id),
  brief         TEXT NOT NULL,
  call_id       TEXT REFERENCES call(call_id),
  link_claimed  INTEGER NOT NULL DEFAULT 0 CHECK(link_claimed IN (0, 1)),
  created_at_ms INTEGER NOT NULL,
  expires_at_ms INTEGER NOT NULL,
  CHECK((state = 'used') = (call_id IS NOT NULL)),
  CHECK(kind <> 'top_up' OR account_id IS NOT NULL),
  CHECK(state NOT IN ('completed', 'used') OR account_id IS NOT NULL)
) STRICT;
CREATE INDEX setup_expiry ON setup(expires_at_ms) WHERE state IN ('open', 'paying');

CREATE TRIGGER setup_used_once BEFORE UPDATE OF state, call_id ON setup
WHEN OLD.state = 'used' OR (OLD.state = 'completed' AND NEW.state <> 'used')
BEGIN SELECT RAISE(ABORT, 'a set-up goes forward and is used once'); END;

CREATE TABLE session(
  digest        BLOB PRIMARY KEY,
  kind          TEXT NOT NULL CHECK(kind IN ('link', 'session')),
  account_id    TEXT NOT NULL REFERENCES account(account_id),
  expires_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- --------------------------------------------------------------------------------------------------- the rest

CREATE TABLE reply(
  scope         TEXT NOT NULL,
  key           TEXT NOT NULL,
  fingerprint   TEXT NOT NULL,
  status        INTEGER NOT NULL,
  sealed        INTEGER NOT NULL CHECK(sealed IN (0, 1)),
  body          BLOB NOT NULL,
  expires_at_ms INTEGER NOT NULL,
  PRIMARY KEY(scope, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX reply_expiry ON reply(expires_at_ms);

CREATE TABLE demo_use(
  who   TEXT NOT NULL,
  day   TEXT NOT NULL,
  calls INTEGER NOT NULL CHECK(calls > 0),
  PRIMARY KEY(who, day)
) STRICT, WITHOUT ROWID;

CREATE TABLE do_not_call(
  phone   TEXT PRIMARY KEY,
  since_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

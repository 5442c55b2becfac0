-- The key that a session was opened with: it ends when that key is revoked. Null for one opened by a one-time link. Of
-- the sessions of before it is not known, so they end now and their people sign in again.
DELETE FROM session WHERE kind = 'session';
ALTER TABLE session ADD COLUMN key_id TEXT REFERENCES api_key(key_id);
CREATE INDEX session_of_key ON session(key_id) WHERE key_id IS NOT NULL;

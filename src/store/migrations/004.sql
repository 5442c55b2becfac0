-- Whose request a set-up answers, an account's or that of an address: how many wait for each is bounded.
ALTER TABLE setup ADD COLUMN asked_by TEXT;
CREATE INDEX setup_of_asker ON setup(asked_by, created_at_ms) WHERE state = 'open';

-- What a call has used of its engines, as JSON: told once, when its conversation is over, which may be a moment after the
-- call. Null before, and of a conversation that was lost.
ALTER TABLE call ADD COLUMN usage TEXT;

CREATE TRIGGER usage_told_once BEFORE UPDATE OF usage ON call WHEN OLD.usage IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'what a call has used is told once'); END;

-- What was noted in the conversation when the line was let go, as JSON, for as long as its last words are still being
-- looked through: a crash in that moment loses none of it. Null again once the outcome is decided.
ALTER TABLE call ADD COLUMN noted TEXT;

-- What a turn took is shown with the line that answered it. Null for the turns of before: which line it was is not
-- known of them.
ALTER TABLE turn ADD COLUMN seq INTEGER;
CREATE UNIQUE INDEX turn_of_line ON turn(call_id, seq);

CREATE TRIGGER turn_of_a_line_of_ours BEFORE INSERT ON turn
WHEN NOT EXISTS (SELECT 1 FROM transcript WHERE call_id = NEW.call_id AND seq = NEW.seq AND role = 'assistant')
BEGIN SELECT RAISE(ABORT, 'a turn is answered by a line of the assistant'); END;

-- As final as the line: whoever has read it never reads it again.
CREATE TRIGGER turn_not_changed BEFORE UPDATE ON turn
BEGIN SELECT RAISE(ABORT, 'what a turn took is append-only'); END;

CREATE TRIGGER turn_not_deleted BEFORE DELETE ON turn
BEGIN SELECT RAISE(ABORT, 'what a turn took is append-only'); END;

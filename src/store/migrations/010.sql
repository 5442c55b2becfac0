-- Calls whose record could not be read or completed: closed without it, so that nothing else waits for them. Kept for
-- whoever looks into it; lists leave them out, because what is in their columns may be anything.
CREATE TABLE set_aside(
  call_id TEXT PRIMARY KEY REFERENCES call(call_id),
  at_ms   INTEGER NOT NULL,
  why     TEXT NOT NULL
) STRICT;

-- Whether a call is the caller's is answered from the caller's own part of this index alone: a call of somebody else
-- and one that does not exist cost the same, because nothing of either is looked at.
CREATE INDEX call_of_holder ON call(account_id, call_id);

-- Payments that a person was sent away to make: the provider is asked about them until they are decided.
CREATE INDEX open_checkout ON payment(created_at_ms)
  WHERE kind <> 'reload' AND state IN ('created', 'sent', 'unknown') AND provider_ref IS NOT NULL;

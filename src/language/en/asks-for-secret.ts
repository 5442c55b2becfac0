/** Whether words ask for something that is never given away on a call: a card's number or code, a PIN, a password. */
const SECRET =
  /\b(?:p\.?i\.?n\.?|pin (?:number|code)|pass ?codes?|pass ?words?|access codes?|security codes?|verification codes?|c\.?v\.?[vc]\.?2?|(?:credit|debit|bank|payment|atm) ?cards?|card numbers?|account and routing|routing numbers?|social security(?: numbers?)?|expiration dates?|expiry dates?)\b/i;

export function asksForSecret(text: string): boolean {
  return SECRET.test(text);
}

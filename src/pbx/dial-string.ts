/**
 * From a number to what Asterisk is asked to dial. Asterisk parses that string (`/`, `@` and `sip:` mean something in
 * it), so nothing but digits and one leading plus ever gets into it.
 */

/** How the trunk wants numbers: `+14155550123` or `14155550123`. */
export type NumberFormat = "e164" | "e164_no_plus";

export function dialString(number: string, format: NumberFormat, endpoint: "trunk" | "demo"): string {
  if (!/^\+[1-9]\d{6,14}$/.test(number)) throw new RangeError("only canonical E.164 numbers are dialled");
  return `PJSIP/${format === "e164" ? number : number.slice(1)}@${endpoint}`;
}

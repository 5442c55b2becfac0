import { randomBytes } from "node:crypto";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** `bytes` random bytes in base62, left-padded so that every token of one size has one length. */
export function randomToken(bytes: number): string {
  return base62(randomBytes(bytes));
}

/** Big-endian base62 of a byte string, padded to the length that any value of that many bytes fits. */
export function base62(value: Uint8Array): string {
  let rest = BigInt("0x" + (Buffer.from(value).toString("hex") || "0"));
  let text = "";
  while (rest > 0n) {
    text = BASE62.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text.padStart(Math.ceil((value.length * 8) / Math.log2(62)), "0");
}

/** Identifiers carry what they name and 128 random bits, so that none can be guessed from another. */
export function newId(prefix: "call" | "q" | "acct" | "req" | "key" | "pay" | "setup" | "wh"): string {
  return `${prefix}_${randomToken(16)}`;
}

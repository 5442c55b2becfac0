/**
 * `svc_` + 32 random bytes in base62 + checksum. The checksum lets a scanner tell a key from a random word and lets us
 * turn away a mistyped key without a look-up; it is no secret.
 */
import { hash } from "node:crypto";
import { base62, randomToken } from "../lib/ids.ts";

const PREFIX = "svc_";
const RANDOM_BYTES = 32;
const RANDOM_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
export const KEY_LENGTH = PREFIX.length + RANDOM_LENGTH + CHECKSUM_LENGTH;
/** Enough to tell keys apart on a page, far too little to guess one. */
const SHOWN_LENGTH = PREFIX.length + 6;

export function newKey(): string {
  const random = randomToken(RANDOM_BYTES);
  return PREFIX + random + checksum(random);
}

export function isWellFormed(key: string): boolean {
  if (!/^svc_[0-9A-Za-z]{49}$/.test(key)) return false;
  const random = key.slice(PREFIX.length, PREFIX.length + RANDOM_LENGTH);
  return key.slice(PREFIX.length + RANDOM_LENGTH) === checksum(random);
}

export function shownPrefix(key: string): string {
  return key.slice(0, SHOWN_LENGTH);
}

/** What is stored of a secret of 256 random bits: nothing that could be guessed back from it. */
export function digestOf(secret: string): Buffer {
  return hash("sha256", secret, "buffer");
}

function checksum(random: string): string {
  return base62(hash("sha256", `outdial key ${random}`, "buffer").subarray(0, 4)).slice(-CHECKSUM_LENGTH);
}

/**
 * Seals a stored answer with a secret that only the asker has (contract section 4): its Idempotency-Key, and the
 * setup_code when there was one. Whoever steals the database cannot read the account key or call key in it, unless they
 * guess the Idempotency-Key: that is as hard as the client made it, and a UUID cannot be guessed. AES-256-GCM, its key
 * drawn from the secret by HKDF with a fresh salt.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const SALT_BYTES = 16;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function seal(text: string, secret: string): Buffer {
  const salt = randomBytes(SALT_BYTES);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", keyOf(secret, salt), nonce);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([salt, nonce, cipher.getAuthTag(), sealed]);
}

/** Null when it was sealed with another secret or has been tampered with. */
export function unseal(box: Buffer, secret: string): string | null {
  const salt = box.subarray(0, SALT_BYTES);
  const nonce = box.subarray(SALT_BYTES, SALT_BYTES + NONCE_BYTES);
  const tag = box.subarray(SALT_BYTES + NONCE_BYTES, SALT_BYTES + NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", keyOf(secret, salt), nonce);
  decipher.setAuthTag(tag);
  try {
    const text = decipher.update(box.subarray(SALT_BYTES + NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}

function keyOf(secret: string, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, salt, "outdial stored answer", 32));
}

/**
 * How a delivery is signed, as Standard Webhooks has it (https://www.standardwebhooks.com): HMAC-SHA256 over its id, the
 * time of the try and the very bytes of the body, so that libraries of others verify it.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const PREFIX = "whsec_";
const SECRET_BYTES = 32;
/** An older or younger delivery may be one that somebody has recorded. */
const TOLERANCE_S = 5 * 60;

export function newSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString("base64")}`;
}

export type SignatureHeaders = {
  readonly "webhook-id": string;
  readonly "webhook-timestamp": string;
  readonly "webhook-signature": string;
};

/** One signature for each secret: the receiver needs to know one of them. */
export function signatureHeaders(
  deliveryId: string,
  atMs: number,
  body: string,
  secrets: readonly string[],
): SignatureHeaders {
  const timestamp = String(Math.floor(atMs / 1000));
  const signatures = secrets.map((secret) => `v1,${hmac(secret, deliveryId, timestamp, body).toString("base64")}`);
  return { "webhook-id": deliveryId, "webhook-timestamp": timestamp, "webhook-signature": signatures.join(" ") };
}

/** What is wrong with a delivery that came in, as one sentence; null when it is ours and of now. */
export function signatureFault(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  body: string,
  secret: string,
  nowMs: number,
): string | null {
  const [id, timestamp, given] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => headers[name]);
  if (typeof id !== "string" || typeof timestamp !== "string" || typeof given !== "string")
    return "it has no signature: one of the headers webhook-id, webhook-timestamp and webhook-signature is missing";
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(nowMs / 1000 - Number(timestamp)) > TOLERANCE_S)
    return "its timestamp is more than five minutes from this machine's clock";
  const expected = hmac(secret, id, timestamp, body);
  const fits = given.split(" ").some((one) => {
    const [version, signature = ""] = one.split(",", 2);
    const bytes = Buffer.from(signature, "base64");
    return version === "v1" && bytes.length === expected.length && timingSafeEqual(bytes, expected);
  });
  return fits ? null : "its signature does not fit: it was signed with another secret, or changed on its way";
}

export function isSecret(text: string): boolean {
  return /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/.test(text);
}

function hmac(secret: string, id: string, timestamp: string, body: string): Buffer {
  const key = Buffer.from(secret.slice(PREFIX.length), "base64");
  return createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest();
}

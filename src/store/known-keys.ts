/**
 * The keys found lately, by their digests, so that a request need not ask the database who is asking. Never the key
 * itself, and never a key that does not work: what strangers send finds no place here.
 */
import type { KeyHolder } from "../calls/operations.ts";

export type KnownKey = {
  readonly holder: KeyHolder;
  readonly expiresAtMs: number | null;
  /** When its use was noted last. */
  notedAtMs: number;
};

const MOST = 2_000;

export class KnownKeys {
  readonly #byDigest = new Map<string, KnownKey>();

  find(digest: string): KnownKey | undefined {
    return this.#byDigest.get(digest);
  }

  /** The one remembered longest makes room; when it comes back it is looked up once. */
  remember(digest: string, known: KnownKey): void {
    this.#byDigest.set(digest, known);
    const [oldest] = this.#byDigest.keys();
    if (this.#byDigest.size > MOST && oldest !== undefined) this.#byDigest.delete(oldest);
  }

  forget(keyId: string): void {
    for (const [digest, { holder }] of this.#byDigest) if (holder.keyId === keyId) this.#byDigest.delete(digest);
  }

  forgetAll(): void {
    this.#byDigest.clear();
  }

  get size(): number {
    return this.#byDigest.size;
  }
}

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { keyTable } from "../../src/store/keys.ts";
import { KnownKeys } from "../../src/store/known-keys.ts";
import { openDatabase, type OpenDatabase } from "../../src/store/open.ts";
import { digestOf, isWellFormed, newKey, shownPrefix } from "../../src/store/key-format.ts";
import { seal, unseal } from "../../src/store/seal.ts";
import { cases } from "../support/cases.ts";

describe("a key", () => {
  it("is svc_ and 49 letters and digits, never twice the same, and well formed", () => {
    const keys = Array.from({ length: 200 }, newKey);
    expect(new Set(keys).size).toBe(200);
    for (const key of keys) {
      expect(key).toMatch(/^svc_[0-9A-Za-z]{49}$/);
      expect(isWellFormed(key)).toBe(true);
      expect(shownPrefix(key)).toHaveLength(10);
    }
    expect(digestOf(keys[0] ?? "")).toHaveLength(32);
  });

  it("is malformed with any character changed, missing or added", () => {
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 52 }), fc.constantFrom(..."0123456789ABCxyz_- "), (at, letter) => {
        const key = newKey();
        const changed = key.slice(0, at) + letter + key.slice(at + 1);
        expect(isWellFormed(changed)).toBe(changed === key);
      }),
    );
    const key = newKey();
    for (const wrong of ["", "svc_", key.slice(1), key.slice(0, -1), `${key}0`, `${key}\n`, key.toLowerCase()]) {
      expect(isWellFormed(wrong)).toBe(false);
    }
  });
});

describe("a key that was found before", () => {
  let folder: string;
  let opened: OpenDatabase;
  let keys: ReturnType<typeof keyTable>;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "outdial-keys-"));
    opened = openDatabase(folder);
    keys = keyTable(opened.db);
    opened.db.exec("INSERT INTO account(account_id, created_at_ms, top_up_token) VALUES('acct_1', 0, 'token')");
  });
  afterEach(() => {
    opened.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const issue = (keyId: string, expiresAtMs: number | null = null) =>
    keys.issue({ keyId, holder: { accountId: "acct_1" }, name: null, createdAtMs: 0, expiresAtMs });
  const holder = (keyId: string) => ({ kind: "account", accountId: "acct_1", keyId });

  it("is known without another look at the database", () => {
    const key = issue("key_1");
    expect(keys.find(key, 1)).toEqual(holder("key_1"));
    opened.db.exec("DELETE FROM api_key");
    expect(keys.find(key, 2)).toEqual(holder("key_1"));
  });

  it("stops working the moment it is revoked, and its neighbour does not", () => {
    const [revoked, other] = [issue("key_1"), issue("key_2")];
    for (const key of [revoked, other]) expect(keys.find(key, 1)).not.toBeNull();
    expect(keys.revoke("acct_1", "key_1", 2)).toBe(true);
    expect(keys.find(revoked, 3)).toBeNull();
    expect(keys.find(other, 3)).toEqual(holder("key_2"));
  });

  it("works on when its revocation came to nothing", () => {
    const key = issue("key_1");
    keys.find(key, 1);
    opened.db.exec("BEGIN");
    keys.revoke("acct_1", "key_1", 2);
    expect(keys.find(key, 3)).toBeNull();
    opened.db.exec("ROLLBACK");
    expect(keys.find(key, 4)).toEqual(holder("key_1"));
  });

  it("stops working the moment it expires", () => {
    const key = issue("key_1", 1000);
    expect(keys.find(key, 999)).toEqual(holder("key_1"));
    expect(keys.find(key, 1000)).toBeNull();
  });

  it("is not known when the transaction it was made in came to nothing", () => {
    opened.db.exec("BEGIN");
    const key = issue("key_1");
    expect(keys.find(key, 1)).toEqual(holder("key_1"));
    opened.db.exec("ROLLBACK");
    expect(keys.find(key, 2)).toBeNull();
  });

  it("has its uses noted once a minute, whether the database was asked or not", () => {
    const key = issue("key_1");
    const lastUsed = () => keys.list("acct_1")[0]?.lastUsedAtMs;
    keys.find(key, 100_000);
    keys.find(key, 159_999);
    expect(lastUsed()).toBe(100_000);
    keys.flushUses();
    keys.find(key, 160_000);
    expect(lastUsed()).toBe(160_000);
    expect(keys.unwritten).toBe(1);
  });

  it("shows its new name after it was renamed", () => {
    const key = issue("key_1");
    keys.find(key, 1);
    keys.rename("acct_1", "key_1", "Laptop");
    expect(keys.list("acct_1")[0]?.name).toBe("Laptop");
    expect(keys.find(key, 2)).toEqual(holder("key_1"));
  });

  it("makes room for others when very many are used", () => {
    const known = new KnownKeys();
    const remember = (n: number) =>
      known.remember(`digest ${n}`, {
        holder: { kind: "account", accountId: "acct_1", keyId: `key_${n}` },
        expiresAtMs: null,
        notedAtMs: 0,
      });
    for (let n = 0; n < 5000; n += 1) remember(n);
    expect(known.size).toBe(2000);
    expect(known.find("digest 0")).toBeUndefined();
    expect(known.find("digest 4999")?.holder.keyId).toBe("key_4999");
  });
});

describe("a sealed answer", () => {
  it("opens with the secret it was sealed with, and with no other", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string(), (text, secret) => {
        const box = seal(text, secret);
        expect(unseal(box, secret)).toBe(text);
        expect(unseal(box, `${secret}x`)).toBeNull();
        expect(seal(text, secret)).not.toEqual(box);
      }),
      { numRuns: cases(50) },
    );
  });

  it("does not open when one byte was changed", () => {
    const box = seal("svc_secret", "code");
    for (let at = 0; at < box.length; at += 1) {
      const changed = Buffer.from(box);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(unseal(changed, "code")).toBeNull();
    }
  });
});

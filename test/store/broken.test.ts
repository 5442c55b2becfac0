/** A disk or a file that fails for good while the appliance runs: it is noticed at once, and nothing is made worse. */
import Database from "better-sqlite3";
import { mkdtempSync, readFileSync, rmSync, statSync, openSync, writeSync, closeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Store } from "../../src/calls/ports-store.ts";
import { PRICES } from "../../src/billing/pricing.ts";
import { openStore } from "../../src/store/store.ts";
import { briefTo, SHOP_PHONE } from "../fakes/desk.ts";

let folder: string;
let store: Store;
let told: string[];
const open = (): Store => openStore({ folder, onEffectError: () => {}, onBroken: (why) => void told.push(why) });
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "outdial-broken-"));
  told = [];
  store = open();
  // More than SQLite keeps in memory.
  const goal = "g".repeat(2000);
  store.atomically(() => {
    for (let nth = 0; nth < 10_000; nth += 1) {
      const call = { callId: `call_${nth}`, accountId: null, route: "demo", free: true, prices: PRICES } as const;
      store.calls.insert({ ...call, brief: briefTo(SHOP_PHONE, { goal }), createdAtMs: nth, questions: [] });
    }
  });
});
afterEach(() => {
  try {
    store.close();
  } catch {
    // Its file is gone bad.
  }
  rmSync(folder, { recursive: true, force: true });
});

/** All pages but the first, in place: the process keeps what it has open. */
function ruin(): void {
  store.close();
  store = open();
  const path = join(folder, "outdial.db");
  const file = openSync(path, "r+");
  writeSync(file, Buffer.alloc(statSync(path).size - 4096, 0xff), 0, undefined, 4096);
  closeSync(file);
}

it("is told once, by whatever comes upon it, a read too; then nothing is read wrong and nothing is written", () => {
  ruin();
  const unavailable = expect.objectContaining({ code: "database_unavailable" });
  const readAll = (): void => {
    for (let nth = 0; nth < 10_000; nth += 1) store.calls.read(`call_${nth}`);
  };
  expect(readAll).toThrow(unavailable);
  expect(told).toEqual([expect.stringMatching(/failed with SQLITE_(CORRUPT|IOERR).*: restart the appliance/)]);
  expect(store.notReady()).toBe(told[0]);
  const before = readFileSync(join(folder, "outdial.db"));
  expect(() => store.atomically(() => store.doNotCall.add("+14155550199", 1))).toThrow(unavailable);
  expect(readAll).toThrow(unavailable);
  expect(told).toHaveLength(1);
  expect(readFileSync(join(folder, "outdial.db")).equals(before)).toBe(true);
});

it("is refused at the next start, which names the file and the way out", () => {
  ruin();
  try {
    store.close();
  } catch {
    // Its last commit cannot be folded in.
  }
  expect(open).toThrow(/outdial\.db is damaged.*npm run restore/);
});

it("is not what a lock of somebody else's is: that is waited for, told as unavailable, and over when it is released", () => {
  const other = new Database(join(folder, "outdial.db"));
  other.exec("BEGIN IMMEDIATE");
  expect(() => store.atomically(() => store.doNotCall.add("+14155550199", 1))).toThrow(
    expect.objectContaining({ code: "database_unavailable" }),
  );
  expect(told).toEqual([]);
  other.exec("COMMIT");
  other.close();
  store.atomically(() => store.doNotCall.add("+14155550199", 1));
  expect(store.doNotCall.has("+14155550199")).toBe(true);
});

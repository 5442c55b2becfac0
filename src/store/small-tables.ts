import type { Database } from "better-sqlite3";
import type { DemoUse, DoNotCall } from "../calls/ports-store.ts";

export function demoUseTable(db: Database): DemoUse {
  const count = db.prepare<[string, string], number>("SELECT calls FROM demo_use WHERE who = ? AND day = ?").pluck();
  const add = db.prepare(`INSERT INTO demo_use(who, day, calls) VALUES(?, ?, 1)
    ON CONFLICT(who, day) DO UPDATE SET calls = calls + 1`);
  const prune = db.prepare("DELETE FROM demo_use WHERE day < ?");
  return {
    count: (who, day) => count.get(who, day) ?? 0,
    add(who, day) {
      add.run(who, day);
      prune.run(day);
    },
  };
}

export function doNotCallTable(db: Database): DoNotCall {
  const has = db.prepare<[string], number>("SELECT 1 FROM do_not_call WHERE phone = ?").pluck();
  const add = db.prepare("INSERT INTO do_not_call(phone, since_ms) VALUES(?, ?) ON CONFLICT(phone) DO NOTHING");
  return {
    has: (phone) => has.get(phone) !== undefined,
    add: (phone, atMs) => void add.run(phone, atMs),
  };
}

/**
 * An appliance's desk, database and deliveries in a process of their own, for dying. `argv`: the data folder, the account,
 * where to die (`<failpoint>:<nth>`), how many calls to place. Ends by itself once everything has been delivered.
 */
import { setTimeout as delay } from "node:timers/promises";
import { onFailpoint } from "../../src/lib/failpoint.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { DeskBench } from "../fakes/desk.ts";
import { Outbox, wholeCall } from "./outbox.ts";

const [folder = "", accountId = "", death = "never", calls = "0"] = process.argv.slice(2);

const bench = new DeskBench({ startsAt: new Date().toISOString(), folder });
bench.desk.reconcile();
const outbox = new Outbox(bench);
const caller = { kind: "account", accountId, keyId: "key_1" } as const;

const [point, nth = "1"] = death.split(":");
let left = Number(nth);
onFailpoint((name) => {
  if (name !== point) return;
  left -= 1;
  if (left === 0) process.kill(process.pid, "SIGKILL");
});

outbox.startForReal();
for (let round = 0; round < Number(calls); round += 1) await wholeCall(outbox, caller);
while (bench.store.webhooks.due({ nowMs: systemClock.wallMs(), underWay: [], busy: [], limit: 1 }).length > 0)
  await delay(5);
await outbox.stop();
process.exit(0);

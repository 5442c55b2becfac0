/** Kills between what happens and its being told to those who asked for it: told at least once, in order, and nothing twice that was noted. */
import { FAILPOINTS, type Failpoint } from "../../src/lib/failpoint.ts";
import { DeskBench } from "../fakes/desk.ts";
import { Outbox } from "../webhooks/outbox.ts";
import { openReceiver, runMortal } from "../webhooks/receiver.ts";
import type { Told } from "../webhooks/receiver.ts";
import type { Fault } from "./fault.ts";
import type { Trial } from "./rig.ts";

const CALLS = 3;

async function killedTelling(death: string): Promise<Trial> {
  const { url, told, server } = await openReceiver();
  const first = new Outbox();
  const { folder } = first.bench;
  const { caller } = first.bench.fund(10_000);
  first.add(caller, url);
  await first.bench.desk.close();
  first.bench.store.close();
  try {
    const how = await runMortal(folder, caller.accountId, death, String(CALLS));
    if (how !== "SIGKILL") throw new Error(`${death} was not come by: it ended by ${String(how)}`);
    const startedMs = performance.now();
    await runMortal(folder, caller.accountId, "never", "1");
    const recoveredMs = performance.now() - startedMs;
    const after = new DeskBench({ folder });
    const lost = [...after.store.verify(), ...untold(after, caller, told)];
    await after.end();
    return { recoveredMs, lost };
  } finally {
    server.close();
  }
}

function untold(after: DeskBench, caller: Parameters<DeskBench["desk"]["listCalls"]>[0], told: readonly Told[]) {
  const { calls } = after.desk.listCalls(caller, { limit: 10, cursor: null, status: null });
  const lost: string[] = [];
  for (const { callId } of calls) {
    const firsts = new Map(told.filter((one) => one.callId === callId).map((one) => [one.id, one.type]));
    const types = [...firsts.values()].filter((type) => type !== "call.answered");
    const steps = after.desk.readProgress(caller, callId, 0).map(({ kind }) => `call.${kind}`);
    if (types.join() !== steps.join()) lost.push(`told ${types.join()}, and it was ${steps.join()}`);
  }
  const twice = told.length - new Set(told.map(({ id }) => id)).size;
  // What was sent and not noted comes again: at most one delivery of each call is under way.
  if (twice > CALLS + 1) lost.push(`${twice} deliveries were made twice`);
  return lost;
}

const random = (least: number, most: number): number => least + Math.floor(Math.random() * (most - least + 1));
const killedAt = (at: Failpoint): Fault => ({
  name: `SIGKILL at ${at}`,
  times: 2,
  cause: (nth) => killedTelling(`${at}:${nth === 0 ? 1 : random(2, 6)}`),
});

export const WEBHOOK_FAULTS: readonly Fault[] = FAILPOINTS.filter((name) => name.startsWith("webhook.")).map(killedAt);

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DeskBench } from "../fakes/desk.ts";
import { Outbox } from "./outbox.ts";
import { openReceiver, runMortal } from "./receiver.ts";
import type { Receiver } from "./receiver.ts";

/** Where the process dies, and the how many-th time it comes by there. */
const DEATHS = ["commit.before:9", "commit.after:9", "webhook.sending:4", "webhook.sent:4", "webhook.noted:4"] as const;

describe("killed between what happens and its being noted as told", { timeout: 60_000 }, () => {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await openReceiver();
  });
  afterAll(() => receiver.server.close());

  it.each(DEATHS)("at %s, everything that was committed is told at the next start, in order", async (death) => {
    const { told, url } = receiver;
    told.length = 0;
    const first = new Outbox();
    const { folder } = first.bench;
    const { caller } = first.bench.fund(10_000);
    first.add(caller, url);
    await first.bench.desk.close();
    first.bench.store.close();

    expect(await runMortal(folder, caller.accountId, death, "3")).toBe("SIGKILL");
    expect(await runMortal(folder, caller.accountId, "never", "1")).toBe(0);

    const after = new DeskBench({ folder });
    const { calls } = after.desk.listCalls(caller, { limit: 10, cursor: null, status: null });
    expect(calls.length).toBeGreaterThan(1);
    for (const { callId } of calls) {
      const seen = told.filter((one) => one.callId === callId);
      const firsts = seen.filter(({ id }, index) => seen.findIndex((one) => one.id === id) === index);
      const steps = after.desk.readProgress(caller, callId, 0).map(({ kind }) => `call.${kind}`);
      expect(firsts.map(({ type }) => type).filter((type) => type !== "call.answered")).toEqual(steps);
    }
    const twice = told.length - new Set(told.map(({ id }) => id)).size;
    // Only what was sent and not noted comes again.
    expect(twice).toBeLessThanOrEqual(4);
    if (death.startsWith("webhook.sent:")) expect(twice).toBeGreaterThan(0);
    expect(after.store.verify()).toEqual([]);
    await after.end();
  });
});

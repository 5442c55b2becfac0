/** Every fault of the list once, as `npm run faults` causes it, and the table's own honesty. */
import { expect, it } from "vitest";
import { inWorld } from "./rig.ts";
import { STORE_FAULTS } from "./store-faults.ts";
import { WEBHOOK_FAULTS } from "./webhook-faults.ts";
import { causeAll } from "./table.ts";

it.each([...STORE_FAULTS, ...WEBHOOK_FAULTS])("$name: nothing is lost", { timeout: 60_000 }, async ({ cause }) => {
  expect((await cause(0)).lost).toEqual([]);
});

it("what is lost is told, and a fault that could not be caused is no success", { timeout: 60_000 }, async () => {
  const loses = () =>
    inWorld(async (world) => {
      await world.work({ afterFacts: 40 });
      const told = world.facts.find((fact) => fact.type === "placed");
      if (told === undefined) throw new Error("nothing was placed");
      world.facts.push({ ...told, callId: "call_never" }, { type: "dialled", callId: told.callId });
    });
  const cannot = () => Promise.reject(new Error("no such place"));
  const faults = [
    { name: "loses", times: 1, cause: loses },
    { name: "cannot", times: 2, cause: cannot },
  ];
  const rows = await causeAll(faults, ({ times }) => times, () => {}); // prettier-ignore
  expect(rows).toMatchObject([
    { tried: 1, survived: 0, lost: [expect.stringMatching(/did not end/), expect.stringMatching(/dialled twice/)] },
    { tried: 2, survived: 0, lost: ["Error: no such place", "Error: no such place"] },
  ]);
});

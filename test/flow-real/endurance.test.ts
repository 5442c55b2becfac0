/** Many short calls, one after the other and at once, and then the end: what native code has spoilt shows there. */
import { afterEach, expect, it } from "vitest";
import { runAppliance } from "../support/running-appliance.ts";
import type { RunningAppliance } from "../support/running-appliance.ts";

const CALLS = 40;
const AT_ONCE = 4;
const DEMO_PHONE = "+12025550142";

let appliance: RunningAppliance | null = null;

afterEach(async () => {
  await appliance?.stop();
  appliance = null;
});

/** Calls with words of their own, so that each loads a language of its own. Resolves with the call once it talks. */
async function place(running: RunningAppliance, nth: number): Promise<{ readonly id: string; readonly key: string }> {
  const letters = String.fromCharCode(97 + (nth % 26), 97 + ((nth * 7) % 26));
  const { status, body } = await running.request("POST", "/v1/calls", {
    body: {
      phone: DEMO_PHONE,
      goal: `Book a table for ${nth + 2} on Friday at 7 PM`,
      questions: [`How much is the Zan${letters}qu menu?`],
      on_behalf_of: `Alex Mor${letters}`,
    },
  });
  expect(status, JSON.stringify(body)).toBe(201);
  const call = { id: String(body["call_id"]), key: String(body["call_key"]) };
  for (;;) {
    const { body: now } = await running.request("GET", `/v1/calls/${call.id}?wait=5`, { key: call.key });
    if (now["status"] === "in_progress" || now["status"] === "ended") return call;
  }
}

it(`ends with code 0 after ${CALLS} short calls, and while the last of them are talked on`, async () => {
  appliance = await runAppliance(
    { demo: { calls_per_day: 1000 }, log: { level: "warn" } },
    // What is freed is overwritten, so that using it does not go unnoticed.
    { env: { MALLOC_PERTURB_: "165" }, calls: AT_ONCE * 2 },
  );
  const running = appliance;
  let next = 0;
  const reasons = new Set<unknown>();
  async function caller(): Promise<void> {
    while (next < CALLS) {
      const nth = (next += 1);
      const { id, key } = await place(running, nth);
      // Some are cut in the opening, some while the business speaks or is being understood.
      await new Promise((resolve) => setTimeout(resolve, (nth % 8) * 700));
      await running.request("POST", `/v1/calls/${id}/hangup`, { key, body: {} });
      reasons.add((await running.untilEnded(id, key))["end_reason"]);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, caller));
  expect([...reasons]).toContain("hangup_api");
  await Promise.all(Array.from({ length: AT_ONCE }, (_, nth) => place(running, CALLS + nth)));
  const log = running.log();
  appliance = null;
  const code = await running.stop(60_000);
  expect({ code, signal: running.process.signalCode }, running.log()).toEqual({ code: 0, signal: null });
  expect(log).not.toMatch(/died|invalid pointer|corrupted/);
});

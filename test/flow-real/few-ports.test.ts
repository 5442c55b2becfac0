/** Ports for sound are as few as the configuration says: a call for which there are none is refused before it is dialled. */
import { expect, it } from "vitest";
import { runAppliance } from "../support/running-appliance.ts";
import { startSipPeer } from "../support/sip-peer/sip-peer.ts";

/** Four ports: the fewest that tests ask for. */
const PAIRS = 2;
const body = (last: number): Record<string, unknown> => ({
  phone: `+1415555012${last}`,
  goal: "Ask when they open",
  questions: ["When do you open?"],
});

it("takes as many calls as there are pairs of ports, refuses the next, and takes one again when one has ended", async () => {
  const peer = await startSipPeer({ script: { final: { status: 200, afterMs: 100 } } });
  const appliance = await runAppliance(
    { trunk: { host: peer.host, port: peer.port, codecs: ["ulaw"] }, policy: { allowed_countries: "all" } },
    { calls: PAIRS / 2 },
  );
  try {
    const { key, callId } = await appliance.openAccount(body(0));
    const place = (last: number) => appliance.request("POST", "/v1/calls", { key, body: body(last) });
    expect((await place(1)).status).toBe(201);
    for (let calls = 0; calls < PAIRS; calls += 1) await (await peer.nextCall()).answered;
    for (let tries = 0; tries < 3; tries += 1) {
      const refused = await place(2);
      expect([refused.status, (refused.body["error"] as { code?: unknown } | undefined)?.code]).toEqual([
        503,
        "at_capacity",
      ]);
    }
    expect(peer.calls).toHaveLength(PAIRS);
    await appliance.request("POST", `/v1/calls/${callId}/hangup`, { key });
    await appliance.untilEnded(callId, key);
    const { status, body: taken } = await place(3);
    expect(status, JSON.stringify(taken)).toBe(201);
    // Its sound passes, by ports that were used before.
    const line = await peer.nextCall();
    await line.answered;
    await expect.poll(() => line.recording().samples.length, { timeout: 10_000 }).toBeGreaterThan(8000);
  } finally {
    const code = await appliance.stop();
    await peer.close();
    expect(code, appliance.log()).toBe(0);
  }
});

/**
 * From `POST /v1/calls` to the INVITE on the wire: the whole appliance, with its store, its engines and its Asterisk.
 * Beside it the exchange alone: from the order to dial to the INVITE, over the same kind of Asterisk.
 */
import { join } from "node:path";
import { runAppliance } from "../support/running-appliance.ts";
import { startSipPeer, type SipPeer } from "../support/sip-peer/sip-peer.ts";
import { percentile, result, type Result } from "./result.ts";
import { startChild } from "./rig/child.ts";
import { startExchange } from "./rig/exchange.ts";

/** Below the 60 calls that an account may place in a minute. */
const CALLS = 40;

export async function run(): Promise<Result[]> {
  const peer = await startSipPeer({ script: { progress: [{ status: 180, afterMs: 0 }], final: "never" } });
  try {
    const ours = await overTheApi(peer);
    const alone = await exchangeAlone(peer);
    return (
      [
        ["p50", 0.5],
        ["p95", 0.95],
        ["p99", 0.99],
      ] as const
    ).map(([name, share]) =>
      result(`call_setup_ms_${name}`, "ms", percentile(ours, share), [
        "order to dial, no API",
        percentile(alone, share),
      ]),
    );
  } finally {
    await peer.close();
  }
}

async function overTheApi(peer: SipPeer): Promise<number[]> {
  const appliance = await runAppliance({ trunk: { host: peer.host, port: peer.port, codecs: ["ulaw"] } });
  try {
    const goal = "Ask whether a table for two is free tonight.";
    const { key, callId } = await appliance.openAccount({ phone: numberOf(99), goal });
    await peer.nextCall();
    await appliance.request("POST", `/v1/calls/${callId}/hangup`, { key });
    const took: number[] = [];
    for (let i = 0; i < CALLS; i += 1) {
      const postedMs = performance.now();
      const placing = appliance.request("POST", "/v1/calls", { key, body: { phone: numberOf(i), goal } });
      took.push((await peer.nextCall()).invitedAtMs - postedMs);
      const { body } = await placing;
      const placed = String(body["call_id"]);
      await appliance.request("POST", `/v1/calls/${placed}/hangup`, { key });
      await appliance.untilEnded(placed, key, 10_000);
    }
    return sorted(took);
  } finally {
    await appliance.stop();
  }
}

async function exchangeAlone(peer: SipPeer): Promise<number[]> {
  const answerer = startChild(join(import.meta.dirname, "rig/answerer.ts"), ["bare"]);
  const exchange = await startExchange({
    peerPort: peer.port,
    media: [{ name: "media_0", port: await answerer.ask<number>({ type: "port" }) }],
    login: { username: "bench", password: "bench" },
  });
  try {
    const took: number[] = [];
    for (let i = 0; i < CALLS; i += 1) {
      const callId = `alone_${i}`;
      const orderedMs = performance.now();
      const refused = exchange.call(callId, { listener: "media_0", sampleRateHz: 8000 }).catch(() => undefined);
      took.push((await peer.nextCall()).invitedAtMs - orderedMs);
      await exchange.hangUp(callId);
      await refused;
    }
    return sorted(took);
  } finally {
    await exchange.close();
    await answerer.end();
  }
}

function sorted(values: number[]): number[] {
  return values.toSorted((a, b) => a - b);
}

/** Numbers that are kept for fiction. */
function numberOf(i: number): string {
  return `+1415555${String(100 + i).padStart(4, "0")}`;
}

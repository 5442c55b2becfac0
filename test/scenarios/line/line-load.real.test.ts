/** Fifty calls at once, 5,000 packets a second: what the line adds to their delay, and what it costs. */
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { startChild } from "../../bench/rig/child.ts";
import { startSipPeer, type SipPeer } from "../../support/sip-peer/sip-peer.ts";
import { call, type Caller } from "./caller.ts";
import type { Impairment } from "./impairment.ts";
import type { Address } from "./sip-hop.ts";

const CALLS = 50;
const FRAME_MS = 20;
const FOR_MS = 4000;
const CHILD = new URL("line-child.ts", import.meta.url).pathname;

type Delays = { readonly p50: number; readonly p95: number; readonly p99: number; readonly lost: number };

/** From each packet's sending to its arrival, in milliseconds, over all calls; both directions carry packets meanwhile. */
async function delays(to: Address, peer: SipPeer): Promise<Delays> {
  const callers: Caller[] = [];
  const sentAtMs = Array.from({ length: CALLS }, (): number[] => []);
  const took: number[] = [];
  for (let i = 0; i < CALLS; i += 1) {
    callers.push(await call(to, `+1202555${1000 + i}`));
    const phone = await peer.nextCall();
    phone.rtp.onPacket = ({ sequence, atMs }) => took.push(atMs - (sentAtMs[i]?.[sequence] ?? NaN));
  }
  const payload = new Uint8Array(160).fill(0x55);
  const beganMs = performance.now();
  let sent = 0;
  // The calls take turns within the 20 ms, as those of many telephones do.
  while (performance.now() - beganMs < FOR_MS) {
    const due = ((performance.now() - beganMs) / FRAME_MS) * CALLS;
    for (; sent < due; sent += 1) {
      const sequence = Math.floor(sent / CALLS);
      const caller = sent % CALLS;
      const times = sentAtMs[caller];
      if (times !== undefined) times[sequence] = performance.now();
      callers[caller]?.send(sequence, payload);
    }
    await delay(1);
  }
  await delay(200);
  await Promise.all(callers.map((caller) => caller.hangUp()));
  const sorted = took.sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? NaN;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), lost: sent - sorted.length };
}

async function throughLine(impairment: Impairment): Promise<Delays & { readonly cpuPercent: number; rssMb: number }> {
  const peer = await startSipPeer({ codecs: ["pcmu"], records: false });
  const child = startChild(CHILD, [String(peer.port), JSON.stringify(impairment)]);
  const line = { host: "127.0.0.1", port: await child.ask<number>({ type: "port" }) };
  type Used = { readonly cpuMs: number; readonly rssMb: number };
  const before = await child.ask<Used>({ type: "used" });
  const beganMs = performance.now();
  const measured = await delays(line, peer);
  const after = await child.ask<Used>({ type: "used" });
  const cpuPercent = ((after.cpuMs - before.cpuMs) / (performance.now() - beganMs)) * 100;
  await child.end();
  await peer.close();
  return { ...measured, cpuPercent, rssMb: after.rssMb };
}

async function direct(): Promise<Delays> {
  const peer = await startSipPeer({ codecs: ["pcmu"], records: false });
  const measured = await delays(peer, peer);
  await peer.close();
  return measured;
}

function inWords(name: string, figures: object): string {
  const all = Object.entries(figures).map(([key, value]) => `${key} ${Number(value).toFixed(2)}`);
  return `${name}: ${all.join(", ")}`;
}

describe(`${CALLS} calls at once`, () => {
  it("gain less than a millisecond of delay on a good line, and lose nothing", async () => {
    const [without, through] = [await direct(), await throughLine({})];
    console.log(inWords("no line", without), "\n", inWords("good line", through));
    expect(through.lost).toBe(0);
    expect(through.p50 - without.p50).toBeLessThan(1);
    // The higher percentiles are for the reader: on a machine with other work they measure that work.
    expect(through.cpuPercent).toBeLessThan(40);
  });

  it("are carried just so on a line with noise and echo", async () => {
    const through = await throughLine({ noiseDbfs: -35, echo: { delayMs: 120, gainDb: -20 } });
    console.log(inWords("noise and echo", through));
    expect(through.lost).toBe(0);
    expect(through.p50).toBeLessThan(5);
    expect(through.cpuPercent).toBeLessThan(60);
  });
});

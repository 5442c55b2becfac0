/**
 * The telephones of the benchmark, in a process of their own: each call sends a mark of 20 ms now and then and measures
 * until the first sound that comes back, in RTP.
 */
import { setPriority } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { peak } from "../../support/peak.ts";
import { startSipPeer, type SipCall } from "../../support/sip-peer/sip-peer.ts";
import { answerQuestions } from "./child.ts";

const MARK = Int16Array.from({ length: 160 }, (_, i) => Math.round(16_000 * Math.sin((2 * Math.PI * i) / 8)));
const SOUND_PEAK = 4000;
const LOST_AFTER_MS = 250;

try {
  // The measuring must not wait for what is measured. Only root may.
  setPriority(-10);
} catch {
  process.stderr.write("the telephones run at ordinary priority\n");
}
const peer = await startSipPeer({ codecs: ["pcmu"], records: false });
const live = new Set<SipCall>();
void (async () => {
  for (;;) {
    const call = await peer.nextCall();
    live.add(call);
    void call.ended.then(() => live.delete(call));
  }
})();

/** Milliseconds from the mark's packet to the first packet with sound; null when none came. */
async function turnaround(call: SipCall): Promise<number | null> {
  const { promise, resolve } = Promise.withResolvers<number | null>();
  let sentMs = Infinity;
  call.rtp.onPacket = ({ atMs, samples }) => {
    if (atMs >= sentMs && peak(samples) > SOUND_PEAK) resolve(atMs);
  };
  const lost = setTimeout(() => resolve(null), LOST_AFTER_MS + 20);
  // Its packet leaves in the same turn of the loop in which this resolves.
  await call.play(MARK);
  sentMs = performance.now();
  const heardMs = await promise;
  clearTimeout(lost);
  call.rtp.onPacket = () => {};
  return heardMs === null ? null : heardMs - sentMs;
}

async function measure(call: SipCall, ms: number): Promise<(number | null)[]> {
  const figures: (number | null)[] = [];
  for (const end = performance.now() + ms; performance.now() < end;) {
    await delay(230 + Math.random() * 100);
    figures.push(await turnaround(call));
  }
  return figures;
}

answerQuestions(async (question) => {
  switch (question["type"]) {
    case "port":
      return peer.port;
    case "measure": {
      const figures = (await Promise.all([...live].map((call) => measure(call, Number(question["ms"]))))).flat();
      const heard = figures.filter((figure) => figure !== null).sort((a, b) => a - b);
      return { calls: live.size, heard, lost: figures.length - heard.length };
    }
    default:
      throw new Error("unknown question");
  }
});

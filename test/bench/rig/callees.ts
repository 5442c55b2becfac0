/**
 * People who are called, many at once, in a process of their own: each says a sentence, waits until the assistant has
 * had its say, and says the next. Told afterwards: the time between one packet of the assistant's and the next (it sends
 * silence too), and how long it took to answer what was said after its opening.
 */
import { setPriority } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { peak } from "../../support/peak.ts";
import type { Arrival } from "../../support/rtp-stream.ts";
import { startSipPeer, type SipCall } from "../../support/sip-peer/sip-peer.ts";
import { fetchRecordings, pick, readSound, sentences } from "../../people/kit.ts";
import { answerQuestions } from "./child.ts";

/** A number that ends so does not take calls: it opens accounts. */
const BUSY = /00$/;
const LOUD = 800;
const GREET_AFTER_MS = 400;
/** The assistant has finished when it has been silent for so long; who hears nothing at all says the next thing anyway. */
const THEIR_TURN_AFTER_MS = 1200;
const IMPATIENT_AFTER_MS = 8000;

type Told = {
  readonly calls: number;
  readonly gapsMs: number[];
  readonly repliesMs: number[];
  readonly packets: number;
};

try {
  setPriority(-10);
} catch {
  process.stderr.write("the callees run at ordinary priority\n");
}

const said = await Promise.all(
  pick(
    sentences(await fetchRecordings()).filter(({ text }) => text.split(" ").length <= 10),
    24,
  ).map(({ path }) => readSound(path, 8000)),
);
const peer = await startSipPeer({
  codecs: ["pcmu"],
  records: false,
  script: (number) => (BUSY.test(number) ? { final: { status: 486, afterMs: 0 } } : {}),
});
let told = nothing();
const live = new Set<SipCall>();

void (async () => {
  for (let nth = 0; ; nth += 1) {
    const call = await peer.nextCall();
    void converse(call, nth).catch(() => undefined);
  }
})();

async function converse(call: SipCall, nth: number): Promise<void> {
  await call.answered;
  live.add(call);
  let over = false;
  void call.ended.then(() => {
    over = true;
    live.delete(call);
  });
  const line = listen(call);
  await delay(GREET_AFTER_MS);
  for (let sentence = nth * 5; !over; sentence += 1) {
    await call.play(said[sentence % said.length] ?? new Int16Array(0));
    line.asked();
    const askedMs = performance.now();
    while (!over && !line.finished() && performance.now() - askedMs < IMPATIENT_AFTER_MS) await delay(20);
  }
}

/** Notes what arrives; says when the assistant has answered and is silent again. */
function listen(call: SipCall): { asked(): void; finished(): boolean } {
  const of = told;
  of.calls += 1;
  let beforeMs: number | null = null;
  let opened = false;
  let loudMs = -Infinity;
  let askedMs: number | null = null;
  let answered = false;
  call.rtp.onPacket = ({ atMs, samples }: Arrival) => {
    const loud = peak(samples) > LOUD;
    of.packets += 1;
    if (beforeMs !== null) of.gapsMs.push(atMs - beforeMs);
    beforeMs = atMs;
    if (!loud) return;
    loudMs = atMs;
    if (askedMs === null) return;
    if (opened) of.repliesMs.push(atMs - askedMs);
    opened = true;
    askedMs = null;
    answered = true;
  };
  return {
    asked: () => {
      askedMs = performance.now();
      answered = false;
    },
    finished: () => answered && performance.now() - loudMs >= THEIR_TURN_AFTER_MS,
  };
}

function nothing(): { -readonly [key in keyof Told]: Told[key] } {
  return { calls: 0, gapsMs: [], repliesMs: [], packets: 0 };
}

answerQuestions(async (question) => {
  switch (question["type"]) {
    case "port":
      return peer.port;
    /** Hang up, and tell what there was since the last time. */
    case "tell": {
      await Promise.all([...live].map((call) => call.hangUp().catch(() => undefined)));
      const last = told;
      told = nothing();
      const sorted = (values: number[]): number[] => values.sort((a, b) => a - b);
      return { ...last, gapsMs: sorted(last.gapsMs), repliesMs: sorted(last.repliesMs) } satisfies Told;
    }
    default:
      throw new Error("unknown question");
  }
});

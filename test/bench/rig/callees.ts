/**
 * People who are called, many at once, in a process of their own: each says a sentence, waits until the assistant has
 * had its say, and says the next. Told afterwards: the time between one packet of the assistant's and the next (it sends
 * silence too), how long it took to open after their greeting, and how long to answer what was said after that.
 *
 * Recordings of a person for engines that listen. With a port to whisper to, sentences of a business for engines that are
 * whispered to.
 */
import { setPriority } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { peak } from "../../support/peak.ts";
import type { Arrival } from "../../support/rtp-stream.ts";
import { startSipPeer, type SipCall } from "../../support/sip-peer/sip-peer.ts";
import { fetchRecordings, pick, readSound, sentences } from "../../people/kit.ts";
import { speak } from "../../scenarios/sounds.ts";
import type { SpokenPart } from "../../scenarios/sounds.ts";
import { openWhisper } from "../../scenarios/simulated/whisper.ts";
import { answerQuestions } from "./child.ts";

/** A number that ends so does not take calls: it opens accounts. */
const BUSY = /00$/;
const LOUD = 400;
const PACKET_MS = 20;
const GREET_AFTER_MS = 400;
/** The assistant has finished when it has been silent for so long; who hears nothing at all says the next thing anyway. */
const THEIR_TURN_AFTER_MS = 1200;
const IMPATIENT_AFTER_MS = 8000;

type Told = {
  readonly calls: number;
  readonly gapsMs: number[];
  readonly openingsMs: number[];
  readonly repliesMs: number[];
  readonly packets: number;
};

try {
  setPriority(-10);
} catch {
  process.stderr.write("the callees run at ordinary priority\n");
}

/** What a business says in answer to one question or another. */
const LINES = [
  "Thank you for calling. How can I help you?",
  "We are open until ten tonight.",
  "Sure, that is no problem at all.",
  "What name should I put that under?",
  "There is a garage right behind the building.",
  "The dinner menu is forty two dollars.",
  "I think we have a table on the terrace.",
  "Yes, you can pay with any card.",
];
/** From a packet of ours to the appliance's ear. */
const ON_THE_WAY_MS = 30;

type Line = { readonly samples: Int16Array; readonly parts: readonly SpokenPart[] };

const whisperPort = Number(process.argv[2] ?? 0);
const whisper = whisperPort === 0 ? null : openWhisper(whisperPort);
const said: readonly Line[] = whisper === null ? await recordings() : await sayings();

async function recordings(): Promise<readonly Line[]> {
  const short = sentences(await fetchRecordings()).filter(({ text }) => text.split(" ").length <= 10);
  return Promise.all(pick(short, 24).map(async ({ path }) => ({ samples: await readSound(path, 8000), parts: [] })));
}

function sayings(): Promise<readonly Line[]> {
  return Promise.all(LINES.map((line) => speak(line, { voice: "slt", volumeDb: 0, manner: "plain" }, 8000)));
}

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
    const spoken = said[sentence % said.length];
    if (spoken === undefined) return;
    const { samples, parts } = spoken;
    whisper?.tell({ number: call.number, startedAtMs: Date.now() + ON_THE_WAY_MS, parts });
    await call.play(samples);
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
    (opened ? of.repliesMs : of.openingsMs).push(atMs - askedMs);
    opened = true;
    askedMs = null;
    answered = true;
  };
  return {
    asked: () => {
      // The last packet has been sent, and its sound takes a packet's time.
      askedMs = performance.now() + PACKET_MS;
      answered = false;
    },
    finished: () => answered && performance.now() - loudMs >= THEIR_TURN_AFTER_MS,
  };
}

function nothing(): { -readonly [key in keyof Told]: Told[key] } {
  return { calls: 0, gapsMs: [], openingsMs: [], repliesMs: [], packets: 0 };
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
      return {
        ...last,
        gapsMs: sorted(last.gapsMs),
        openingsMs: sorted(last.openingsMs),
        repliesMs: sorted(last.repliesMs),
      } satisfies Told;
    }
    default:
      throw new Error("unknown question");
  }
});

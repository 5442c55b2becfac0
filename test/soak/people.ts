/**
 * Whoever is called in the soak: telephones behind the trunk, whose last two digits say what they do. Their words are
 * whispered to the simulated ears.
 */
import { setTimeout as delay } from "node:timers/promises";
import { speak } from "../scenarios/sounds.ts";
import type { SpokenPart } from "../scenarios/sounds.ts";
import { openWhisper } from "../scenarios/simulated/whisper.ts";
import type { SipCall, SipPeer } from "../support/sip-peer/sip-peer.ts";
import { startSipPeer } from "../support/sip-peer/sip-peer.ts";

/** What a number does: `+1 415 555 kkNN`, the kind of the last two digits by their remainder. */
export const KINDS = ["talks", "hangs up", "is hung up on", "is busy", "never answers", "falls silent"] as const;
export type Kind = (typeof KINDS)[number];

const RATE_HZ = 8000;
const ON_THE_WAY_MS = 30;
const PAUSE_MS = 2500;
const LINES = [
  "Thank you for calling. How can I help you?",
  "We are open until ten tonight.",
  "There is a garage right behind the building.",
  "The dinner menu is forty two dollars.",
  "You are welcome. Goodbye.",
];

export type People = {
  readonly peer: SipPeer;
  /** From now on they can be heard. */
  whisperAt(port: number): void;
  close(): Promise<void>;
};

export const kindOf = (number: string): Kind => KINDS[Number(number.slice(-2)) % KINDS.length] ?? "talks";

type Said = { readonly samples: Int16Array; readonly parts: readonly SpokenPart[]; readonly text: string };

export async function startPeople(): Promise<People> {
  const said: readonly Said[] = await Promise.all(
    LINES.map(async (text) => ({
      text,
      ...(await speak(text, { voice: "slt", volumeDb: 0, manner: "plain" }, RATE_HZ)),
    })),
  );
  const peer = await startSipPeer({
    codecs: ["pcmu"],
    records: false,
    script: (number) => {
      const kind = kindOf(number);
      if (kind === "is busy") return { final: { status: 486, afterMs: 100 } };
      if (kind === "never answers") return { progress: [{ status: 180, afterMs: 50 }], final: "never" };
      return { progress: [{ status: 180, afterMs: 50 }], final: { status: 200, afterMs: 200 } };
    },
  });
  let whisper: ReturnType<typeof openWhisper> | null = null;
  let closed = false;

  async function converse(call: SipCall): Promise<void> {
    await call.answered;
    const kind = kindOf(call.number);
    let over = false;
    void call.ended.then(() => (over = true));
    const lines = kind === "hangs up" || kind === "falls silent" ? said.slice(0, 2) : said;
    for (const { samples, parts } of lines) {
      await delay(PAUSE_MS);
      if (over) return;
      whisper?.tell({ number: call.number, startedAtMs: Date.now() + ON_THE_WAY_MS, parts });
      await call.play(samples);
    }
    if (kind === "hangs up" && !over) await call.hangUp();
  }

  void (async () => {
    while (!closed) {
      const call = await peer.nextCall();
      converse(call).catch(() => undefined);
    }
  })();

  return {
    peer,
    whisperAt: (port) => void (whisper = openWhisper(port)),
    async close() {
      closed = true;
      whisper?.close();
      await peer.close();
    },
  };
}

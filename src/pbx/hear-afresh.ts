/**
 * Asterisk turns what comes in into our format by the numbers of its packets, and leaves out what seems to be late. Another
 * source in the same call (the next of a carrier's gateways, the agent after the music) counts from anywhere: in half of all
 * cases from below the last one, and nothing of it is heard until it has caught up, which can take many minutes. A call that
 * leaves its bridge and comes back is turned afresh, from whatever number comes next.
 */
import type { Ari } from "./ari.ts";
import { AriError } from "./ari-rest.ts";
import { bridgeId } from "./media-leg.ts";

/** Packets a second: sound has 50 or 33 of them, comfort noise a few. */
const SOUND_PER_SECOND = 20;

/** Rejects when the call is left without its audio. */
export async function hearAfresh(ari: Ari, callId: string): Promise<void> {
  try {
    await ari.removeFromBridge(bridgeId(callId), callId);
  } catch (error) {
    // Refused: it is not in its bridge, or gone. Without an answer nobody knows, and it is put back in any case.
    if (error instanceof AriError) return;
  }
  await ari.addToBridge(bridgeId(callId), [callId]);
}

/** Counts of packets while nothing is heard. */
export class DeafCount {
  #last: { readonly packets: number; readonly atMs: number } | null = null;

  /** What comes in since the last count; `again`: of the same silence. */
  take(packets: number, atMs: number, again: boolean): "nothing" | "signs" | "sound" {
    const before = again ? this.#last : null;
    this.#last = { packets, atMs };
    if (before === null || packets <= before.packets) return "nothing";
    return (packets - before.packets) * 1000 >= SOUND_PER_SECOND * (atMs - before.atMs) ? "sound" : "signs";
  }
}

/**
 * Which packets get lost: each by its own chance, or many in a row, as on a mobile that passes under a bridge. Bursts are
 * a chain of two states (E. N. Gilbert, 1960): in the bad one everything is lost, and its length is a matter of chance.
 */
import type { Impairment } from "./impairment.ts";

const PACKET_MS = 20;

/** Tells of each packet in turn whether it gets lost. `random`: numbers in [0, 1). */
export function createLoss(
  { lossPercent = 0, lossBursts }: Pick<Impairment, "lossPercent" | "lossBursts">,
  random: () => number,
): () => boolean {
  const alone = lossPercent === 0 ? () => false : () => random() * 100 < lossPercent;
  if (lossBursts === undefined) return alone;
  const { percent, meanMs } = lossBursts;
  const ends = Math.min(1, PACKET_MS / meanMs);
  const begins = (ends * percent) / (100 - percent);
  let bad = false;
  return () => {
    bad = bad ? random() >= ends : random() < begins;
    return alone() || bad;
  };
}

/** Ours and what it is compared with, in the same minute. */
import { percentile } from "../result.ts";

const ROUNDS = 20;
const WARM_UP_ROUNDS = 4;

/** Measures both in turn, so that neither has the quieter machine; the median of the rounds counts. */
export async function inTurn(
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
  rounds = ROUNDS,
): Promise<readonly [number, number]> {
  const measured: [number, number][] = [];
  for (let round = 0; round < WARM_UP_ROUNDS + rounds; round++) measured.push([await ours(), await theirs()]);
  const median = (index: 0 | 1): number =>
    percentile(
      measured
        .slice(WARM_UP_ROUNDS)
        .map((one) => one[index])
        .sort((a, b) => a - b),
      0.5,
    );
  return [median(0), median(1)];
}

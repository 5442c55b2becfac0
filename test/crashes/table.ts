/** Causes faults and tells what came of them. */
import type { Fault } from "./fault.ts";

export type Row = {
  readonly fault: string;
  readonly tried: number;
  readonly survived: number;
  /** The middle and the worst of the starts after it. */
  readonly recoverS: readonly [number, number];
  readonly lost: readonly string[];
};

export async function causeAll(
  faults: readonly Fault[],
  times: (fault: Fault) => number,
  onRow: (row: Row) => void,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const fault of faults) {
    const row = await causeOne(fault, times(fault));
    rows.push(row);
    onRow(row);
  }
  return rows;
}

async function causeOne({ name, cause }: Fault, times: number): Promise<Row> {
  const recoveries: number[] = [];
  const lost: string[] = [];
  let [tried, survived] = [0, 0];
  for (let nth = 0; nth < times; nth += 1) {
    try {
      const trial = await cause(nth);
      const { tries = 1 } = trial;
      if (!Number.isNaN(trial.recoveredMs)) recoveries.push(trial.recoveredMs / 1000);
      lost.push(...trial.lost);
      tried += tries;
      survived += Math.max(0, tries - trial.lost.length);
    } catch (error) {
      tried += 1;
      lost.push(String(error));
    }
  }
  const sorted = recoveries.toSorted((a, b) => a - b);
  const recoverS = [sorted[Math.floor(sorted.length / 2)] ?? Number.NaN, sorted.at(-1) ?? Number.NaN] as const;
  return { fault: name, tried, survived, recoverS, lost };
}

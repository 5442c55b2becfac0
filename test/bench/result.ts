/** What a benchmark tells: a figure of ours beside a baseline measured in the same run (contract section 9). */

export type Result = {
  readonly name: string;
  readonly unit: string;
  readonly ours: number;
  readonly baseline: number | null;
  readonly baseline_name: string | null;
  /** Ours by the baseline; null without a baseline or with one of zero. */
  readonly ratio: number | null;
};

export function result(name: string, unit: string, ours: number, baseline: readonly [string, number] | null): Result {
  const [baselineName, value] = baseline ?? [null, null];
  return {
    name,
    unit,
    ours: rounded(ours),
    baseline: value === null ? null : rounded(value),
    baseline_name: baselineName,
    ratio: value === null || value === 0 ? null : rounded(ours / value),
  };
}

/** The value below which this share of them lies; NaN of none. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

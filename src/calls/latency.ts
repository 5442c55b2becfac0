/** Median and 95th percentile of the turns so far, nearest rank; null before the first. */
export function latencyOf(totalsMs: readonly number[]): { readonly p50: number; readonly p95: number } | null {
  if (totalsMs.length === 0) return null;
  const sorted = totalsMs.toSorted((a, b) => a - b);
  const rank = (share: number): number => Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
  return { p50: rank(0.5), p95: rank(0.95) };
}

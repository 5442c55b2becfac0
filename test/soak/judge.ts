/** Whether what an appliance has in hand, looked at again and again while nobody is on the line, stays what it was. Pure. */
import type { Figures } from "./figures.ts";

type Rule = {
  readonly of: keyof Figures;
  readonly called: string;
  /** More than at the end of the warm-up. */
  readonly mayGrow: number;
  /** Ever. */
  readonly atMost?: number;
};

const RULES: readonly Rule[] = [
  { of: "channels", called: "Asterisk's channels", mayGrow: 0, atMost: 0 },
  { of: "bridges", called: "Asterisk's bridges", mayGrow: 0, atMost: 0 },
  { of: "processes", called: "processes", mayGrow: 0 },
  // A connection that HTTP still keeps, and a thread of Asterisk's pool.
  { of: "descriptors", called: "open descriptors", mayGrow: 8 },
  { of: "threads", called: "threads", mayGrow: 8 },
  { of: "keptMb", called: "MB of objects that are kept", mayGrow: 4 },
  { of: "residentMb", called: "MB of memory", mayGrow: 80 },
  { of: "childrenMb", called: "MB of memory of what it has started", mayGrow: 40 },
  { of: "logMb", called: "MB of write-ahead log", mayGrow: 8, atMost: 16 },
];

/**
 * The first third is the warm-up. What is there at its end and at the last is compared by the least of up to three looks,
 * so that a moment's garbage is no growth; no look counts for both.
 */
export function judge(samples: readonly Figures[]): readonly string[] {
  const warm = Math.ceil(samples.length / 3);
  const looks = Math.max(1, Math.min(3, Math.floor((samples.length - warm + 1) / 2)));
  const [early, late] = [samples.slice(warm - 1, warm - 1 + looks), samples.slice(-looks)];
  return RULES.flatMap(({ of, called, mayGrow, atMost = Infinity }) => {
    const least = (seen: readonly Figures[]): number => Math.min(...seen.map((figures) => figures[of]));
    const most = Math.max(...samples.map((figures) => figures[of]));
    const [before, after] = [least(early), least(late)];
    if (after - before > mayGrow) return [`${called} grew from ${before} to ${after}`];
    return most > atMost ? [`there were ${most} ${called} with nobody on the line`] : [];
  });
}

/** What was measured of each engine, for people: a line each, in the order in which they are asked. */
import type { MeasuredEngine } from "../app/measure-engines.ts";

export function showMeasured(measured: readonly MeasuredEngine[]): readonly string[] {
  return measured.map(({ setting, does, place, engine, figures, problem }) => {
    const head = `${`${does} ${place}`.padEnd(11)}${engine.padEnd(34)}`;
    if (figures === null) return `${head}${problem ?? "nothing was measured"}`;
    const { first_ms, begins_ms, ends_ms, real_time_factor, text } = figures;
    const parts = [
      does === "hears" ? `ready after ${first_ms} ms` : `first time ${first_ms} ms`,
      ...(begins_ms === null ? [] : [`${BEGINS[does]} after ${begins_ms} ms`]),
      `${ENDS[does]} after ${ends_ms} ms`,
      ...(real_time_factor === null ? [] : [`${real_time_factor} of real time`]),
      ...(does === "hears" ? [`heard "${text ?? ""}"`] : []),
      ...(setting === null ? ["(stands behind the list)"] : []),
    ];
    return `${head}${parts.join(", ")}`;
  });
}

const BEGINS = { hears: "first words", speaks: "sound", thinks: "first token" } as const;
const ENDS = { hears: "last words, from the end of the speech,", speaks: "whole", thinks: "whole" } as const;

/**
 * Ten calls at a time: what the appliance has in hand while nobody is on the line, at the end beside the end of the
 * warm-up, and whatever was lost. Asked for by its name it takes an hour (`SOAK_MINUTES=10`: ten minutes), among all the
 * others three minutes. What it has in hand after each round is told on standard error; `SOAK_LEAKS=memory` (descriptor,
 * listener) leaks on purpose, to see it found.
 */
import { soak } from "../soak/soak.ts";
import { result } from "./result.ts";
import type { Result } from "./result.ts";

const HOUR = 60;
const SHORT = 3;

export async function run(): Promise<readonly Result[]> {
  const minutes = Number(process.env["SOAK_MINUTES"] ?? (process.argv.includes("soak") ? HOUR : SHORT));
  if (!(minutes > 0)) throw new Error("SOAK_MINUTES: give a number of minutes");
  const { calls, samples, wrong } = await soak({
    minutes,
    leaks: process.env["SOAK_LEAKS"] ?? "",
    onSample: (figures, soFar) => process.stderr.write(`  ${soFar} calls: ${JSON.stringify(figures)}\n`),
  });
  for (const sentence of wrong) process.stderr.write(`  WRONG: ${sentence}\n`);
  const [early, late] = [samples[Math.floor(samples.length / 3)], samples.at(-1)];
  if (early === undefined || late === undefined) throw new Error("nothing was looked at");
  const compared = (name: string, unit: string, of: keyof typeof late): Result =>
    result(`soak_${name}`, unit, late[of], ["after the warm-up", early[of]]);
  return [
    result("soak_calls", "calls", calls, null),
    result("soak_wrong", "sentences on standard error", wrong.length, null),
    compared("kept_mb", "MB of objects after a collection", "keptMb"),
    compared("resident_mb", "MB", "residentMb"),
    compared("children_mb", "MB, Asterisks and others", "childrenMb"),
    compared("descriptors", "descriptors, all processes", "descriptors"),
    compared("threads", "threads, all processes", "threads"),
    compared("log_mb", "MB of write-ahead log", "logMb"),
  ];
}

/**
 * Preloaded into every thread of the appliance's program. At the place that a file orders, once: the whole process is
 * killed, the thread goes round for ever, or the thread ends. The program itself is the one that people run.
 */
import { readFileSync, rmSync } from "node:fs";
import { onFailpoint, type Failpoint } from "../../src/lib/failpoint.ts";

/** `kills` the process; the thread that comes by `hangs` or `dies`. */
export type Break = { readonly at: Failpoint; readonly how: "kills" | "hangs" | "dies" };

const order = process.env["BREAKS_BY"];

/** Null while nothing is ordered. */
function ordered(path: string): Break | null {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Break;
  } catch {
    return null;
  }
}

onFailpoint((name) => {
  if (order === undefined) return;
  const what = ordered(order);
  if (what?.at !== name) return;
  rmSync(order, { force: true });
  if (what.how === "kills") process.kill(process.pid, "SIGKILL");
  // Of a worker thread this is its own end only.
  if (what.how === "dies") process.exit(1);
  for (;;);
});

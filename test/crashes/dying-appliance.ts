/** The program, which dies at the place that is named in its environment. */
import { onFailpoint } from "../../src/lib/failpoint.ts";

onFailpoint((name) => {
  if (name === process.env["DIES_AT"]) process.kill(process.pid, "SIGKILL");
});
await import("../../src/main.ts");

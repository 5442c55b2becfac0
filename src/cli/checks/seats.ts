/** How many calls the machine carries: measured by the appliance when it starts, so it is known of one that runs. */
import type { Check } from "./check.ts";

export const seatsCheck: Check = {
  name: "seats",
  look({ running }) {
    if (running === null) return { found: "measured at the start of the appliance, which does not run" };
    const { total, used, free } = running.seats;
    const engines = running.engines === null ? "" : `; it ${running.engines}`;
    if (total === null) return { found: `${used} calls under way, no bound${engines}` };
    return { found: `${used} of ${total} calls under way, ${free} free${engines}` };
  },
};

/** A way to break the appliance, as the table of `npm run faults` lists it. Each area of the house has a list of its own. */
import type { Trial } from "./rig.ts";

export type Fault = {
  readonly name: string;
  /** How often it is caused when nobody says otherwise. */
  readonly times: number;
  /** Once; throws a sentence when it could not be caused at all. `nth` counts from 0. */
  readonly cause: (nth: number) => Promise<Trial>;
};

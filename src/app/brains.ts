/** The mind that an end of a call gets. */
import { errandsOf } from "../conversation/dialog/task.ts";
import type { BrainOrder } from "../conversation/messages.ts";
import type { Brain, BrainFactory } from "../conversation/ports.ts";
import { businessBrain } from "../demo/business-brain.ts";
import { parseBusiness } from "../demo/business.ts";

export function brainFor(order: BrainOrder, brains: BrainFactory): Brain {
  if (order.kind === "assistant") return brains.begin({ ...order, errands: errandsOf(order.brief) }, []);
  return businessBrain(parseBusiness(order.yaml), order.seed);
}

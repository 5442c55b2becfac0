/** The mind that an end of a call gets, and what its recogniser should expect to hear. */
import { expectedBusinessPhrases } from "./conversation/brain/phrases.ts";
import type { Engines } from "./conversation/hosting.ts";
import type { Mind } from "./conversation/messages.ts";
import type { Thinker } from "./conversation/ports.ts";
import { businessBrain } from "./demo/business-brain.ts";
import { assistantPhrases, businessPhrases } from "./demo/business-phrases.ts";
import { parseBusiness } from "./demo/business.ts";

export function mindOf(mind: Mind, thinker: Thinker): ReturnType<Engines["think"]> {
  if (mind.kind === "assistant") {
    return { brain: thinker.begin(mind, []), hints: expectedBusinessPhrases(mind.brief) };
  }
  const business = parseBusiness(mind.yaml);
  return { brain: businessBrain(business, mind.seed), hints: [...assistantPhrases(), ...businessPhrases(business)] };
}

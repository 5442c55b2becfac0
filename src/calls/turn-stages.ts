/** What the time of one turn is spent on, in its order: the name that is shown, and where it stands. */
import type { TurnLatency } from "./ports.ts";

export const TURN_STAGES = [
  ["endpointing", "endpointingMs"],
  ["recogniser", "recogniserMs"],
  ["brain", "brainMs"],
  ["voice", "voiceMs"],
  ["playout", "playoutMs"],
] as const satisfies readonly (readonly [string, keyof TurnLatency])[];

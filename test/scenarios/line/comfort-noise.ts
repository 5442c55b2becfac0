/**
 * A gateway that saves bandwidth (RFC 3389): while its side is silent it sends no sound, only now and then how loud the
 * silence is, for the receiver to make noise of that level.
 */
import { dbfs } from "../../../src/conversation/media/levels.ts";

/** The static payload type of comfort noise at 8 kHz (RFC 3551 section 6). */
export const COMFORT_NOISE_TYPE = 13;

const SOUND_DBFS = -52;
/** Soft endings of words are sound, and so is the room between two of them. */
const HANGOVER_FRAMES = 10;
const AGAIN_AFTER_FRAMES = 150;
/** In -dBov, as the payload has it. */
const QUIETEST = 127;

/** What goes out for a frame: itself, the level of the silence as a payload, or nothing at all. */
export type Sent = "sound" | Uint8Array | null;

export function createSilenceSuppression(): (samples: Int16Array) => Sent {
  let silentFrames = 0;
  return (samples) => {
    const level = dbfs(samples);
    silentFrames = level > SOUND_DBFS ? 0 : silentFrames + 1;
    const suppressed = silentFrames - HANGOVER_FRAMES;
    if (suppressed <= 0) return "sound";
    if ((suppressed - 1) % AGAIN_AFTER_FRAMES !== 0) return null;
    return Uint8Array.of(Math.min(QUIETEST, Math.round(-Math.max(level, -QUIETEST))));
  };
}

/**
 * A voice that keeps what it has said, as far as it will be said again: short phrases. What is about this call alone is
 * longer, and is not kept.
 */
import type { Voice } from "../conversation/ports.ts";
import { keptPhrases } from "./kept-phrases.ts";
import { joinedSound } from "./sound-pieces.ts";

const PHRASE_CHARACTERS = 40;

export function keepingVoice(voice: Voice): Voice {
  const kept = keptPhrases();
  return {
    sampleRateHz: voice.sampleRateHz,
    wake: () => voice.wake?.(),
    async *speak(text, signal, meter) {
      const known = kept.find(text);
      if (known !== null) {
        meter?.text(text.length, true);
        yield known;
        return;
      }
      const pieces: Int16Array[] = [];
      for await (const piece of voice.speak(text, signal, meter)) {
        pieces.push(piece);
        yield piece;
      }
      if (signal.aborted || pieces.length === 0 || text.length > PHRASE_CHARACTERS) return;
      kept.keep(text, joinedSound(pieces));
    },
  };
}

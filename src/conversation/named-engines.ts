/** Engines under the name by which a call's use of them is counted. A wrapper, because an engine does not know its name. */
import type { BrainFactory, Recogniser, Voice } from "./ports.ts";

export function namedRecogniser(name: string, recogniser: Recogniser): Recogniser {
  return {
    ...recogniser,
    async open(options, listener, signal) {
      const meter = options.meter?.as(name);
      try {
        return await recogniser.open(
          { ...options, meter },
          (event) => {
            if (event.type === "failed") meter?.failure();
            listener(event);
          },
          signal,
        );
      } catch (error) {
        if (!signal.aborted) meter?.failure();
        throw error;
      }
    },
  };
}

export function namedVoice(name: string, voice: Voice): Voice {
  return {
    ...voice,
    async *speak(text, signal, given) {
      const meter = given?.as(name);
      try {
        yield* voice.speak(text, signal, meter);
      } catch (error) {
        if (!signal.aborted) meter?.failure();
        throw error;
      }
    },
  };
}

/** For minds that count nothing themselves: the events they answered. */
export function namedBrains(name: string, brains: BrainFactory): BrainFactory {
  return {
    begin(brief, history) {
      const brain = brains.begin(brief, history);
      let requests = 0;
      return {
        openingLine: () => brain.openingLine(),
        respond(event, known, signal, certain) {
          requests += 1;
          return brain.respond(event, known, signal, certain);
        },
        retract: () => brain.retract(),
        usage: () => [
          {
            engine: name,
            requests,
            failures: 0,
            promptTokens: 0,
            completionTokens: 0,
            discardedTokens: 0,
            estimated: false,
          },
        ],
      };
    },
  };
}

/**
 * Recognisers in order of preference, as one. An ear is opened with the first that can be had; one that fails for good, or
 * twice in a call, rests for a while, and the ear that is opened in its place (reconnecting-stt.ts opens it, and says again
 * what was not answered) is the next one's. So a call goes on when its recogniser does not.
 */
import type { Logger } from "pino";
import { languageOfTag } from "../../language/languages.ts";
import type { Language } from "../../language/languages.ts";
import type { HearingEvent, Recogniser } from "../ports.ts";

/** A service that has refused us is not asked again by every call of the next minute. */
export const REST_MS = 60_000;
const FAILURES_MOST = 2;

export type NamedRecogniser = {
  readonly name: string;
  readonly recogniser: Recogniser;
  /** Left out: whatever the call is in. */
  readonly languages?: readonly Language[];
};

export function recognisersInOrder(
  engines: readonly NamedRecogniser[],
  { log, nowMs }: { readonly log: Pick<Logger, "warn">; readonly nowMs: () => number },
): Recogniser {
  const restsUntilMs = new Map<NamedRecogniser, number>();
  const failures = new Map<NamedRecogniser, number>();

  function rest(engine: NamedRecogniser, reason: string): void {
    failures.delete(engine);
    restsUntilMs.set(engine, nowMs() + REST_MS);
    log.warn({ engine: engine.name, reason }, "a recogniser failed; for a while the next one hears");
  }

  /** What is awake, in order; who has nothing else asks the last one, however tired. */
  function awake(able: readonly NamedRecogniser[]): readonly NamedRecogniser[] {
    const all = able.filter((engine) => (restsUntilMs.get(engine) ?? 0) <= nowMs());
    return all.length > 0 ? all : able.slice(-1);
  }

  function noticed(engine: NamedRecogniser, last: boolean, event: HearingEvent): HearingEvent {
    if (event.type === "utterance") failures.delete(engine);
    if (event.type !== "failed" || last) return event;
    const count = (failures.get(engine) ?? 0) + 1;
    failures.set(engine, count);
    if (!event.retryable || count >= FAILURES_MOST) rest(engine, event.message);
    // Another ear will do, whosever it is.
    return { ...event, retryable: true };
  }

  return {
    /** The first one that is awake; which language the call is in is told only when it is opened. */
    wake: () => awake(engines)[0]?.recogniser.wake?.(),

    async open(options, listener, signal) {
      const language = languageOfTag(options.language);
      const able = engines.filter(({ languages }) => languages?.includes(language) !== false);
      let failure: unknown = new Error(`a call needs a recogniser that hears ${options.language}: check speech.stt`);
      for (const engine of awake(able)) {
        const last = engine === able.at(-1);
        try {
          return await engine.recogniser.open(options, (event) => listener(noticed(engine, last, event)), signal);
        } catch (error) {
          if (signal.aborted) throw error;
          failure = error;
          if (!last) rest(engine, String(error));
        }
      }
      throw failure;
    },
  };
}

/**
 * Recognisers in order of preference, as one. An ear is opened with the first that can be had; one that fails for good, or
 * twice running, rests for a while, and the ear that is opened in its place (reconnecting-stt.ts opens it, and says again
 * what was not answered) is the next one's. One that fails twice in a call, whatever it understands in between, is not
 * asked again by that call. So a call goes on when its recogniser does not.
 */
import type { Logger } from "pino";
import { languageOfTag } from "../../language/languages.ts";
import type { Language } from "../../language/languages.ts";
import type { HearingEvent, Recogniser } from "../ports.ts";

/** A service that has refused us is not asked again by every call of the next minute. */
export const REST_MS = 60_000;
const FAILURES_MOST = 2;

const NO_FAILURES: ReadonlyMap<NamedRecogniser, number> = new Map();

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
  /** A call is known by its signal: its ears share it. */
  const inCall = new WeakMap<AbortSignal, Map<NamedRecogniser, number>>();

  function rest(engine: NamedRecogniser, reason: string): void {
    failures.delete(engine);
    restsUntilMs.set(engine, nowMs() + REST_MS);
    log.warn({ engine: engine.name, reason }, "a recogniser failed; for a while the next one hears");
  }

  /** What is awake, in order; who has nothing else asks the last one, however tired. */
  function awake(
    able: readonly NamedRecogniser[],
    own: ReadonlyMap<NamedRecogniser, number>,
  ): readonly NamedRecogniser[] {
    const all = able.filter(
      (engine) => (restsUntilMs.get(engine) ?? 0) <= nowMs() && (own.get(engine) ?? 0) < FAILURES_MOST,
    );
    return all.length > 0 ? all : able.slice(-1);
  }

  function failuresIn(signal: AbortSignal): Map<NamedRecogniser, number> {
    const own = inCall.get(signal) ?? new Map<NamedRecogniser, number>();
    inCall.set(signal, own);
    return own;
  }

  function noticed(
    engine: NamedRecogniser,
    last: boolean,
    event: HearingEvent,
    own: Map<NamedRecogniser, number>,
  ): HearingEvent {
    if (event.type === "utterance" && event.text !== "") failures.delete(engine);
    if (event.type !== "failed" || last) return event;
    const count = (failures.get(engine) ?? 0) + 1;
    failures.set(engine, count);
    own.set(engine, (own.get(engine) ?? 0) + 1);
    if (!event.retryable || count >= FAILURES_MOST) rest(engine, event.message);
    // Another ear will do, whosever it is.
    return { ...event, retryable: true };
  }

  return {
    /** The first one that is awake; which language the call is in is told only when it is opened. */
    wake: () => awake(engines, NO_FAILURES)[0]?.recogniser.wake?.(),

    async open(options, listener, signal) {
      const language = languageOfTag(options.language);
      const able = engines.filter(({ languages }) => languages?.includes(language) !== false);
      const own = failuresIn(signal);
      let failure: unknown = new Error(`a call needs a recogniser that hears ${options.language}: check speech.stt`);
      for (const engine of awake(able, own)) {
        const last = engine === able.at(-1);
        const told = (event: HearingEvent): void => listener(noticed(engine, last, event, own));
        try {
          return await engine.recogniser.open(options, told, signal);
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

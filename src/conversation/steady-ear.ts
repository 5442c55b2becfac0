/**
 * An ear that survives its engine: when the recogniser fails in a way that another try may cure, a new ear is opened
 * and the call goes on. What was said in between is lost; `turn.ts` does not wait for it longer than its deadline. Only
 * a recogniser that fails again and again is told to the conversation.
 */
import type { Logger } from "pino";
import type { Hearing, HearingEvent, HearingOptions, Recogniser } from "./ports.ts";

const REOPENINGS_MOST = 3;

export async function openSteadyEar(
  recogniser: Recogniser,
  options: HearingOptions,
  listener: (event: HearingEvent) => void,
  log: Logger,
  signal: AbortSignal,
): Promise<Hearing> {
  let ear: Hearing | null = null;
  let reopened = 0;
  let closed = false;

  function onEvent(event: HearingEvent): void {
    if (event.type !== "failed" || closed) return listener(event);
    ear = null;
    if (!event.retryable || reopened >= REOPENINGS_MOST) return listener(event);
    reopened += 1;
    log.warn({ reason: event.message, reopened }, "the recogniser failed and is being opened again");
    recogniser.open(options, onEvent, signal).then(
      (next) => {
        if (closed) next.close();
        else ear = next;
      },
      (cause: unknown) => {
        if (!closed) listener({ type: "failed", retryable: false, message: String(cause) });
      },
    );
  }

  ear = await recogniser.open(options, onEvent, signal);
  return {
    write: (frame) => ear?.write(frame),
    begin: (prerollMs) => ear?.begin(prerollMs),
    commit: () => ear?.commit(),
    discard: () => ear?.discard(),
    close() {
      closed = true;
      ear?.close();
    },
  };
}

/**
 * Whether a call's media socket still carries anything. That no sound comes in says nothing of it: Asterisk sends none
 * while the far end sends none. So the exchange is asked for its queue's length now and then, which takes the same way
 * there and back as the audio. A socket that is half open, or one side of which does not read any more, brings no answer.
 */
import { watchPulse } from "../pulse.ts";
import type { MediaLeg } from "./media-leg.ts";

const ASK_EVERY_MS = 500;
/** Its call has to be over within 5 s, and a machine that has too much to do is no dead exchange. */
const MOST_SILENT_LOOKS = 7;
/** A late answer is one: longer than we wait at all. */
const ANSWER_WITHIN_MS = 2 * ASK_EVERY_MS * MOST_SILENT_LOOKS;
/** Whoever closes the socket because the call is over says so elsewhere meanwhile; for what Asterisk knows of, that is. */
const CLOSED_MOST_MS = 3500;

/** Calls `onLost` once with why, when the leg stalls, or stays closed; stops when the signal is aborted. */
export function watchLeg(leg: MediaLeg, onLost: (why: string) => void, signal: AbortSignal): void {
  if (signal.aborted) return;
  let closed: NodeJS.Timeout | null = null;
  const pulse = watchPulse(ASK_EVERY_MS, () => onLost("the exchange does not answer on its media socket"), {
    mostSilentLooks: MOST_SILENT_LOOKS,
    onLook: () => {
      leg.status(ANSWER_WITHIN_MS).then(
        () => pulse.beat(),
        () => undefined,
      );
    },
  });
  signal.addEventListener("abort", stop, { once: true });
  void leg.closed.then((reason) => {
    pulse.stop();
    if (!signal.aborted) closed = setTimeout(() => onLost(reason), CLOSED_MOST_MS);
  });

  function stop(): void {
    pulse.stop();
    if (closed !== null) clearTimeout(closed);
  }
}

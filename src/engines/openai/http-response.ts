/** A server's answer as `fetch` gives it, with a time limit for each piece of its body. */
import type { IncomingMessage } from "node:http";
import { reasonOf, within } from "../../lib/abort.ts";
import type { Deadlines } from "./deadlines.ts";
import { asHttpFault, HttpFault } from "./http-fault.ts";

const NO_BODY = new Set([204, 205, 304]);

type Reading = {
  /** What is left of it. */
  readonly firstByteMs: number;
  readonly deadlines: Deadlines;
  readonly signal: AbortSignal | null;
  readonly over: () => void;
};

/** What `fetch` answers. `over` is called once when nothing more will come, however it ended. */
export function responseOf(message: IncomingMessage, reading: Reading): Response {
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers)) headers.set(name, String(value));
  const status = message.statusCode ?? 0;
  if (status < 200 || NO_BODY.has(status)) {
    message.resume();
    reading.over();
    return new Response(null, { status: NO_BODY.has(status) ? status : 502, headers });
  }
  return new Response(bodyOf(message, reading), { status, headers });
}

function bodyOf(
  message: IncomingMessage,
  { firstByteMs, deadlines, signal, over }: Reading,
): ReadableStream<Uint8Array> {
  const pieces: AsyncIterator<Buffer> = message.iterator({ destroyOnReturn: false });
  let first = true;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = pieces.next();
        try {
          const piece = await within(next, first ? firstByteMs : deadlines.gapMs, () => LATE);
          first = false;
          if (piece.done !== true) return controller.enqueue(piece.value);
          over();
          controller.close();
        } catch (error) {
          over();
          next.catch(() => undefined);
          const late = error instanceof Error && error.message === LATE;
          const fault = first
            ? new HttpFault("no_answer", { afterMs: deadlines.firstByteMs })
            : new HttpFault("stalled", { afterMs: deadlines.gapMs });
          message.destroy();
          if (signal?.aborted === true) controller.error(reasonOf(signal));
          else controller.error(late ? fault : asHttpFault(error, true));
        }
      },
      async cancel() {
        await pieces.return?.();
        if (message.closed) return over();
        // Who has read the last event leaves before the last byte. Read to its end, the connection can be used again; an
        // answer that is really given up is destroyed by the signal.
        const patience = setTimeout(() => message.destroy(), deadlines.gapMs);
        message.on("error", () => undefined);
        message.once("close", () => {
          clearTimeout(patience);
          over();
        });
        message.resume();
      },
    },
    // Nothing is asked for before somebody wants it: only then does the gap count.
    { highWaterMark: 0 },
  );
}

const LATE = "late";

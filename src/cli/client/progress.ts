/**
 * A call's progress as the appliance tells it, each event the moment it happens. A stream that breaks off is taken up
 * again where it was.
 */
import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { readEvents } from "../../mcp/server-sent.ts";
import type { ServerSent } from "../../mcp/server-sent.ts";
import { ApiError, NoAnswer } from "./connect.ts";
import type { Appliance, Call, Schemas } from "./connect.ts";

export type Progress =
  | { readonly event: "status"; readonly data: Schemas["StatusNews"] }
  | { readonly event: "transcript"; readonly data: Schemas["TranscriptNews"] }
  | { readonly event: "question"; readonly data: Schemas["QuestionNews"] }
  | { readonly event: "ended"; readonly data: Call };

/** The appliance says every 15 s that it is still there. */
const SILENT_FOR_MS = 45_000;
/** For this long a stream that broke off is tried again. */
const PATIENCE_MS = 15_000;
const PAUSE_MS = 500;

/** Everything from the beginning up to `ended`. Rejects with ApiError or NoAnswer, or with the signal's reason. */
export async function* followProgress(
  appliance: Appliance,
  callId: string,
  signal: AbortSignal,
): AsyncGenerator<Progress, void, undefined> {
  let last: string | null = null;
  let goodAt = performance.now();
  for (;;) {
    try {
      const stream = await openStream(appliance, callId, last, signal);
      if (stream === null) return;
      for await (const { id, ...news } of stream) {
        goodAt = performance.now();
        last = id ?? last;
        if (!isProgress(news)) continue;
        yield news;
        if (news.event === "ended") return;
      }
    } catch (error) {
      signal.throwIfAborted();
      const passes = error instanceof NoAnswer || (error instanceof ApiError && [429, 503].includes(error.status));
      if (last === null || !passes || performance.now() - goodAt > PATIENCE_MS) throw error;
    }
    await delay(PAUSE_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

/** Null when everything has been told. */
async function openStream(
  { base, api }: Appliance,
  callId: string,
  lastEventId: string | null,
  signal: AbortSignal,
): Promise<AsyncIterable<ServerSent> | null> {
  const silent = new AbortController();
  const until = AbortSignal.any([signal, silent.signal]);
  const { data, error, response } = await api.GET("/calls/{id}/events", {
    params: { path: { id: callId }, header: lastEventId === null ? {} : { "Last-Event-ID": lastEventId } },
    parseAs: "stream",
    signal: until,
    fetch: (request) =>
      fetch(request).catch((cause: unknown) => {
        signal.throwIfAborted();
        throw new NoAnswer(base, cause);
      }),
  });
  if (response.status === 204) return null;
  if (response.status !== 200 || !data) throw new ApiError(response.status, error);
  return readEvents(Readable.from(whileAlive(base, data, signal, silent), { objectMode: false }));
}

/**
 * The body is cancelled here, by its reader: a request that has been answered may be collected as garbage, and with it what
 * would have told the body of an abort (undici, Node 24).
 */
async function* whileAlive(
  base: string,
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  silent: AbortController,
) {
  const watch = setTimeout(() => silent.abort(new Error("the stream is silent")), SILENT_FOR_MS);
  const reader = body.getReader();
  const cancel = (): void => void reader.cancel(signal.reason ?? silent.signal.reason).catch(() => undefined);
  signal.addEventListener("abort", cancel, { once: true });
  silent.signal.addEventListener("abort", cancel, { once: true });
  if (signal.aborted) cancel();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      silent.signal.throwIfAborted();
      if (done) return;
      watch.refresh();
      yield value;
    }
  } catch (error) {
    throw new NoAnswer(base, error);
  } finally {
    clearTimeout(watch);
    signal.removeEventListener("abort", cancel);
    cancel();
  }
}

function isProgress(news: { readonly event: string; readonly data: unknown }): news is Progress {
  return ["status", "transcript", "question", "ended"].includes(news.event);
}

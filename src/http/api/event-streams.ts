/**
 * Open event streams: how many there may be, and what is written to one. A stream is told of each commit that changed its
 * call and writes what has happened since the last event that its client has.
 */
import type { ServerResponse } from "node:http";
import type { KeyHolder, Operations, ProgressStep } from "../../calls/operations.ts";
import { Refusal } from "../../calls/refusal.ts";
import type { Log } from "./context.ts";
import { eventText } from "./progress.ts";

const HEARTBEAT_MS = 15_000;
/** A client that reads this much too slowly is cut off; it resumes where it was. */
const MAX_UNREAD_BYTES = 1024 * 1024;
const STREAMS_PER_KEY = 20;
const STREAMS_IN_ALL = 1000;

export type Streamed = {
  readonly callId: string;
  /** The number of the last event that the client has. */
  readonly seen: number;
  /** What came after; null once the key is no longer valid. */
  readonly news: (after: number) => readonly ProgressStep[] | null;
  readonly wholeCall: () => string;
  readonly wallMs: () => number;
};

export class EventStreams {
  readonly #watch: Operations["watch"];
  readonly #log: Log;
  readonly #closing: AbortSignal;
  readonly #perKey = new Map<string, number>();
  #inAll = 0;

  /** `closing` ends them all. */
  constructor(watch: Operations["watch"], log: Log, closing: AbortSignal) {
    this.#watch = watch;
    this.#log = log;
    this.#closing = closing;
  }

  /** A place for one more stream, free again when the response is closed. Throws when there is none. */
  take({ keyId }: KeyHolder, response: ServerResponse): void {
    const ofKey = this.#perKey.get(keyId) ?? 0;
    if (ofKey >= STREAMS_PER_KEY || this.#inAll >= STREAMS_IN_ALL) {
      throw new Refusal(
        "too_many_waits",
        `Too many event streams are open (at most ${STREAMS_PER_KEY} a key): close one.`,
      );
    }
    this.#perKey.set(keyId, ofKey + 1);
    this.#inAll += 1;
    response.once("close", () => this.#free(keyId));
  }

  /** Writes what is new now and after every change. */
  open(response: ServerResponse, streamed: Streamed): void {
    let last = streamed.seen;
    const push = (): void => {
      const news = this.#newsOf(streamed, last);
      for (const { n, text } of news ?? []) {
        response.write(text);
        last = n;
      }
      if (news === null || news.at(-1)?.kind === "ended") response.end();
      else if (response.writableLength > MAX_UNREAD_BYTES) response.destroy();
    };
    const unwatch = this.#watch(streamed.callId, push);
    const heartbeat = setInterval(() => response.write(": still here\n\n"), HEARTBEAT_MS);
    const end = (): void => void response.end();
    this.#closing.addEventListener("abort", end, { once: true });
    response.once("close", () => {
      unwatch();
      clearInterval(heartbeat);
      this.#closing.removeEventListener("abort", end);
    });
    response.write("retry: 2000\n\n");
    push();
  }

  #newsOf(
    { news, wholeCall, wallMs }: Streamed,
    after: number,
  ): readonly (Pick<ProgressStep, "n" | "kind"> & { readonly text: string })[] | null {
    try {
      return (
        news(after)?.map((step) => ({ n: step.n, kind: step.kind, text: eventText(step, wallMs(), wholeCall) })) ?? null
      );
    } catch (error) {
      this.#log.warn({ err: error }, "event stream ended");
      return null;
    }
  }

  #free(keyId: string): void {
    const left = (this.#perKey.get(keyId) ?? 1) - 1;
    if (left === 0) this.#perKey.delete(keyId);
    else this.#perKey.set(keyId, left);
    this.#inAll -= 1;
  }
}

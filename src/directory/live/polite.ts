/**
 * Asks a public server as its operators want to be asked: one request a second for the whole appliance, nothing twice
 * that was answered within a day, a name by which we can be known, and silence for as long as the server asks for it.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { orAborted } from "../../lib/abort.ts";

export type Polite = {
  /** The JSON at this address. Rejects when it cannot be had, or would have to be waited for too long. */
  get(url: string, signal: AbortSignal): Promise<unknown>;
};

export type PoliteOptions = {
  readonly userAgent: string;
  readonly gapMs: number;
  readonly keepMs: number;
  /** Of one request, the wait for its turn not counted. */
  readonly timeoutMs: number;
  readonly monotonicMs: () => number;
};

export const USUAL_MANNERS = { gapMs: 1000, keepMs: 24 * 60 * 60 * 1000, timeoutMs: 10_000 };

const MOST_KEPT = 2000;
/** Whoever comes when so many wait is told so at once. */
const MOST_WAITING = 8;
const LARGEST_ANSWER = 5 * 1024 * 1024;
const SILENCE_AFTER_REFUSAL_MS = 30_000;
const LONGEST_SILENCE_MS = 60 * 60 * 1000;

export function createPolite({ userAgent, gapMs, keepMs, timeoutMs, monotonicMs }: PoliteOptions): Polite {
  const kept = new Map<string, { readonly answer: Promise<unknown>; readonly untilMs: number }>();
  let lastStartMs = Number.NEGATIVE_INFINITY;
  let queue = Promise.resolve();
  let silentUntilMs = Number.NEGATIVE_INFINITY;
  let waiting = 0;

  /** The gap counts from when the last one really started, however late that was. Never rejects. */
  const takeTurn = async (): Promise<void> => {
    await sleep(Math.max(0, lastStartMs + gapMs - monotonicMs()), undefined, { ref: false });
    lastStartMs = monotonicMs();
  };

  const ask = async (url: string): Promise<unknown> => {
    if (monotonicMs() < silentUntilMs) throw new Error(`${hostOf(url)} has asked not to be asked for a while`);
    if (waiting >= MOST_WAITING) throw new Error(`too many questions to ${hostOf(url)} are waiting`);
    waiting++;
    queue = queue.then(takeTurn);
    await queue;
    waiting--;
    if (monotonicMs() < silentUntilMs) throw new Error(`${hostOf(url)} has asked not to be asked for a while`);
    const response = await fetch(url, {
      headers: { "User-Agent": userAgent, Accept: "application/json" },
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.status === 429 || response.status === 503 || response.status === 504) {
      silentUntilMs = monotonicMs() + silenceOf(response);
    }
    const text = await boundedText(response);
    if (!response.ok) throw new Error(`${hostOf(url)} answered ${response.status}`);
    return JSON.parse(text);
  };

  return {
    get(url, signal) {
      const before = kept.get(url);
      const fresh = before !== undefined && monotonicMs() < before.untilMs;
      const answer = fresh ? before.answer : ask(url);
      if (!fresh) {
        if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value ?? "");
        kept.delete(url);
        kept.set(url, { answer, untilMs: monotonicMs() + keepMs });
        // What failed is asked again; whoever waits for it hears of the failure from the promise itself.
        answer.catch(() => kept.get(url)?.answer === answer && kept.delete(url));
      }
      // The answer is shared, so one who gives up waiting must not end it for the others.
      return orAborted(answer, signal);
    },
  };
}

function hostOf(url: string): string {
  return new URL(url).host;
}

/** `Retry-After` in seconds; a date is rare, and answered with the usual silence. */
function silenceOf(response: Response): number {
  const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
  return seconds > 0 ? Math.min(seconds * 1000, LONGEST_SILENCE_MS) : SILENCE_AFTER_REFUSAL_MS;
}

export async function boundedText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  const body: AsyncIterable<Uint8Array> | null = response.body;
  for await (const piece of body ?? []) {
    bytes += piece.byteLength;
    if (bytes > LARGEST_ANSWER) throw new Error("the answer is too large");
    text += decoder.decode(piece, { stream: true });
  }
  return text + decoder.decode();
}

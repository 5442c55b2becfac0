/**
 * Moves, taken from a mind as fast as it makes them and handed on as they are asked for. Who speaks asks for the next
 * move only when the words before are nearly over; until then what was noted would wait behind them, and be lost if they
 * were cut off. So notes go first.
 */
import type { BrainMove } from "../../ports.ts";

/** `stop` ends the mind's work; it is called when the moves are used up or no longer wanted. */
export async function* readAhead(
  moves: AsyncIterable<BrainMove> | Iterable<BrainMove>,
  stop: () => void,
): AsyncGenerator<BrainMove> {
  const notes: BrainMove[] = [];
  const others: BrainMove[] = [];
  let failure: { readonly cause: unknown } | null = null;
  let over = false;
  let news = Promise.withResolvers<void>();

  async function read(): Promise<void> {
    try {
      for await (const move of moves) {
        (isNote(move) ? notes : others).push(move);
        news.resolve();
      }
    } catch (cause) {
      failure = { cause };
    } finally {
      over = true;
      news.resolve();
    }
  }

  /** Why there is nothing more; looked at through a function, because it changes while we wait. */
  const ended = (): { readonly failure: { readonly cause: unknown } | null } | null => (over ? { failure } : null);
  const reading = read();
  try {
    for (;;) {
      const next = notes.shift() ?? others.shift();
      if (next !== undefined) {
        yield next;
        continue;
      }
      const end = ended();
      if (end !== null) {
        if (end.failure !== null) throw end.failure.cause;
        return;
      }
      await news.promise;
      news = Promise.withResolvers();
    }
  } finally {
    stop();
    await reading;
  }
}

function isNote({ type }: BrainMove): boolean {
  return /^(finding|fact|errand|objected)$/.test(type);
}

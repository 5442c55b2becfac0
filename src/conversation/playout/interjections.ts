/**
 * A mouth into which a word can be slipped while what it is to say is still being thought or rendered: alone when nothing
 * is under way, else before the clause that is waited for. Whoever speaks next waits until it is out.
 */
import { reasonOf } from "../../lib/abort.ts";
import type { Clause, Mouth, Played } from "./mouth.ts";

export type InterjectingMouth = Mouth & {
  /** Says this as soon as may be. What was heard of it alone; null when it went into the utterance under way. */
  interject(clause: Clause, signal: AbortSignal): Promise<Played | null>;
};

export function withInterjections(mouth: Mouth): InterjectingMouth {
  let alone: Promise<Played> | null = null;
  let underWay: Slips | null = null;

  return {
    get state() {
      return mouth.state;
    },
    async speak(utterance, signal) {
      if (alone !== null) await Promise.race([alone, aborted(signal)]).catch(() => undefined);
      const slips = createSlips();
      underWay = slips;
      try {
        return await mouth.speak(slippedInto(utterance, slips), signal);
      } finally {
        underWay = null;
      }
    },
    async interject(clause, signal) {
      if (underWay !== null) {
        underWay.add(clause);
        return null;
      }
      if (alone !== null) return null;
      alone = mouth.speak(only(clause), signal);
      try {
        return await alone;
      } finally {
        alone = null;
      }
    },
    pause: () => mouth.pause(),
    resume: () => mouth.resume(),
    flush: () => mouth.flush(),
    lastSoundAtMs: () => mouth.lastSoundAtMs(),
    remainingMs: () => mouth.remainingMs(),
    onSound: (listener) => mouth.onSound(listener),
    close: () => mouth.close(),
  };
}

type Slips = {
  add(clause: Clause): void;
  /** What is slipped in before this has settled. */
  before(work: Promise<unknown>): AsyncGenerator<Clause>;
};

function createSlips(): Slips {
  const slipped: Clause[] = [];
  let news = Promise.withResolvers<void>();
  return {
    add(clause) {
      slipped.push(clause);
      news.resolve();
    },
    async *before(work) {
      let settled = false;
      const over = work.then(
        () => void (settled = true),
        () => void (settled = true),
      );
      const isOver = (): boolean => settled;
      for (;;) {
        await Promise.race([over, news.promise]);
        if (isOver()) return;
        news = Promise.withResolvers();
        yield* slipped.splice(0);
      }
    },
  };
}

async function* slippedInto(utterance: AsyncIterable<Clause>, slips: Slips): AsyncGenerator<Clause> {
  const clauses = utterance[Symbol.asyncIterator]();
  try {
    for (;;) {
      const step = clauses.next();
      yield* slips.before(step);
      const taken = await step;
      if (taken.done === true) return;
      const { text, audio } = taken.value;
      if (audio instanceof Int16Array) {
        yield taken.value;
        continue;
      }
      const pieces = audio[Symbol.asyncIterator]();
      const first = pieces.next();
      yield* slips.before(first);
      yield { text, audio: from(first, pieces) };
    }
  } finally {
    await clauses.return?.();
  }
}

async function* from(
  first: Promise<IteratorResult<Int16Array>>,
  rest: AsyncIterator<Int16Array>,
): AsyncGenerator<Int16Array> {
  try {
    for (let step = await first; step.done !== true; step = await rest.next()) yield step.value;
  } finally {
    await rest.return?.();
  }
}

async function* only(clause: Clause): AsyncGenerator<Clause> {
  yield clause;
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(reasonOf(signal));
    else signal.addEventListener("abort", () => reject(reasonOf(signal)), { once: true });
  });
}

/**
 * A reply that is begun before it is certain that they have finished: the brain is asked, and the first clause is
 * rendered, while the silence is still being waited out. Nothing of it is done or heard until it is taken; when they go
 * on, or turn out to have said something else, it is dropped and never was.
 */
import type { Clause } from "../playout/mouth.ts";
import type { Brain, BrainEvent, BrainMove, HistoryEntry } from "../ports.ts";
import type { Speaker } from "../playout/speaker.ts";

export type PreemptiveReplyDeps = { readonly brain: Brain; readonly speaker: Speaker };

type Step = Promise<IteratorResult<BrainMove, unknown>>;

export class PreemptiveReply {
  readonly #text: string;
  readonly #brain: Brain;
  readonly #speaker: Speaker;
  readonly #abort = new AbortController();
  /** Resolved when it is certain that they have finished. */
  readonly #certain = Promise.withResolvers<void>();
  readonly #moves: AsyncIterator<BrainMove, unknown>;
  /** What the brain has said so far, to be told again to the one who takes it. */
  readonly #steps: Step[] = [];
  #ready: { readonly text: string; readonly clauses: readonly Clause[] } | null = null;

  /** `text`: what they are believed to have said. */
  constructor({ brain, speaker }: PreemptiveReplyDeps, text: string, history: readonly HistoryEntry[]) {
    this.#text = text;
    this.#brain = brain;
    this.#speaker = speaker;
    const event: BrainEvent = { type: "heard", text, confidence: null };
    this.#moves = brain.respond(event, history, this.#abort.signal, this.#certain.promise)[Symbol.asyncIterator]();
    // What fails here fails again for the one who takes it, and matters to nobody else.
    this.#prepare().catch(() => undefined);
  }

  /** Whether this is a reply to exactly these words: its quotes have to be found in the transcript, sign by sign. */
  fits(text: string): boolean {
    return text === this.#text;
  }

  /** The reply, from its beginning; aborting the signal ends it. */
  take(signal: AbortSignal): { readonly moves: AsyncIterable<BrainMove>; readonly speaker: Speaker } {
    if (signal.aborted) this.#abort.abort(signal.reason);
    else signal.addEventListener("abort", () => this.#abort.abort(signal.reason), { once: true });
    this.#certain.resolve();
    return { moves: this.#replay(), speaker: { ...this.#speaker, clauses: (text, own) => this.#clauses(text, own) } };
  }

  /** It never was: the brain forgets it. */
  drop(): void {
    this.#abort.abort(new Error("they went on speaking"));
    this.#moves.return?.().catch(() => undefined);
    this.#brain.retract();
  }

  async #prepare(): Promise<void> {
    for (;;) {
      const step = this.#moves.next();
      this.#steps.push(step);
      const { done, value } = await step;
      if (done === true || this.#abort.signal.aborted) return;
      if (value.type !== "say") continue;
      const clauses = [...this.#speaker.clauses(value.text, this.#abort.signal)];
      const [first] = clauses;
      if (first !== undefined) clauses[0] = { text: first.text, audio: renderedAhead(first.audio) };
      this.#ready = { text: value.text, clauses };
      return;
    }
  }

  async *#replay(): AsyncGenerator<BrainMove> {
    try {
      for (let index = 0; ; index += 1) {
        const step = await (this.#steps[index] ?? this.#moves.next());
        if (step.done === true) return;
        yield step.value;
      }
    } finally {
      await this.#moves.return?.();
    }
  }

  #clauses(text: string, signal: AbortSignal): Iterable<Clause> {
    const ready = this.#ready;
    if (ready?.text !== text) return this.#speaker.clauses(text, signal);
    this.#ready = null;
    return ready.clauses;
  }
}

/** The same audio, asked for at once and kept until it is wanted. */
function renderedAhead(audio: Clause["audio"]): Clause["audio"] {
  if (audio instanceof Int16Array) return audio;
  const pieces = audio[Symbol.asyncIterator]();
  const first = pieces.next();
  // Whoever plays it is told; a clause that is never played fails in silence.
  first.catch(() => undefined);
  return (async function* () {
    try {
      for (let step = await first; step.done !== true; step = await pieces.next()) yield step.value;
    } finally {
      await pieces.return?.();
    }
  })();
}

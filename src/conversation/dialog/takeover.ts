/**
 * Minds in order of preference: when the one that leads the call fails, by an exception or by letting the line wait, the
 * next takes over, in the same event and for the rest of the call. It knows what has happened from the history, and from
 * what the one before had already noted in this event; what that one had said is not said again. Nothing of it is heard
 * but, at worst, a moment of thought. The last in the list is the one that cannot fail: the
 * rules. In a call of another language than English they are not in it: when its last mind fails, the call ends.
 */
import type { Logger } from "pino";
import { actOf } from "../../language/en/reading.ts";
import { readerOf } from "../../language/readers.ts";
import { orAborted } from "../../lib/abort.ts";
import type { Clock, Timers } from "../../lib/clock.ts";
import { mindHealth } from "./mind-health.ts";
import type { MindHealth } from "./mind-health.ts";
import type {
  Brain,
  BrainBrief,
  BrainEvent,
  BrainFactory,
  BrainMove,
  BrainNote,
  BrainUsage,
  HistoryEntry,
} from "../ports.ts";

export type Mind = {
  /** For the log: the engine and its model, no key. */
  readonly name: string;
  readonly brains: BrainFactory;
};

export type TakeoverOptions = {
  readonly timers: Timers;
  readonly clock: Pick<Clock, "monotonicMs">;
  readonly log: Pick<Logger, "warn">;
  readonly deadlines?: TakeoverDeadlines;
};

export type TakeoverDeadlines = {
  /** From the event, or from the moment it is certain that they have finished, to the first words or the end. */
  readonly firstMs: number;
  /** From words to the next ones, or the end. */
  readonly nextMs: number;
};

/** With the end of their turn before it and the voice after it, they hear nothing for less than eight seconds. */
export const TAKEOVER_DEADLINES: TakeoverDeadlines = { firstMs: 4500, nextMs: 5500 };

/** Throws when the list is empty. */
export function withTakeover(minds: readonly Mind[], options: TakeoverOptions): BrainFactory {
  if (minds.length === 0) throw new Error("a call needs at least one mind: check llm");
  const health = mindHealth(minds.length, () => options.clock.monotonicMs());
  return { begin: (brief, history) => new TakeoverBrain(minds, health, options, brief, history) };
}

/** What one event has brought so far, from whichever mind. */
type SoFar = {
  said: string;
  /** The agent is being asked, nobody is there to talk to, or the call ends: the turn has done what it was for. */
  settled: boolean;
  readonly notes: HistoryEntry[];
};

/** What a mind is asked, and what the ones before it had already given in the same event. */
type Turn = {
  readonly event: BrainEvent;
  readonly history: readonly HistoryEntry[];
  readonly signal: AbortSignal;
  readonly certain: Promise<void> | undefined;
  readonly soFar: SoFar;
};

class TakeoverBrain implements Brain {
  readonly #minds: readonly Mind[];
  readonly #health: MindHealth;
  readonly #options: TakeoverOptions;
  readonly #brief: BrainBrief;
  /** Everybody who was begun, for what they have used. */
  readonly #begun: Brain[] = [];
  /** By the place in the list. */
  readonly #failures = new Map<number, number>();
  /** Whose turn it is to lead, and the one who does; null: to be begun with the next event. */
  #at: number;
  #brain: Brain | null = null;
  /** The event in which it was begun, when that was in mid-call. */
  #begunIn: SoFar | null = null;
  #lastEvent: SoFar | null = null;

  constructor(
    minds: readonly Mind[],
    health: MindHealth,
    options: TakeoverOptions,
    brief: BrainBrief,
    history: readonly HistoryEntry[],
  ) {
    this.#minds = minds;
    this.#health = health;
    this.#at = health.best();
    this.#options = options;
    this.#brief = brief;
    this.#leader(history);
  }

  openingLine(): string {
    for (;;) {
      const brain = this.#leader([]);
      try {
        return brain.openingLine();
      } catch (cause) {
        this.#replace(brain, cause);
      }
    }
  }

  wake(): void {
    this.#brain?.wake?.();
  }

  oftenSaid(): readonly string[] {
    return this.#brain?.oftenSaid?.() ?? [];
  }

  fillers(): readonly string[] {
    return this.#brain?.fillers?.() ?? [];
  }

  isThinking(): boolean {
    return this.#brain?.isThinking?.() ?? false;
  }

  async *respond(
    event: BrainEvent,
    history: readonly HistoryEntry[],
    signal: AbortSignal,
    certain?: Promise<void>,
  ): AsyncGenerator<BrainMove> {
    const soFar: SoFar = { said: "", settled: false, notes: [] };
    this.#lastEvent = soFar;
    for (;;) {
      const known = [...history, ...soFar.notes];
      const begins = this.#brain === null;
      const brain = this.#leader(known);
      if (begins) this.#begunIn = soFar;
      try {
        yield* this.#led(brain, { event, history: known, signal, certain, soFar });
        if (brain === this.#brain && event.type === "heard") this.#health.answered(this.#at);
        return;
      } catch (cause) {
        // Nobody waits for it any more: that is nobody's failure.
        if (signal.aborted) return;
        this.#replace(brain, cause);
        if (soFar.settled) return;
      }
    }
  }

  retract(): void {
    // Who was begun in the event that never was is begun again with the next one, and knows nothing of it.
    if (this.#lastEvent !== null && this.#begunIn === this.#lastEvent) this.#brain = null;
    else this.#brain?.retract();
  }

  /** By whoever leads in the end: the rules have nothing to add. */
  lookBack(history: readonly HistoryEntry[], signal: AbortSignal): Promise<readonly BrainNote[]> {
    return this.#brain?.lookBack?.(history, signal) ?? Promise.resolve([]);
  }

  usage(): readonly BrainUsage[] {
    const used = this.#begun.flatMap((brain) => brain.usage?.() ?? []);
    const failed = [...this.#failures].map(([at, failures]) => ({
      ...NOTHING_USED,
      engine: this.#minds[at]!.name,
      failures,
    }));
    return [...used, ...failed];
  }

  /** Who leads the call now; begun if need be. Throws what the last of them throws. */
  #leader(history: readonly HistoryEntry[]): Brain {
    while (this.#brain === null) {
      try {
        const brain = this.#minds[this.#at]!.brains.begin(this.#brief, history);
        this.#brain = brain;
        this.#begun.push(brain);
      } catch (cause) {
        this.#next(cause);
      }
    }
    return this.#brain;
  }

  /** This one has failed. Unless somebody has taken over from it already, the next one does. */
  #replace(failed: Brain, cause: unknown): void {
    if (this.#brain !== failed) return;
    this.#next(cause);
    this.#brain = null;
  }

  #next(cause: unknown): void {
    this.#health.failed(this.#at);
    this.#failures.set(this.#at, (this.#failures.get(this.#at) ?? 0) + 1);
    const [failed, next] = [this.#minds[this.#at], this.#minds[this.#at + 1]];
    if (next === undefined) throw cause;
    this.#at += 1;
    this.#options.log.warn({ err: cause, failed: failed?.name, next: next.name }, "another mind takes over the call");
  }

  /** The moves of one mind, each within its time, as far as they are still wanted. */
  async *#led(brain: Brain, turn: Turn): AsyncGenerator<BrainMove> {
    const { event, history, signal, certain, soFar } = turn;
    const saidBefore = soFar.said;
    const parted = hasParted(saidBefore, event, this.#brief.brief.language);
    const quit = new AbortController();
    const watch = this.#watch(certain);
    const moves = brain
      .respond(event, history, AbortSignal.any([signal, quit.signal]), certain)
      [Symbol.asyncIterator]();
    try {
      for (;;) {
        watch.asked();
        const step = await orAborted(Promise.race([moves.next(), watch.late]), signal);
        watch.given(step.done !== true && step.value.type === "say");
        if (step.done === true) break;
        const move = step.value;
        if (move.type === "say" && (parted || saidBefore.includes(move.text))) continue;
        if (move.type === "ask_agent" && parted) continue;
        keep(move, soFar);
        yield move;
      }
      if (parted && !soFar.settled) yield { type: "hang_up" };
    } finally {
      watch.stop();
      quit.abort(new Error("another mind leads, or the reply is over"));
      // Not waited for: one that hangs would hang us too.
      moves.return?.().catch(() => undefined);
    }
  }

  /**
   * Until the first words one deadline for all of it, from when it is certain that they have finished; after that one
   * for each move, and only while somebody waits for it: while words are spoken nobody does.
   */
  #watch(certain: Promise<void> | undefined): Watch {
    const { timers, deadlines = TAKEOVER_DEADLINES } = this.#options;
    const late = Promise.withResolvers<never>();
    late.promise.catch(() => undefined);
    let cancel = (): void => undefined;
    let state: "silent" | "spoke" | "over" = "silent";
    const expect = (ms: number): void => {
      cancel();
      cancel = timers.after(ms, () => late.reject(new Error(`no answer of the mind within ${ms / 1000} s`)));
    };
    const begin = (): void => {
      if (state === "silent") expect(deadlines.firstMs);
    };
    if (certain === undefined) begin();
    else void certain.then(begin);
    return {
      late: late.promise,
      asked() {
        if (state === "spoke") expect(deadlines.nextMs);
      },
      given(words) {
        if (words) state = "spoke";
        if (state === "spoke") cancel();
      },
      stop() {
        state = "over";
        cancel();
      },
    };
  }
}

type Watch = {
  /** Rejects when a deadline has passed. */
  readonly late: Promise<never>;
  asked(): void;
  given(words: boolean): void;
  stop(): void;
};

const NOTHING_USED = { requests: 0, promptTokens: 0, completionTokens: 0, discardedTokens: 0, estimated: false };

/** What a mind said that then failed was our goodbye: nothing may follow it but the end. */
function hasParted(said: string, event: BrainEvent, language: string): boolean {
  if (said === "") return false;
  return event.type === "wrap_up" || actOf(readerOf(language).read(said), "goodbye") !== null;
}

function keep(move: BrainMove, soFar: SoFar): void {
  switch (move.type) {
    case "say":
      soFar.said = `${soFar.said} ${move.text}`.trim();
      return;
    case "ask_agent":
    case "line_is":
    case "hang_up":
      soFar.settled = true;
      return;
    case "finding":
    case "fact":
    case "errand":
    case "conclusion":
      soFar.notes.push({ role: "note", note: move });
      return;
    case "press":
    case "transfer":
    case "objected":
      return;
  }
}

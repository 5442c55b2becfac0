/**
 * The question that the agent is being asked, and the ladder of the wait for it: the business is told at once, hears a
 * sign of life now and then, is asked once whether it can wait longer, and is let go when it cannot. Whoever leads the
 * call has no part in that: it learns the answer, or that there is none. One question is put at a time; another waits for
 * its end.
 */
import type { Told } from "./conversation-parts.ts";
import { announcement, isAsked, onWords, pleaForTime, signOfLife } from "./dialog/while-waiting.ts";
import type { WaitSoFar } from "./dialog/while-waiting.ts";
import type { BrainEvent, BrainMove, HistoryEntry, Unanswered } from "./ports.ts";
import type { TurnOver } from "./turn/turn-taking.ts";
import type { SilenceEvent } from "./turn/silence-timeouts.ts";

const LADDER = {
  /** In so short a wait nobody is asked for more of it. */
  leastToProlongMs: 20_000,
  /** The last sign of life within this is the question whether they can wait longer. */
  pleaWithinMs: 20_000,
  /** If no silence has come by then, it is asked in the next one. */
  pleaAtLatestMs: 10_000,
  /** In these last moments nothing is begun any more. */
  lastMs: 3000,
  mostPleas: 2,
  mostWaiting: 3,
} as const;

export type AskingDeps = {
  readonly nowMs: () => number;
  readonly waitMs: number;
  /** BCP-47, of the call. */
  readonly language: string;
  readonly tell: (event: Told) => void;
  readonly history: HistoryEntry[];
  /** For the mind. */
  readonly bring: (event: BrainEvent) => void;
  /** Said without asking the mind, in answer to this turn of theirs or of our own accord. */
  readonly say: (event: BrainEvent, moves: readonly BrainMove[], turn: TurnOver | null) => void;
  readonly be: (event: SilenceEvent) => void;
};

type Question = { readonly questionId: string; readonly question: string };

type Open = Question & {
  readonly sinceMs: number;
  readonly since: number;
  untilMs: number;
  prolonged: boolean;
  pleas: number;
  /** They have been told that something is being found out, or nobody is there to be told. */
  announced: boolean;
};

export class Asking {
  readonly #deps: AskingDeps;
  #open: Open | null = null;
  readonly #waiting: Question[] = [];
  /** Its answer may have been on its way when the wait for it ended. */
  #closed: string | null = null;

  constructor(deps: AskingDeps) {
    this.#deps = deps;
  }

  get isOpen(): boolean {
    return this.#open !== null;
  }

  /** After the one that is open. False when too many wait already. */
  ask(questionId: string, question: string): boolean {
    if (this.#waiting.length >= LADDER.mostWaiting) return false;
    this.#deps.history.push({ role: "asked", questionId, question });
    if (this.#open === null) this.#put({ questionId, question }, false);
    else this.#waiting.push({ questionId, question });
    return true;
  }

  /** Of our own accord, without a word to whoever is on the line. False when another question is open. */
  askSilently(questionId: string, question: string): boolean {
    if (this.#open !== null) return false;
    this.#deps.history.push({ role: "asked", questionId, question });
    this.#put({ questionId, question }, true);
    return true;
  }

  /** An answer that was accepted is used, also when nobody waits for it any more. */
  answer(questionId: string, text: string): void {
    const { history, bring } = this.#deps;
    if (this.#open?.questionId === questionId) this.#close(questionId, text);
    else if (this.#closed === questionId) history.push({ role: "answer", questionId, answer: text });
    else return;
    this.#closed = null;
    bring({ type: "answered", questionId, answer: text });
    const next = this.#open === null ? this.#waiting.shift() : undefined;
    if (next !== undefined) this.#put(next, true);
  }

  /** They have said something, in this turn, or too late for it (null). True when it was about the waiting and has been seen to. */
  hears(text: string, confidence: number | null, turn: TurnOver | null): boolean {
    const open = this.#open;
    if (open === null) return false;
    const move = onWords(text, this.#wait(open));
    if (move === null) return false;
    if (move.type === "give_up") {
      this.#giveUp(open, move.why);
      return true;
    }
    if (move.type === "prolong") this.#prolong(open);
    const event: BrainEvent = { type: "heard", text, confidence };
    this.#deps.say(event, [{ type: "say", text: move.text }], turn);
    return true;
  }

  /** A reply of ours is over. Whoever asks says so; where nobody has, it is said now. */
  replied(): void {
    const open = this.#open;
    if (open === null || open.announced) return;
    open.announced = true;
    const line = announcement(this.#wait(open));
    if (line !== null) this.#sayOwn(open, line);
  }

  /** Nobody has said anything for a while. */
  onQuiet(): void {
    const open = this.#open;
    if (open === null) return;
    const leftMs = open.untilMs - this.#deps.nowMs();
    if (leftMs <= LADDER.pleaWithinMs && this.#plead(open)) return;
    if (leftMs > LADDER.lastMs) this.#sayOwn(open, signOfLife(this.#wait(open)));
  }

  /** The beat of the thread. `free`: we could say something now. */
  tick(free: boolean): void {
    const open = this.#open;
    if (open === null) return;
    const leftMs = open.untilMs - this.#deps.nowMs();
    if (leftMs <= 0) this.#giveUp(open, undefined);
    else if (free && leftMs <= LADDER.pleaAtLatestMs) this.#plead(open);
  }

  /** The conversation is over: nobody waits any more. */
  end(): void {
    if (this.#open !== null) this.#deps.tell({ type: "ask_expired", questionId: this.#open.questionId });
    this.#open = null;
  }

  #put({ questionId, question }: Question, announced: boolean): void {
    const { nowMs, waitMs, history, be, tell } = this.#deps;
    const sinceMs = nowMs();
    const since = history.length;
    const untilMs = sinceMs + waitMs;
    this.#open = { questionId, question, sinceMs, since, untilMs, announced, prolonged: false, pleas: 0 };
    be({ type: "asked" });
    tell({ type: "asked", questionId, question });
  }

  #wait({ since, untilMs, prolonged }: Open): WaitSoFar {
    const { history, language, nowMs } = this.#deps;
    return { history, since, language, mayProlong: !prolonged && untilMs - nowMs() > LADDER.lastMs };
  }

  /** False: they have been asked, or it is too late for it. */
  #plead(open: Open): boolean {
    const { waitMs, nowMs } = this.#deps;
    const wait = this.#wait(open);
    if (!wait.mayProlong || waitMs < LADDER.leastToProlongMs || open.untilMs - nowMs() < 2 * LADDER.lastMs)
      return false;
    if (open.pleas >= LADDER.mostPleas || isAsked(wait)) return false;
    open.pleas += 1;
    this.#sayOwn(open, pleaForTime(wait));
    return true;
  }

  #sayOwn({ sinceMs }: Open, text: string): void {
    const { say, nowMs } = this.#deps;
    say({ type: "still_waiting", waitedMs: nowMs() - sinceMs }, [{ type: "say", text }], null);
  }

  /** Once, by as much as was promised at first. */
  #prolong(open: Open): void {
    open.prolonged = true;
    open.untilMs += this.#deps.waitMs;
    this.#deps.tell({ type: "ask_prolonged", questionId: open.questionId, byMs: this.#deps.waitMs });
  }

  /** What was asked beside it nobody waits for either. `why`: undefined when the time has run out. */
  #giveUp({ questionId }: Open, why: Unanswered | undefined): void {
    const { tell, bring, history } = this.#deps;
    this.#close(questionId, null, why);
    this.#closed = questionId;
    for (const other of this.#waiting.splice(0))
      history.push({
        role: "answer",
        questionId: other.questionId,
        answer: null,
        ...(why === undefined ? {} : { why }),
      });
    tell({ type: "ask_expired", questionId });
    bring({ type: "answer_expired", questionId, ...(why === undefined ? {} : { why }) });
  }

  #close(questionId: string, answer: string | null, why?: Unanswered): void {
    this.#open = null;
    this.#deps.be({ type: "ask_over" });
    this.#deps.history.push({ role: "answer", questionId, answer, ...(why === undefined ? {} : { why }) });
  }
}

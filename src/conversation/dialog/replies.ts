/**
 * Our side of the talk, one reply at a time: what the brain is still to be told waits here until the floor is ours, the
 * reply to it is carried out, taken back or cut short, and a likely turn gets a reply ahead of time. What the reply says and does
 * is told to the conversation, which knows what it means.
 */
import { asksForWords } from "../../language/en/menus.ts";
import { wantsWords } from "../../language/tabled/menus.ts";
import type { TurnTaking, TurnOver, Unclear } from "../turn/turn-taking.ts";
import { PreemptiveReply } from "./preemptive-reply.ts";
import { turnLatency } from "../latency.ts";
import type { TurnLatency } from "../../calls/ports.ts";
import type { InterjectingMouth } from "../playout/interjections.ts";
import type { Played } from "../playout/mouth.ts";
import type { Brain, BrainEvent, BrainMove, HistoryEntry } from "../ports.ts";
import { ALL_TIME_SAVERS } from "../time-savers.ts";
import type { TimeSavers } from "../time-savers.ts";
import { fillersOf } from "./filler.ts";
import type { Filler } from "./filler.ts";
import { carryOut } from "./reply.ts";
import type { Deed, SilentMove, ReplyResult } from "./reply.ts";
import type { Speaker } from "../playout/speaker.ts";

export type RepliesDeps = {
  readonly brain: Brain;
  readonly speaker: Speaker;
  readonly mouth: InterjectingMouth;
  readonly nowMs: () => number;
  readonly timeSavers?: TimeSavers;
};

/** The turn of theirs that a reply answers; null when it answers something else. */
export type Answered = TurnOver | Unclear | null;

export type RepliesListener = {
  readonly history: () => readonly HistoryEntry[];
  readonly onSilentMove: (move: SilentMove) => void;
  /** `latency`: with the first sound in answer to a turn of theirs, else null. */
  readonly onPlayed: (played: Played, latency: TurnLatency | null) => void;
  readonly act: (deed: Deed, begun: () => void, signal: AbortSignal) => Promise<void>;
  readonly onVoiceLost: (cause: unknown) => void;
  /** A reply is over and the next one has not begun. Called for the last one too, after `end`. */
  readonly onReply: (result: ReplyResult, event: BrainEvent) => void;
};

type Due = {
  readonly event: BrainEvent;
  readonly turn: Answered;
  /** Said in answer to it without asking the brain. */
  readonly instead?: readonly BrainMove[];
  /** That is said whoever has the floor. */
  readonly urgent?: boolean;
};

/** Whether a reply never was. */
type Fate = { retracted: boolean };

export class Replies {
  readonly #deps: RepliesDeps;
  readonly #turnTaking: TurnTaking;
  readonly #listener: RepliesListener;
  readonly #life = new AbortController();
  /** What the brain has not been told yet, because the floor was not ours. */
  readonly #agenda: Due[] = [];
  #reply: (Due & { readonly abort: AbortController; readonly done: Promise<void>; readonly fate: Fate }) | null = null;
  /** A reply to what they have probably said, until it is known. */
  #preemptive: PreemptiveReply | null = null;
  #holding = false;
  readonly #savers: TimeSavers;
  readonly #newFiller: ReturnType<typeof fillersOf>;
  /** Of the reply under way. */
  #filler: Filler | null = null;

  constructor(deps: RepliesDeps, turnTaking: TurnTaking, listener: RepliesListener) {
    this.#deps = deps;
    this.#savers = deps.timeSavers ?? ALL_TIME_SAVERS;
    this.#newFiller = this.#savers.filler ? fillersOf(deps.brain) : null;
    this.#turnTaking = turnTaking;
    this.#listener = listener;
  }

  /** Nothing of ours is being said or about to be. */
  get isIdle(): boolean {
    return this.#reply === null && this.#agenda.length === 0;
  }

  /** What is being said, or about to be, answers nothing of theirs: nobody has been waiting for it. */
  get isUnasked(): boolean {
    return this.#reply?.turn === null && this.#agenda.every(({ turn }) => turn === null);
  }

  /** Tells the brain as soon as nobody is speaking and no reply is under way. */
  bring(event: BrainEvent, turn: Answered = null): void {
    this.#agenda.push({ event, turn });
    this.work();
  }

  /** Says this now, with no question to the brain; `event` is what it answers. */
  say(event: BrainEvent, instead: readonly BrainMove[]): void {
    this.#agenda.push({ event, turn: null, instead, urgent: true });
    this.work();
  }

  /** The same, once the floor is ours. */
  sayInTurn(event: BrainEvent, instead: readonly BrainMove[], turn: Answered): void {
    this.#agenda.push({ event, turn, instead });
    this.work();
  }

  /** Says a kept text while a reply is being thought about or rendered, or words of theirs are still awaited. */
  interject(text: string): void {
    const { mouth, speaker } = this.#deps;
    const { signal } = this.#life;
    const [clause] = speaker.clauses(text, signal);
    if (clause === undefined) return;
    const told = mouth.interject(clause, signal).then((played) => {
      if (played !== null) this.#listener.onPlayed(played, null);
    });
    told.catch((cause: unknown) => this.#listener.onVoiceLost(cause));
  }

  /** Before whatever waits. */
  bringFirst(event: BrainEvent, turn: Answered): void {
    this.#agenda.unshift({ event, turn });
    this.work();
  }

  /** Instead of everything else, whoever has the floor and whatever the brain would say: this, and then the line is put down. */
  sayAndHangUp(text: string, reason: string): void {
    this.clear("only this is to be said now");
    const instead: readonly BrainMove[] = [{ type: "say", text }, { type: "hang_up" }];
    this.say({ type: "wrap_up", reason }, instead);
  }

  /** While nobody is there who listens, what the brain is to be told waits. */
  hold(holding: boolean): void {
    this.#holding = holding;
    if (!holding) this.work();
  }

  /** Forgets an event that waits. */
  withdraw(type: BrainEvent["type"]): void {
    const waiting = this.#agenda.findIndex(({ event }) => event.type === type);
    if (waiting >= 0) this.#agenda.splice(waiting, 1);
  }

  /** The same of what a menu said: what comes next has it all. */
  withdrawMenu(): void {
    const waiting = this.#agenda.findIndex(({ event }) => event.type === "heard" && event.who === "menu");
    if (waiting >= 0) this.#agenda.splice(waiting, 1);
  }

  /** Called with every beat of the thread. */
  work(): void {
    const { nowMs, mouth } = this.#deps;
    this.#filler?.look(nowMs(), this.#turnTaking.isQuiet && mouth.state === "idle");
    if (this.#life.signal.aborted || this.#reply !== null) return;
    const mayAsk = this.#turnTaking.isOurs && !this.#holding;
    if (!mayAsk && this.#agenda[0]?.urgent !== true) return;
    const next = this.#agenda.shift();
    if (next === undefined) return;
    const abort = new AbortController();
    const signal = AbortSignal.any([abort.signal, this.#life.signal]);
    const fate: Fate = { retracted: false };
    this.#reply = { abort, fate, done: this.#replyTo(next, fate, signal), ...next };
  }

  /** They have probably said this. */
  beginEarly(text: string): void {
    if (!this.#savers.speculativeReply) return;
    if (this.#life.signal.aborted || this.#reply !== null || this.#agenda.length > 0) return;
    this.dropEarly();
    this.#preemptive = new PreemptiveReply(this.#deps, text, [...this.#listener.history(), { role: "business", text }]);
  }

  /** They had not. */
  dropEarly(): void {
    if (this.#preemptive === null) return;
    this.#preemptive.drop();
    this.#preemptive = null;
    // What it was asked over has gone with it.
    if (this.#savers.connectWhileRinging) this.#deps.brain.wake?.();
  }

  /**
   * They went on before the reply made a sound: it never was. Their own words come again with the next turn; what came
   * from elsewhere (the agent's answer, our opening on a silent line) would be lost, so it waits for the next chance.
   */
  retract(): void {
    const reply = this.#reply;
    if (reply !== null) reply.fate.retracted = true;
    this.abort("they went on speaking");
    if (reply?.instead === undefined) this.#deps.brain.retract();
    if (reply === null || reply.turn !== null) return;
    const { event, instead, urgent = false } = reply;
    if (event.type === "silence" || event.type === "still_waiting") return;
    this.#agenda.unshift({ event, turn: null, urgent, ...(instead === undefined ? {} : { instead }) });
  }

  abort(why: string): void {
    this.#reply?.abort.abort(new Error(why));
  }

  /** Drops what is being said and what was to be said, for something that comes instead. */
  clear(why: string): void {
    this.dropEarly();
    this.#agenda.length = 0;
    this.#deps.mouth.flush();
    this.abort(why);
  }

  /** Ends the reply under way; resolves when it is over. Rejects with what it failed with. */
  async end(): Promise<void> {
    this.dropEarly();
    this.#life.abort(new Error("the conversation is over"));
    await this.#reply?.done;
  }

  async #replyTo({ event, turn, instead }: Due, fate: Fate, signal: AbortSignal): Promise<void> {
    const { mouth, nowMs } = this.#deps;
    const givenMs = nowMs();
    let unmeasured = turn;
    /** Moves of a reply that may still be retracted. What is carried out cannot be undone, so they wait until it sounds. */
    let waiting: SilentMove[] | null = [];
    const stands = (): void => {
      const due = waiting ?? [];
      waiting = null;
      for (const move of due) this.#listener.onSilentMove(move);
    };
    this.#turnTaking.replying();
    const answersWords = turn !== null && event.type === "heard" && event.text !== "" && event.who !== "menu";
    const filler = answersWords ? (this.#newFiller?.(turn.speechEndMs, givenMs) ?? null) : null;
    this.#filler = filler;
    const { moves, speaker } =
      instead === undefined ? this.#movesFor(event, signal) : { moves: oneByOne(instead), speaker: this.#deps.speaker };
    const result = await carryOut(
      {
        speaker,
        mouth,
        nowMs,
        onSilentMove: (move) => {
          if (waiting === null) this.#listener.onSilentMove(move);
          else waiting.push(move);
        },
        ...(filler === null ? {} : { filler: filler.due }),
        onSound: () => {
          filler?.end();
          this.#turnTaking.sounding();
          stands();
        },
        onPlayed: (played, marks) => {
          const latency = unmeasured === null ? null : turnLatency({ ...unmeasured, givenMs }, marks);
          if (latency !== null) unmeasured = null;
          this.#listener.onPlayed(played, latency);
        },
        act: (deed, begun, within) => this.#listener.act(deed, begun, within),
        onVoiceLost: (cause) => this.#listener.onVoiceLost(cause),
      },
      moves,
      signal,
    );
    if (!fate.retracted) stands();
    filler?.end();
    this.#reply = null;
    this.#turnTaking.replied();
    this.#listener.onReply(result, event);
  }

  /** The brain's moves, from a reply ahead of time when it was given the very same words. */
  #movesFor(event: BrainEvent, signal: AbortSignal): { moves: AsyncIterable<BrainMove>; speaker: Speaker } {
    const { brain, speaker } = this.#deps;
    const early = this.#preemptive;
    // Made for whoever spoke before.
    const fresh = event.type !== "heard" || event.who === undefined;
    if (early !== null && fresh && event.type === "heard" && early.fits(event.text)) {
      this.#preemptive = null;
      return early.take(signal);
    }
    this.dropEarly();
    const moves = brain.respond(event, this.#listener.history(), signal);
    const toMenu = (event.type === "heard" || event.type === "silence") && event.who === "menu";
    const keysOnly = toMenu && !(event.type === "heard" && (asksForWords(event.text) || wantsWords(event.text)));
    return { moves: keysOnly ? unspoken(moves) : moves, speaker };
  }
}

async function* oneByOne(moves: readonly BrainMove[]): AsyncGenerator<BrainMove> {
  yield* moves;
}

/** Nothing is said to a menu of keys, whatever a model thinks. */
async function* unspoken(moves: AsyncIterable<BrainMove>): AsyncGenerator<BrainMove> {
  for await (const move of moves) if (move.type !== "say") yield move;
}

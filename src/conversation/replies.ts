/**
 * Our side of the talk, one reply at a time: what the brain is still to be told waits here until the floor is ours, the
 * reply to it is carried out, taken back or cut short, and a likely turn gets a head start. What the reply says and does
 * is told to the conversation, which knows what it means.
 */
import type { Floor, TurnOver, Unclear } from "./floor.ts";
import { HeadStart } from "./head-start.ts";
import { turnLatency } from "./latency.ts";
import type { TurnLatency } from "../calls/ports.ts";
import type { Mouth, Played } from "./mouth.ts";
import type { Brain, BrainEvent, BrainMove, HistoryEntry } from "./ports.ts";
import { carryOut } from "./reply.ts";
import type { Deed, ReplyResult } from "./reply.ts";
import type { Speaker } from "./speaker.ts";

export type RepliesDeps = {
  readonly brain: Brain;
  readonly speaker: Speaker;
  readonly mouth: Mouth;
  readonly nowMs: () => number;
};

/** The turn of theirs that a reply answers; null when it answers something else. */
export type Answered = TurnOver | Unclear | null;

export type RepliesListener = {
  readonly history: () => readonly HistoryEntry[];
  readonly onDeed: (deed: Deed) => void;
  /** `latency`: with the first sound in answer to a turn of theirs, else null. */
  readonly onPlayed: (played: Played, latency: TurnLatency | null) => void;
  readonly press: (keys: string) => Promise<void>;
  /** A reply is over and the next one has not begun. Called for the last one too, after `end`. */
  readonly onReply: (result: ReplyResult, event: BrainEvent) => void;
};

type Due = { readonly event: BrainEvent; readonly turn: Answered };

export class Replies {
  readonly #deps: RepliesDeps;
  readonly #floor: Floor;
  readonly #listener: RepliesListener;
  readonly #life = new AbortController();
  /** What the brain has not been told yet, because the floor was not ours. */
  readonly #agenda: Due[] = [];
  #reply: (Due & { readonly abort: AbortController; readonly done: Promise<void> }) | null = null;
  /** A reply to what they have probably said, until it is known. */
  #headStart: HeadStart | null = null;

  constructor(deps: RepliesDeps, floor: Floor, listener: RepliesListener) {
    this.#deps = deps;
    this.#floor = floor;
    this.#listener = listener;
  }

  /** Tells the brain as soon as nobody is speaking and no reply is under way. */
  bring(event: BrainEvent, turn: Answered = null): void {
    this.#agenda.push({ event, turn });
    this.work();
  }

  /** Forgets an event that waits. */
  withdraw(type: BrainEvent["type"]): void {
    const waiting = this.#agenda.findIndex(({ event }) => event.type === type);
    if (waiting >= 0) this.#agenda.splice(waiting, 1);
  }

  work(): void {
    if (this.#life.signal.aborted || this.#reply !== null || !this.#floor.isOurs) return;
    const next = this.#agenda.shift();
    if (next === undefined) return;
    const abort = new AbortController();
    const signal = AbortSignal.any([abort.signal, this.#life.signal]);
    this.#reply = { abort, done: this.#replyTo(next, signal), ...next };
  }

  /** They have probably said this. */
  beginEarly(text: string): void {
    if (this.#life.signal.aborted || this.#reply !== null || this.#agenda.length > 0) return;
    this.dropEarly();
    this.#headStart = new HeadStart(this.#deps, text, [...this.#listener.history(), { role: "business", text }]);
  }

  /** They had not. */
  dropEarly(): void {
    this.#headStart?.drop();
    this.#headStart = null;
  }

  /**
   * They went on before the reply made a sound: it never was. Their own words come again with the next turn; what came
   * from elsewhere (the agent's answer, our opening on a silent line) would be lost, so it waits for the next chance.
   */
  retract(): void {
    const reply = this.#reply;
    this.abort("they went on speaking");
    this.#deps.brain.retract();
    if (reply === null || reply.turn !== null) return;
    const { event } = reply;
    if (event.type !== "silence" && event.type !== "still_waiting") this.#agenda.unshift({ event, turn: null });
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

  async #replyTo({ event, turn }: Due, signal: AbortSignal): Promise<void> {
    const { mouth, nowMs } = this.#deps;
    const givenMs = nowMs();
    let unmeasured = turn;
    this.#floor.replying();
    const { moves, speaker } = this.#movesFor(event, signal);
    const result = await carryOut(
      {
        speaker,
        mouth,
        nowMs,
        onDeed: (deed) => this.#listener.onDeed(deed),
        onSound: (piece) => this.#floor.sounding(piece),
        onPlayed: (played, marks) => {
          this.#floor.sounded();
          const latency = unmeasured === null ? null : turnLatency({ ...unmeasured, givenMs }, marks);
          if (latency !== null) unmeasured = null;
          this.#listener.onPlayed(played, latency);
        },
        press: (keys) => this.#listener.press(keys),
      },
      moves,
      signal,
    );
    this.#reply = null;
    this.#floor.replied();
    this.#listener.onReply(result, event);
  }

  /** The brain's moves, from a head start when it was given the very same words. */
  #movesFor(event: BrainEvent, signal: AbortSignal): { moves: AsyncIterable<BrainMove>; speaker: Speaker } {
    const { brain, speaker } = this.#deps;
    const early = this.#headStart;
    if (early !== null && event.type === "heard" && early.fits(event.text)) {
      this.#headStart = null;
      return early.take(signal);
    }
    this.dropEarly();
    return { moves: brain.respond(event, this.#listener.history(), signal), speaker };
  }
}

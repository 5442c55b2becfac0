/**
 * A mind that is a language model. It leads the talk; what has to be certain is ours: the opening (known before the
 * answer), the lines that need no thought, what may be said and noted (`may-say.ts`, `carried.ts`), and what the call came
 * to (`verdict.ts`). It keeps nothing of a call but what it has used: all it knows is the history, so that it can take
 * over, be taken over from, and be retracted at any time. Where the model has no answer that may be given, the rules give
 * theirs to that one event.
 */
import { actOf } from "../../../language/en/reading.ts";
import type { Reader } from "../../../language/readers.ts";
import { newId } from "../../../lib/ids.ts";
import type {
  Brain,
  BrainBrief,
  BrainEvent,
  BrainFactory,
  BrainMove,
  BrainNote,
  BrainUsage,
  Chat,
  ChatUsage,
  HistoryEntry,
} from "../../ports.ts";
import type { CallSoFar } from "./carried.ts";
import { corrections } from "./corrections.ts";
import { certainReply } from "./certain.ts";
import type { Certain } from "./certain.ts";
import { lookBack } from "./look-back.ts";
import { notesIn } from "./notes.ts";
import { readAhead } from "./read-ahead.ts";
import { modelReply } from "./reply.ts";
import type { Made, Refused, ReplyOrder } from "./reply.ts";
import { rulesView } from "./rules-view.ts";
import type { RulesView } from "./rules-view.ts";
import { conclusionOf } from "./verdict.ts";

/** `newQuestionId` names the questions put to the agent; they must not be guessable from one another. */
export function modelBrains(chat: Chat, newQuestionId: () => string = () => newId("q")): BrainFactory {
  return { begin: (brief) => new ModelBrain(chat, brief, newQuestionId) };
}

/** After the goodbye, or when the line is gone: what was said last is still noted, if that is quick. */
const LAST_NOTES_MS = 1000;
/** So often in a row the rules answer in its place; after that it has failed. */
const MOST_STAND_INS = 2;

/** The tokens of one event's reply. */
type Spent = { requests: number; prompt: number; completion: number; estimated: boolean; discarded: boolean };

class ModelBrain implements Brain {
  readonly #chat: Chat;
  readonly #brief: BrainBrief;
  readonly #rules: RulesView;
  readonly #newQuestionId: () => string;
  readonly #spent: Spent[] = [];
  /** Events in a row that the rules had to answer, and what it was before the last event. */
  #standIns = 0;
  #standInsBefore = 0;
  /** What the last reply asked for in vain, and what it was before the last event. */
  #refused: readonly Refused[] = [];
  #refusedBefore: readonly Refused[] = [];
  /** The reply that is being made, when one is owed. */
  #thought: Made | null = null;

  constructor(chat: Chat, brief: BrainBrief, newQuestionId: () => string) {
    this.#chat = chat;
    this.#brief = brief;
    this.#newQuestionId = newQuestionId;
    this.#rules = rulesView(brief, newQuestionId);
  }

  openingLine(): string {
    return this.#rules.openingLine;
  }

  wake(): void {
    this.#chat.prepare?.();
  }

  oftenSaid(): readonly string[] {
    const { thanks, allRight } = this.#rules.texts;
    return [...new Set([...this.fillers(), ...thanks, ...allRight])];
  }

  /** What is said while something is looked up, without what: that is not known yet. */
  fillers(): readonly string[] {
    return this.#rules.texts.moment.map((line) => line.replace(/[,;:.!].*$/s, "."));
  }

  isThinking(): boolean {
    return this.#thought !== null && !this.#thought.writes;
  }

  async *respond(
    event: BrainEvent,
    history: readonly HistoryEntry[],
    signal: AbortSignal,
    certain?: Promise<void>,
  ): AsyncGenerator<BrainMove> {
    const spent = this.#newSpent();
    this.#standInsBefore = this.#standIns;
    this.#refusedBefore = this.#refused;
    const own = new AbortController();
    const either = AbortSignal.any([signal, own.signal]);
    const moves = this.#movesFor({ event, history, spent, certain }, either);
    const wanted = readAhead(moves, () => own.abort(new Error("the reply is over")));
    for await (const move of wanted) {
      if (signal.aborted) return;
      yield move;
    }
  }

  retract(): void {
    const last = this.#spent.at(-1);
    if (last !== undefined) last.discarded = true;
    this.#standIns = this.#standInsBefore;
    this.#refused = this.#refusedBefore;
  }

  lookBack(history: readonly HistoryEntry[], signal: AbortSignal): Promise<readonly BrainNote[]> {
    const spent = this.#newSpent();
    return lookBack(
      this.#chat,
      {
        call: {
          brief: this.#brief,
          history,
          event: { type: "wrap_up", reason: "completed" },
          rules: this.#rules,
          newQuestionId: this.#newQuestionId,
        },
        onUsage: (usage) => add(spent, usage),
      },
      signal,
    );
  }

  usage(): readonly BrainUsage[] {
    const kept = this.#spent.filter(({ discarded }) => !discarded);
    const thrownAway = this.#spent.filter(({ discarded }) => discarded);
    return [
      {
        engine: this.#chat.name,
        requests: sum(this.#spent.map(({ requests }) => requests)),
        failures: 0,
        promptTokens: sum(kept.map(({ prompt }) => prompt)),
        completionTokens: sum(kept.map(({ completion }) => completion)),
        discardedTokens: sum(thrownAway.map(({ prompt, completion }) => prompt + completion)),
        estimated: this.#spent.some(({ estimated }) => estimated),
      },
    ];
  }

  #newSpent(): Spent {
    const spent: Spent = { requests: 0, prompt: 0, completion: 0, estimated: false, discarded: false };
    this.#spent.push(spent);
    return spent;
  }

  #movesFor(turn: Turn, signal: AbortSignal): AsyncIterable<BrainMove> | Iterable<BrainMove> {
    const { event, history } = turn;
    const certain = certainReply(this.#brief, history, event, this.#rules);
    if (certain?.type === "whole") return certain.moves;
    switch (event.type) {
      case "opened":
        return this.#rules.opening(event.heard) ?? this.#think(turn, signal);
      // The conversation sees to that itself.
      case "still_waiting":
        return [];
      // What is said around a transfer needs no thought.
      case "connecting":
      case "transfer_answered":
      case "transfer_failed":
        return this.#rules.brain(turn.history).respond(event, turn.history, signal);
      case "wrap_up":
        return this.#wrapUp(turn, event.reason, signal);
      case "heard":
      case "silence":
      case "answered":
        return this.#think(turn, signal, certain);
      case "answer_expired":
        return event.why === "call_back" ? this.#callBack(turn) : this.#think(turn, signal, certain);
    }
  }

  async *#think(
    turn: Turn,
    signal: AbortSignal,
    first: (Certain & { readonly type: "first" }) | null = null,
  ): AsyncGenerator<BrainMove> {
    const { event, history, certain } = turn;
    const made = nothingMade();
    if (first !== null) {
      made.said = first.line;
      yield { type: "say", text: first.line };
    }
    this.#thought = mayBeSilent(event, history, this.#rules.reader) ? null : made;
    const noted: HistoryEntry[] = [];
    let objected = false;
    for await (const move of modelReply(this.#chat, { ...this.#orderFor(turn), first, certain }, made, signal)) {
      if (isNoted(move)) noted.push({ role: "note", note: move });
      objected ||= move.type === "objected";
      yield move;
    }
    if (signal.aborted) return;
    this.#refused = made.refused;
    if (
      made.heldBack !== null ||
      (made.said === "" && !made.acted && !mayBeSilent(event, history, this.#rules.reader))
    ) {
      for await (const move of this.#standIn(turn, signal)) {
        const text = move.type === "say" ? move.text.replace(first?.line ?? "", "").trim() : "";
        if (move.type !== "say") yield move;
        else if (text !== "") yield { type: "say", text };
      }
      return;
    }
    this.#standIns = 0;
    if (this.#thought === made) this.#thought = null;
    if (!made.hangsUp) return;
    yield* this.#concluding([...history, ...noted], event, objected);
    yield { type: "hang_up" };
  }

  /** The rules answer this one event. */
  async *#standIn({ event, history }: Turn, signal: AbortSignal): AsyncGenerator<BrainMove> {
    this.#standIns += 1;
    if (this.#standIns > MOST_STAND_INS)
      throw new Error("the language model gives no answer that may be spoken: check llm.model");
    yield* this.#rules.brain(history).respond(event, history, signal);
  }

  /** They want to be called again: there is nothing to think about. */
  *#callBack({ event, history }: Turn): Generator<BrainMove> {
    yield { type: "say", text: this.#rules.texts.willCallBack };
    yield* this.#concluding(history, event, false);
    yield { type: "hang_up" };
  }

  /** Told to end, or the line has gone: our own goodbye, and the notes that the last words of theirs are still good for. */
  async *#wrapUp(turn: Turn, reason: string, signal: AbortSignal): AsyncGenerator<BrainMove> {
    const { event, history } = turn;
    const { texts, reader } = this.#rules;
    const ours = history.findLast(({ role }) => role === "assistant");
    const parted = ours?.role === "assistant" && actOf(reader.read(ours.text), "goodbye") !== null;
    const goodbye = reason === "no_response" ? texts.nobody : reason === "rejected" ? texts.shortGoodbye : texts.wrapUp;
    if (!parted) yield { type: "say", text: goodbye };
    const noted: HistoryEntry[] = [];
    if (owesNotes(history)) {
      const soon = AbortSignal.any([signal, AbortSignal.timeout(LAST_NOTES_MS)]);
      try {
        const order = { ...this.#orderFor(turn), silent: true };
        for await (const move of modelReply(this.#chat, order, nothingMade(), soon)) {
          if (!isNoted(move)) continue;
          noted.push({ role: "note", note: move });
          yield move;
        }
      } catch {
        // The goodbye does not depend on it.
      }
    }
    if (signal.aborted) return;
    yield* this.#concluding([...history, ...noted], event, false);
    yield { type: "hang_up" };
  }

  /** What does not stand is taken back first. */
  *#concluding(noted: readonly HistoryEntry[], event: BrainEvent, objected: boolean): Generator<BrainMove> {
    const taken = corrections(this.#brief, noted, this.#rules);
    yield* taken;
    const history = [...noted, ...taken.map((note) => ({ role: "note" as const, note }))];
    const heard = event.type === "heard" || history.some(({ role }) => role === "business");
    const screened = isScreened(history);
    yield conclusionOf(this.#brief, notesIn(history), { heardAnybody: heard, objected, screened });
  }

  #orderFor({ event, history, spent }: Turn): ReplyOrder {
    const call: CallSoFar = {
      brief: this.#brief,
      history,
      event,
      rules: this.#rules,
      newQuestionId: this.#newQuestionId,
    };
    const { texts } = this.#rules;
    return {
      call,
      refused: this.#refused,
      first: null,
      silent: false,
      texts: { moment: texts.moment[0], goodbye: texts.shortGoodbye, connecting: texts.connecting },
      certain: undefined,
      onUsage: (usage) => add(spent, usage),
    };
  }
}

type Turn = {
  readonly event: BrainEvent;
  readonly history: readonly HistoryEntry[];
  readonly spent: Spent;
  readonly certain: Promise<void> | undefined;
};

function nothingMade(): Made {
  return { said: "", writes: false, acted: false, hangsUp: false, heldBack: null, refused: [] };
}

/** A machine that asks who calls is what was on the line last. */
function isScreened(history: readonly HistoryEntry[]): boolean {
  const last = history.findLast(({ role }) => role === "line");
  return last?.role === "line" && last.state === "screening";
}

/** To these nothing need be said: nobody spoke, or they asked us to wait. */
function mayBeSilent(event: BrainEvent, history: readonly HistoryEntry[], reader: Reader): boolean {
  if (event.type === "silence") return true;
  if (event.type !== "heard") return false;
  const ours = history.findLast(({ role }) => role === "assistant");
  const parted = ours?.role === "assistant" && actOf(reader.read(ours.text), "goodbye") !== null;
  return parted || event.text.trim() === "" || actOf(reader.read(event.text), "hold") !== null;
}

/** They have said something since our last words that no reply of ours has dealt with. */
function owesNotes(history: readonly HistoryEntry[]): boolean {
  const last = history.findLast(({ role }) => role === "assistant" || role === "business");
  return last?.role === "business";
}

function isNoted(move: BrainMove): move is Extract<BrainMove, { type: "finding" | "fact" | "errand" }> {
  return move.type === "finding" || move.type === "fact" || move.type === "errand";
}

function add(spent: Spent, usage: ChatUsage): void {
  spent.requests += usage.requests ?? 1;
  spent.prompt += usage.promptTokens;
  spent.completion += usage.completionTokens;
  spent.estimated ||= usage.estimated;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

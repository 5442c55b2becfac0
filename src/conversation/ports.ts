/**
 * What a conversation needs from its engines: to hear, to think, to speak. Owned here, implemented in `engines/`.
 * Audio is always 16-bit signed linear, mono, in the sample rate named beside it; a frame is 20 ms of it.
 */
import type { CalendarDay } from "../language/calendar.ts";
import type { Brief } from "../calls/brief.ts";
import type { Errand, TransferFailure } from "../calls/ports.ts";
import type { LineState, QuestionStatus } from "../calls/vocabulary.ts";

// ---------------------------------------------------------------- what a call uses

/** Counts what one call uses. Engines are shared by calls: each is handed the meter of the call that it works for. */
export interface Meter {
  /** Seconds of the line's sound that went to a recogniser. */
  sound(seconds: number): void;
  /** Characters that a voice was given to render; `kept`: it had their sound already. */
  text(characters: number, kept: boolean): void;
  /** The engine has failed this call. */
  failure(): void;
  /** The same meter for an engine of this name. Of several names the innermost holds. */
  as(engine: string): Meter;
}

// ---------------------------------------------------------------- hearing

/** Utterances are numbered as `begin` numbers them: what comes late still finds its place. */
export type HearingEvent =
  /**
   * The words so far of the utterance under way; each replaces the one before. `written`: how an `utterance` of these
   * words would be written, when that differs.
   */
  | { readonly type: "partial"; readonly utterance: number; readonly text: string; readonly written?: string }
  /** One finished utterance. Empty text: there was sound but no words. `confidence` 0..1, null when unknown. */
  | {
      readonly type: "utterance";
      readonly utterance: number;
      readonly text: string;
      readonly confidence: number | null;
    }
  /** From the sound alone: the probability 0..1 that the speaker, who is silent now, has finished the turn. */
  | { readonly type: "turn_judged"; readonly utterance: number; readonly finished: number }
  /** The engine's own judgement that the speaker has probably finished: a reply may be made ready (Flux and the like). */
  | { readonly type: "probable_end"; readonly utterance: number }
  /** The speaker had not finished after all. */
  | { readonly type: "went_on"; readonly utterance: number }
  /** The engine's own judgement that the turn is over. */
  | { readonly type: "end_of_turn"; readonly utterance: number }
  /** The engine is gone. `retryable`: another try, or another engine, may do. */
  | { readonly type: "failed"; readonly retryable: boolean; readonly message: string };

/** One call's ear. Frames go in as they arrive; what was said comes out as events. */
export interface Hearing {
  /** Every frame of the far end, speech or not, in order. Never blocks; keeps what it needs for `begin`. */
  write(frame: Int16Array): void;
  /**
   * When words are told: as they are spoken, or only once the speaker pauses, by an engine that needs the whole sound.
   * Who judges turns waits for words accordingly.
   */
  readonly tellsWords: "as_spoken" | "after_pause";
  /**
   * The voice-activity detector heard speech begin; `prerollMs` of the frames already written belong to it. Returns the
   * number of the utterance: 1 for the first, then counting up.
   */
  begin(prerollMs: number): number;
  /** They are silent for a moment and may have finished: an engine that tells words after a pause begins its work. */
  pause(): void;
  /** They went on speaking. */
  resume(): void;
  /** The endpointer decided that the utterance is over. An `utterance` follows, late perhaps, or `failed`. */
  commit(): void;
  /** It was no speech after all: forget the utterance under way. No event follows. */
  discard(): void;
  /**
   * On hold, and not any more: words may take their time meanwhile, and are to cost little. Left out by who has nothing
   * to save.
   */
  rest?(resting: boolean): void;
  close(): void;
}

export type HearingOptions = {
  readonly language: string;
  readonly sampleRateHz: 8000 | 16000;
  /**
   * Names and terms of our own request: the business, the person, whoever is named. Never a sentence, a price, a time or
   * a number that the far end may say.
   */
  readonly hints: readonly string[];
  /** Of the call; left out where nothing is counted. */
  readonly meter?: Meter | undefined;
};

export interface Recogniser {
  /**
   * A use is likely soon: makes ready what takes time, a connection for one. Returns at once and never fails. Called when
   * it rings and again whenever the far end begins to speak, so it does nothing where nothing is missing.
   */
  wake?(): void;
  /** Opens an ear for one call. Rejects when the engine cannot be had. Ends with `close` or with the signal. */
  open(options: HearingOptions, listener: (event: HearingEvent) => void, signal: AbortSignal): Promise<Hearing>;
}

// ---------------------------------------------------------------- speaking

export interface Voice {
  /** Samples per second of what `speak` yields; constant for a voice. */
  readonly sampleRateHz: number;
  /** As a recogniser's. */
  wake?(): void;
  /**
   * Renders one clause or sentence. Yields audio in pieces of any length as it becomes available; aborting ends the
   * iteration without an exception. Throws when the engine fails. `meter`: of the call, where it is counted.
   */
  speak(text: string, signal: AbortSignal, meter?: Meter): AsyncIterable<Int16Array>;
}

// ---------------------------------------------------------------- voice activity

/** Tells speech from everything else. One instance a call. */
export interface VoiceActivity {
  /** Takes the next 20 ms frame, answers the probability 0..1 that the latest window holds speech. */
  feed(frame: Int16Array): Promise<number>;
}

// ---------------------------------------------------------------- thinking

/** Why nobody waits for an answer of the agent any more, as the business said it. `call_back`: we are to call again. */
export type Unanswered = "cannot_wait" | "call_back" | "needless";

export type BrainEvent =
  /** The far end answered and has greeted, or stayed silent for a moment: it is our turn to open. */
  | { readonly type: "opened"; readonly heard: string | null }
  /** The business's turn is over; everything it said since our last turn. */
  | {
      readonly type: "heard";
      readonly text: string;
      readonly confidence: number | null;
      /**
       * `next_person`: somebody else than before, after a hold or a menu, who does not know who is calling. `menu`: a
       * machine, which may be answered with keys; nothing is said to it. Left out: whoever spoke before.
       */
      readonly who?: "next_person" | "menu";
    }
  /**
   * Nobody has said anything for this long since we last spoke. `menu`: a menu that ought to go on does not, neither in
   * words nor in music nor in ringing; it is not talked to.
   */
  | { readonly type: "silence"; readonly silentMs: number; readonly who?: "menu" }
  /** The agent answered the question we asked it. */
  | { readonly type: "answered"; readonly questionId: string; readonly answer: string }
  /** There is no answer of the agent; `why` is left out when its time has run out. */
  | { readonly type: "answer_expired"; readonly questionId: string; readonly why?: Unanswered }
  /** While we wait for the agent and nobody speaks (about every 12 s). What is said then, the conversation sees to itself. */
  | { readonly type: "still_waiting"; readonly waitedMs: number }
  /** While the number for transfers is being called and nobody speaks, or when they ask: keep the line alive. */
  | { readonly type: "connecting"; readonly waitedMs: number }
  /** Whoever was called for a transfer is on the line now, alone: tell them in one sentence who wants to speak to them. */
  | { readonly type: "transfer_answered" }
  /** The business is on the line as before: nobody could be connected. */
  | { readonly type: "transfer_failed"; readonly why: TransferFailure }
  /** Come to an end politely, now. */
  | { readonly type: "wrap_up"; readonly reason: string };

export type BrainMove =
  /** Say this, one or more sentences. Moves are carried out in the order they come. */
  | { readonly type: "say"; readonly text: string }
  /** Ask the agent; the conversation raises `pending_question`, one at a time: while one is open, another waits for its end. */
  | { readonly type: "ask_agent"; readonly questionId: string; readonly question: string }
  /**
   * Call the number for transfers of the request and connect the business with it, once everything said so far has been
   * played. Only where the request names one. What follows it in a reply is not said.
   */
  | { readonly type: "transfer" }
  /**
   * Press keys of the telephone: 0-9 * #. What may not be pressed is not (`calls/key-rules.ts`), and stands in the history
   * with the reason; where the caller has to approve, the caller is asked, and the keys have to be pressed again after a
   * yes.
   */
  | { readonly type: "press"; readonly keys: string }
  /** What was learnt about one of the request's questions. A later one for the same question replaces it. */
  | {
      readonly type: "finding";
      readonly question: string;
      readonly status: QuestionStatus;
      readonly answer: string | null;
      readonly quote: string | null;
    }
  /**
   * A value they told, in which words of theirs: nothing is published that these do not bear out. Told in pieces, it has
   * several. A later one replaces the earlier; an empty value takes it back.
   */
  | {
      readonly type: "fact";
      readonly fact: "confirmation_number" | "price_quoted" | "appointment_time";
      readonly value: string;
      readonly quotes: readonly string[];
    }
  /**
   * How one of the errands (`BrainBrief.errands`, by its index) stands. `quotes`: the business's words by which it is
   * answered, or confirmed as done. A later one for the same errand replaces it; what is never told is not reached.
   */
  | {
      readonly type: "errand";
      readonly index: number;
      readonly reached: boolean;
      readonly quotes: readonly string[];
    }
  /** What to tell of the call as a whole. What was not reached is added to it: that need not be said here. */
  | { readonly type: "conclusion"; readonly summary: string; readonly nextSteps: string }
  /**
   * Who leads the call takes what is on the line for this, where sound and rhythm alone have not told: a voicemail gets its
   * message and the line is put down, a hold is sat out until somebody speaks. Not believed of somebody who has answered us.
   */
  | { readonly type: "line_is"; readonly line: "voicemail" | "hold" }
  /**
   * They do not want to be called again, by anybody. `quotes`: the business's words it rests on. One plain request not to
   * call is enough; of words that only may mean it, two are needed.
   */
  | { readonly type: "objected"; readonly quotes: readonly string[] }
  /**
   * Hang up once everything said so far has been played out and they have had a moment to say something to it. What they
   * say comes as `heard`, as ever: who has nothing to add hangs up again.
   */
  | { readonly type: "hang_up" };

/** What a brain learnt, as far as it is kept: notes, no deeds. */
export type BrainNote = Extract<BrainMove, { readonly type: "finding" | "fact" | "errand" | "conclusion" }>;

/**
 * What happened so far, in its order: all that another brain needs to take over in mid-call. What a reply that was
 * retracted had said or noted is not in it, for it never was.
 */
export type HistoryEntry =
  | { readonly role: "business"; readonly text: string }
  /** What was heard of ours; `cutOff`: what was to follow when they cut in. */
  | { readonly role: "assistant"; readonly text: string; readonly cutOff?: string }
  /** Keys of the telephone. `sent` is false for keys that we asked for and that could not be sent. */
  | {
      readonly role: "keys";
      readonly by: "assistant" | "business";
      readonly keys: string;
      readonly sent: boolean;
      /** Why they were not sent. */
      readonly why?: string;
    }
  /** Connecting the business with the number for transfers: `asked`, then why it did not come about. */
  | { readonly role: "transfer"; readonly result: "asked" | TransferFailure }
  /** From here on this was on the line. */
  | { readonly role: "line"; readonly state: LineState }
  /** A question that was put to the agent. */
  | { readonly role: "asked"; readonly questionId: string; readonly question: string }
  /** The agent's answer to it; null: none, because of `why`, or in time. A later one counts. */
  | { readonly role: "answer"; readonly questionId: string; readonly answer: string | null; readonly why?: Unanswered }
  /** What was noted, by whichever brain. */
  | { readonly role: "note"; readonly note: BrainNote };

export type BrainBrief = {
  readonly brief: Brief;
  /** What the goal asks for, one by one: a success is all of them. */
  readonly errands: readonly Errand[];
  readonly assistant: { readonly name: string; readonly disclosure: boolean };
  /** What the calendar shows where we call, when the call began; left out or null when that is not known. */
  readonly today?: CalendarDay | null;
};

/** One call's mind. It is asked one event at a time, in order; a newer event aborts the reply under way. */
export interface Brain {
  /**
   * The first words we say, known before the call is answered so that they can be synthesised while it rings.
   * Must equal the text of the first `say` in answer to `opened`.
   */
  openingLine(): string;
  /** As a recogniser's. */
  wake?(): void;
  /** Phrases that replies of this mind begin with, and its fillers: to be rendered while it rings. */
  oftenSaid?(): readonly string[];
  /** One of these is said, in turn, when a reply is long in coming. Left out by a mind that does not think. */
  fillers?(): readonly string[];
  /** A reply is being thought about, not a word of it is there yet, and silence would not be the right answer. */
  isThinking?(): boolean;
  /**
   * The moves in answer to one event. Aborting ends the iteration without an exception. Throws on failure.
   *
   * `certain` is given with a reply that is begun ahead of time, to words that they have probably said: it resolves when
   * they have, and never when they have not (the signal is aborted then). Until it resolves nothing may be done that
   * cannot be undone by `retract`: no tool of a model runs.
   */
  respond(
    event: BrainEvent,
    history: readonly HistoryEntry[],
    signal: AbortSignal,
    certain?: Promise<void>,
  ): AsyncIterable<BrainMove>;
  /**
   * Forget the last event, as if it had never come: the far end went on speaking before any sound of the reply was
   * made, and no move of that reply has been carried out. The next `heard` repeats its words together with what followed.
   */
  retract(): void;
  /**
   * The call is over: what its notes leave open, read out of all that was said. Never takes back what is noted. Rejects
   * when it cannot be had, and when the signal is aborted. Left out by a brain that notes all it can while it talks.
   */
  lookBack?(history: readonly HistoryEntry[], signal: AbortSignal): Promise<readonly BrainNote[]>;
  /** What it has used so far, by engine; left out by a brain that counts nothing. */
  usage?(): readonly BrainUsage[];
}

/** Tokens of one engine in one call, counted by the provider where it counts, else estimated. */
export type BrainUsage = {
  /** The engine and its model, no key. */
  readonly engine: string;
  readonly requests: number;
  readonly failures: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Of both kinds, of replies that were thrown away: they are in neither of the others. */
  readonly discardedTokens: number;
  /** At least a part of it is an estimate. */
  readonly estimated: boolean;
};

export interface BrainFactory {
  /** A mind for one call. `history` is not empty when it takes over from another in mid-call. */
  begin(brief: BrainBrief, history: readonly HistoryEntry[]): Brain;
}

// ---------------------------------------------------------------- language models

/** One message of a chat as every provider knows it. A tool's result answers the call with its id. */
export type ChatMessage =
  | { readonly role: "system" | "user"; readonly text: string }
  | { readonly role: "assistant"; readonly text: string; readonly calls: readonly ChatToolCall[] }
  | { readonly role: "tool"; readonly callId: string; readonly text: string };

/** `arguments` is what the model wrote: JSON if all is well. */
export type ChatToolCall = { readonly id: string; readonly name: string; readonly arguments: string };

export type ChatTool = {
  readonly name: string;
  readonly description: string;
  /** JSON schema of an object. */
  readonly parameters: Readonly<Record<string, unknown>>;
};

export type ChatPiece =
  /** The next piece of the text, of any length. */
  | { readonly type: "text"; readonly text: string }
  /** One whole call. */
  | { readonly type: "tool_call"; readonly call: ChatToolCall };

/** Tokens of one request; `estimated` when the server did not count them, or was cut off before it could. */
export type ChatUsage = {
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly estimated: boolean;
  /** How often the server was asked for it; left out: once. */
  readonly requests?: number;
};

/** `schema`: JSON schema of an object of which every property is required and no other allowed. */
export type ChatJson = { readonly name: string; readonly schema: Readonly<Record<string, unknown>> };

export type ChatRequest = {
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly ChatTool[];
  /** The answer is to be one JSON object of this schema, and its text is. Servers differ in how far they keep to it. */
  readonly json?: ChatJson;
  /** The most tokens to be written. */
  readonly maxTokens: number;
  /** Called once, when the request is over, however it ended; not when it was never sent. */
  readonly onUsage: (usage: ChatUsage) => void;
};

/** A language model that can be talked to. */
export interface Chat {
  /** The engine and its model, for logs and counts. */
  readonly name: string;
  /**
   * The answer, in pieces as it is written. Aborting, or leaving the iteration, ends the request; aborting ends the
   * iteration without an exception. Throws an Error of one sentence, which names the setting to change, when the answer
   * does not come in time or is cut short.
   */
  complete(request: ChatRequest, signal: AbortSignal): AsyncIterable<ChatPiece>;
  /** A request is likely soon: makes ready what takes time, a connection for one. Returns at once and never fails. */
  prepare?(): void;
}

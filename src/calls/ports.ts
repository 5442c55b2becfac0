/**
 * What the calls domain needs from the world, in its own words. `desk.ts` is the only consumer; `pbx/`,
 * `conversation/` and `store/` stand behind these. Everything that crosses a port is a plain message, so that a
 * conversation may live in another thread and a PBX in another process.
 */
import type { Brief } from "./brief.ts";
import type { CalendarDay } from "../language/calendar.ts";
import type { CallUsage } from "./usage.ts";
import type { AnsweredBy, EndReason, LineState, QuestionStatus } from "./vocabulary.ts";

/** Where the PBX brings the audio of one call: a media socket of the conversation that will hold it. */
export type MediaPoint = {
  /** Name of the media listener as the PBX's configuration knows it, e.g. `media_0`. */
  readonly listener: string;
  /** Samples per second of the 16-bit linear audio on that socket. */
  readonly sampleRateHz: 8000 | 16000;
};

export type DialOrder = {
  /** Also the PBX's channel id: a second dial with the same id is refused there, so no call is placed twice. */
  readonly callId: string;
  /** Canonical E.164. */
  readonly number: string;
  /** `demo` reaches the fictional business, `trunk` the world. */
  readonly route: "trunk" | "demo";
  /** How long it may ring, counted from the INVITE. */
  readonly ringSeconds: number;
  readonly media: MediaPoint;
  /** In which the exchange itself says something, should nobody else be left; without its region. English when absent. */
  readonly language?: string;
};

export type PressOrder = {
  readonly callId: string;
  /** Names this press in what is told of it. */
  readonly pressId: string;
  /** 0-9 * #. */
  readonly keys: string;
};

/** Why nobody could be connected to the call. `refused`: by policy, or by whoever was called. */
export type TransferFailure = "busy" | "no_answer" | "voicemail" | "refused" | "failed";

export type TransferOrder = {
  readonly callId: string;
  /** Canonical E.164. */
  readonly number: string;
  readonly route: DialOrder["route"];
  /** How long it may ring. */
  readonly ringSeconds: number;
};

/** What the network says about one call. Each call gets exactly one `ended`, and nothing after it. */
export type PbxEvent =
  | { readonly type: "ringing"; readonly callId: string; readonly earlyMedia: boolean }
  | { readonly type: "answered"; readonly callId: string }
  /** What became of a `press`: all keys are out when `problem` is null, else half a sentence why not. */
  | { readonly type: "pressed"; readonly callId: string; readonly pressId: string; readonly problem: string | null }
  /** The far end has put us on hold by its signalling, or takes us back. */
  | { readonly type: "held"; readonly callId: string; readonly held: boolean }
  /** What comes in instead of audio shows that the line lives (`checkAudio`). */
  | { readonly type: "comfort_noise"; readonly callId: string }
  /** The one who was called for a transfer is there, and hears our conversation; the business hears nothing. */
  | { readonly type: "transfer_answered"; readonly callId: string }
  /** The two hear each other; our conversation is out of it, and its audio is gone. */
  | { readonly type: "transfer_connected"; readonly callId: string }
  /** Nobody else is on the line any more: the business hears our conversation. */
  | { readonly type: "transfer_failed"; readonly callId: string; readonly why: TransferFailure }
  /** Once connected: the one who was called has hung up, and the business is alone. */
  | { readonly type: "transfer_left"; readonly callId: string }
  | {
      readonly type: "ended";
      readonly callId: string;
      /**
       * The network's verdict, as the contract's table maps it: `canceled` when we gave up before the answer,
       * `hangup_business` when the far end hung up after it, `hangup_api` when we did. The desk puts its own,
       * better reason in place of the last two when it knows one.
       */
      readonly reason: EndReason;
      /** The SIP status that ended it, when one did. Kept for diagnosis, never shown as the reason. */
      readonly sipStatus: number | null;
    };

/** The telephone exchange. Commands return at once; what comes of them arrives as events. */
export interface Pbx {
  /** Places the call. Refusal by the exchange arrives as `ended`, never as an exception. */
  dial(order: DialOrder): void;
  /** Ends the call in whatever state it is; before the answer that is a CANCEL. Unknown ids are ignored. */
  hangUp(callId: string): void;
  /** Presses keys towards the far end of an answered call; `pressed` follows, unless the call ends first. */
  press(order: PressOrder): void;
  /**
   * Calls somebody else for an answered call. While it rings the business goes on hearing our conversation.
   * `transfer_answered` or `transfer_failed` follows, unless the call ends first; ending the call ends this too.
   */
  transfer(order: TransferOrder): void;
  /** After `transfer_answered`: brings the two together. `transfer_connected` or `transfer_failed` follows. */
  connectTransfer(callId: string): void;
  /** Gives a transfer up that is not connected yet; `transfer_failed` follows, with this reason. */
  dropTransfer(callId: string, why: TransferFailure): void;
  /**
   * No audio comes in: whether anything else does. Two calls in a row compare; when something has come between them,
   * `comfort_noise` follows. `again`: this is not the first of them.
   */
  checkAudio(callId: string, again: boolean): void;
  /** Null when a call could be placed now on this route, else one sentence saying why not. */
  notReady(route: DialOrder["route"]): string | null;
  /** The one listener; set once, before the first dial. */
  onEvent(listener: (event: PbxEvent) => void): void;
}

/**
 * What the machine can carry. A call has a seat from its acceptance to its end; the desk counts who has one, in the
 * transaction that accepts the next, so that no two take the last one.
 */
export interface Capacity {
  /** How many calls can be carried at once without hurting those under way; null when there is no bound. */
  seats(): number | null;
  /** Why one more call would hurt those under way just now, in a sentence; null when it would not. */
  strained?(): string | null;
}

export type ConversationOrder = {
  readonly callId: string;
  readonly brief: Brief;
  readonly route: "trunk" | "demo";
  /** What the assistant calls itself, and whether it says that it is one (configuration `assistant`). */
  readonly assistant: { readonly name: string; readonly disclosure: boolean };
  /** How long the business is kept on the line while the agent is asked. */
  readonly answerWaitSeconds: number;
  /** How long music, queues and menus are sat out in one go; a default of the conversation's own when left out. */
  readonly holdSeconds?: number;
  /** What the calendar of the business shows; left out or null when that is not known. */
  readonly today?: CalendarDay | null;
};

/** One of the things that a goal asks for: to find something out, or to have something done. */
export type Errand = {
  /** In the words of the request. */
  readonly text: string;
  readonly kind: "find_out" | "do";
};

export type QuestionFinding = {
  readonly question: string;
  readonly status: QuestionStatus;
  readonly answer: string | null;
  /** Words of the business, verbatim from one of its utterances. */
  readonly quote: string | null;
};

/** One of the things that the goal asks for, and whether it is believed to be reached. */
export type ErrandFinding = Errand & {
  readonly reached: boolean;
  /** Words of the business that it rests on, each verbatim from one of its utterances. */
  readonly quotes: readonly string[];
};

/** A value that the business is believed to have told. */
export type FactFinding = {
  readonly value: string;
  /** The words it was told in, in their order, each verbatim from one utterance; together they hold the value. */
  readonly quotes: readonly string[];
};

/** What the conversation believes it learnt. Belief only: `outcome.ts` checks each claim against the transcript. */
export type Findings = {
  readonly questions: readonly QuestionFinding[];
  /** All errands of the goal, in its order; the goal is met when every one of them is reached. */
  readonly errands: readonly ErrandFinding[];
  readonly confirmationNumber: FactFinding | null;
  readonly priceQuoted: FactFinding | null;
  readonly appointmentTime: FactFinding | null;
  readonly summary: string;
  readonly nextSteps: string;
};

/** Milliseconds of one turn: end of their speech to first sound of ours, and what it was spent on. */
export type TurnLatency = {
  readonly totalMs: number;
  readonly endpointingMs: number;
  readonly recogniserMs: number;
  readonly brainMs: number;
  readonly voiceMs: number;
  readonly playoutMs: number;
};

/** What a conversation tells. `atMs` counts from the answer, on the monotonic clock. */
export type ConversationEvent =
  | { readonly type: "heard"; readonly callId: string; readonly text: string; readonly atMs: number }
  | {
      readonly type: "spoke";
      readonly callId: string;
      /** What was really played out. */
      readonly text: string;
      /** What was to follow when it was interrupted. */
      readonly cutOff: string | null;
      readonly atMs: number;
      /** Of the turn of theirs that it answers; null when it answers none, or goes on with an answer. */
      readonly latency: TurnLatency | null;
    }
  | { readonly type: "noted"; readonly callId: string; readonly text: string; readonly atMs: number }
  | { readonly type: "line_state"; readonly callId: string; readonly state: LineState }
  | { readonly type: "answered_by"; readonly callId: string; readonly by: AnsweredBy }
  | { readonly type: "asked"; readonly callId: string; readonly questionId: string; readonly question: string }
  /**
   * The business does not want to be called again. When these words of its own bear that out, its number is called no
   * more, for nobody.
   */
  | { readonly type: "objected"; readonly callId: string; readonly quotes: readonly string[] }
  /** Press these keys; what came of it is told to the conversation as `pressed`. */
  | { readonly type: "press"; readonly callId: string; readonly pressId: string; readonly keys: string }
  /** Call the number for transfers; what comes of it is told to the conversation. */
  | { readonly type: "transfer_asked"; readonly callId: string }
  /** Who answered the transfer has been told who is on the line: connect them. A machine: do not. */
  | { readonly type: "transfer_briefed"; readonly callId: string; readonly by: "human" | "machine" }
  /** No audio has come in for some seconds; `again` when that was told before. */
  | { readonly type: "audio_missing"; readonly callId: string; readonly again: boolean }
  /** The wait for the agent's answer is over without one. */
  | { readonly type: "ask_expired"; readonly callId: string; readonly questionId: string }
  /** The business has agreed to wait so much longer. At most once a question. */
  | { readonly type: "ask_prolonged"; readonly callId: string; readonly questionId: string; readonly byMs: number }
  /**
   * The assistant's first full sentence has been played, on a line from which sound has come since the answer: from
   * here on a fault of ours is billed (contract section 8).
   */
  | { readonly type: "introduced"; readonly callId: string }
  /** Sent at least every 5 s while the assistant lives: a later crash bills no further than the last one. */
  | { readonly type: "alive"; readonly callId: string; readonly atMs: number }
  /** Whatever held the conversation died or hangs: since its last sign of life nobody was on the line. `finished` follows. */
  | { readonly type: "lost"; readonly callId: string }
  /**
   * Nothing more will be said or heard: the line may go, for this reason. What was found is still being looked through;
   * `finished` follows within so many milliseconds.
   */
  | {
      readonly type: "parted";
      readonly callId: string;
      readonly reason: EndReason;
      readonly finishesWithinMs: number;
    }
  /** Told again when more was found: the last one counts. */
  | { readonly type: "findings"; readonly callId: string; readonly findings: Findings }
  /** What the call has used of its engines. Not told of a conversation that was lost. */
  | { readonly type: "usage"; readonly callId: string; readonly usage: CallUsage }
  /** The conversation is over and nothing more will be played; the desk hangs up. Always the last event. */
  | { readonly type: "finished"; readonly callId: string; readonly reason: EndReason };

/** What a conversation is told of its line. */
export type LineNews =
  | { readonly type: "pressed"; readonly pressId: string; readonly problem: string | null }
  | { readonly type: "held"; readonly held: boolean }
  | { readonly type: "comfort_noise" }
  /** The audio is with the one who was called, no longer with the business. */
  | { readonly type: "transfer_answered" }
  /** The audio is with the business, as before. */
  | { readonly type: "transfer_failed"; readonly why: TransferFailure }
  /** The business is in good hands: the conversation is over. */
  | { readonly type: "transfer_connected" };

/** Holds the conversations of all answered calls. Commands return at once and ignore unknown calls. */
export interface Conversations {
  /**
   * Makes everything ready while the call is still being placed: a place in a thread, engines connected, opening
   * synthesised. Resolves with the media socket that the PBX is to bring the audio to; rejects with an Error whose
   * message says why no conversation can be held.
   */
  open(order: ConversationOrder): Promise<MediaPoint>;
  /** The far end has answered: from now on the line is listened to and spoken on. */
  answered(callId: string): void;
  /** The agent's answer to the question that is being waited for. */
  answer(callId: string, questionId: string, text: string): void;
  /** Something happened on the line. */
  line(callId: string, news: LineNews): void;
  /** Say goodbye and finish with this reason: maximum duration, money, shutdown. */
  wrapUp(callId: string, reason: EndReason): void;
  /** The line is gone or must go: stop at once, tell what was found, finish. */
  close(callId: string): void;
  /** Null when a conversation could be held now, else one sentence saying why not. */
  notReady(): string | null;
  /** The one listener; set once, before the first call. */
  onEvent(listener: (event: ConversationEvent) => void): void;
}

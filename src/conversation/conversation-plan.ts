/** What a conversation is given, what it tells, and its times. */
import type { Logger } from "pino";
import type { ConversationEvent } from "../calls/ports.ts";
import type { Task } from "./dialog/notebook.ts";
import type { LineConductOptions } from "./line/line-conduct.ts";
import type { RepliesDeps } from "./dialog/replies.ts";
import type { TurnTakingDeps } from "./turn/turn-taking.ts";

/** An event without the call's id, which only the outside needs. */
export type Told = ConversationEvent extends infer Event
  ? Event extends { readonly callId: string }
    ? Omit<Event, "callId">
    : never
  : never;

export type ConversationDeps = TurnTakingDeps &
  RepliesDeps & {
    readonly tell: (event: Told) => void;
    readonly log: Logger;
  };

export type ConversationPlan = {
  readonly opens: "after_greeting" | "at_once";
  readonly task: Task;
  readonly answerWaitSeconds: number;
  /** Of the call; what is on the line is judged by its words. */
  readonly language?: string;
  /** What is left on a voicemail, disclosure and all. */
  readonly voicemailMessage?: string | null;
  /** The longest wait in music, queues and menus. */
  readonly holdSeconds?: number;
};

export const RULES = {
  /** Between two signs of life. */
  aliveMs: 3000,
  /** A goodbye that takes longer than this is cut. */
  goodbyeMs: 12_000,
  /** The longest message on a voicemail. */
  messageMs: 150_000,
  holdSeconds: 600,
  /** After our media socket has gone: time for the PBX to tell that the call is over, before it counts as our fault. */
  legGraceMs: 1500,
  /** A beat that comes so late finds a thread, or a process, that was held up or frozen. */
  heldUpMs: 1000,
  /** Without a frame for so long the line is not quiet but broken: nobody is prompted. */
  framesMissingMs: 2000,
  /** So often in a row we ask what a sound without words was: after that it is nobody who speaks to us. */
  unclearInARow: 2,
} as const;

export function lineOptions(plan: ConversationPlan, sampleRateHz: 8000 | 16000): LineConductOptions {
  const { language = "en-US", voicemailMessage: message = null, holdSeconds = RULES.holdSeconds } = plan;
  return { sampleRateHz, language, message, holdMs: holdSeconds * 1000 };
}

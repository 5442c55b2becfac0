/** What one conversation is made with and for, and what it tells. */
import type { Logger } from "pino";
import type { ConversationEvent } from "../calls/ports.ts";
import type { Task } from "./dialog/notebook.ts";
import type { KeptWords } from "./dialog/presence.ts";
import type { RepliesDeps } from "./dialog/replies.ts";
import type { LineConductOptions } from "./line/line-conduct.ts";
import { RULES } from "./rules.ts";
import type { TurnTakingDeps } from "./turn/turn-taking.ts";

/** An event without the call's id, which only the outside needs. */
export type Told = ConversationEvent extends infer Event
  ? Event extends { readonly callId: string }
    ? Omit<Event, "callId">
    : never
  : never;

export type ConversationDeps = TurnTakingDeps &
  Omit<RepliesDeps, "mouth"> & {
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
  /** The caller's own texts: a long number that stands in one of them may be typed. */
  readonly given?: readonly string[];
  /** Null: nothing is kept. */
  readonly kept: KeptWords | null;
};

export function lineOptions(plan: ConversationPlan, sampleRateHz: 8000 | 16000): LineConductOptions {
  const { language = "en-US", voicemailMessage: message = null, holdSeconds = RULES.holdSeconds } = plan;
  return { sampleRateHz, language, message, holdMs: holdSeconds * 1000 };
}

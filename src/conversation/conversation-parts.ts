/** What one conversation is made with and for, and what it tells. */
import type { Logger } from "pino";
import type { ConversationEvent } from "../calls/ports.ts";
import type { Task } from "./dialog/notebook.ts";
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
  /** The caller's own texts: a long number that stands in one of them may be typed. */
  readonly given?: readonly string[];
  /** Said when the voice has failed for good, if it could be made while it rang. */
  readonly apology?: string | null;
};

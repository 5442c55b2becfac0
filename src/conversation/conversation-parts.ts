/** What one conversation is made with and for, and what it tells. */
import type { Logger } from "pino";
import type { ConversationEvent } from "../calls/ports.ts";
import type { RepliesDeps } from "./dialog/replies.ts";
import type { KeptWords } from "./dialog/presence.ts";
import type { Task } from "./dialog/notebook.ts";
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
  /** Null: nothing is kept. */
  readonly kept: KeptWords | null;
};

import type { ConversationEvent } from "../calls/ports.ts";

/** An event without the call's id, which only the outside needs. */
export type Told = ConversationEvent extends infer Event
  ? Event extends { readonly callId: string }
    ? Omit<Event, "callId">
    : never
  : never;

/** What Asterisk tells of a channel that we dial, as events of its line: the call's own, and whoever a call is passed on to. */
import type { AriEvent } from "./ari-events.ts";
import type { LineEvent } from "./line.ts";

/** Null for what says nothing of the line. */
export function lineEventOf(event: AriEvent): LineEvent | null {
  switch (event.type) {
    case "ChannelStateChange":
      return ofState(event.channel.state);
    case "Dial":
      return event.dialstatus === undefined ? null : (DIALLED.get(event.dialstatus) ?? null);
    case "ChannelHangupRequest":
      return { type: "clearing", sipStatus: event.tech_cause ?? null };
    case "ChannelDestroyed":
      return { type: "gone", sipStatus: event.tech_cause ?? null, q850: event.cause ?? null };
    case "StasisStart":
    case "StasisEnd":
    case "ChannelDtmfReceived":
    case "ChannelHold":
    case "ChannelUnhold":
    case "ApplicationReplaced":
      return null;
  }
}

/** What a fresh look at the exchange shows; undefined: the channel is not there. */
export function lineEventSeen(state: string | undefined): LineEvent | null {
  return state === undefined ? { type: "gone", sipStatus: null, q850: null } : ofState(state);
}

function ofState(state: string): LineEvent | null {
  if (state === "Ringing") return { type: "ringing" };
  return state === "Up" ? { type: "answered" } : null;
}

const DIALLED: ReadonlyMap<string, LineEvent> = new Map([
  ["RINGING", { type: "ringing" }],
  ["PROGRESS", { type: "progress" }],
  ["ANSWER", { type: "answered" }],
]);

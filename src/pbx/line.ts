/**
 * The life of one outgoing call as the exchange reports it: a pure function from (line, event, now) to the next line
 * and what to do. Events repeat, swap and come late (Ringing is told twice, a hang-up may be told before the dialling);
 * what does not apply changes nothing.
 */
import type { PbxEvent } from "../calls/ports.ts";
import { endReason, type GaveUp } from "./causes.ts";

export type Line = {
  /** `preparing`: nothing has left for the network yet. */
  readonly phase: "preparing" | "dialling" | "up" | "ended";
  /** A 180 was told. */
  readonly ringing: boolean;
  /** A 183 was told. */
  readonly earlyMedia: boolean;
  /** Set as soon as we no longer want the call: from then on only its end is of interest. */
  readonly gaveUp: GaveUp | null;
  /** From the announcement of the end, which comes before the end itself and may know more. */
  readonly sipStatus: number | null;
  readonly dialledAtMs: number | null;
  /** The exchange's own patience with a silent network (`timerBMs`). */
  readonly timerBMs: number;
};

export type LineEvent =
  /** The INVITE is being sent. */
  | { readonly type: "dialled" }
  | { readonly type: "ringing" }
  | { readonly type: "progress" }
  | { readonly type: "answered" }
  /** The channel is about to go. */
  | { readonly type: "clearing"; readonly sipStatus: number | null }
  /** The channel is no more. */
  | { readonly type: "gone"; readonly sipStatus: number | null; readonly q850: number | null }
  | { readonly type: "give_up"; readonly why: GaveUp }
  /** Nothing more will be heard of the channel: the exchange died, or has been out of reach for too long. */
  | { readonly type: "exchange_lost" };

export type LineTold =
  | { readonly type: "ringing"; readonly earlyMedia: boolean }
  | { readonly type: "answered" }
  | Omit<Extract<PbxEvent, { type: "ended" }>, "callId">;

export type LineMove =
  | { readonly type: "tell"; readonly event: LineTold }
  /** Have the exchange end the channel; `gone` follows. */
  | { readonly type: "hang_up" }
  /** The ring time begins; when it is over comes `give_up`. */
  | { readonly type: "count_ringing" }
  | { readonly type: "stop_counting" }
  /** The channel, its leg and its bridge are needed no more. */
  | { readonly type: "release" };

export function newLine(timerBMs: number): Line {
  return {
    phase: "preparing",
    ringing: false,
    earlyMedia: false,
    gaveUp: null,
    sipStatus: null,
    dialledAtMs: null,
    timerBMs,
  };
}

type Step = readonly [Line, readonly LineMove[]];

export function advance(line: Line, event: LineEvent, nowMs: number): Step {
  if (line.phase === "ended") return [line, []];
  switch (event.type) {
    case "dialled":
      if (line.phase !== "preparing") return [line, []];
      return [{ ...line, phase: "dialling", dialledAtMs: nowMs }, [{ type: "count_ringing" }]];
    case "ringing":
      if (!isWaiting(line) || line.ringing || line.earlyMedia) return [line, []];
      return [{ ...line, ringing: true }, [tell({ type: "ringing", earlyMedia: false })]];
    case "progress":
      if (!isWaiting(line) || line.earlyMedia) return [line, []];
      return [{ ...line, earlyMedia: true }, [tell({ type: "ringing", earlyMedia: true })]];
    case "answered":
      // A 200 that crosses our CANCEL: Asterisk acknowledges it and sends BYE; to us the call was never answered.
      if (!isWaiting(line)) return [line, []];
      return [{ ...line, phase: "up" }, [{ type: "stop_counting" }, tell({ type: "answered" })]];
    case "clearing":
      return [{ ...line, sipStatus: line.sipStatus ?? event.sipStatus }, []];
    case "give_up":
      return giveUp(line, event.why, nowMs);
    case "gone":
      return end({ ...line, sipStatus: event.sipStatus ?? line.sipStatus }, event.q850, nowMs);
    case "exchange_lost":
      return end({ ...line, gaveUp: line.gaveUp ?? "exchange_failed" }, null, nowMs);
  }
}

function isWaiting(line: Line): boolean {
  return line.phase === "dialling" && line.gaveUp === null;
}

function giveUp(line: Line, why: GaveUp, nowMs: number): Step {
  if (line.gaveUp !== null) return [line, []];
  const given = { ...line, gaveUp: why };
  if (line.phase === "preparing") return end(given, null, nowMs);
  return [given, [{ type: "stop_counting" }, { type: "hang_up" }]];
}

function end(line: Line, q850: number | null, nowMs: number): Step {
  const reason = endReason({
    answered: line.phase === "up",
    rang: line.ringing || line.earlyMedia,
    gaveUp: line.gaveUp,
    sipStatus: line.sipStatus,
    q850,
    lastedMs: line.dialledAtMs === null ? null : nowMs - line.dialledAtMs,
    timerBMs: line.timerBMs,
  });
  const told = tell({ type: "ended", reason, sipStatus: line.gaveUp === null ? line.sipStatus : null });
  return [{ ...line, phase: "ended" }, [{ type: "stop_counting" }, told, { type: "release" }]];
}

function tell(event: LineTold): LineMove {
  return { type: "tell", event };
}

/**
 * The life of one call, as a union and one total function (contract section 6):
 *
 *     queued → ringing → in_progress → ended      forward only, steps may be skipped, ended once and final
 *
 * Pure: times are monotonic milliseconds that come in with the events. An event that does not apply returns the same
 * object, so that whoever follows a call knows by `===` that nothing is to be written.
 */
import type { AnsweredBy, EndReason, LineState } from "./vocabulary.ts";

/** We have decided to end the call, for this reason, at this moment. The first decision stands. */
type Stop = { readonly reason: EndReason; readonly atMs: number };

export type Queued = { readonly status: "queued"; readonly stop: Stop | null };

type Ringing = {
  readonly status: "ringing";
  readonly lineState: "ringing" | "early_media";
  readonly stop: Stop | null;
};

/**
 * Whether somebody else is brought into the call: called, told by the assistant who is on the line, then connected with
 * the business, while the assistant leaves. A connected call does not come back.
 */
export type TransferStage = "none" | "calling" | "briefing" | "connected";

type InProgress = {
  readonly status: "in_progress";
  readonly answeredAtMs: number;
  /** Null until the conversation has made something of what it hears. */
  readonly lineState: LineState | null;
  readonly answeredBy: AnsweredBy | null;
  /** A menu or an attendant was on the line at some time. */
  readonly metMenu: boolean;
  /** The assistant's first full sentence was played on a line that lives: from here on a fault of ours is billed. */
  readonly introduced: boolean;
  /** Talk time at which the assistant was last provably alive. */
  readonly aliveMs: number;
  readonly transfer: TransferStage;
  readonly stop: Stop | null;
};

export type Ended = {
  readonly status: "ended";
  readonly reason: EndReason;
  readonly answered: boolean;
  readonly answeredBy: AnsweredBy | null;
  readonly metMenu: boolean;
  readonly introduced: boolean;
  /** The business was connected with the one named in the request. */
  readonly transferred: boolean;
  /** The appliance was stopped while the number for transfers was being called. */
  readonly transferring?: boolean;
  /** From the answer to the hang-up, 0 when it was not answered. */
  readonly talkMs: number;
};

export type Call = Queued | Ringing | InProgress | Ended;

export type CallEvent =
  | { readonly type: "ringing"; readonly earlyMedia: boolean }
  | { readonly type: "answered"; readonly atMs: number }
  | { readonly type: "line_state"; readonly state: LineState }
  | { readonly type: "answered_by"; readonly by: AnsweredBy }
  | { readonly type: "introduced" }
  | { readonly type: "transfer"; readonly stage: TransferStage }
  /** `talkMs` counts from the answer. */
  | { readonly type: "alive"; readonly talkMs: number }
  | { readonly type: "stop"; readonly reason: EndReason; readonly atMs: number }
  /** The assistant is dead, since when is not known: an answered call stops at its last sign of life. */
  | { readonly type: "lost"; readonly atMs: number }
  | { readonly type: "ended"; readonly reason: EndReason; readonly atMs: number };

export const QUEUED: Queued = { status: "queued", stop: null };

export function advance(call: Call, event: CallEvent): Call {
  switch (call.status) {
    case "queued":
    case "ringing":
      return advanceUnanswered(call, event);
    case "in_progress":
      return advanceAnswered(call, event);
    case "ended":
      return call;
  }
}

function advanceUnanswered(call: Queued | Ringing, event: CallEvent): Call {
  switch (event.type) {
    case "ringing": {
      const lineState = event.earlyMedia ? "early_media" : "ringing";
      if (call.status === "ringing" && (call.lineState === lineState || !event.earlyMedia)) return call;
      return { status: "ringing", lineState, stop: call.stop };
    }
    case "answered":
      // A 200 that crosses our CANCEL: the call is given up already and stays unanswered (contract section 5).
      if (call.stop !== null) return call;
      return {
        status: "in_progress",
        answeredAtMs: event.atMs,
        lineState: null,
        answeredBy: null,
        metMenu: false,
        introduced: false,
        aliveMs: 0,
        transfer: "none",
        stop: null,
      };
    case "stop":
      return stopped(call, event.reason, event.atMs);
    case "lost":
      return stopped(call, "provider_failure", event.atMs);
    case "ended":
      return {
        status: "ended",
        reason: reasonBeforeAnswer(call.stop?.reason ?? null, event.reason),
        answered: false,
        answeredBy: null,
        metMenu: false,
        introduced: false,
        transferred: false,
        talkMs: 0,
      };
    case "line_state":
    case "answered_by":
    case "introduced":
    case "transfer":
    case "alive":
      return call;
  }
}

function advanceAnswered(call: InProgress, event: CallEvent): Call {
  switch (event.type) {
    case "line_state":
      if (call.lineState === event.state) return call;
      return { ...call, lineState: event.state, metMenu: call.metMenu || event.state === "ivr" };
    case "answered_by":
      return whoAnswered(call.answeredBy, event.by) === call.answeredBy
        ? call
        : { ...call, answeredBy: whoAnswered(call.answeredBy, event.by) };
    case "introduced":
      return call.introduced ? call : { ...call, introduced: true };
    case "transfer":
      return call.stop === null && LEADS_TO[call.transfer].includes(event.stage)
        ? { ...call, transfer: event.stage }
        : call;
    case "alive":
      return event.talkMs > call.aliveMs ? { ...call, aliveMs: event.talkMs } : call;
    case "stop":
      return stopped(call, event.reason, event.atMs);
    case "lost":
      return stopped(call, "provider_failure", call.answeredAtMs + call.aliveMs);
    case "ended":
      return {
        status: "ended",
        reason: reasonAfterAnswer(call.stop?.reason ?? null, event.reason),
        answered: true,
        answeredBy: call.answeredBy ?? "unknown",
        metMenu: call.metMenu,
        introduced: call.introduced,
        transferred: call.transfer === "connected",
        talkMs: Math.max(0, Math.min(event.atMs, call.stop?.atMs ?? event.atMs) - call.answeredAtMs),
      };
    case "ringing":
    case "answered":
      return call;
  }
}

const LEADS_TO: Readonly<Record<TransferStage, readonly TransferStage[]>> = {
  none: ["calling"],
  calling: ["briefing", "none"],
  briefing: ["connected", "none"],
  connected: [],
};

function stopped<C extends Queued | Ringing | InProgress>(call: C, reason: EndReason, atMs: number): C {
  return call.stop === null ? { ...call, stop: { reason, atMs } } : call;
}

/** A person who took part, even after a menu or hold, makes it `human` for good. */
function whoAnswered(known: AnsweredBy | null, told: AnsweredBy): AnsweredBy {
  if (known === "human" || told === "human") return "human";
  return told === "unknown" ? (known ?? "unknown") : told;
}

/** The network's verdict stands, unless it only says that we gave up: then the desk knows why. */
function reasonBeforeAnswer(ours: EndReason | null, network: EndReason): EndReason {
  if (network !== "canceled" && network !== "hangup_api") return network;
  return ours === null || ours === "hangup_api" ? "canceled" : ours;
}

/** Once we had decided to end an answered call, what the line does after that is only the consequence. */
function reasonAfterAnswer(ours: EndReason | null, network: EndReason): EndReason {
  return ours ?? network;
}

/**
 * Free although answered: a fault of ours before the assistant's first full sentence (contract section 8). A line that
 * never carries sound is always free (section 5): what is said into it introduces nobody (`introduced` in ports.ts).
 */
export function isWaived(call: Ended): boolean {
  if (!call.answered) return false;
  switch (call.reason) {
    case "no_media":
    case "provider_failure":
    case "trunk_failure":
    case "service_restart":
      return !call.introduced;
    case "completed":
    case "hangup_business":
    case "no_response":
    case "no_answer":
    case "busy":
    case "rejected":
    case "invalid_number":
    case "canceled":
    case "hangup_api":
    case "voicemail":
    case "max_duration":
    case "insufficient_funds":
      return false;
  }
}

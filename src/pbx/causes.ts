/**
 * How a call ended, from what SIP and Q.850 say of it (contract section 5). Pure.
 *
 * The SIP status comes from Asterisk's `tech_cause`; its `cause` is a Q.850 number that blurs it (607, 608 and 487 are
 * all 127) and is used only when there was no SIP answer to speak of.
 */
import type { EndReason } from "../calls/vocabulary.ts";

/** Why we gave the call up ourselves, before the network ended it. */
export type GaveUp =
  /** Somebody asked for it. */
  | "hung_up"
  /** It rang, or was silent, for as long as it may. */
  | "ring_time_over"
  /** The audio's way to the conversation broke. */
  | "media_lost"
  /** The exchange refused, failed or went away. */
  | "exchange_failed";

export type CallEnd = {
  readonly answered: boolean;
  /** A 180 or 183 was seen. */
  readonly rang: boolean;
  readonly gaveUp: GaveUp | null;
  readonly sipStatus: number | null;
  readonly q850: number | null;
  /** From the INVITE to the end; null when there was none. */
  readonly lastedMs: number | null;
  /** After this long without any reply the exchange itself makes up a 408 (`timerBMs`). */
  readonly timerBMs: number;
};

export function endReason(end: CallEnd): EndReason {
  if (end.gaveUp !== null) return ownReason(end.gaveUp, end);
  if (end.answered) return end.q850 === Q850_RTP_STOPPED ? "trunk_failure" : "hangup_business";
  if (end.sipStatus === 408 && isOwnTimeout(end)) return "trunk_failure";
  return end.sipStatus === null ? fromQ850(end.q850, end.rang) : fromSip(end.sipStatus, end.rang);
}

/** Asterisk's rtp_timeout (40 s) ends a call with this: requested channel not available. */
const Q850_RTP_STOPPED = 44;

function ownReason(gaveUp: GaveUp, { answered, rang }: CallEnd): EndReason {
  switch (gaveUp) {
    case "hung_up":
      return answered ? "hangup_api" : "canceled";
    case "ring_time_over":
      return rang ? "no_answer" : "trunk_failure";
    case "media_lost":
    case "exchange_failed":
      return "trunk_failure";
  }
}

/** Timers run to the hundredth of a second; news of one can be late on a machine that is busy. */
const EARLY_MS = 100;
const LATE_MS = 3_000;

/**
 * A 408 of the network comes earlier than our timer B, or much later. The count begins before the INVITE is sent, so
 * ours can only seem late.
 */
function isOwnTimeout({ rang, lastedMs, timerBMs }: CallEnd): boolean {
  if (rang || lastedMs === null) return false;
  const lateMs = lastedMs - timerBMs;
  return lateMs >= -EARLY_MS && lateMs < LATE_MS;
}

function fromSip(status: number, rang: boolean): EndReason {
  switch (status) {
    case 404:
    case 410:
    case 484:
    case 604:
      return "invalid_number";
    case 403:
    case 603:
    case 607:
    case 608:
      return "rejected";
    case 486:
    case 600:
      return "busy";
    case 408:
    case 480:
      return "no_answer";
    // "Request terminated" without a CANCEL of ours: the network stopped the ringing.
    case 487:
      return rang ? "no_answer" : "trunk_failure";
    // Everything else is between us and the trunk. That includes 3xx: where to is for nobody else to decide, so a
    // redirection is not followed; 401 and 407 (credentials), 488 and 606 (codecs), and every 5xx.
    default:
      return "trunk_failure";
  }
}

/** ITU-T Q.850 causes, for an end that no SIP answer came with. */
function fromQ850(cause: number | null, rang: boolean): EndReason {
  switch (cause) {
    case 1:
    case 22:
    case 28:
      return "invalid_number";
    case 17:
      return "busy";
    case 21:
      return "rejected";
    // Nobody answered, or nobody replied at all: that is for the ringing to say.
    case 18:
    case 19:
    // The sound of the ringing stopped, for longer than Asterisk waits.
    case Q850_RTP_STOPPED:
      return rang ? "no_answer" : "trunk_failure";
    default:
      return "trunk_failure";
  }
}

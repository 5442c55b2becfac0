/**
 * What happens to calls, as facts for whoever counts, logs or traces them: no number, no word that was said, no name. Each
 * is told once it is true, and `ended` once for each call, whoever ended it: also of a call that a crash has left open and
 * the next start has ended.
 */
import type { Call, TransferStage } from "./call.ts";
import type { DeskContext } from "./desk-context.ts";
import { factLine } from "./fact-lines.ts";
import type { NewCall } from "./ports-store.ts";
import type { DialOrder, TurnLatency } from "./ports.ts";
import type { RefusalCode } from "./refusal.ts";
import type { AnsweredBy, EndReason, LineState } from "./vocabulary.ts";

type Route = DialOrder["route"];

/** Why a call was not placed: a refusal, or what a person has to do first. */
export type NotPlaced = RefusalCode | "no_key" | "demo_limit";

/** `atMs` counts from the answer, as everywhere. */
type Happened =
  | { readonly type: "placed"; readonly route: Route; readonly free: boolean }
  | { readonly type: "dialled"; readonly route: Route }
  | { readonly type: "ringing"; readonly earlyMedia: boolean }
  /** `waitMs`: from its acceptance. */
  | { readonly type: "answered"; readonly waitMs: number }
  | { readonly type: "line_state"; readonly state: LineState }
  | { readonly type: "answered_by"; readonly by: AnsweredBy }
  | { readonly type: "heard"; readonly atMs: number }
  /** `opening`: the first that we say in this call. `latency`: of the turn that it answers. */
  | {
      readonly type: "spoke";
      readonly atMs: number;
      readonly opening: boolean;
      readonly cutOff: boolean;
      readonly latency: TurnLatency | null;
    }
  | { readonly type: "asked" }
  | { readonly type: "question_closed"; readonly how: "answered" | "expired" }
  | { readonly type: "transfer"; readonly stage: TransferStage }
  /** We end it; `ended` follows. */
  | { readonly type: "hanging_up"; readonly reason: EndReason }
  | {
      readonly type: "ended";
      readonly route: Route;
      readonly reason: EndReason;
      readonly answered: boolean;
      readonly success: boolean;
      readonly talkMs: number;
      /** What it has come to, with everything given back. */
      readonly chargedCents: number;
    };

export type CallFact = { readonly wallMs: number } & (
  | ({ readonly callId: string } & Happened)
  | { readonly type: "refused"; readonly code: NotPlaced }
);

export function tellFact(context: DeskContext, callId: string, happened: Happened): void {
  pass(context, { ...happened, callId, wallMs: context.clock.wallMs() });
}

export function tellRefused(context: DeskContext, code: NotPlaced): void {
  pass(context, { type: "refused", code, wallMs: context.clock.wallMs() });
}

/** What follows from a call's next state; its end is told by the transaction that writes it. */
export function tellChange(context: DeskContext, { callId, createdAtMs }: NewCall, before: Call, after: Call): void {
  const tell = (happened: Happened): void => tellFact(context, callId, happened);
  if (after.status === "ended") return;
  if (after.status === "ringing" && (before.status !== "ringing" || before.lineState !== after.lineState))
    tell({ type: "ringing", earlyMedia: after.lineState === "early_media" });
  if (after.status === "in_progress") {
    const was = before.status === "in_progress" ? before : null;
    if (was === null) tell({ type: "answered", waitMs: Math.max(0, context.clock.wallMs() - createdAtMs) });
    if (after.lineState !== null && after.lineState !== was?.lineState)
      tell({ type: "line_state", state: after.lineState });
    if (after.answeredBy !== null && after.answeredBy !== was?.answeredBy)
      tell({ type: "answered_by", by: after.answeredBy });
    if (was !== null && after.transfer !== was.transfer) tell({ type: "transfer", stage: after.transfer });
  }
  if (after.stop !== null && (before.status === "ended" || before.stop === null))
    tell({ type: "hanging_up", reason: after.stop.reason });
}

/** Who counts must not be able to end a call by a mistake of its own. */
function pass({ log, onFact }: DeskContext, fact: CallFact): void {
  try {
    const { fields, message } = factLine(fact);
    log.info(fields, message);
    onFact?.(fact);
  } catch (error) {
    log.error({ err: error, event: fact.type }, "a fact about a call could not be taken note of");
  }
}

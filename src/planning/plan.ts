/**
 * What a call would be like, told before it is placed (specification 4.7): rules only, no model, no I/O. Never decides
 * whether a call may be placed: that is asked of the same policy as the call itself, and told here.
 */
import type { Brief } from "../calls/brief.ts";
import type { ParsedPhone } from "../policy/phone.ts";
import { cents, costOf } from "../billing/pricing.ts";
import type { Cents, Prices } from "../billing/pricing.ts";
import type { RefusalCode } from "../calls/refusal.ts";
import { errandOf } from "./goal-kind.ts";
import type { Errand } from "./goal-kind.ts";
import { openTopics } from "./topics.ts";
import { warningsOf } from "./warnings.ts";
import { wordsFor } from "./words.ts";

export type PlanInput = {
  /** `phone` may hold what was sent when policy refuses the very number: it is only shown. */
  readonly brief: Brief;
  /** What `parsePhone` found; null when the number is refused, or `transfer_to` absent. */
  readonly phone: ParsedPhone | null;
  readonly transferTo: ParsedPhone | null;
  /** The verdict that POST /calls would answer with, 403; null when it would pass. */
  readonly blocked: { readonly code: RefusalCode; readonly message: string } | null;
  /** Fields of the request that mean nothing here, and those that would. */
  readonly unknownFields: readonly string[];
  readonly knownFields: readonly string[];
  /** The business at this number, when the directory knows it. */
  readonly business: { readonly openNow: boolean | null; readonly hoursToday: string | null } | null;
  /** Exactly what the assistant will say first (`Brain.openingLine`). */
  readonly openingLine: string;
  readonly assistant: { readonly name: string; readonly disclosure: boolean };
  readonly answerWaitSeconds: number;
  readonly prices: Prices;
  readonly maxCallSeconds: number;
  readonly demo: boolean;
  /** No trunk is configured, so this number could not be dialled as things are. */
  readonly trunkMissing: boolean;
  readonly nowMs: number;
};

export type Plan = {
  readonly openingLine: string;
  readonly checklist: readonly string[];
  readonly likelyQuestions: readonly string[];
  readonly openNow: boolean | null;
  readonly cost: { readonly minCents: 0; readonly typicalCents: Cents; readonly maxCents: Cents };
  readonly callable: boolean;
  readonly blocked: { readonly code: RefusalCode; readonly message: string } | null;
  readonly warnings: readonly string[];
};

export function planCall(input: PlanInput): Plan {
  const { brief, blocked } = input;
  const errand = errandOf(brief.goal);
  const words = wordsFor(brief.language);
  return {
    openingLine: input.openingLine,
    checklist: checklistOf(input),
    likelyQuestions: openTopics(errand, brief).map((topic) => words.questions[topic]),
    openNow: input.business?.openNow ?? null,
    cost: costEstimate(input, errand),
    callable: blocked === null,
    blocked: blocked === null ? null : { code: blocked.code, message: blocked.message },
    warnings: warningsOf(input),
  };
}

function checklistOf({ brief, assistant, answerWaitSeconds }: PlanInput): string[] {
  const words = wordsFor(brief.language);
  const steps = [
    words.introduce(assistant.name, brief.onBehalfOf, assistant.disclosure),
    words.pursue(brief.goal),
    ...brief.questions.map((question) => words.ask(question)),
  ];
  if (brief.details !== null) steps.push(words.useDetails);
  if (brief.constraints !== null) steps.push(words.keepWithin(brief.constraints));
  if (brief.callbackNumber !== null) steps.push(words.giveCallback(brief.callbackNumber));
  steps.push(words.askAgent(answerWaitSeconds));
  if (brief.transferTo !== null) steps.push(words.transfer(brief.transferTo));
  steps.push(words.confirm, brief.voicemailMessage === null ? words.noVoicemail : words.voicemail);
  return steps;
}

/** How long such an errand takes when somebody picks up at once, and what each further question adds. */
const TYPICAL_SECONDS: Readonly<Record<Errand, number>> = {
  table: 120,
  room: 180,
  ride: 120,
  cancel: 90,
  change: 130,
  complaint: 240,
  quote: 180,
  repair: 170,
  order: 180,
  appointment: 150,
  inform: 70,
  inquiry: 90,
  other: 120,
};
const SECONDS_A_QUESTION = 20;
/** The demo number is free five times a day, and an ordinary call after that: hence free as a rule, and no more than. */
function costEstimate({ brief, prices, maxCallSeconds, demo }: PlanInput, errand: Errand): Plan["cost"] {
  const seconds = TYPICAL_SECONDS[errand] + SECONDS_A_QUESTION * brief.questions.length;
  return {
    minCents: 0,
    typicalCents: demo ? cents(0) : costOf(prices, Math.min(maxCallSeconds, seconds)),
    maxCents: costOf(prices, maxCallSeconds),
  };
}

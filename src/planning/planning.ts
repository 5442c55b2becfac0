/** Planning a call and finding whom to call: what the desk knows, put before the rules. Private to the desk. */
import type { DeskContext } from "../calls/desk-context.ts";
import type { AroundOperations, PlanRequest } from "./operations.ts";
import { parsePhone } from "../policy/phone.ts";
import type { ParsedPhone } from "../policy/phone.ts";
import { improvePlan } from "./improve.ts";
import { planCall } from "./plan.ts";
import type { Plan } from "./plan.ts";
import { PRICES } from "../billing/pricing.ts";
import { Refusal } from "../calls/refusal.ts";
import { policyVerdict } from "../calls/admission.ts";
import type { Deadlines } from "../calls/deadlines.ts";

/** After this the plan is what the rules say, whatever the language model is still thinking. */
const THINKING_MS = 2_500;
/** A plan needs no key, and a model costs money: so many may be thought about at once, and in a minute. */
const THINKING_MOST = { atOnce: 4, aMinute: 60 } as const;
const MINUTE_MS = 60_000;
const MOST_BUSINESSES = 20;

export function aroundOperations(
  context: DeskContext,
  deadlines: Deadlines,
): Pick<AroundOperations, "planCall" | "findBusinesses"> {
  const { settings, clock } = context;
  const { directory, thinkAhead } = context.around;
  let thinking = 0;
  let thoughtAtMs: readonly number[] = [];

  function mayThink(): boolean {
    const nowMs = clock.monotonicMs();
    thoughtAtMs = thoughtAtMs.filter((atMs) => nowMs - atMs < MINUTE_MS);
    return thinking < THINKING_MOST.atOnce && thoughtAtMs.length < THINKING_MOST.aMinute;
  }

  return {
    async planCall(request, signal) {
      const plan = planByRules(context, request);
      if (thinkAhead === null || !plan.callable || !mayThink()) return plan;
      thinking += 1;
      thoughtAtMs = [...thoughtAtMs, clock.monotonicMs()];
      const late = new AbortController();
      const cancel = deadlines.after(THINKING_MS, () => late.abort(new Error("the plan waits no longer")));
      try {
        return await improvePlan(plan, request.brief, thinkAhead, AbortSignal.any([signal, late.signal]));
      } finally {
        thinking -= 1;
        cancel();
      }
    },
    async findBusinesses(query, signal) {
      try {
        return await directory.search({ ...query, limit: MOST_BUSINESSES }, clock.wallMs(), signal);
      } catch (error) {
        if (error instanceof Refusal) throw error;
        context.log.warn({ err: error }, "the directory could not be searched");
        throw new Refusal(
          "directory_unavailable",
          "The business directory cannot be searched just now. Try again later, or place the call to a number you know.",
        );
      }
    },
  };

  function planByRules(of: DeskContext, { brief, refusedNumber, unknownFields, knownFields }: PlanRequest): Plan {
    const nowMs = clock.wallMs();
    const demo = brief.phone === settings.demo.phone;
    return planCall({
      brief,
      phone: parsed(brief.phone),
      transferTo: brief.transferTo === null ? null : parsed(brief.transferTo),
      blocked: refusedNumber ?? policyVerdict(of, { brief, demoNumber: demo, nowMs }),
      unknownFields,
      knownFields,
      business: directory.atNumber(brief.phone, nowMs),
      openingLine: of.around.openingLine(brief, settings.assistant),
      assistant: settings.assistant,
      answerWaitSeconds: settings.answerWaitSeconds,
      prices: PRICES,
      maxCallSeconds: settings.maxCallSeconds,
      demo,
      trunkMissing: !settings.trunkConfigured && !demo,
      nowMs,
    });
  }
}

function parsed(number: string): ParsedPhone | null {
  const phone = parsePhone(number, null);
  return phone.ok ? phone : null;
}

/** Calls, what became of them, what they cost, and what their turns took: added up from the facts of the desk. */
import type { CallFact, NotPlaced } from "../../calls/call-facts.ts";
import { TURN_STAGES } from "../../calls/turn-stages.ts";
import { END_REASONS } from "../../calls/vocabulary.ts";
import type { Make } from "./make.ts";

const ROUTES = ["trunk", "demo"] as const;

/** Those there is an alert for: they are there from the start, so that the first one shows as an increase. */
const WATCHED: readonly NotPlaced[] = [
  ...(["no_key", "demo_limit", "insufficient_funds", "rate_limited", "at_capacity", "draining"] as const),
  ...(["trunk_not_configured", "pbx_unavailable", "engines_unavailable", "database_unavailable"] as const),
];

/** Around what a person notices: a pause of more than a second. */
const TURN_BUCKETS_S = [0.1, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10];
const STAGE_BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 5];
const OPENING_BUCKETS_S = [0.5, 1, 1.5, 2, 3, 4, 5, 7.5, 10, 20, 30, 60];
const WAIT_BUCKETS_S = [1, 2, 5, 10, 15, 20, 30, 45, 60];
const TALK_BUCKETS_S = [5, 15, 30, 60, 120, 180, 300, 600, 1200, 1800, 3600];

export function callFigures(make: Make): (fact: CallFact) => void {
  const placed = make.counter("outdial_calls_placed_total", "Calls that were accepted.", ["route"]);
  const refused = make.counter(
    "outdial_calls_refused_total",
    "Requests for a call that were not accepted, by the code of their answer; no_key and demo_limit: a person has to pay first.",
    ["code"],
  );
  const ended = make.counter("outdial_calls_ended_total", "Calls that have ended, by why.", ["route", "end_reason"]);
  const succeeded = make.counter("outdial_calls_succeeded_total", "Calls that reached all they were for.", ["route"]);
  const charged = make.counter("outdial_charged_usd_total", "What ended calls have come to, in US dollars.");
  const questions = make.counter("outdial_questions_total", "Questions that businesses had for the agent.", ["result"]);
  const turn = make.histogram(
    "outdial_turn_seconds",
    "From the end of their speech to our first sound.",
    TURN_BUCKETS_S,
  );
  const stage = make.histogram("outdial_turn_stage_seconds", "What that was spent on.", STAGE_BUCKETS_S, ["stage"]);
  const opening = make.histogram(
    "outdial_opening_delay_seconds",
    "From the answer to our first sound, their greeting included.",
    OPENING_BUCKETS_S,
  );
  const wait = make.histogram(
    "outdial_answer_wait_seconds",
    "From the acceptance of a call to its answer.",
    WAIT_BUCKETS_S,
  );
  const talk = make.histogram("outdial_call_talk_seconds", "Talk time of answered calls.", TALK_BUCKETS_S);

  for (const route of ROUTES) {
    placed.inc({ route }, 0);
    succeeded.inc({ route }, 0);
    for (const reason of END_REASONS) ended.inc({ route, end_reason: reason }, 0);
  }
  for (const code of WATCHED) refused.inc({ code }, 0);
  for (const result of ["answered", "expired"]) questions.inc({ result }, 0);
  for (const [name] of TURN_STAGES) stage.zero({ stage: name });

  return (fact) => {
    switch (fact.type) {
      case "placed":
        return placed.inc({ route: fact.route });
      case "refused":
        return refused.inc({ code: fact.code });
      case "answered":
        return wait.observe(fact.waitMs / 1000);
      case "spoke": {
        if (fact.opening) opening.observe(Math.max(0, fact.atMs) / 1000);
        const { latency } = fact;
        if (latency === null) return;
        turn.observe(latency.totalMs / 1000);
        for (const [name, key] of TURN_STAGES) stage.observe({ stage: name }, latency[key] / 1000);
        return;
      }
      case "question_closed":
        return questions.inc({ result: fact.how });
      case "ended":
        ended.inc({ route: fact.route, end_reason: fact.reason });
        if (fact.success) succeeded.inc({ route: fact.route });
        charged.inc(fact.chargedCents / 100);
        if (fact.answered) talk.observe(fact.talkMs / 1000);
        return;
      case "dialled":
      case "ringing":
      case "line_state":
      case "answered_by":
      case "heard":
      case "asked":
      case "transfer":
      case "hanging_up":
        return;
    }
  };
}

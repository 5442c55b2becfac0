/** A plan as people read it before they let the appliance dial. */
import type { Schemas } from "./client/connect.ts";
import type { Paint } from "./terminal/paint.ts";

export function showPlan(plan: Schemas["Plan"], paint: Paint): readonly string[] {
  const { typical_usd: typical, max_usd: most } = plan.cost_estimate;
  return [
    ...(plan.blocked === null ? [] : [`  ${paint("bad", "Refused:")} ${plan.blocked.message}`]),
    `  First words: “${plan.opening_line}”`,
    `  Cost: about ${typical.toFixed(2)} USD if answered, at most ${most.toFixed(2)} USD`,
    ...(plan.open_now === null ? [] : [`  ${plan.open_now ? "Open now" : paint("bad", "Closed now")}`]),
    ...plan.warnings.map((warning) => `  ${paint("bad", "Mind:")} ${warning}`),
    ...list("What it will do", plan.checklist),
    ...list("What they may ask, and nobody has said", plan.likely_questions),
  ];
}

function list(title: string, items: readonly string[]): readonly string[] {
  return items.length === 0 ? [] : [`  ${title}:`, ...items.map((item) => `    - ${item}`)];
}

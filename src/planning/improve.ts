/**
 * A plan made better by a language model, which knows more of what a plumber asks than any table. The rules' plan is
 * the answer whenever the model fails, is slow or talks nonsense: nobody waits for it longer than the signal lets them.
 */
import type { Brief } from "../calls/brief.ts";
import { orAborted } from "../lib/abort.ts";
import type { Plan } from "./plan.ts";

/** Further questions the business may ask and further steps, in the call's language. Rejects when it fails. */
export type ThinkAhead = (
  brief: Brief,
  plan: Pick<Plan, "checklist" | "likelyQuestions">,
  signal: AbortSignal,
) => Promise<{ readonly checklist: readonly string[]; readonly likelyQuestions: readonly string[] }>;

const MOST_ENTRIES = 20;
const LONGEST_ENTRY = 300;

/** `signal` bounds the wait. Never rejects. */
export async function improvePlan(plan: Plan, brief: Brief, think: ThinkAhead, signal: AbortSignal): Promise<Plan> {
  try {
    const thought = await orAborted(think(brief, plan, signal), signal);
    const sound = (entries: readonly string[]): string[] =>
      entries.filter((entry) => namesOnlyItsNumbers(entry, brief));
    return {
      ...plan,
      checklist: united(plan.checklist, sound(thought.checklist)),
      likelyQuestions: united(plan.likelyQuestions, sound(thought.likelyQuestions)),
    };
  } catch {
    return plan;
  }
}

/** A model likes to be precise: a number that the request does not say was made up. In any language. */
function namesOnlyItsNumbers(entry: string, brief: Brief): boolean {
  const said: readonly string[] = JSON.stringify(brief).match(/\d+/g) ?? [];
  return (entry.match(/\d+/g) ?? []).every((digits) => said.includes(digits));
}

/** What the rules found comes first and stays; the model only adds. */
function united(rules: readonly string[], more: readonly string[]): string[] {
  const all = [...rules];
  const seen = new Set(rules.map((entry) => entry.toLowerCase()));
  for (const entry of more.map((one) => one.replaceAll(/\s+/g, " ").trim())) {
    if (entry === "" || entry.length > LONGEST_ENTRY || seen.has(entry.toLowerCase())) continue;
    seen.add(entry.toLowerCase());
    all.push(entry);
  }
  return all.slice(0, Math.max(rules.length, MOST_ENTRIES));
}

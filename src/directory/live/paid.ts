/**
 * A source that costs money a question: the same question is asked once in some minutes, and only so many are asked a
 * day (UTC). Answers are kept in memory and no longer than that: the terms of such sources forbid to store them, and
 * what is open changes. The count of the day begins anew with the appliance.
 */
import type { BusinessMatch, BusinessQuery } from "../../planning/ports.ts";
import type { LiveSearch } from "./live.ts";
import { orAborted } from "../../lib/abort.ts";

export type PaidOptions = { readonly requestsPerDay: number; readonly keepMs: number };

export const USUAL_KEEP_MS = 10 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
const MOST_KEPT = 1_000;

export function withinBudget(search: LiveSearch, { requestsPerDay, keepMs }: PaidOptions): LiveSearch {
  const kept = new Map<string, { readonly answer: Promise<readonly BusinessMatch[]>; readonly untilMs: number }>();
  let day = -1;
  let spent = 0;

  const ask = (query: BusinessQuery, nowMs: number): Promise<readonly BusinessMatch[]> => {
    const today = Math.floor(nowMs / DAY_MS);
    if (today !== day) [day, spent] = [today, 0];
    if (spent >= requestsPerDay) {
      return Promise.reject(new Error(`directory.requests_per_day is used up: ${requestsPerDay} were asked today`));
    }
    spent += 1;
    // It is paid for: whoever asked first may leave, the answer stays. The source has a time-out of its own.
    return search(query, nowMs, new AbortController().signal);
  };

  return (query, nowMs, signal) => {
    const name = JSON.stringify([query.text.toLowerCase(), query.near?.toLowerCase() ?? null, query.limit]);
    const before = kept.get(name);
    if (before !== undefined && nowMs < before.untilMs) return orAborted(before.answer, signal);
    const answer = ask(query, nowMs);
    kept.delete(name);
    if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value ?? "");
    kept.set(name, { answer, untilMs: nowMs + keepMs });
    // What failed is asked again; whoever waits for it hears of the failure from the promise itself.
    answer.catch(() => kept.get(name)?.answer === answer && kept.delete(name));
    return orAborted(answer, signal);
  };
}

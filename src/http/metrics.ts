/**
 * The figures of the appliance in Prometheus's text format: this module owns the registry, and whoever has something to
 * count gets a function for it. What happens is added up as it happens and read from memory; how things stand is asked
 * when somebody wants to know. Each set of figures is a file in `figures/`.
 *
 * No label carries anything personal: they name engines, stages, reasons and threads, which are few and known beforehand.
 */
import { Registry } from "prom-client";
import type { CallFact } from "../calls/call-facts.ts";
import type { CallUsage } from "../calls/usage.ts";
import { callFigures } from "./figures/calls.ts";
import { engineFigures } from "./figures/engines.ts";
import { makerIn } from "./figures/make.ts";
import { processFigures } from "./figures/process.ts";
import { stateFigures } from "./figures/state.ts";
import type { ApplianceState, Seats } from "./figures/state.ts";

const DELAY_BUCKETS_S = [0.001, 0.005, 0.01, 0.02, 0.04, 0.08, 0.15, 0.3, 0.6, 1, 2, 5];

export type Metrics = {
  /** What one call has used of its engines. */
  countUsage(usage: CallUsage): void;
  /** What has happened to a call. */
  count(fact: CallFact): void;
  /** The longest that a thread kept its timers waiting in the last second. `thread`: one of few names. */
  countDelay(thread: string, longestMs: number): void;
  /** From now on this is asked how the appliance stands. */
  ask(state: () => ApplianceState): void;
  /** Everything, as text of this type. */
  read(seats: Seats, longPolls?: number): Promise<{ readonly type: string; readonly text: string }>;
};

export function createMetrics(): Metrics {
  const registry = new Registry();
  const make = makerIn(registry);
  const setState = stateFigures(make);
  const countFact = callFigures(make);
  const countUsage = engineFigures(make);
  const delay = make.histogram(
    "outdial_event_loop_delay_seconds",
    "The longest hold-up of a thread's event loop in each second.",
    DELAY_BUCKETS_S,
    ["thread"],
  );
  const setProcess = processFigures(make);
  let stateNow: (() => ApplianceState) | null = null;
  return {
    countUsage,
    count: countFact,
    countDelay: (thread, longestMs) => delay.observe({ thread }, longestMs / 1000),
    ask(state) {
      stateNow = state;
    },
    async read(seats, longPolls = 0) {
      setState({ seats, longPolls, state: stateNow?.() ?? null });
      setProcess();
      return { type: registry.contentType, text: await registry.metrics() };
    },
  };
}

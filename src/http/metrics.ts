/**
 * The figures of the appliance in Prometheus's text format: this module owns the registry, and whoever has something to
 * count gets a function for it. They are added up as calls end and read from memory: a scrape asks nobody but the desk
 * for its seats. One object a set of figures that belong together; a further set (calls by state, latency, money) is one
 * more function beside `engineFigures`, and one more line in `createMetrics`.
 *
 * No label carries anything personal: they name engines, stages and kinds, which are few and known beforehand.
 */
import { Counter, Gauge, Registry } from "prom-client";
import type { CallUsage } from "../calls/usage.ts";

export type Seats = { readonly total: number | null; readonly used: number };

export type Metrics = {
  /** What one call has used of its engines. */
  countUsage(usage: CallUsage): void;
  /** Everything, as text of this type. */
  read(seats: Seats): Promise<{ readonly type: string; readonly text: string }>;
};

export function createMetrics(): Metrics {
  const registry = new Registry();
  const seats = seatFigures(registry);
  const engines = engineFigures(registry);
  return {
    countUsage: (usage) => engines.count(usage),
    async read(now) {
      seats.set(now);
      return { type: registry.contentType, text: await registry.metrics() };
    },
  };
}

function seatFigures(registry: Registry): { set(seats: Seats): void } {
  const used = new Gauge({ name: "outdial_seats_used", help: "Calls under way.", registers: [registry] });
  const all = new Gauge({
    name: "outdial_seats",
    help: "Calls that this machine carries at a time.",
    registers: [registry],
  });
  return {
    set(seats) {
      used.set(seats.used);
      // Nobody has measured it: then there is no such figure, rather than a wrong one.
      if (seats.total === null) all.remove();
      else all.set(seats.total);
    },
  };
}

function engineFigures(registry: Registry): { count(usage: CallUsage): void } {
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]): Counter<Label> =>
    new Counter({ name, help, labelNames: [...labelNames], registers: [registry] });
  const seconds = counter("outdial_hearing_seconds_total", "Seconds of the line's sound given to recognisers.", [
    "engine",
  ]);
  const requests = counter(
    "outdial_thinking_requests_total",
    "Requests to language models, and events for the rules.",
    ["engine"],
  );
  const tokens = counter(
    "outdial_thinking_tokens_total",
    "Tokens of language models. discarded: of both kinds, of replies that were thrown away.",
    ["engine", "kind"],
  );
  const characters = counter(
    "outdial_speaking_characters_total",
    "Characters that voices spoke. cached: from sound that was kept. discarded: of the spoken, those that nobody heard.",
    ["engine", "kind"],
  );
  const failures = counter("outdial_engine_failures_total", "Failures of engines in calls.", ["stage", "engine"]);

  return {
    count({ hearing, thinking, speaking }) {
      for (const { engine, ...used } of hearing) {
        seconds.inc({ engine }, used.seconds);
        failures.inc({ stage: "hearing", engine }, used.failures);
      }
      for (const { engine, ...used } of thinking) {
        requests.inc({ engine }, used.requests);
        tokens.inc({ engine, kind: "prompt" }, used.promptTokens);
        tokens.inc({ engine, kind: "completion" }, used.completionTokens);
        tokens.inc({ engine, kind: "discarded" }, used.discardedTokens);
        failures.inc({ stage: "thinking", engine }, used.failures);
      }
      for (const { engine, ...used } of speaking) {
        characters.inc({ engine, kind: "spoken" }, used.characters);
        characters.inc({ engine, kind: "cached" }, used.cachedCharacters);
        characters.inc({ engine, kind: "discarded" }, used.discardedCharacters);
        failures.inc({ stage: "speaking", engine }, used.failures);
      }
    },
  };
}

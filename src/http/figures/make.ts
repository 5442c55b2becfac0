/** How figures are made in one registry: a name, a sentence, the names of its labels. */
import { Counter, Gauge, Histogram } from "prom-client";
import type { Registry } from "prom-client";

export type Make = {
  counter<L extends string = never>(name: string, help: string, labels?: readonly L[]): Counter<L>;
  gauge<L extends string = never>(name: string, help: string, labels?: readonly L[]): Gauge<L>;
  histogram<L extends string = never>(
    name: string,
    help: string,
    buckets: readonly number[],
    labels?: readonly L[],
  ): Histogram<L>;
};

export function makerIn(registry: Registry): Make {
  const registers = [registry];
  return {
    counter: (name, help, labels = []) => new Counter({ name, help, labelNames: [...labels], registers }),
    gauge: (name, help, labels = []) => new Gauge({ name, help, labelNames: [...labels], registers }),
    histogram: (name, help, buckets, labels = []) =>
      new Histogram({ name, help, labelNames: [...labels], buckets: [...buckets], registers }),
  };
}

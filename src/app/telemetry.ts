/** Who takes note of what happens: figures always, traces where a collector is configured. */
import type { Logger } from "pino";
import type { CallFact } from "../calls/call-facts.ts";
import type { Desk } from "../calls/desk.ts";
import type { Pbx } from "../calls/ports.ts";
import type { Store } from "../calls/ports-store.ts";
import type { Settings } from "../config/schema.ts";
import { createMetrics } from "../http/metrics.ts";
import type { Metrics } from "../http/metrics.ts";
import { watchLoopDelay } from "../lib/loop-delay.ts";

const DELAY_EVERY_MS = 1000;

export type Telemetry = {
  readonly metrics: Metrics;
  take(fact: CallFact): void;
  /** The parts that can be asked how they stand. */
  watch(parts: { readonly desk: Desk; readonly store: Store; readonly pbx: Pbx }): void;
  close(): Promise<void>;
};

/** `onDelay`: about once a second, the longest that this thread kept its timers waiting. */
export async function openTelemetry(
  settings: Settings,
  log: Logger,
  onDelay: (longestMs: number) => void = () => undefined,
): Promise<Telemetry> {
  const metrics = createMetrics();
  const url = settings.telemetry.otlp_url;
  const traces = url === null ? null : (await import("../telemetry/traces.ts")).openTraces({ url, log });
  const delay = watchLoopDelay();
  const look = setInterval(() => {
    const longestMs = delay.takeLongestMs();
    metrics.countDelay("main", longestMs);
    onDelay(longestMs);
  }, DELAY_EVERY_MS);
  look.unref();
  return {
    metrics,
    take(fact) {
      metrics.count(fact);
      traces?.take(fact);
    },
    watch: ({ desk, store, pbx }) =>
      metrics.ask(() => ({
        store: store.figures(),
        writesWaiting: desk.writesWaiting(),
        asterisk: pbx.notReady("demo") === null,
        trunks: settings.trunk.host === null ? {} : { trunk: pbx.notReady("trunk") === null },
        ready: desk.notReady().length === 0,
      })),
    async close() {
      clearInterval(look);
      delay.stop();
      await traces?.close();
    },
  };
}

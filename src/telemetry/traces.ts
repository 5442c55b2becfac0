/**
 * Each call as a trace, made from the facts that are told of it: a span for the call, for the wait until it is answered,
 * for each turn and for each stage of a turn. They are written down afterwards with the times they had, so that nothing
 * has to travel between threads. No number, no word that was said: what a fact does not hold cannot get out.
 *
 * Loaded only where `telemetry.otlp_url` is set: the packages take time and memory that others should not pay for.
 */
import { diag, DiagLogLevel, ROOT_CONTEXT, SpanStatusCode, trace } from "@opentelemetry/api";
import type { Attributes, Context, Span, Tracer } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import type { CallFact } from "../calls/call-facts.ts";
import type { TurnLatency } from "../calls/ports.ts";
import { TURN_STAGES } from "../calls/turn-stages.ts";

export type Traces = {
  take(fact: CallFact): void;
  /** Sends what is left, as far as it gets in a moment. */
  close(): Promise<void>;
};

export type TracesOptions = {
  /** Of the collector, without a path behind it. */
  readonly url: string;
  readonly log: Log;
  readonly closeWithinMs?: number;
};

type Log = { warn(fields: Record<string, unknown>, message: string): void };

const SEND_WITHIN_MS = 5000;
const CLOSE_WITHIN_MS = 3000;

/** A call under way: its span, and when it was placed and answered. */
type Traced = { readonly span: Span; readonly inside: Context; readonly placedMs: number; answeredMs: number | null };

export function openTraces({ url, log, closeWithinMs = CLOSE_WITHIN_MS }: TracesOptions): Traces {
  const tell = (message: string): void =>
    log.warn({ reason: message }, "traces cannot be sent: look at telemetry.otlp_url");
  const nothing = (): void => undefined;
  diag.setLogger({ error: tell, warn: tell, info: nothing, debug: nothing, verbose: nothing }, DiagLogLevel.WARN);
  const exporter = new OTLPTraceExporter({ url: `${url}/v1/traces`, timeoutMillis: SEND_WITHIN_MS });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": "outdial" }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: SEND_WITHIN_MS })],
  });
  const take = callTracer(provider.getTracer("outdial"));
  return {
    take,
    async close() {
      const late = Promise.withResolvers<"late">();
      const timer = setTimeout(() => late.resolve("late"), closeWithinMs);
      const how = await Promise.race([provider.shutdown().catch(nothing), late.promise]);
      clearTimeout(timer);
      if (how === "late") tell("the last of them were not taken in time");
      diag.disable();
    },
  };
}

function callTracer(tracer: Tracer): (fact: CallFact) => void {
  const calls = new Map<string, Traced>();

  function note(name: string, startMs: number, endMs: number, inside: Context, attributes: Attributes): Context {
    const span = tracer.startSpan(name, { startTime: startMs, attributes }, inside);
    span.end(endMs);
    return trace.setSpan(inside, span);
  }

  function turn(latency: TurnLatency, firstSoundMs: number, call: Traced, attributes: Attributes): void {
    const startMs = firstSoundMs - latency.totalMs;
    const inside = note("turn", startMs, firstSoundMs, call.inside, attributes);
    let fromMs = startMs;
    for (const [name, key] of TURN_STAGES) {
      note(name, fromMs, fromMs + latency[key], inside, {});
      fromMs += latency[key];
    }
  }

  return (fact) => {
    if (fact.type === "refused") return;
    const { callId, wallMs } = fact;
    if (fact.type === "placed") {
      const attributes = { "outdial.call_id": callId, "outdial.route": fact.route };
      const span = tracer.startSpan("call", { startTime: wallMs, attributes }, ROOT_CONTEXT);
      calls.set(callId, { span, inside: trace.setSpan(ROOT_CONTEXT, span), placedMs: wallMs, answeredMs: null });
      return;
    }
    // Of a life before this one: when it began is not told.
    const call = calls.get(callId);
    if (call === undefined) return;
    switch (fact.type) {
      case "answered":
        call.answeredMs = wallMs;
        note("wait for the answer", call.placedMs, wallMs, call.inside, {});
        return;
      case "spoke":
        if (call.answeredMs === null || fact.latency === null) return;
        return turn(fact.latency, call.answeredMs + fact.atMs, call, {
          "outdial.opening": fact.opening,
          "outdial.cut_off": fact.cutOff,
        });
      case "line_state":
        call.span.addEvent("line_state", { "outdial.line_state": fact.state }, wallMs);
        return;
      case "answered_by":
        call.span.addEvent("answered_by", { "outdial.answered_by": fact.by }, wallMs);
        return;
      case "transfer":
        call.span.addEvent("transfer", { "outdial.stage": fact.stage }, wallMs);
        return;
      case "dialled":
      case "ringing":
      case "heard":
      case "asked":
      case "question_closed":
      case "hanging_up":
        call.span.addEvent(fact.type, {}, wallMs);
        return;
      case "ended":
        calls.delete(callId);
        call.span.setAttributes({
          "outdial.end_reason": fact.reason,
          "outdial.success": fact.success,
          "outdial.talk_seconds": fact.talkMs / 1000,
        });
        if (OURS.has(fact.reason)) call.span.setStatus({ code: SpanStatusCode.ERROR, message: fact.reason });
        call.span.end(wallMs);
        return;
    }
  };
}

/** A fault of ours or of the way out, not of whoever was called. */
const OURS: ReadonlySet<string> = new Set(["no_media", "provider_failure", "trunk_failure", "service_restart"]);

/**
 * One line of the log for each fact about a call: its fields, whose names stay as they are, under a constant message.
 * `config/README.md` describes them.
 */
import type { CallFact } from "./call-facts.ts";
import type { TurnLatency } from "./ports.ts";

export type FactLine = { readonly fields: Readonly<Record<string, unknown>>; readonly message: string };

export function factLine(fact: CallFact): FactLine {
  const line = (message: string, fields: Readonly<Record<string, unknown>> = {}): FactLine => ({
    fields: { event: `call.${fact.type}`, ...("callId" in fact ? { call_id: fact.callId } : {}), ...fields },
    message,
  });
  switch (fact.type) {
    case "placed":
      return line("call placed", { route: fact.route, free: fact.free });
    case "refused":
      return line("call refused", { code: fact.code });
    case "dialled":
      return line("call dialled", { route: fact.route });
    case "ringing":
      return line("call ringing", { early_media: fact.earlyMedia });
    case "answered":
      return line("call answered", { wait_ms: Math.round(fact.waitMs) });
    case "line_state":
      return line("what is on the line", { line_state: fact.state });
    case "answered_by":
      return line("who has answered", { answered_by: fact.by });
    case "heard":
      return line("a turn of theirs", { offset_ms: Math.round(fact.atMs) });
    case "spoke":
      return line("a line of ours", {
        offset_ms: Math.round(fact.atMs),
        opening: fact.opening,
        cut_off: fact.cutOff,
        ...(fact.latency === null ? {} : latencyFields(fact.latency)),
      });
    case "asked":
      return line("the agent is asked");
    case "question_closed":
      return line("the agent's question is closed", { how: fact.how });
    case "transfer":
      return line("the call is being passed on", { stage: fact.stage });
    case "hanging_up":
      return line("the call is being hung up", { end_reason: fact.reason });
    case "ended":
      return line("call ended", {
        route: fact.route,
        end_reason: fact.reason,
        answered: fact.answered,
        success: fact.success,
        talk_ms: Math.round(fact.talkMs),
        charged_usd: fact.chargedCents / 100,
      });
  }
}

function latencyFields(latency: TurnLatency): Readonly<Record<string, number>> {
  return {
    total_ms: latency.totalMs,
    endpointing_ms: latency.endpointingMs,
    recogniser_ms: latency.recogniserMs,
    brain_ms: latency.brainMs,
    voice_ms: latency.voiceMs,
    playout_ms: latency.playoutMs,
  };
}

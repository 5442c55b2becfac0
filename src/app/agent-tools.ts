/** The tools of agents, loaded when the first agent asks for them: nobody else should wait for them or hold them. */
import type { Logger } from "pino";
import type { AgentTools, OfferAgentTools } from "../http/agent-tools.ts";
import { systemClock } from "../lib/clock.ts";

export function offerAgentTools(log: Pick<Logger, "debug" | "error">): OfferAgentTools {
  return (connect) => {
    let loading: Promise<AgentTools> | null = null;
    const load = async (): Promise<AgentTools> => {
      const { createEndpoint } = await import("../mcp/endpoint.ts");
      return createEndpoint({ connect, log, nowMs: () => systemClock.monotonicMs() });
    };
    return {
      async take(...asked) {
        loading ??= load();
        await (await loading).take(...asked);
      },
      async close() {
        await (await loading)?.close();
      },
    };
  };
}

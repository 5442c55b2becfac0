/**
 * Which of the configured engines are used. This version hears, thinks and speaks with the embedded engines only: an
 * appliance that is configured to use others must not pretend, so it says so, and does not start without an embedded one
 * in the list.
 */
import type { Logger } from "pino";
import type { Settings } from "../config/schema.ts";

type Named = { readonly provider: string };

/** Throws one sentence for a list without the embedded engine; warns of engines that are passed over. */
export function demandEmbeddedEngines(settings: Settings, log: Pick<Logger, "warn">): void {
  const lists: Readonly<Record<string, readonly Named[]>> = {
    "speech.stt": settings.speech.stt,
    "speech.tts": settings.speech.tts,
    llm: settings.llm,
  };
  for (const [key, engines] of Object.entries(lists)) {
    const others = engines.map(({ provider }) => provider).filter((provider) => provider !== "embedded");
    if (others.length === engines.length) {
      throw new Error(
        `${key} names only ${others.join(" and ")}, which this version cannot use yet: set it to { provider: embedded }, or add that to the list`,
      );
    }
    if (others.length > 0) log.warn({ key, others }, "engines that this version cannot use yet are passed over");
  }
}

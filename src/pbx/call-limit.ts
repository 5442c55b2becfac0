/** What the exchange knows of every leg by itself, whatever becomes of us: how long it lasts, and its language. */
import type { Logger } from "pino";
import type { Ari } from "./ari.ts";

/** Never rejects: the call is none the worse for an exchange that sets no limit. */
export async function limitCall(ari: Ari, channelId: string, seconds: number, log: Logger): Promise<void> {
  try {
    await ari.limit(channelId, seconds);
  } catch (error) {
    // An Asterisk of somebody else's without func_timeout, or a call that is gone already.
    log.warn({ err: error }, "the exchange sets no limit to a leg");
  }
}

/** Never rejects: the last words are in English then, or there are none. */
export async function tellLanguage(ari: Ari, channelId: string, language: string, log: Logger): Promise<void> {
  // What every channel has that is told nothing.
  if (language === "en") return;
  try {
    await ari.speakLanguage(channelId, language);
  } catch (error) {
    log.warn({ err: error }, "the exchange was not told a call's language");
  }
}

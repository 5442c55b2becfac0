/** The limit that the exchange keeps of every leg by itself, whatever becomes of us. */
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

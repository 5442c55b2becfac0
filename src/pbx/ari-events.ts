/**
 * The events of ARI that mean something to us, read loosely: fields we do not use may change, and an event we do not
 * know is null, whatever a later Asterisk may send.
 */
import { z } from "zod";

const channel = z.object({
  id: z.string(),
  name: z.string(),
  state: z.string(),
  caller: z.object({ number: z.string() }).optional(),
});
export type AriChannel = z.infer<typeof channel>;

const bridge = z.object({ id: z.string(), channels: z.array(z.string()) });
export type AriBridge = z.infer<typeof bridge>;

export const channelList = z.array(channel);
export const bridgeList = z.array(bridge);
export const applicationContents = z.object({ channel_ids: z.array(z.string()), bridge_ids: z.array(z.string()) });
export const rtpStatistics = z.object({ rxcount: z.number() });
export const asteriskInfo = z.object({ status: z.object({ startup_time: z.string() }) });

const event = z.discriminatedUnion("type", [
  z.object({ type: z.literal("StasisStart"), channel, args: z.array(z.string()) }),
  z.object({ type: z.literal("StasisEnd"), channel }),
  z.object({ type: z.literal("ChannelStateChange"), channel }),
  z.object({
    type: z.literal("ChannelHangupRequest"),
    channel,
    cause: z.number().optional(),
    tech_cause: z.number().optional(),
    soft: z.boolean().optional(),
  }),
  z.object({
    type: z.literal("ChannelDestroyed"),
    channel,
    cause: z.number().optional(),
    tech_cause: z.number().optional(),
  }),
  z.object({ type: z.literal("Dial"), peer: channel, dialstatus: z.string() }),
  z.object({ type: z.literal("ChannelDtmfReceived"), channel, digit: z.string(), duration_ms: z.number() }),
  z.object({ type: z.literal("ChannelHold"), channel }),
  z.object({ type: z.literal("ChannelUnhold"), channel }),
  z.object({ type: z.literal("ApplicationReplaced") }),
]);
export type AriEvent = z.infer<typeof event>;

export function parseAriEvent(message: unknown): AriEvent | null {
  const parsed = event.safeParse(message);
  return parsed.success ? parsed.data : null;
}

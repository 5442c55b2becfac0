/**
 * The text messages of chan_websocket (`control_message_format = json`), both ways. Asterisk drops a command of 128
 * bytes or more with nothing but a line in its log, so the length is checked here.
 */
import { z } from "zod";

export const FRAME_MS = 20;
const MAX_COMMAND_BYTES = 127;
export const MAX_MARK_LENGTH = 64;

export type MediaCommand =
  | { readonly command: "START_MEDIA_BUFFERING" | "FLUSH_MEDIA" | "PAUSE_MEDIA" | "CONTINUE_MEDIA" | "GET_STATUS" }
  | { readonly command: "STOP_MEDIA_BUFFERING" | "MARK_MEDIA"; readonly correlation_id: string };

/** Throws a RangeError for an id that would make the command too long. */
export function encodeCommand(command: MediaCommand): string {
  const text = JSON.stringify(command);
  if (Buffer.byteLength(text) > MAX_COMMAND_BYTES) throw new RangeError(`a media command of ${text.length} characters`);
  return text;
}

const mediaEvent = z.discriminatedUnion("event", [
  z.object({ event: z.literal("MEDIA_START"), format: z.string(), optimal_frame_size: z.number() }),
  z.object({ event: z.literal("MEDIA_MARK_PROCESSED"), correlation_id: z.string() }),
  z.object({ event: z.literal("MEDIA_BUFFERING_COMPLETED"), correlation_id: z.string() }),
  z.object({ event: z.literal("STATUS"), queue_length: z.number(), media_paused: z.boolean() }),
  z.object({ event: z.literal("MEDIA_XOFF") }),
  z.object({ event: z.literal("MEDIA_XON") }),
  z.object({ event: z.literal("QUEUE_DRAINED") }),
  z.object({ event: z.literal("DTMF_END"), digit: z.string().length(1) }),
  z.object({ event: z.literal("ERROR"), error_text: z.string() }),
]);

export type MediaEvent = z.infer<typeof mediaEvent>;

/** The event, or null for one that we do not know (a newer Asterisk may send more). */
export function decodeEvent(text: string): MediaEvent | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const parsed = mediaEvent.safeParse(value);
  return parsed.success ? parsed.data : null;
}

/** Samples per second of a leg, by the format's name; null for one that is not 16-bit linear at a rate we use. */
export function rateOfFormat(format: string): 8000 | 16000 | null {
  return format === "slin" ? 8000 : format === "slin16" ? 16000 : null;
}

/** The same by the size of a frame: audio may come before MEDIA_START (asterisk#1712). */
export function rateOfFrame(bytes: number): 8000 | 16000 | null {
  return bytes === 320 ? 8000 : bytes === 640 ? 16000 : null;
}

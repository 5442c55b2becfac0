/**
 * What goes over the socket of a realtime transcription session, in the form in which OpenAI made it generally available.
 * Loose for what the server says: it tells more than is needed here, and more with each version.
 */
import { z } from "zod";
import type { HintFields } from "./hints.ts";

const serverEvent = z.looseObject({
  type: z.string(),
  item_id: z.string().nullish(),
  delta: z.string().nullish(),
  transcript: z.string().nullish(),
  error: z
    .looseObject({
      type: z.string().nullish(),
      code: z.string().nullish(),
      param: z.string().nullish(),
      event_id: z.string().nullish(),
    })
    .nullish(),
});

export type ServerEvent = z.output<typeof serverEvent>;

/** Null: no event of this protocol. */
export function readServerEvent(text: string): ServerEvent | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  return serverEvent.safeParse(json).data ?? null;
}

export type SessionWish = {
  readonly model: string;
  readonly language: string;
  readonly hints: HintFields;
  readonly format: { readonly type: "audio/pcmu" } | { readonly type: "audio/pcm"; readonly rate: 24000 };
};

/** Turns are decided by us: the server writes down what is committed, and nothing before. */
export function sessionUpdate({ model, language, hints, format }: SessionWish): object {
  const transcription = { model, language, ...hints };
  return {
    type: "session.update",
    session: {
      type: "transcription",
      audio: { input: { format, transcription, turn_detection: null } },
    },
  };
}

/** `https://host/v1` and `wss://host/v1` alike. */
export function realtimeUrl(baseUrl: string): string {
  return `${baseUrl.replace(/^http/i, "ws").replace(/\/+$/, "")}/realtime?intent=transcription`;
}

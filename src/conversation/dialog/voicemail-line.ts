/** What is left on a voicemail: who calls, for whom and as what, then the message of the request, word for word. */
import type { Brief } from "../../calls/brief.ts";
import { introductionOf } from "./opening-line.ts";

export function voicemailLine(brain: {
  readonly brief: Brief;
  readonly assistant: { readonly name: string; readonly disclosure: boolean };
}): string | null {
  const message = brain.brief.voicemailMessage?.trim() ?? "";
  return message === "" ? null : `${introductionOf(brain)} ${message}`;
}

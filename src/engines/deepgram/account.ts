/** What an engine at Deepgram is reached with, and under which settings the operator finds it again. */

export type DeepgramAccount = {
  readonly apiKey: string;
  readonly model: string;
  /** ws:// or wss:// without a path. */
  readonly baseUrl: string;
  /** The group of settings that errors name: `speech.stt`, `speech.tts.1`. */
  readonly section: string;
};

/** The server's name alone: an address may carry more than belongs into a message. */
export function hostOf({ baseUrl }: Pick<DeepgramAccount, "baseUrl">): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : "the address that is configured";
}

/** OpenAI's SDK as it is used here: no tries of its own, nothing from the environment, nothing in the log. */
import OpenAI from "openai";
import type { Http } from "./http.ts";

export type OpenaiServer = {
  /** Null: a server of one's own that asks for none. */
  readonly apiKey: string | null;
  /** Ends where the SDK's does: `https://api.openai.com/v1`. */
  readonly baseUrl: string;
};

/** Above any deadline of `http`, which are the ones that count. */
const HANGING_MS = 60_000;

export function openaiClient({ apiKey, baseUrl }: OpenaiServer, http: Http): OpenAI {
  return new OpenAI({
    // The SDK wants one in any case.
    apiKey: apiKey ?? "none",
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    baseURL: baseUrl,
    fetch: http.fetch,
    maxRetries: 0,
    timeout: HANGING_MS,
    logLevel: "off",
  });
}

/** Whether a server that is configured can be used, asked for next to nothing: at the start, and by the doctor. */
import type OpenAI from "openai";
import { z } from "zod";
import { reasonOf, within } from "../../lib/abort.ts";
import { openaiClient } from "./client.ts";
import { failureOf, faulty, hostOf, noSuchProtocol, refusalIn } from "./failure.ts";
import type { OpenaiPlace } from "./failure.ts";
import { createHttp } from "./http.ts";
import { HttpFault } from "./http-fault.ts";

export type OpenaiCheck = {
  readonly apiKey: string | null;
  readonly baseUrl: string;
  readonly model: string;
  /** Where it is configured: `speech.stt` (default), `speech.tts`, `llm`. */
  readonly setting?: string;
};

/** There is no list of models there: nothing can be said against the key or the model. */
const NO_LIST = new Set([404, 405, 426, 501]);
const ANSWER_WITHIN_MS = 8000;

const modelList = z.looseObject({
  data: z.array(z.looseObject({ id: z.string(), owned_by: z.string().nullish() })),
});

/**
 * Null, or one sentence: the key is refused, the model unknown, nobody there, or somebody else. A server without a list
 * of its models passes. Rejects only with the signal's reason.
 */
export async function checkOpenai(check: OpenaiCheck, signal: AbortSignal): Promise<string | null> {
  const { apiKey, model, setting = "speech.stt" } = check;
  const baseUrl = check.baseUrl.replace(/^ws/i, "http");
  const place: OpenaiPlace = { setting, baseUrl, model, keyless: apiKey === null };
  const http = createHttp();
  const client = openaiClient({ apiKey, baseUrl }, http);
  try {
    return await within(look(client, place, signal), ANSWER_WITHIN_MS, () => "late", signal);
  } catch (error) {
    if (signal.aborted) throw reasonOf(signal);
    if (NO_LIST.has(refusalIn(error)?.status ?? 0)) return null;
    const late = error instanceof Error && error.message === "late";
    return late ? faulty(new HttpFault("stalled"), place).message : failureOf(error, place).message;
  } finally {
    http.close();
  }
}

async function look(client: OpenAI, place: OpenaiPlace, signal: AbortSignal): Promise<string | null> {
  const { model } = place;
  const answer = await json(await client.models.list({ signal }).asResponse());
  if (answer === null) return noSuchProtocol(place).message;
  const data = modelList.safeParse(answer).data?.data ?? [];
  const has = data.length === 0 || data.some(({ id }) => id === model || id === `${model}:latest`);
  // llama.cpp's server lists the file it has loaded, and takes any name for it.
  if (has || data.some(({ owned_by: owner }) => owner === "llamacpp")) return null;
  // Some lists leave out what is served all the same.
  return (await isServed(client, model, signal))
    ? null
    : `${hostOf(place)} has no model "${model}": set ${place.setting}.model to one it has`;
}

async function isServed(client: OpenAI, model: string, signal: AbortSignal): Promise<boolean> {
  try {
    await client.models.retrieve(model, { signal });
    return true;
  } catch (error) {
    // Any other answer says nothing of the model.
    const status = refusalIn(error)?.status ?? null;
    if (status === null) throw error;
    return status !== 404;
  }
}

/** Null: it is none. */
async function json(response: Response): Promise<unknown> {
  try {
    const body: unknown = JSON.parse(await response.text());
    return body;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

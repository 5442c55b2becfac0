/**
 * What went wrong with a server that speaks OpenAI's protocol, as one sentence that names the setting to change. Nothing
 * that the server wrote is passed on: it may repeat a key.
 */
import { APIError } from "openai";
import { asEngineFailure, EngineFailure } from "../engine-failure.ts";
import { faultIn } from "./http-fault.ts";
import type { HttpFault } from "./http-fault.ts";

/** An engine as it is configured, for the sentences about it. */
export type OpenaiPlace = {
  /** `speech.stt`, `speech.tts` or `llm`: where its settings stand. */
  readonly setting: string;
  readonly baseUrl: string;
  readonly model: string;
  /** Of an engine that speaks. */
  readonly voice?: string;
  /** No key is configured. */
  readonly keyless?: boolean;
};

/** A refusal, whether it came as an HTTP status or as an event on a socket. */
export type Refusal = {
  /** Null: only a code is known. */
  readonly status: number | null;
  readonly code?: string | null;
  /** The field of the request that it is about. */
  readonly param?: string | null;
  readonly retryAfterMs?: number | null;
};

/** Longer than this nobody on the telephone waits: the engine is as good as gone for now. */
const PATIENCE_MOST_MS = 120_000;

/** Any error of the SDK, or of what reads the server's answers. */
export function failureOf(error: unknown, place: OpenaiPlace): EngineFailure {
  if (error instanceof EngineFailure) return error;
  const fault = faultIn(error);
  if (fault !== null) return faulty(fault, place);
  const refusal = refusalIn(error);
  if (refusal !== null) return refused(refusal, place);
  if (error instanceof SyntaxError) return noSuchProtocol(place);
  return new EngineFailure(`${hostOf(place)}, the server of ${place.setting}.base_url, failed`, {
    retryable: asEngineFailure(error).retryable,
  });
}

/** What the server itself refused, with a status or, in the middle of a stream, a code; null for any other error. */
export function refusalIn(error: unknown): Refusal | null {
  if (!isApiError(error)) return null;
  const { status, code = null, param = null, headers } = error;
  if (status === undefined && code === null) return null;
  return { status: status ?? null, code, param, retryAfterMs: retryAfterMs(headers) };
}

/** Its own types are lost in `instanceof`. */
function isApiError(error: unknown): error is APIError {
  return error instanceof APIError;
}

/** As a sentence. */
export function refused(
  { status, code = null, param = null, retryAfterMs: waitMs = null }: Refusal,
  place: OpenaiPlace,
): EngineFailure {
  const { setting, model, voice, keyless = false } = place;
  const said = status === null ? "" : ` (${status})`;
  const host = hostOf(place);
  if (code === "insufficient_quota" || status === 402) {
    return fatal(`${host} says that the account of ${setting}.api_key has no credit left${said}`);
  }
  if (code === "model_not_found" || (status === 404 && param === "model")) {
    return fatal(`${host} has no model "${model}"${said}: set ${setting}.model to one it has`);
  }
  if (status === 401 || code === "invalid_api_key") {
    return fatal(
      keyless
        ? `${host} wants a key${said}: set ${setting}.api_key`
        : `${host} refuses the key in ${setting}.api_key${said}`,
    );
  }
  if (status === 403) {
    return fatal(
      `${host} does not let the key in ${setting}.api_key use the model "${model}" of ${setting}.model${said}`,
    );
  }
  if (status === 404 || status === 405) {
    return fatal(
      `${host} knows nothing at that address${said}: check that ${setting}.base_url ends as the server's interface begins, and that it has the model "${model}" of ${setting}.model`,
    );
  }
  if (status === 429 || code === "rate_limit_exceeded") {
    const wait = waitMs === null ? "" : `, and asks to be left alone for ${Math.ceil(waitMs / 1000)} s`;
    return new EngineFailure(`${host} has had too many requests with the key in ${setting}.api_key${said}${wait}`, {
      retryable: true,
      retryAfterMs: waitMs,
    });
  }
  if (status !== null && status >= 300 && status < 400) {
    return fatal(`${host} sends us to another address${said}: set ${setting}.base_url to that one`);
  }
  if (status !== null && status < 500) {
    const spoken = voice === undefined ? "" : `, and ${setting}.voice, which is "${voice}"`;
    return fatal(`${host} refuses what it is asked${said}: check ${setting}.model, which is "${model}"${spoken}`);
  }
  return new EngineFailure(`${host}, the server of ${setting}.base_url, failed${said}`, { retryable: true });
}

/** What answers there is something else. */
export function noSuchProtocol(place: OpenaiPlace): EngineFailure {
  return fatal(`what answers at ${hostOf(place)} does not speak OpenAI's protocol: check ${place.setting}.base_url`);
}

export function faulty({ trouble, afterMs }: HttpFault, place: OpenaiPlace): EngineFailure {
  const host = hostOf(place);
  const key = `${place.setting}.base_url`;
  const time = afterMs === null ? "" : ` within ${afterMs / 1000} s`;
  switch (trouble) {
    case "unreachable":
      return new EngineFailure(`${host} cannot be reached${time}: check ${key} and the network`, { retryable: true });
    case "no_answer":
      return new EngineFailure(`${host}, the server of ${key}, does not answer${time}`, { retryable: true });
    case "stalled":
      return new EngineFailure(`${host}, the server of ${key}, stopped in the middle of its answer`, {
        retryable: true,
      });
    case "cut":
      return new EngineFailure(`${host}, the server of ${key}, hung up in the middle of its answer`, {
        retryable: true,
      });
    case "garbage":
      return noSuchProtocol(place);
  }
}

/** It was asked for patience before, and is not asked anything meanwhile. */
export function leftAlone(place: OpenaiPlace, waitMs: number): EngineFailure {
  return new EngineFailure(
    `${hostOf(place)}, the server of ${place.setting}.base_url, asked to be left alone for another ${Math.ceil(waitMs / 1000)} s`,
    { retryable: true, retryAfterMs: waitMs },
  );
}

/** Of a `Retry-After` in seconds or as a date. Null when there is none that makes sense. */
export function retryAfterMs(headers: Headers | undefined): number | null {
  const value = headers?.get("retry-after") ?? null;
  if (value === null || value.trim() === "") return null;
  const seconds = Number(value);
  const ms = Number.isNaN(seconds) ? Date.parse(value) - Date.now() : seconds * 1000;
  return Number.isNaN(ms) ? null : Math.min(PATIENCE_MOST_MS, Math.max(0, ms));
}

/** Host and port only: a name and a password may stand before them. */
export function hostOf({ baseUrl }: Pick<OpenaiPlace, "baseUrl">): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : "the server";
}

function fatal(message: string): EngineFailure {
  return new EngineFailure(message, { retryable: false });
}

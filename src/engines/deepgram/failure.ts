/**
 * What can go wrong with Deepgram, each as one sentence that names the setting to look at. What the server says of it is
 * quoted when it is short and plain; a key is never quoted, not even by a server that repeats it.
 */
import { hostOf } from "./account.ts";
import type { DeepgramAccount } from "./account.ts";

const QUOTED_MOST = 160;

/** `retryable`: another try, or another engine, may do; otherwise a setting has to change first. */
export class DeepgramFailure extends Error {
  override readonly name = "DeepgramFailure";
  readonly retryable: boolean;

  constructor(message: string, { retryable }: { readonly retryable: boolean }) {
    super(message);
    this.retryable = retryable;
  }
}

/** The server answered over HTTP instead of opening a socket. */
export type Refusal = {
  readonly status: number;
  /** Its own words for it, if it gave any. */
  readonly reason: string | null;
  readonly retryAfter: string | null;
};

export function refused(account: DeepgramAccount, { status, reason, retryAfter }: Refusal): DeepgramFailure {
  const { section, model } = account;
  const said = reason === null ? `HTTP ${status}` : `HTTP ${status}: ${quoted(account, reason)}`;
  const final = (sentence: string): DeepgramFailure => new DeepgramFailure(sentence, { retryable: false });
  const passing = (sentence: string): DeepgramFailure => new DeepgramFailure(sentence, { retryable: true });
  if (status === 401) return final(`Deepgram does not accept the key (${said}): correct ${section}.api_key`);
  if (status === 402) {
    return final(`the credit at Deepgram is used up (${said}): top up the project that ${section}.api_key belongs to`);
  }
  if (status === 403) {
    return final(
      `Deepgram does not let this key use the model ${model} (${said}): change ${section}.api_key or ${section}.model`,
    );
  }
  if (status === 429) {
    const wait = retryAfter !== null && /^\d{1,6}$/.test(retryAfter) ? ` for another ${retryAfter} s` : "";
    return passing(
      `Deepgram takes no more requests at a time${wait} (${said}): raise the limits of the project that ${section}.api_key belongs to`,
    );
  }
  if (status === 400 || status === 422) {
    return final(`Deepgram does not offer the model ${model} for this (${said}): change ${section}.model`);
  }
  if (status >= 500) {
    return passing(`Deepgram cannot answer at ${hostOf(account)} (${said}): wait, or change ${section}.base_url`);
  }
  return final(`${hostOf(account)} does not offer Deepgram's interface (${said}): correct ${section}.base_url`);
}

/** No connection came about, for a reason that the operating system or TLS gives. */
export function unreachable(account: DeepgramAccount, error: Error): DeepgramFailure {
  const code = "code" in error && typeof error.code === "string" ? ` (${error.code})` : "";
  return new DeepgramFailure(
    `no connection to Deepgram at ${hostOf(account)}${code}: check ${account.section}.base_url and the network`,
    { retryable: true },
  );
}

/** The socket was closed by the other side, or lost: 1006. */
export function closed(account: DeepgramAccount, code: number, reason: string): DeepgramFailure {
  const said = reason === "" ? `code ${code}` : `code ${code}: ${quoted(account, reason)}`;
  return new DeepgramFailure(
    `Deepgram closed the connection that ${account.section} uses at ${hostOf(account)} (${said})`,
    { retryable: true },
  );
}

/** It told of a failure of its own over the open socket. */
export function told(account: DeepgramAccount, reason: string): DeepgramFailure {
  return new DeepgramFailure(
    `Deepgram reports a failure with ${account.section}.model ${account.model}: ${quoted(account, reason)}`,
    { retryable: true },
  );
}

/** What came is not what Deepgram sends. A server that did speak it before may do so again. */
export function foreign(account: DeepgramAccount, spokeItBefore: boolean): DeepgramFailure {
  return new DeepgramFailure(
    `${hostOf(account)} sends something that is not Deepgram's protocol: check ${account.section}.base_url`,
    { retryable: spokeItBefore },
  );
}

/** Something did not come in time. `what` completes "Deepgram at host ...". */
export function late(account: DeepgramAccount, what: string): DeepgramFailure {
  return new DeepgramFailure(
    `Deepgram at ${hostOf(account)} ${what}: check ${account.section}.base_url and the network`,
    { retryable: true },
  );
}

export function misconfigured(account: Pick<DeepgramAccount, "section">, key: string, what: string): DeepgramFailure {
  return new DeepgramFailure(`${account.section}.${key} ${what}`, { retryable: false });
}

function quoted({ apiKey }: DeepgramAccount, text: string): string {
  const plain = (apiKey === "" ? text : text.replaceAll(apiKey, "…")).replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim();
  const short = plain.length > QUOTED_MOST ? `${plain.slice(0, QUOTED_MOST)}…` : plain;
  return short.replace(/\.$/, "");
}

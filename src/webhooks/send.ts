/**
 * One POST to a receiver: the name is looked up, its addresses are judged, and the connection goes to these and to no
 * others. Redirects are not followed, of the answer's body little is taken and nothing read, and all of it has one deadline.
 */
import { lookup as systemLookup } from "node:dns/promises";
import { request as plainRequest } from "node:http";
import type { IncomingMessage, RequestOptions } from "node:http";
import { request as tlsRequest } from "node:https";
import type { LookupFunction } from "node:net";
import { addressFault, hostOf, urlFault } from "./destination.ts";
import type { Address, Allowed } from "./destination.ts";

export type Post = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export type Answer = {
  /** Null when there was none. */
  readonly status: number | null;
  /** One sentence; null when the receiver has taken it (2xx). */
  readonly error: string | null;
  /** What Retry-After asks for; null when it asks for nothing. */
  readonly retryAfterMs: number | null;
};

export type Lookup = (host: string) => Promise<readonly Address[]>;

export type Sender = {
  readonly allowed: Allowed;
  readonly timeoutMs: number;
  /** Left out: as the machine looks names up. */
  readonly lookup?: Lookup;
};

const MOST_OF_AN_ANSWER = 64 * 1024;

const lookUp: Lookup = async (host) =>
  (await systemLookup(host, { all: true, verbatim: true })).map(({ address, family }) => ({
    address,
    family: family === 6 ? 6 : 4,
  }));

/** Never rejects, but for the reason of an aborted signal. */
export async function sendPost(post: Post, sender: Sender, signal: AbortSignal): Promise<Answer> {
  const deadline = AbortSignal.timeout(sender.timeoutMs);
  const until = AbortSignal.any([signal, deadline]);
  try {
    const target = await targetOf(post.url, sender, until);
    if (typeof target === "string") return refused(target);
    const answer = await exchange(new URL(post.url), target, post, until);
    passOver(answer);
    return judged(answer);
  } catch (error) {
    signal.throwIfAborted();
    if (deadline.aborted) return refused(`it did not answer within ${sender.timeoutMs / 1000} s`);
    return refused(`it could not be reached: ${codeOf(error)}`);
  }
}

/** Nobody reads it, and whoever sends more than a few words of it is cut off; what never ends ends at the deadline. */
function passOver(answer: IncomingMessage): void {
  let bytes = 0;
  answer.on("error", () => undefined);
  answer.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MOST_OF_AN_ANSWER) answer.destroy();
  });
}

const refused = (error: string): Answer => ({ status: null, error, retryAfterMs: null });

/** The addresses that may be connected to, or a sentence. One that may not spoils them all. */
async function targetOf(
  text: string,
  { allowed, lookup = lookUp }: Sender,
  signal: AbortSignal,
): Promise<readonly Address[] | string> {
  // The operator may have allowed less since the address was taken.
  const wrong = urlFault(text, allowed);
  if (wrong !== null) return `the url ${wrong}`;
  const host = hostOf(new URL(text));
  const addresses = await orAbort(lookup(host), signal);
  const fault = addresses.map(({ address }) => addressFault(host, address, allowed)).find((one) => one !== null);
  if (fault !== undefined) return `the url ${fault}`;
  return addresses.length === 0 ? "its name has no address" : addresses;
}

function exchange(
  url: URL,
  addresses: readonly Address[],
  { headers, body }: Post,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const options: RequestOptions = {
    method: "POST",
    headers: { ...headers, "content-length": Buffer.byteLength(body), connection: "close" },
    // A connection that was kept may lead to what an earlier look-up has said.
    agent: false,
    lookup: pinned(addresses),
    signal,
  };
  return new Promise((resolve, reject) => {
    const sent = (url.protocol === "https:" ? tlsRequest : plainRequest)(url, options);
    sent.on("error", reject);
    sent.on("response", resolve);
    sent.end(body);
  });
}

function pinned(addresses: readonly Address[]): LookupFunction {
  const [first] = addresses;
  return (_host, options, done) => {
    if (options.all === true) done(null, [...addresses]);
    else done(null, first?.address ?? "", first?.family ?? 4);
  };
}

function judged({ statusCode: status = 0, headers }: IncomingMessage): Answer {
  if (status >= 200 && status < 300) return { status, error: null, retryAfterMs: null };
  const seconds = /^\d{1,6}$/.test(headers["retry-after"] ?? "") ? Number(headers["retry-after"]) : null;
  const redirect = status >= 300 && status < 400;
  const error = redirect ? `it answered ${status}: redirects are not followed` : `it answered ${status}`;
  return { status, error, retryAfterMs: seconds === null ? null : seconds * 1000 };
}

function orAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const give = (): void => reject(signal.reason as Error);
    if (signal.aborted) give();
    signal.addEventListener("abort", give, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", give));
  });
}

/** The message of an error may hold what the other side has sent; its code is ours. */
function codeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return /^[A-Z0-9_]{2,60}$/.test(code) ? code : "the connection failed";
}

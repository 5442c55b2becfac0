/**
 * The two interfaces Deepgram listens over, and what each is asked for: `/v1/listen` (Nova and its like), where we say
 * when an utterance is over, and `/v2/listen` (Flux), which judges turns itself. Chosen by the model's name.
 */
import type { DeepgramClient } from "@deepgram/sdk";
import type { HearingOptions } from "../../conversation/ports.ts";
import { encodeMulaw } from "../../conversation/media/mulaw.ts";
import type { DeepgramAccount } from "./account.ts";
import type { ListenLine } from "./ear.ts";
import { misconfigured } from "./failure.ts";
import { openLink } from "./link.ts";
import type { Link, LinkListener } from "./link.ts";

/**
 * A pause after which the words so far are made final without being asked for. Shorter than any of ours, so that an
 * utterance is known when it is over and not a round trip later; long enough not to fall within a word (Deepgram's own
 * default is 10 ms).
 */
const ENDPOINTING_MS = 100;
/** Flux: how sure it has to be that the turn is over, and that a reply may be made ready. */
const END_OF_TURN = 0.7;
const EAGER_END_OF_TURN = 0.4;

/** 500 tokens of names are the limit; a token is two letters at least. */
const TERMS_MOST = 100;
const TERM_LETTERS_MOST = 1000;

/** Languages whose regions nova knows by their own tags; of all others it is told the language alone. */
const REGIONS = new Set(["en-US", "en-GB", "en-AU", "en-IN", "en-NZ", "es-419", "fr-CA", "de-CH", "pt-BR", "pt-PT"]);

export type ListenOptions = HearingOptions & {
  /** Flux only: whether it tells when a reply may be made ready. */
  readonly eagerEndOfTurn: boolean;
};

export function judgesTurns(model: string): boolean {
  return /^flux\b/i.test(model);
}

/** Throws a `DeepgramFailure` when the model is known not to understand the language. */
export function openListenLine(
  account: DeepgramAccount,
  options: ListenOptions,
  listener: LinkListener,
  signal: AbortSignal,
): Promise<ListenLine> {
  return judgesTurns(account.model)
    ? openTurns(account, options, listener, signal)
    : openResults(account, options, listener, signal);
}

async function openResults(
  account: DeepgramAccount,
  options: ListenOptions,
  listener: LinkListener,
  signal: AbortSignal,
): Promise<ListenLine> {
  const { model } = account;
  const terms = termsOf(options.hints);
  const create = (client: DeepgramClient) =>
    client.listen.v1.createConnection({
      model,
      language: languageFor(options.language),
      ...soundOf(options),
      interim_results: "true",
      smart_format: "true",
      endpointing: ENDPOINTING_MS,
      ...(terms.length === 0 ? {} : /^nova-3\b/.test(model) ? { keyterm: terms } : { keywords: terms }),
      reconnectAttempts: 0,
    });
  const link = await openLink(account, create, listener, signal);
  const { socket } = link;
  return lineOver(link, options, {
    sendMedia: (bytes) => socket.sendMedia(bytes),
    finalize: () => socket.sendFinalize({ type: "Finalize" }),
    keepAlive: () => socket.sendKeepAlive({ type: "KeepAlive" }),
    close: () => link.close(() => socket.sendCloseStream({ type: "CloseStream" })),
  });
}

async function openTurns(
  account: DeepgramAccount,
  options: ListenOptions,
  listener: LinkListener,
  signal: AbortSignal,
): Promise<ListenLine> {
  const { model } = account;
  const language = options.language.replace(/-.*$/, "").toLowerCase();
  if (model.endsWith("-en") && language !== "en") {
    throw misconfigured(account, "model", `${model} understands English, not ${options.language}: choose another one`);
  }
  const terms = termsOf(options.hints);
  const create = (client: DeepgramClient) =>
    client.listen.v2.createConnection({
      model,
      ...soundOf(options),
      eot_threshold: END_OF_TURN,
      ...(options.eagerEndOfTurn ? { eager_eot_threshold: EAGER_END_OF_TURN } : {}),
      ...(model.endsWith("-multi") ? { language_hint: language } : {}),
      ...(terms.length === 0 ? {} : { keyterm: terms }),
      reconnectAttempts: 0,
    });
  const link = await openLink(account, create, listener, signal);
  const { socket } = link;
  return lineOver(link, options, {
    sendMedia: (bytes) => socket.sendMedia(bytes),
    // Not ForceEndTurn: an account without that feature is thrown off for it.
    finalize: null,
    // There is no message for it; the pings of the link keep the socket open.
    keepAlive: () => undefined,
    close: () => link.close(() => socket.sendCloseStream({ type: "CloseStream" })),
  });
}

function lineOver(
  link: Link<unknown>,
  { sampleRateHz }: HearingOptions,
  messages: Pick<ListenLine, "finalize" | "keepAlive" | "close"> & {
    readonly sendMedia: (bytes: ArrayBufferView) => void;
  },
): ListenLine {
  const { sendMedia, finalize, keepAlive, close } = messages;
  const compressed = sampleRateHz === 8000;
  return {
    finalize,
    keepAlive,
    close,
    get isOpen() {
      return link.isOpen;
    },
    get waitingBytes() {
      return link.waitingBytes;
    },
    send: (frame) => sendMedia(compressed ? encodeMulaw(frame) : frame),
    bytesPerSample: compressed ? 1 : 2,
  };
}

/** The telephone's own bytes at its own rate; as it is otherwise. */
function soundOf({ sampleRateHz }: HearingOptions): {
  readonly encoding: "mulaw" | "linear16";
  readonly sample_rate: number;
} {
  return { encoding: sampleRateHz === 8000 ? "mulaw" : "linear16", sample_rate: sampleRateHz };
}

/** Of Spanish it knows that of Spain and that of all of Latin America. */
function languageFor(tag: string): string {
  const [language = "en", region] = tag.split("-");
  const known = region === undefined ? "" : `${language.toLowerCase()}-${region.toUpperCase()}`;
  if (REGIONS.has(known)) return known;
  return /^es-(?!ES$)[A-Z]{2}$/.test(known) ? "es-419" : language.toLowerCase();
}

function termsOf(hints: readonly string[]): string[] {
  const terms: string[] = [];
  let letters = 0;
  for (const hint of new Set(hints.map((text) => text.replaceAll(/[\p{Cc},;\s]+/gu, " ").trim()))) {
    letters += hint.length;
    if (hint === "" || terms.length >= TERMS_MOST || letters > TERM_LETTERS_MOST) continue;
    terms.push(hint);
  }
  return terms;
}

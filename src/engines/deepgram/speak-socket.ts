/**
 * One socket of Deepgram's voice: one text at a time, its sound as it comes. Stopped in the middle it asks for the rest
 * to be forgotten, and is of use again when that has been done; what comes until then is dropped.
 */
import type { DeepgramClient } from "@deepgram/sdk";
import { z } from "zod";
import type { Clock } from "../../lib/clock.ts";
import type { DeepgramAccount } from "./account.ts";
import { DeepgramFailure, foreign, told } from "./failure.ts";
import { openLink } from "./link.ts";
import { SpeakAllowance } from "./speak-allowance.ts";

const CLEARED_WITHIN_MS = 2000;
/** The end of a text that was stopped may be told after all, and then at once. */
const STALE_FLUSH_MS = 500;

export type SpeakFormat = { readonly encoding: "mulaw" | "linear16"; readonly sampleRateHz: number };

export type Arrival =
  | { readonly type: "sound"; readonly bytes: Uint8Array }
  /** All of it has been rendered. */
  | { readonly type: "done" }
  | { readonly type: "failed"; readonly failure: DeepgramFailure };

export type SpeakSocket = {
  readonly state: "idle" | "speaking" | "clearing" | "ended";
  readonly allowance: SpeakAllowance;
  /** What the server warned of since this was asked for. */
  readonly warning: string | null;
  /** Idle sockets only. What it returns says that nobody wants the rest; it is harmless once all of it was told. */
  speak(text: string, onArrival: (arrival: Arrival) => void): () => void;
  close(): void;
};

const serverMessage = z.looseObject({
  type: z.string(),
  code: z.string().nullish(),
  description: z.string().nullish(),
  err_msg: z.string().nullish(),
});

/** `onChange`: it is free again, or has ended. Rejects with a `DeepgramFailure` when there is no connection in two seconds. */
export async function openSpeakSocket(
  account: DeepgramAccount,
  format: SpeakFormat,
  clock: Clock,
  onChange: () => void,
  signal: AbortSignal,
): Promise<SpeakSocket> {
  let state: SpeakSocket["state"] = "idle";
  let spokeTheProtocol = false;
  let warning: string | null = null;
  let onArrival: ((arrival: Arrival) => void) | null = null;
  /** The text under way has sounded. */
  let sounded = false;
  /** Until then the end of a text may be that of the one before, which was stopped. */
  let staleFlushUntilMs = 0;
  let ended: DeepgramFailure | null = null;
  let clearing: NodeJS.Timeout | null = null;

  function become(next: SpeakSocket["state"]): void {
    state = next;
    if (clearing !== null) clearTimeout(clearing);
    clearing = null;
    if (next !== "speaking") onArrival = null;
  }

  function fail(failure: DeepgramFailure): void {
    if (state === "ended") return;
    const tell = onArrival;
    ended = failure;
    become("ended");
    link?.close();
    tell?.({ type: "failed", failure });
    onChange();
  }

  function close(): void {
    if (state === "ended") return;
    const tell = onArrival;
    become("ended");
    link?.close(() => link?.socket.sendClose({ type: "Close" }));
    tell?.({ type: "failed", failure: new DeepgramFailure("the voice was closed", { retryable: true }) });
    onChange();
  }

  function stop(): void {
    if (link?.isOpen !== true) return close();
    become("clearing");
    sounded = false;
    staleFlushUntilMs = clock.monotonicMs() + CLEARED_WITHIN_MS + STALE_FLUSH_MS;
    clearing = setTimeout(close, CLEARED_WITHIN_MS);
    link.socket.sendClear({ type: "Clear" });
  }

  function onCleared(): void {
    if (state !== "clearing") return;
    if (staleFlushUntilMs > 0) staleFlushUntilMs = clock.monotonicMs() + STALE_FLUSH_MS;
    become("idle");
    onChange();
  }

  function onFlushed(): void {
    const stale = !sounded && clock.monotonicMs() < staleFlushUntilMs;
    if (state === "clearing" || stale) staleFlushUntilMs = 0;
    if (state !== "speaking" || stale) return;
    const tell = onArrival;
    become("idle");
    tell?.({ type: "done" });
    onChange();
  }

  function onMessage(message: unknown): void {
    const parsed = serverMessage.safeParse(message);
    if (!parsed.success) return fail(foreign(account, spokeTheProtocol));
    spokeTheProtocol = true;
    const { type, code, description, err_msg: text } = parsed.data;
    const said = [code, description ?? text].filter((part) => part != null && part !== "").join(": ");
    switch (type) {
      case "Flushed":
        return onFlushed();
      case "Cleared":
        return onCleared();
      case "Warning":
        warning = said;
        return;
      case "Error":
        return fail(told(account, said === "" ? "an error without a name" : said));
      default:
        return;
    }
  }

  function onSound(bytes: Uint8Array): void {
    if (state !== "speaking" || bytes.length === 0) return;
    sounded = true;
    onArrival?.({ type: "sound", bytes });
  }

  const create = (client: DeepgramClient) =>
    client.speak.v1.createConnection({
      model: account.model,
      encoding: format.encoding,
      sample_rate: String(format.sampleRateHz),
      reconnectAttempts: 0,
    });
  let link: Awaited<ReturnType<typeof connect>> | null = null;
  function failureOf(): DeepgramFailure | null {
    return ended;
  }
  function connect() {
    return openLink(account, create, { onMessage, onSound, onEnd: fail }, signal);
  }
  link = await connect();
  const { socket } = link;
  const failure = failureOf();
  if (failure !== null) {
    link.close();
    throw failure;
  }
  const allowance = new SpeakAllowance(clock.monotonicMs());

  return {
    get state() {
      return state === "idle" && link?.isOpen !== true ? "ended" : state;
    },
    get warning() {
      return warning;
    },
    allowance,

    speak(text, tell) {
      allowance.spend(text.length, clock.monotonicMs());
      state = "speaking";
      onArrival = tell;
      sounded = false;
      warning = null;
      socket.sendText({ type: "Speak", text });
      socket.sendFlush({ type: "Flush" });
      return () => {
        if (onArrival === tell) stop();
      };
    },

    close,
  };
}
